// What every request goes through before its address is looked at; nothing here needs its body or its token.
import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../../src-shared/errors/app-error.ts';
import type { Exposure } from '../listening/exposure.ts';
import type { HttpLimits } from './http-limits.ts';
import { createGuard, type Guard, type RequestHead } from './origin-check.ts';
import { callerNetwork, createCallLimit } from './rate-limit.ts';

export type Admission = {
  /** Marks the answer with the request's id; throws for what may not come in. `answered`: it was a preflight. */
  admit(request: FastifyRequest, reply: FastifyReply): 'admitted' | 'answered';
  /** The same for a head that node:http has not seen, and that names no origin. */
  admitHead(head: RequestHead, remoteAddress: string | undefined): void;
};

export function createAdmission(exposure: Exposure, limits: HttpLimits): Admission {
  const guard = createGuard(exposure);
  const countAddress = createCallLimit(exposure, limits.perAddress);
  const count = (remoteAddress: string | undefined, headers: IncomingHttpHeaders) =>
    countAddress(() => callerNetwork(remoteAddress, headers, exposure.trustProxy));
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

const METHODS = 'GET, POST, PUT, PATCH, DELETE';
const REQUEST_HEADERS = 'authorization, content-type, content-digest, idempotency-key';
const ANSWER_HEADERS = 'rvt-ray-id, retry-after, content-digest, etag';
const REMEMBER_SECONDS = '3600';

/** Adds what a page of a configured origin needs. Answers true for a preflight: it asks nothing else, and has no token. */
function answerCors(guard: Guard, request: FastifyRequest, reply: FastifyReply): boolean {
  const { origin } = request.headers;
  if (origin === undefined || !guard.isAllowedOrigin(origin)) return false;
  void reply
    .header('access-control-allow-origin', origin)
    .header('access-control-expose-headers', ANSWER_HEADERS)
    .header('vary', 'origin');
  if (request.method !== 'OPTIONS' || request.headers['access-control-request-method'] === undefined) return false;
  void reply
    .header('access-control-allow-methods', METHODS)
    .header('access-control-allow-headers', REQUEST_HEADERS)
    .header('access-control-max-age', REMEMBER_SECONDS);
  if (request.headers['access-control-request-private-network'] === 'true') {
    void reply.header('access-control-allow-private-network', 'true');
  }
  return true;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A route that takes big bodies watches over their time by itself. */
    takesBigBody?: true;
  }
}

/** Cuts off a body that trickles in, so that nobody holds a connection by sending a byte now and then. */
function cutSlowBody(request: FastifyRequest, reply: FastifyReply, limitMs: number): void {
  const { raw } = request;
  if (!hasBody(request) || request.routeOptions.config.takesBigBody === true) return;
  const timer = setTimeout(() => {
    if (raw.complete) return;
    if (reply.sent) {
      raw.socket.destroy();
      return;
    }
    void reply.header('connection', 'close').send(new AppError('API_BAD_BODY', 'http.body-too-slow'));
  }, limitMs);
  timer.unref();
  raw.once('close', () => clearTimeout(timer));
}

function hasBody({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}
