// Reads a stored build from front to end, to know before anybody runs it whether it can be unpacked.
import { open } from 'node:fs/promises';
import { AppError } from '../../../src-shared/errors/app-error.ts';
import { type Message, messageFor } from '../../../src-shared/text/message.ts';
import { type EntryBytes, type OnEntry, refusal } from './archive-entry.ts';
import { compressionOf, formatOf } from './archive-format.ts';
import type { ArchiveLimits } from './archive-limits.ts';
import { createByteReader } from './byte-reader.ts';
import { decodeFile, headOf } from './decode-file.ts';
import { readArchive } from './read-archive.ts';
import { readTarEntries } from './tar-entries.ts';

export type CheckOptions = {
  /** The file's own name, without its folder. */
  name: string;
  signal?: AbortSignal | undefined;
  limits?: ArchiveLimits | undefined;
  /** Whoever wants to look at it on the way. */
  onEntry?: OnEntry | undefined;
};

/** What an engine knows an image by, among the names at the top of its archive; with a folder, a slash behind it. */
const IMAGE_MARKS = [['manifest.json'], ['oci-layout', 'index.json'], ['config.json', 'rootfs/']];

/** Undefined for what can be unpacked, and for images, which an engine unpacks. */
export async function whyNotUnpacked(file: string, options: CheckOptions): Promise<Message | undefined> {
  try {
    await readWhole(file, options);
    return undefined;
  } catch (thrown) {
    options.signal?.throwIfAborted();
    if (!(thrown instanceof AppError) || thrown.code !== 'BUILD_INVALID') throw thrown;
    // Layers may have devices and hard links, which are nothing for a plain archive.
    return (await isWholeImage(file, options)) ? undefined : thrown.toMessage();
  }
}

async function readWhole(file: string, { name, signal, limits, onEntry }: CheckOptions): Promise<void> {
  const isPlain = await hasNoChecksums(file, name);
  let files = 0;
  await readArchive(file, { name, signal, limits }, async (entry, bytes) => {
    if (entry.type === 'file') files += 1;
    await onEntry?.(entry, bytes);
    if (!isPlain) await readThrough(bytes);
  });
  if (files === 0) throw refusal(messageFor('archive.no-files'), messageFor('archive.do-pack-build-folder'));
}

/** Content that nothing in the file vouches for tells nothing when it is read. */
async function hasNoChecksums(file: string, name: string): Promise<boolean> {
  const handle = await open(file, 'r');
  try {
    const head = await headOf(handle);
    return compressionOf(head) === undefined && formatOf(head, name) !== 'zip';
  } finally {
    await handle.close();
  }
}

async function readThrough(bytes: EntryBytes): Promise<void> {
  while ((await bytes.read()) !== undefined);
}

async function isWholeImage(file: string, { signal }: CheckOptions): Promise<boolean> {
  const handle = await open(file, 'r');
  try {
    const feed = await decodeFile(handle, (await handle.stat()).size);
    const names = new Set<string>();
    try {
      await readTarEntries(createByteReader(feed), { endMark: 'optional' }, async ({ path }) => {
        signal?.throwIfAborted();
        const [top = '', ...below] = path.split('/').filter((part) => part !== '' && part !== '.');
        names.add(below.length > 0 || path.endsWith('/') ? `${top}/` : top);
        return undefined;
      });
    } catch (thrown) {
      if (thrown instanceof AppError && thrown.code === 'BUILD_INVALID') return false;
      throw thrown;
    } finally {
      await feed.close();
    }
    return IMAGE_MARKS.some((marks) => marks.every((mark) => names.has(mark)));
  } finally {
    await handle.close();
  }
}
