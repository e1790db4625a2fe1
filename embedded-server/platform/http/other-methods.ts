// Says which methods an address has, to whoever comes with another one. There is no route for those: to make four for each address took
// a fifth of a service's start.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../../src-shared/errors/app-error.ts';
import type { Endpoint } from '../../../src-shared/service/endpoint.ts';
import { addressPattern } from './router-path.ts';

/** Refuses the request if it is for an address of these rows. What only looks like one, with an id that is none, is none of ours. */
export function createMethodRefusal(rows: readonly Endpoint[]) {
  let addresses: { pattern: RegExp; method: string }[] | undefined;
  return ({ method, url }: FastifyRequest, reply: FastifyReply): void => {
    addresses ??= rows.map((row) => ({ pattern: addressPattern(row.path), method: row.method }));
    const [target = ''] = url.split('?', 1);
    const methods = addresses.filter(({ pattern }) => pattern.test(target)).map((each) => each.method);
    const allowed = methods.includes('GET') ? [...methods, 'HEAD'] : methods;
    if (allowed.length === 0 || allowed.includes(method)) return;
    void reply.header('allow', allowed.join(', '));
    throw new AppError('API_METHOD_NOT_ALLOWED', 'http.methods-allowed', { methods: allowed.join(', ') });
  };
}
