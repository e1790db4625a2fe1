// What a store that refused or did not answer means for people, by its own codes.
import { AppError } from '../../../src-shared/errors/app-error.ts';
import { systemCode } from '../../../src-shared/errors/system-reason.ts';

/** `code` is the store's own, from its XML, or empty. */
export type Refusal = { status: number; code: string };

const KEYS =
  /^(?:InvalidAccessKeyId|SignatureDoesNotMatch|AccessDenied|AllAccessDisabled|ExpiredToken|InvalidToken|AccountProblem|Forbidden)$/;
const FULL =
  /^(?:QuotaExceeded|InsufficientStorage|InsufficientCapacity|XMinioStorageFull|StorageFull|TooManyBuckets|UserQuotaExceeded|EntityTooLarge)$/;

/** Passes by itself: the same is asked again. */
export function isPassing({ status, code }: Refusal): boolean {
  return (status >= 500 && status !== 507 && !FULL.test(code)) || status === 429 || code === 'SlowDown';
}

export function isKeyRefusal({ status, code }: Refusal): boolean {
  return KEYS.test(code) || (code === '' && (status === 401 || status === 403));
}

/** Callers need not wait for it to pass by itself, as they do for a store that is away. */
const STAYS = { metadata: { needs_operator: true } };

/** `store` is how people named it. */
export function refusalError(store: string, refusal: Refusal): AppError {
  const { status, code } = refusal;
  const why = code === '' ? String(status) : code;
  if (code === 'RequestTimeTooSkewed') return new AppError('OBJECT_STORE_FAILED', 'objects.clock', { store }, STAYS);
  if (code === 'NoSuchBucket') return new AppError('OBJECT_STORE_FAILED', 'objects.no-bucket', { store }, STAYS);
  if (status === 507 || FULL.test(code)) return new AppError('STORAGE_FULL', 'objects.full', { store });
  if (isKeyRefusal(refusal)) return new AppError('OBJECT_STORE_FAILED', 'objects.keys-refused', { store, why }, STAYS);
  if (isPassing(refusal)) return new AppError('OBJECT_STORE_FAILED', 'objects.busy', { store, why });
  return new AppError('OBJECT_STORE_FAILED', 'objects.refused', { store, why }, STAYS);
}

/** For a line that broke or stayed silent. */
export function lineError(store: string, thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown;
  const isSilent = thrown instanceof Error && (thrown.name === 'TimeoutError' || thrown.name === 'AbortError');
  if (isSilent) return new AppError('OBJECT_STORE_FAILED', 'objects.silent', { store }, { cause: thrown });
  const why = systemCode(thrown) ?? String(thrown);
  return new AppError('OBJECT_STORE_FAILED', 'objects.unreachable', { store, why }, { cause: thrown });
}
