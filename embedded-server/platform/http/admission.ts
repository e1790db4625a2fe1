// What every request goes through before its address is looked at; nothing here needs its body or its token.
import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Exposure } from '../listening/exposure.ts';
import { answerCors } from './cors.ts';
import { createGuard, type RequestHead } from './guard.ts';
import type { HttpLimits } from './limits.ts';
import { addressOf, createRateLimit, tooMany } from './rate-limit.ts';
import { cutSlowBody } from './slow-body.ts';

export type Admission = {
  /** Marks the answer with the request's id; throws for what may not come in. `answered`: it was a preflight. */
  admit(request: FastifyRequest, reply: FastifyReply): 'admitted' | 'answered';
  /** The same for a head that node:http has not seen, and that names no origin. */
  admitHead(head: RequestHead, remoteAddress: string | undefined): void;
};

export function createAdmission(exposure: Exposure, limits: HttpLimits): Admission {
  const guard = createGuard(exposure);
  const perAddress = exposure.isPrivate ? undefined : createRateLimit(limits.perAddress);
  const count = (remoteAddress: string | undefined, headers: IncomingHttpHeaders) => {
    const wait = perAddress?.take(addressOf(remoteAddress, headers, exposure.trustProxy)) ?? 0;
    if (wait > 0) throw tooMany(wait);
  };
  return {
    admit: (request, reply) => {
      void reply.header('rvt-ray-id', request.id).header('cache-control', 'no-store');
      const { headers, socket, raw } = request;
      cutSlowBody(request, reply, limits.bodyMs);
      guard.check({ target: request.url, headers, rawHeaders: raw.rawHeaders, port: socket.localPort ?? 0 });
      if (answerCors(guard, request, reply)) return 'answered';
      count(socket.remoteAddress, headers);
      return 'admitted';
    },
    admitHead: (head, remoteAddress) => {
      guard.check(head);
      count(remoteAddress, head.headers);
    },
  };
}
