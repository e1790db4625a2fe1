// Takes a file of this machine as all the bytes of an upload, past any socket. What holds for parts that are sent holds for
// it: hashed as it is stored, synced, and only then recorded.
import { randomBytes } from 'node:crypto';
import { rename, rm, stat } from 'node:fs/promises';
import { AppError } from '../../../src-shared/errors/app-error.ts';
import { syncFolder } from '../../platform/storage/blobs.ts';
import type { DataPaths } from '../../platform/storage/data-paths.ts';
import { openThread } from '../../platform/threads/open-thread.ts';
import type { FileSeal, TakeCalls, TakeProgress } from './import-messages.ts';
import { countParts } from './parts.ts';
import type { UploadParts } from './service.ts';
import type { UploadRecord } from './store.ts';

/** A file to take. It may be linked when nobody writes into it any more, and is not hashed again when it looks as it was sealed. */
export type FileToTake = { file: string; sha256: string; mayLink: boolean; seal?: FileSeal | undefined };
export type OnTaken = (bytes: number) => void;

export type FileTaker = {
  /** Puts it in the place of an upload's only part, and answers its SHA-256. */
  take(upload: UploadRecord, request: FileToTake, signal: AbortSignal, onTaken: OnTaken): Promise<Buffer>;
  close(): Promise<void>;
};

export type ImportDependencies = Pick<UploadParts, 'files' | 'log'> & { paths: DataPaths; script: URL };

export function createFileTaker({ files, log, paths, script }: ImportDependencies): FileTaker {
  const listeners = new Map<number, OnTaken>();
  let lastId = 0;
  const thread = openThread<TakeCalls, TakeProgress>({
    script,
    name: 'import',
    isShared: true,
    onEvent: ({ id, bytes }) => listeners.get(id)?.(bytes),
    onLost: (thrown) => log('error', 'import thread lost', { error: String(thrown) }),
  });
  return {
    take: async (upload, { file, sha256, mayLink, seal }, signal, onTaken) => {
      await checkSize(upload, file);
      lastId += 1;
      const id = lastId;
      const place = files.file(upload.upload_id);
      const aside = `${place}.${randomBytes(6).toString('hex')}`;
      listeners.set(id, onTaken);
      try {
        const taken = await thread.call(
          'take',
          { id, from: file, to: aside, mayLink, known: seal && { ...seal, sha256 } },
          signal,
        );
        if (taken.sha256 !== sha256) throw otherBytes(file);
        await rename(aside, place);
        await syncFolder(paths.uploads);
        return Buffer.from(sha256, 'hex');
      } catch (thrown) {
        // Nothing is to be made under that name once it was removed.
        if (signal.aborted) await thread.call('settle', undefined);
        throw thrown;
      } finally {
        listeners.delete(id);
        // Also when all went well: a rename onto another name of the same file leaves both names.
        await rm(aside, { force: true });
      }
    },
    close: thread.close,
  };
}

async function checkSize(upload: UploadRecord, file: string): Promise<void> {
  if (countParts(upload) !== 1 || upload.object !== null) {
    throw new AppError('UPLOAD_INVALID', 'upload.one-part-only');
  }
  const found = await stat(file).catch(() => undefined);
  if (found?.size !== upload.content_length) throw otherBytes(file);
}

function otherBytes(file: string): AppError {
  return new AppError('UPLOAD_INVALID', 'upload.file-changed', { file });
}
