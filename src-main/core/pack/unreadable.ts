// Says in words what keeps a file or folder from being read.
import { AppError } from '../../../src-shared/errors/app-error.ts';
import { errorCode } from './error-code.ts';

export function unreadable(file: string, thrown: unknown): AppError {
  const why: Record<string, string> = {
    ENOENT: 'is not there (any more)',
    EACCES: 'may not be read by you',
    EPERM: 'may not be read by you',
    ENOTDIR: 'is not a folder',
  };
  const code = errorCode(thrown);
  const words = why[code ?? ''] ?? `can not be read (${code ?? String(thrown)})`;
  const sentence = `${file} ${words}. Nothing was packed. Put that right, or leave it out, and pack again.`;
  return new AppError('PACK_SOURCE_UNREADABLE', sentence, { metadata: { path: file }, cause: thrown });
}
