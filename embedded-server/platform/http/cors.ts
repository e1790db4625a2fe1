// Lets web pages of configured origins read our answers. Without a configured origin there is not one CORS header.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Guard } from './guard.ts';

const METHODS = 'GET, POST, PUT, PATCH, DELETE';
const REQUEST_HEADERS = 'authorization, content-type, content-digest, idempotency-key';
const ANSWER_HEADERS = 'rvt-ray-id, retry-after, content-digest, etag';
const REMEMBER_SECONDS = '3600';

/** Adds what a page of a configured origin needs. Answers true for a preflight: it asks nothing else, and has no token. */
export function answerCors(guard: Guard, request: FastifyRequest, reply: FastifyReply): boolean {
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
