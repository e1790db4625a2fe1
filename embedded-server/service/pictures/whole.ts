// Keeps damaged pictures from being shown: the size is compared each time, the hash the first time in a run of the service
// and again when the file was touched. Pictures are small, and callers keep them.
import { stat } from 'node:fs/promises';
import { AppError } from '../../../src-shared/errors/app-error.ts';
import { hashOf } from '../../platform/storage/hash-of.ts';

export function createWholeCheck() {
  const seen = new Map<string, number>();
  return async (file: string, sha256: string, length: number): Promise<void> => {
    const { size, mtimeMs } = await stat(file);
    if (size === length && seen.get(sha256) === mtimeMs) return;
    if (size !== length || (await hashOf(file)) !== sha256) {
      seen.delete(sha256);
      throw new AppError('ERROR', 'This picture is damaged on the disk of this service. Upload it again.');
    }
    seen.set(sha256, mtimeMs);
  };
}
