// The files of unfinished uploads: one per upload, and one beside it for a part that is sent again while it is in.
import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { type FileHandle, open, readdir, rm } from 'node:fs/promises';
import { writeAll } from '../../platform/durable/write-all.ts';
import { syncFolder } from '../../platform/storage/blobs.ts';
import type { DataPaths } from '../../platform/storage/data-paths.ts';
import { freeBytes } from '../../platform/storage/free-bytes.ts';
import type { Part } from './parts.ts';

const READ_BYTES = 1_048_576;
/** Linux has it; macOS and Windows don't. */
const PAST_CACHE: number | undefined = constants.O_DIRECT;
/** Left free for the records and the log. */
const RESERVE_BYTES = 32 * 1_048_576;

export type UploadFiles = ReturnType<typeof createUploadFiles>;

export function createUploadFiles(paths: DataPaths) {
  const file = (upload_id: string) => paths.inside('uploads', upload_id);
  return {
    file,
    create: async (upload_id: string) => {
      await (await open(file(upload_id), 'wx', 0o600)).close();
      await syncFolder(paths.uploads);
    },
    open: (upload_id: string) => open(file(upload_id), 'r+'),
    /** Past the system's cache. Undefined where the system or the disk knows no such thing. */
    openDirect: async (upload_id: string) =>
      PAST_CACHE === undefined
        ? undefined
        : await open(file(upload_id), constants.O_RDWR + PAST_CACHE).catch(() => undefined),
    /** A file of its own for one part; its name cannot be guessed and is removed by whoever made it. */
    openAside: async (upload_id: string) => {
      const name = `${file(upload_id)}.${randomBytes(6).toString('hex')}`;
      return { name, handle: await open(name, 'wx+', 0o600) };
    },
    remove: (upload_id: string) => rm(file(upload_id), { force: true }),
    names: () => readdir(paths.uploads).catch(() => []),
    /** What uploads may still take. */
    freeBytes: async () => Math.max(0, (await freeBytes(paths.root)) - RESERVE_BYTES),
  };
}

/** Copies a part that was received aside into its place. */
export async function copyPart(from: FileHandle, to: FileHandle, { offset, length }: Part): Promise<void> {
  const buffer = Buffer.allocUnsafe(READ_BYTES);
  for (let done = 0; done < length; ) {
    const { bytesRead } = await from.read(buffer, 0, Math.min(READ_BYTES, length - done), done);
    if (bytesRead === 0) throw new Error('A part that was received is shorter than it was');
    await writeAll(to, buffer.subarray(0, bytesRead), offset + done);
    done += bytesRead;
  }
}
