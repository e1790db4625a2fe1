// This machine's own copy of a build, by its hash: a pack that was sent from here, or what Local stores. To be sent it is kept
// among the packs, so that nothing can take it away meanwhile.
import { randomUUID } from 'node:crypto';
import { constants, copyFile, link, mkdir, rename, stat } from 'node:fs/promises';
import path from 'node:path';
import { findStoredFile } from '../../../embedded-server/index.ts';
import { AppError } from '../../../src-shared/errors/app-error.ts';
import { PACKING } from '../pack/pack-folder.ts';
import type { Packed } from '../pack/pack-model.ts';
import { errorCode } from '../platform/error-code.ts';
import type { VersionBytes } from './version-bytes.ts';

/** Where copies may be. */
export type CopyPlaces = { packs: string; dataFolder: string };

const ENDINGS = ['.tar.zst', '.tar', '.tar.gz'];

export async function findCopy({ packs, dataFolder }: CopyPlaces, wanted: VersionBytes): Promise<string | undefined> {
  const { sha256, bytes } = wanted;
  for (const ending of ENDINGS) {
    const file = path.join(packs, sha256 + ending);
    const found = await stat(file).catch(() => undefined);
    if (found?.size === bytes) return file;
  }
  return await findStoredFile(dataFolder, sha256);
}

/** The copy as a pack that can be sent. Its bytes are read through before the first of them goes out. */
export async function keepCopy(packs: string, file: string, wanted: VersionBytes): Promise<Packed> {
  const kept = path.dirname(file) === path.resolve(packs) ? file : await intoPacks(packs, file, wanted.sha256);
  const { size, mtimeMs } = await stat(kept);
  const { sha256, bytes, name, compression } = wanted;
  return { source: kept, kind: 'archive', file: kept, name, sha256, bytes, compression, stamp: [name, size, mtimeMs] };
}

/** A second name for the same bytes costs nothing; where there can be none they are copied. */
async function intoPacks(packs: string, file: string, sha256: string): Promise<string> {
  const kept = path.join(packs, `${sha256}.tar`);
  await mkdir(packs, { recursive: true, mode: 0o700 });
  try {
    await link(file, kept);
  } catch (thrown) {
    if (errorCode(thrown) === 'EEXIST') return kept;
    await copyBeside(file, kept);
  }
  return kept;
}

async function copyBeside(file: string, kept: string): Promise<void> {
  const begun = path.join(path.dirname(kept), `${PACKING}${randomUUID()}`);
  try {
    await copyFile(file, begun, constants.COPYFILE_FICLONE);
    await rename(begun, kept);
  } catch (cause) {
    const full = errorCode(cause) === 'ENOSPC';
    throw new AppError(full ? 'PACK_DISK_FULL' : 'PACK_UNWRITABLE', undefined, { cause });
  }
}
