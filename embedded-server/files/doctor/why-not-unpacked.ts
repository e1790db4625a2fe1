// Reads a stored build from front to end, to know before anybody runs it whether it can be unpacked.
import { open } from 'node:fs/promises';
import { AppError } from '../../../src-shared/errors/app-error.ts';
import { type BuildKind, isImageKind } from '../../../src-shared/service/builds.ts';
import { type Message, messageFor } from '../../../src-shared/text/message.ts';
import { type EntryBytes, type OnEntry, refusal } from '../archives/archive-entry.ts';
import { compressionOf, formatOf } from '../archives/archive-format.ts';
import type { ArchiveLimits } from '../archives/archive-limits.ts';
import { createByteReader } from '../archives/byte-reader.ts';
import { decodeFile, headOf } from '../archives/decode-file.ts';
import { readArchive } from '../archives/read-archive.ts';
import { readTarEntries } from '../archives/tar-entries.ts';
import { imageContentOf } from '../images/image-content.ts';

export type CheckOptions = {
  /** The file's own name, without its folder. */
  name: string;
  kind: BuildKind;
  signal?: AbortSignal | undefined;
  limits?: ArchiveLimits | undefined;
  /** Whoever wants to look at it on the way. */
  onEntry?: OnEntry | undefined;
};

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

async function isWholeImage(file: string, { kind, signal }: CheckOptions): Promise<boolean> {
  try {
    if (!isImageKind(kind) || (await imageContentOf(file, kind, signal)) === undefined) return false;
    await readEntries(file, signal);
    return true;
  } catch (thrown) {
    if (thrown instanceof AppError && thrown.code === 'BUILD_INVALID') return false;
    throw thrown;
  }
}

/** What makes it an image may be there although it was cut off further on. */
async function readEntries(file: string, signal: AbortSignal | undefined): Promise<void> {
  const handle = await open(file, 'r');
  try {
    const feed = await decodeFile(handle, (await handle.stat()).size);
    try {
      await readTarEntries(createByteReader(feed), { endMark: 'optional' }, async () => {
        signal?.throwIfAborted();
        return undefined;
      });
    } finally {
      await feed.close();
    }
  } finally {
    await handle.close();
  }
}
