// What one caller may take of uploads: how many may send to one presigned address at once, and how many unfinished uploads one token may have.
import { AppError } from '../../../src-shared/errors/app-error.ts';
import type { TokenId } from '../../platform/access/given-access.ts';
import { createCounter } from './counter.ts';

/** A sender and those of its lines that are lost without that we know it yet; more are of no use to anybody. */
const MOST_AT_ADDRESS = 8;
/** Then lost lines are cut off, or near it. */
const AGAIN_SECONDS = 10;

export function createAddressLimit() {
  const sending = createCounter();
  return async <T>(address: string, work: () => Promise<T>): Promise<T> => {
    if (sending.count(address) >= MOST_AT_ADDRESS) throw tooMany();
    sending.add(address);
    try {
      return await work();
    } finally {
      sending.drop(address);
    }
  };
}

function tooMany(): AppError {
  const metadata = { retry_after: AGAIN_SECONDS };
  return new AppError('API_RATE_LIMIT', 'upload.too-many-to-address', { seconds: AGAIN_SECONDS }, { metadata });
}

/** Each with addresses to send to. Counted since the start, as unfinished ones end by themselves after a while. */
const MOST_OPEN = 256;

export type OpenUploads = {
  /** Throws when the token has too many. The owner has no bound. */
  add(by: TokenId, upload_id: string): void;
  /** It has its record now, or never will: from here on that tells whether it is open. */
  begun(upload_id: string): void;
};

export function createOpenUploads(isOpen: (upload_id: string) => boolean): OpenUploads {
  const byToken = new Map<string, Set<string>>();
  const beginning = new Set<string>();
  const dropOver = (own: Set<string>) => {
    for (const upload_id of own) if (!beginning.has(upload_id) && !isOpen(upload_id)) own.delete(upload_id);
  };
  return {
    add: (by, upload_id) => {
      if (by === undefined) return;
      const own = byToken.get(by) ?? new Set();
      if (own.size >= MOST_OPEN) dropOver(own);
      if (own.size >= MOST_OPEN) throw new AppError('UPLOAD_INVALID', 'upload.too-many-open', { most: MOST_OPEN });
      byToken.set(by, own.add(upload_id));
      beginning.add(upload_id);
    },
    begun: (upload_id) => void beginning.delete(upload_id),
  };
}
