// Where kept folders lie: kept/NAMESPACE/SLOT/files, and their snapshots beside that. Made one by one, never with what is above: the
// disk may just have gone.
import path from 'node:path';
import { AppError } from '../../../src-shared/errors/app-error.ts';
import { errorCode } from '../../platform/storage/data-errors.ts';
import type { DataPaths } from '../../platform/storage/data-paths.ts';
import { makeFolder } from '../../platform/storage/make-folder.ts';
import type { KeptPlace } from './slots.ts';

export type KeptPaths = {
  namespace: string;
  slot: string;
  /** What servers see, by its paths below the roots of their builds. */
  files: string;
  /** The files that were there before, for the moment in which a host's take their place. */
  replaced: string;
  snapshots: string;
};

export function keptPaths(paths: DataPaths, { namespace_id, slot }: KeptPlace): KeptPaths {
  const place = (...more: string[]) => paths.inside('kept', namespace_id, ...more);
  const inSlot = (...more: string[]) => place(String(slot), ...more);
  return {
    namespace: place(),
    slot: inSlot(),
    files: inSlot('files'),
    replaced: inSlot('replaced'),
    snapshots: inSlot('snapshots'),
  };
}

export async function makeKeptFolders({ namespace, slot, files, snapshots }: KeptPaths): Promise<void> {
  try {
    for (const folder of [namespace, slot, files, snapshots]) await makeFolder(folder);
  } catch (thrown) {
    throw unreachable(namespace, thrown);
  }
}

/** Below a folder that is there, each name of the path that is not. */
export async function makeBelow(folder: string, relative: string, mode = 0o755): Promise<string> {
  let at = folder;
  for (const name of relative.split('/')) {
    at = path.join(at, name);
    await makeFolder(at, mode);
  }
  return at;
}

function unreachable(folder: string, thrown: unknown): unknown {
  const code = errorCode(thrown);
  if (code !== 'ENOENT' && code !== 'ENOTDIR' && code !== 'EIO' && code !== 'ELOOP') return thrown;
  return new AppError('SERVERS_SERVER_FAILED_TO_CREATE', 'kept.unreachable', { folder }, { cause: thrown });
}
