// Carries the typed client's requests over HTTP with got, and turns what the network does into one of our errors.
import got, { RequestError } from 'got';
import { AppError } from '../../../src-shared/errors/app-error.ts';
import type { ServiceTransport } from '../../../src-shared/service/client.ts';

const REQUEST_MS = 15_000;
/** A watch call is answered after 40 s at the latest; one that is still silent then hangs. */
const WATCH_MS = 60_000;

export type Address = { url: string; token: string };

export function createHttpTransport({ url, token }: Address): ServiceTransport {
  return async (request) => {
    try {
      const response = await got(new URL(request.path, url), {
        method: request.method,
        headers: { authorization: `Bearer ${token}`, 'user-agent': 'slipway', ...idempotency(request.idempotencyKey) },
        timeout: { request: request.watch ? WATCH_MS : REQUEST_MS },
        retry: { limit: 0 },
        throwHttpErrors: false,
        followRedirect: false,
        responseType: 'text',
        ...(request.body === undefined ? {} : { json: request.body }),
        ...(request.signal === undefined ? {} : { signal: request.signal }),
      });
      return { status: response.statusCode, body: parseJson(response.body, url) };
    } catch (thrown) {
      throw explain(thrown, url, request.signal);
    }
  };
}

function idempotency(key: string | undefined): Record<string, string> {
  return key === undefined ? {} : { 'idempotency-key': key };
}

function parseJson(text: string, url: string): unknown {
  try {
    return JSON.parse(text);
  } catch (thrown) {
    throw new AppError('INSTANCE_UNREACHABLE', `What answers at ${url} is not Slipway's service.`, { cause: thrown });
  }
}

function explain(thrown: unknown, url: string, signal: AbortSignal | undefined): AppError {
  if (thrown instanceof AppError) return thrown;
  if (signal?.aborted === true) return new AppError('CANCELLED', undefined, { cause: thrown });
  const code = thrown instanceof RequestError ? thrown.code : 'unknown';
  return new AppError('INSTANCE_UNREACHABLE', `${url} does not answer (${code}).`, { cause: thrown });
}
