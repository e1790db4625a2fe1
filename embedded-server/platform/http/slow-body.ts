// Cuts off a body that trickles in, so that nobody holds a connection by sending a byte now and then.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../../src-shared/errors/app-error.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A route that takes big bodies watches over their time by itself. */
    takesBigBody?: true;
  }
}

export function cutSlowBody(request: FastifyRequest, reply: FastifyReply, limitMs: number): void {
  const { raw } = request;
  if (!hasBody(request) || request.routeOptions.config.takesBigBody === true) return;
  const timer = setTimeout(() => {
    if (raw.complete) return;
    if (reply.sent) {
      raw.socket.destroy();
      return;
    }
    void reply.header('connection', 'close').send(new AppError('API_BAD_BODY', 'The body took too long to arrive.'));
  }, limitMs);
  timer.unref();
  raw.once('close', () => clearTimeout(timer));
}

function hasBody({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}
