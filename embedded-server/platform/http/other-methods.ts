// Says which methods an address has, to whoever comes with another one.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../../src-shared/errors/app-error.ts';
import type { Endpoint, Method } from '../../../src-shared/service/endpoint.ts';
import { parseParams } from './parse.ts';
import { addressPattern, routerPath } from './router-path.ts';

const METHODS: readonly Method[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
const ROUTED = new Set<string>([...METHODS, 'HEAD', 'OPTIONS']);

/** `rows` share one path. What only looks like it, with an id that is none, is no address of ours. */
export function refuseOtherMethods(app: FastifyInstance, rows: readonly Endpoint[]): void {
  const [row] = rows;
  if (row === undefined) return;
  const allowed: string[] = allowedBy(rows);
  app.route({
    method: [...METHODS, 'OPTIONS', 'HEAD'].filter((method) => !allowed.includes(method)),
    url: routerPath(row.path),
    handler: async (request, reply) => {
      parseParams(row, request.params);
      throw notAllowed(reply, allowed);
    },
  });
}

/** A method such as TRACE, which the router finds nothing for, where there is an address all the same. */
export function refuseOddMethod({ method, url }: FastifyRequest, reply: FastifyReply, rows: readonly Endpoint[]): void {
  if (ROUTED.has(method)) return;
  const [target = ''] = url.split('?', 1);
  const found = rows.filter(({ path }) => addressPattern(path).test(target));
  if (found.length > 0) throw notAllowed(reply, allowedBy(found));
}

function allowedBy(rows: readonly Endpoint[]): string[] {
  const methods = rows.map(({ method }) => method);
  return methods.includes('GET') ? [...methods, 'HEAD'] : methods;
}

function notAllowed(reply: FastifyReply, allowed: readonly string[]): AppError {
  void reply.header('allow', allowed.join(', '));
  return new AppError('API_METHOD_NOT_ALLOWED', 'http.methods-allowed', { methods: allowed.join(', ') });
}
