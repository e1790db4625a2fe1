// Unpacks a stored build into a folder of its own: all of it, or nothing. For threads: its writing is synchronous.
/* oxlint-disable node/no-sync -- it runs in the unpacking thread, where calls that wait are faster and nothing else is waited for */
import { existsSync, mkdirSync, renameSync } from 'node:fs';
import { AppError } from '../../../src-shared/errors/app-error.ts';
import { messageFor } from '../../../src-shared/text/message.ts';
import { errorCode } from '../../platform/storage/data-errors.ts';
import { refusal } from './archive-entry.ts';
import type { ArchiveLimits } from './archive-limits.ts';
import { readArchive } from './read-archive.ts';
import { removeTree } from './remove-tree.ts';
import { createTopFolder } from './top-folder.ts';
import { createTreeWriter, type MakeLink } from './tree-writer.ts';

export type UnpackOptions = {
  file: string;
  /** The file's own name, without its folder. */
  name: string;
  /** Where to unpack first: on the same disk as the targets, and not there yet. */
  temp: string;
  /** Where an archive goes. */
  target: string;
  /** Where a lone file goes, in a folder: the same bytes may have another name in another build. */
  loneTarget: string;
  limits: ArchiveLimits;
};

export type UnpackProgress = { bytes: number; entries: number };
export type Unpacked = UnpackProgress & { folder: string };

type Extras = { signal?: AbortSignal; onProgress?: (progress: UnpackProgress) => void; makeLink?: MakeLink };

const FULL = new Set(['ENOSPC', 'EDQUOT']);

export async function unpack(options: UnpackOptions, extras: Extras = {}): Promise<Unpacked> {
  try {
    mkdirSync(options.temp);
    return await unpackInto(options, extras);
  } catch (thrown) {
    throw explain(thrown);
  } finally {
    removeTree(options.temp);
  }
}

async function unpackInto(options: UnpackOptions, { signal, onProgress, makeLink }: Extras): Promise<Unpacked> {
  const progress = { bytes: 0, entries: 0 };
  let files = 0;
  const top = createTopFolder();
  const onWritten = (bytes: number) => {
    progress.bytes += bytes;
    if (progress.bytes > options.limits.totalBytes) {
      throw refusal(
        messageFor('archive.too-many-bytes', { limit: options.limits.totalBytes }),
        messageFor('archive.do-make-smaller'),
      );
    }
    onProgress?.(progress);
  };
  const writer = createTreeWriter(options.temp, onWritten, makeLink);
  const { name, limits } = options;
  const format = await readArchive(options.file, { name, limits, signal }, async (entry, bytes) => {
    top.see(entry);
    progress.entries += 1;
    if (entry.type === 'file') files += 1;
    await writer.write(entry, bytes);
  });
  if (files === 0) throw refusal(messageFor('archive.no-files'), messageFor('archive.do-pack-build-folder'));
  const topFolder = top.name() ?? '';
  writer.finish();
  signal?.throwIfAborted();
  const folder = format === 'file' ? options.loneTarget : options.target;
  moveInto(topFolder === '' ? options.temp : `${options.temp}/${topFolder}`, folder);
  return { ...progress, folder };
}

/** Somebody else may have unpacked the same build meanwhile; then theirs stays. */
function moveInto(source: string, target: string): void {
  if (existsSync(target)) return;
  renameSync(source, target);
}

function explain(thrown: unknown): unknown {
  if (!FULL.has(errorCode(thrown) ?? '')) return thrown;
  const sentence = messageFor('archive.disk-full');
  return new AppError('STORAGE_FULL', sentence, { cause: thrown });
}
