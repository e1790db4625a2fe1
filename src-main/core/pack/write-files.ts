// Writes the entries of a plan as a tar, and makes the manifest and the stamps of the files on the way: every file is read once.
/* oxlint-disable node/no-sync -- runs in the pack thread, which reads files and does nothing else */

import { createHash, hash } from 'node:crypto';
import { readSync } from 'node:fs';
import { paddingOf, TAR_END } from '../../../embedded-server/platform/tar/tar-format.ts';
import { tarHeader } from '../../../embedded-server/platform/tar/tar-writer.ts';
import type { BlockWriter } from './block-writer.ts';
import { MODE_LINK, MODE_PLAIN, MODE_PROGRAM } from './modes.ts';
import { changed, openEntry } from './open-entry.ts';
import type { FileEntry, ManifestEntry, Plan, Stamp } from './pack-model.ts';

export type WriteOptions = { fixLineEnds: boolean; signal: AbortSignal; onBytes: (bytes: number) => void };
export type Written = { manifest: ManifestEntry[]; stamps: Stamp[] };

export async function writeFiles(
  { root, entries }: Plan,
  blocks: BlockWriter,
  options: WriteOptions,
): Promise<Written> {
  const written: Written = { manifest: [], stamps: [] };
  for (const entry of entries) {
    options.signal.throwIfAborted();
    if (entry.kind === 'file') {
      const { made, stamp } = await (entry.text === undefined
        ? writeFile(root, entry, blocks, options)
        : writeText(entry, entry.text, blocks));
      written.manifest.push(made);
      if (stamp !== undefined) written.stamps.push(stamp);
      continue;
    }
    await blocks.put(tarHeader(entry));
    if (entry.kind === 'link') written.manifest.push(linkInManifest(entry));
  }
  await blocks.put(TAR_END);
  await blocks.finish();
  return written;
}

export function linkInManifest({ path, target }: { path: string; target: string }): ManifestEntry {
  return { path, size: Buffer.byteLength(target), mode: MODE_LINK, sha256: hash('sha256', target) };
}

/** What is not on disk has no stamp. */
type OneWritten = { made: ManifestEntry; stamp: Stamp | undefined };

async function writeText({ path, size, mtimeMs }: FileEntry, text: string, blocks: BlockWriter): Promise<OneWritten> {
  const bytes = Buffer.from(text);
  await blocks.beforeFile(path, bytes.length);
  await blocks.put(tarHeader({ kind: 'file', path, size: bytes.length, isProgram: false }));
  await blocks.put(bytes);
  await blocks.zeros(paddingOf(bytes.length));
  return {
    made: { path, size: bytes.length, mode: MODE_PLAIN, sha256: hash('sha256', bytes) },
    stamp: mtimeMs === undefined ? undefined : [path, size, mtimeMs],
  };
}

async function writeFile(
  root: string,
  entry: FileEntry,
  blocks: BlockWriter,
  options: WriteOptions,
): Promise<OneWritten> {
  const file = openEntry(root, entry, options.fixLineEnds);
  try {
    const { size, isProgram, mended } = file;
    await blocks.beforeFile(entry.path, size);
    await blocks.put(tarHeader({ kind: 'file', path: entry.path, size, isProgram }));
    const sha256 =
      mended === undefined ? await copyFile(file.fd, entry.path, size, blocks, options) : hash('sha256', mended);
    if (mended !== undefined) await blocks.put(mended);
    await blocks.zeros(paddingOf(size));
    const onDisk = file.seal();
    return {
      made: { path: entry.path, size, mode: isProgram ? MODE_PROGRAM : MODE_PLAIN, sha256 },
      stamp: [entry.path, onDisk.size, onDisk.mtimeMs],
    };
  } finally {
    file.close();
  }
}

async function copyFile(
  fd: number,
  at: string,
  size: number,
  blocks: BlockWriter,
  options: WriteOptions,
): Promise<string> {
  const digest = createHash('sha256');
  for (let done = 0; done < size; ) {
    options.signal.throwIfAborted();
    const room = blocks.room();
    const read = readSync(fd, room, 0, Math.min(room.length, size - done), done);
    if (read === 0) throw changed(at);
    digest.update(room.subarray(0, read));
    done += read;
    options.onBytes(read);
    await blocks.advance(read);
  }
  return digest.digest('hex');
}
