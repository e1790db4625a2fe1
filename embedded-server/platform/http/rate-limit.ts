// Limits how often one address or one token may call: a bucket of calls that fills up again over time. How many calls that are,
// http-limits.ts says. The memory it takes is bounded; the keys that were quiet for longest are forgotten first.
import type { IncomingHttpHeaders } from 'node:http';
import { isIPv6 } from 'node:net';
import { AppError } from '../../../src-shared/errors/app-error.ts';
import type { Exposure } from '../listening/exposure.ts';

/** So many calls at once, and so many a minute over time. */
export type Rate = { burst: number; perMinute: number };
export type RateLimit = {
  /** Counts a call; answers how many seconds to wait when there were too many, and 0 otherwise. */
  take(key: string): number;
  size(): number;
};

const MOST_KEYS = 10_000;
const MINUTE_MS = 60_000;

type Bucket = { left: number; at: number };

export function createRateLimit(rate: Rate, now: () => number = () => performance.now()): RateLimit {
  const buckets = new Map<string, Bucket>();
  const perMs = rate.perMinute / MINUTE_MS;
  return {
    take: (key) => {
      const at = now();
      const before = buckets.get(key);
      const left = before === undefined ? rate.burst : Math.min(rate.burst, before.left + (at - before.at) * perMs);
      buckets.delete(key);
      buckets.set(key, { left: left >= 1 ? left - 1 : left, at });
      if (buckets.size > MOST_KEYS) forgetOldest(buckets);
      return left >= 1 ? 0 : Math.max(1, Math.ceil((1 - left) / perMs / 1000));
    },
    size: () => buckets.size,
  };
}

/** Counts calls by who makes them, and refuses too many. There is no limit where only this machine calls. */
export function createCallLimit({ isReachedByOthers }: Pick<Exposure, 'isReachedByOthers'>, rate: Rate) {
  const limit = isReachedByOthers ? createRateLimit(rate) : undefined;
  return (callerOf: () => string): void => {
    const wait = limit?.take(callerOf()) ?? 0;
    if (wait > 0) throw tooMany(wait);
  };
}

function tooMany(seconds: number): AppError {
  return new AppError(
    'API_RATE_LIMIT',
    'http.too-many-requests',
    { seconds },
    {
      metadata: { retry_after: seconds },
    },
  );
}

/** The network that a caller counts to, as far as addresses go: what its calls are counted by. */
export function callerNetwork(
  socketAddress: string | undefined,
  headers: IncomingHttpHeaders,
  trustProxy: boolean,
): string {
  return networkOf(callerAddress(socketAddress, headers, trustProxy));
}

/**
 * The address of the caller itself, behind a proxy that is trusted to say it. The nearest proxy adds its caller last, so the last entry
 * is the one to believe.
 */
export function callerAddress(
  socketAddress: string | undefined,
  headers: IncomingHttpHeaders,
  trustProxy: boolean,
): string {
  const forwarded = trustProxy ? headers['x-forwarded-for'] : undefined;
  const last = typeof forwarded === 'string' ? forwarded.slice(forwarded.lastIndexOf(',') + 1).trim() : '';
  return last === '' ? (socketAddress ?? '') : withoutPort(last.slice(0, 64));
}

const inBrackets = /^\[([^\]]*)\](?::\d+)?$/;
const beforePort = /^(\d+(?:\.\d+){3}):\d+$/;

/** Some proxies add the port that their caller calls from, which is another one each time. */
function withoutPort(text: string): string {
  return (inBrackets.exec(text) ?? beforePort.exec(text))?.[1] ?? text;
}

/** One caller has a whole /64 of IPv6 addresses, so that is what counts as one. */
function networkOf(address: string): string {
  const short = address.slice(0, 64).toLowerCase();
  if (!isIPv6(short) || short.startsWith('::ffff:')) return short;
  const [head = '', tail] = short.split('::', 2);
  const front = head.split(':').filter(Boolean);
  const back = tail === undefined ? [] : tail.split(':').filter(Boolean);
  const middle =
    tail === undefined ? [] : Array.from({ length: Math.max(0, 8 - front.length - back.length) }, () => '0');
  return [...front, ...middle, ...back].slice(0, 4).join(':');
}

function forgetOldest(buckets: Map<string, Bucket>): void {
  const oldest = buckets.keys().next();
  if (oldest.done !== true) buckets.delete(oldest.value);
}
