// What one caller may take of the service: time for its head and body, connections, and calls a minute.
import type { LeastPace } from '../front/pace.ts';
import type { Rate } from './rate-limit.ts';

export type HttpLimits = {
  /** How long the head of a request may take to arrive, counted from the connection on. */
  headersMs: number;
  /** How long a JSON body may take to arrive: 1 MiB in it is slower than any line in use. Uploads are not bound by it. */
  bodyMs: number;
  /** A part of an upload that comes more slowly is cut off, and can be sent again. */
  leastPace: LeastPace;
  /** How many connections at once; the next one is closed at once. */
  connections: number;
  /** How many requests one connection may have under way, for callers that do not wait for answers. */
  pipelined: number;
  /** Counted only when others than this machine can call. */
  perAddress: Rate;
  perToken: Rate;
  /** How often is looked whether the certificate was renewed. */
  certificateLookMs: number;
};

export const defaultLimits: HttpLimits = {
  headersMs: 10_000,
  bodyMs: 30_000,
  leastPace: { bytes: 30 * 1_024, withinMs: 30_000 },
  connections: 16_000,
  pipelined: 64,
  perAddress: { burst: 600, perMinute: 3_000 },
  perToken: { burst: 1_200, perMinute: 6_000 },
  certificateLookMs: 30_000,
};
