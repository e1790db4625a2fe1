// Says in words what keeps a file or folder from being read.
import { AppError } from '../../../src-shared/errors/app-error.ts';
import { systemReason } from '../../../src-shared/errors/system-reason.ts';
import { errorCode } from '../platform/error-code.ts';

export function unreadable(file: string, thrown: unknown): AppError {
  const reasons: Record<string, string> = {
    ENOENT: 'it is not there (any more)',
    EACCES: 'you have no right to read it',
    EPERM: 'you have no right to read it',
    ENOTDIR: 'it is not a folder',
  };
  const code = errorCode(thrown);
  return notPacked(file, reasons[code ?? ''] ?? systemReason(thrown), thrown);
}

/** What a pipe or a device gives has no size, and may have no end. */
export function neitherFolderNorFile(file: string): AppError {
  return notPacked(file, 'it is neither a folder nor a file');
}

function notPacked(file: string, why: string, cause?: unknown): AppError {
  const sentence = `${file} cannot be read: ${why}. Nothing was packed. Put that right, or leave it out, and pack again.`;
  return new AppError('PACK_SOURCE_UNREADABLE', sentence, { metadata: { path: file }, cause });
}
