// How many unfinished uploads one token may have prepared, each with addresses to send to. Counted since the start, as unfinished
// ones end by themselves after a while.
import { AppError } from '../../../src-shared/errors/app-error.ts';
import type { TokenId } from '../../platform/access/given-access.ts';

const MOST = 256;

export type OpenUploads = {
  /** Throws when there are too many. The owner has no bound. */
  require(by: TokenId): void;
  add(by: TokenId, upload_id: string): void;
};

export function createOpenUploads(isOpen: (upload_id: string) => boolean): OpenUploads {
  const byToken = new Map<string, Set<string>>();
  return {
    require: (by) => {
      const own = by === undefined ? undefined : byToken.get(by);
      if (own === undefined || own.size < MOST) return;
      for (const upload_id of own) if (!isOpen(upload_id)) own.delete(upload_id);
      if (own.size >= MOST) throw new AppError('UPLOAD_INVALID', 'upload.too-many-open', { most: MOST });
    },
    add: (by, upload_id) => {
      if (by !== undefined) byToken.set(by, (byToken.get(by) ?? new Set()).add(upload_id));
    },
  };
}
