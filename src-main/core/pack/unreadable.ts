// Says in words what keeps a file or folder from being read.
import { AppError } from '../../../src-shared/errors/app-error.ts';
import { systemReason } from '../../../src-shared/errors/system-reason.ts';
import { type Message, messageFor } from '../../../src-shared/text/message.ts';
import { errorCode } from '../platform/error-code.ts';

export function unreadable(file: string, thrown: unknown): AppError {
  const reasons: Record<string, Message> = {
    ENOENT: messageFor('pack.path-missing'),
    EACCES: messageFor('path.no-right-to-read'),
    EPERM: messageFor('path.no-right-to-read'),
    ENOTDIR: messageFor('pack.not-a-folder'),
  };
  const code = errorCode(thrown);
  return notPacked(file, reasons[code ?? ''] ?? systemReason(thrown), thrown);
}

/** What a pipe or a device gives has no size, and may have no end. */
export function neitherFolderNorFile(file: string): AppError {
  return notPacked(file, messageFor('pack.neither-folder-nor-file'));
}

function notPacked(file: string, why: Message, cause?: unknown): AppError {
  const sentence = messageFor('pack.unreadable', { path: file, why });
  return new AppError('PACK_SOURCE_UNREADABLE', sentence, { metadata: { path: file }, cause });
}
