// What became of one part: reads the answer of whatever took it, our service or a store that speaks XML. Pure.
import type { IncomingHttpHeaders } from 'node:http';
import { AppError } from '../../../../src-shared/errors/app-error.ts';
import { readFailure } from '../../../../src-shared/service/failure.ts';
import { readRetryAfter } from '../../http/retry.ts';

export type PartAnswer = { status: number; headers: IncomingHttpHeaders; body: string };

/** `stale`: the address is too old. `gone`: there is nothing to send to any more. `passing`: again, later. */
export type PartOutcome =
  | { kind: 'taken' }
  | { kind: 'stale' | 'gone' | 'refused'; error: AppError }
  | { kind: 'passing'; error: AppError; retryAfterMs: number | undefined };

const staleCodes =
  /^(?:ExpiredToken|TokenRefreshRequired|RequestExpired|AuthorizationQueryParametersError|UPLOAD_URL_EXPIRED)$/;
const goneStatus = new Set([404, 410]);
const goneCodes = /^(?:NoSuchUpload|NoSuchBucket|UPLOAD_NOT_FOUND|BUILDS_BUILD_NOT_FOUND)$/;
/** Answered for bytes that were damaged or lost on the way. */
const tornCodes = /^(?:BadDigest|IncompleteBody|RequestTimeout|XAmzContentSHA256Mismatch|UPLOAD_INVALID)$/;
/** By several makes of store, some with 403 or 503: a full disk does not get empty by trying again. */
const fullCodes =
  /^(?:QuotaExceeded|UserQuotaExceeded|InsufficientStorage|InsufficientCapacity|XMinioStorageFull|StorageFull|STORAGE_FULL)$/;
const passingStatus = new Set([408, 409, 425, 429]);

export function outcomeOf(answer: PartAnswer): PartOutcome {
  const { status } = answer;
  if (Math.floor(status / 100) === 2) return { kind: 'taken' };
  const { error, code } = failureOf(answer);
  if (status === 507 || fullCodes.test(code)) return { kind: 'refused', error: fullError(error) };
  // Also AccessDenied, which a store answers to an expired address.
  if (status === 403 || staleCodes.test(code)) return { kind: 'stale', error };
  if (goneStatus.has(status) || goneCodes.test(code)) return { kind: 'gone', error };
  if (isPassingStatus(status) || tornCodes.test(code)) {
    return { kind: 'passing', error, retryAfterMs: readRetryAfter(answer.headers['retry-after']) };
  }
  return { kind: 'refused', error };
}

/** Our service says in more words where the room is missing. */
function fullError(error: AppError): AppError {
  return error.code === 'STORAGE_FULL' ? error : new AppError('STORAGE_FULL', 'transfer.store-full');
}

function isPassingStatus(status: number): boolean {
  return status >= 500 || passingStatus.has(status);
}

function failureOf({ status, headers, body }: PartAnswer): { error: AppError; code: string } {
  if (status >= 300 && status < 400) {
    const to = headers.location ?? 'another place';
    return { error: new AppError('REQUEST_REFUSED', 'transfer.redirected', { to }), code: '' };
  }
  const parsed = parseJson(body);
  const error = readFailure(status, parsed);
  const xml = /<Code>([^<]{1,100})<\/Code>/.exec(body)?.[1];
  return { error, code: xml ?? codeIn(parsed) ?? error.code };
}

function codeIn(parsed: unknown): string | undefined {
  if (typeof parsed !== 'object' || parsed === null || !('code' in parsed)) return undefined;
  return typeof parsed.code === 'string' ? parsed.code : undefined;
}

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return body;
  }
}

/** What an answer says about the bytes that were stored. An ETag of 32 digits is most often their MD5. */
export type Claimed = { sha256?: string; md5?: string };

export function claimedBy({ headers }: Pick<PartAnswer, 'headers'>): Claimed {
  const digest = [headers['content-digest']].flat().join(',');
  const sha256 = /(?:^|,)\s*sha-256=:([A-Za-z0-9+/]{43}=):/i.exec(digest)?.[1];
  if (sha256 !== undefined) return { sha256: Buffer.from(sha256, 'base64').toString('hex') };
  const etag = /^"([0-9a-f]{32}|[0-9a-f]{64})"$/i.exec(headers.etag ?? '')?.[1]?.toLowerCase();
  if (etag === undefined || isSealedByKey(headers)) return {};
  return etag.length === 64 ? { sha256: etag } : { md5: etag };
}

/** A store that encrypts with a key gives tags that are no MD5. */
function isSealedByKey(headers: IncomingHttpHeaders): boolean {
  return (
    String(headers['x-amz-server-side-encryption'] ?? '').startsWith('aws:') ||
    headers['x-amz-server-side-encryption-customer-algorithm'] !== undefined
  );
}
