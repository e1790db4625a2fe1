// Loopback is not trust: refuses web pages of other sites (Origin) and names that were pointed at us (Host).
import { AppError } from '../../src-shared/errors/app-error.ts';

const LOOPBACK_NAMES = new Set(['127.0.0.1', 'localhost', '[::1]']);

export type GuardInput = { host: string | undefined; origin: string | undefined; port: number };

/** Throws when a request comes through a foreign name or from a foreign page. */
export function checkHostAndOrigin({ host, origin, port }: GuardInput): void {
  if (!isOurs(host, port)) {
    throw new AppError(
      'API_FORBIDDEN',
      'This service answers only to its own loopback address. The name in this request is another one.',
    );
  }
  if (origin !== undefined && !isOurOrigin(origin, port)) {
    throw new AppError('API_FORBIDDEN', 'Web pages of other sites may not call this service.');
  }
}

function isOurs(host: string | undefined, port: number): boolean {
  if (host === undefined) return false;
  const colon = host.lastIndexOf(':');
  if (colon <= 0 || host.slice(colon + 1) !== String(port)) return port === 80 && LOOPBACK_NAMES.has(host);
  return LOOPBACK_NAMES.has(host.slice(0, colon).toLowerCase());
}

function isOurOrigin(origin: string, port: number): boolean {
  return origin.startsWith('http://') && isOurs(origin.slice('http://'.length), port);
}
