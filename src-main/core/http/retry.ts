// When a request may be sent again by itself: only where a second one does nothing more than the first, only for failures
// that pass, and not before the other side wants it.
import { setTimeout as sleep } from 'node:timers/promises';
import type { AppError } from '../../../src-shared/errors/app-error.ts';
import type { ServiceRequest } from '../../../src-shared/service/client.ts';

const TRIES = 3;
const FIRST_WAIT_MS = 300;
/** A `Retry-After` longer than this is reported to the caller, who may be a person. */
const LONGEST_WAIT_MS = 5_000;
const passing = new Set([408, 425, 429, 500, 502, 503, 504]);

/** What became of one try: an answer with its status, or an error instead of one. */
export type Tried = { status?: number; retryAfterMs?: number | undefined; error?: AppError };

export async function withRetries<T extends Tried>(request: ServiceRequest, attempt: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    const tried = await attempt();
    const wait = Math.max(backOff(tries), tried.retryAfterMs ?? 0);
    const isOver = tries >= TRIES || !maySucceedLater(tried) || !mayRepeat(request) || wait > LONGEST_WAIT_MS;
    if (isOver || isAborted(request)) return tried;
    await sleep(wait, undefined, signalOf(request)).catch(() => undefined);
    if (isAborted(request)) return tried;
  }
}

/** GET and PUT do the same when repeated; a POST only under a key by which the other side knows it again. */
function mayRepeat({ method, once, idempotencyKey }: ServiceRequest): boolean {
  return once !== true && (method === 'GET' || method === 'PUT' || idempotencyKey !== undefined);
}

function maySucceedLater({ status, error }: Tried): boolean {
  return error === undefined ? passing.has(status ?? 0) : error.code === 'INSTANCE_UNREACHABLE';
}

/** A function of its own, for it changes between two looks. */
function isAborted({ signal }: ServiceRequest): boolean {
  return signal?.aborted === true;
}

function backOff(tries: number): number {
  return FIRST_WAIT_MS * 2 ** (tries - 1) * (0.5 + Math.random() / 2);
}

/** `retry-after` says seconds or a moment. */
export function readRetryAfter(header: string | undefined, now = Date.now()): number | undefined {
  if (header === undefined) return undefined;
  if (/^\d{1,9}$/.test(header.trim())) return Number(header) * 1000;
  const moment = Date.parse(header);
  return Number.isNaN(moment) ? undefined : Math.max(0, moment - now);
}

function signalOf({ signal }: ServiceRequest): { signal?: AbortSignal } {
  return signal === undefined ? {} : { signal };
}
