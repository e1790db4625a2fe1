// The kept folders of namespaces: looked at, downloaded, emptied, snapshotted and restored. Rules only; no HTTP.
import { readdir, rm } from 'node:fs/promises';
import { AppError } from '../../../src-shared/errors/app-error.ts';
import type { KeptEntry, KeptSet, KeptSnapshot } from '../../../src-shared/service/kept.ts';
import type { TokenId } from '../../platform/access/given-access.ts';
import type { OfferedDownloads } from '../../platform/http/offered-downloads.ts';
import { errorCode } from '../../platform/storage/data-errors.ts';
import type { DataPaths } from '../../platform/storage/data-paths.ts';
import { type KeptPaths, keptPaths } from '../../runtime/kept/kept-paths.ts';
import type { KeptPlace, KeptSlots } from '../../runtime/kept/slots.ts';
import type { Download } from './downloads.ts';
import { deleteSnapshot, listSnapshots, putAside, restoreSnapshot, takeSnapshot } from './snapshots.ts';
import { look, measure, readFolder, wentAway } from './walk-kept.ts';

export type KeptParts = {
  paths: DataPaths;
  slots: KeptSlots;
  downloads: OfferedDownloads<Download>;
  now(): number;
};
export type KeptService = ReturnType<typeof createKeptService>;

const MOST_ENTRIES = 1000;

export function createKeptService(parts: KeptParts) {
  const { paths, slots, now } = parts;
  const find = async (place: KeptPlace): Promise<KeptPaths> => {
    if (!(await slotsOf(paths, place.namespace_id)).includes(place.slot)) throw new AppError('KEPT_NOT_FOUND');
    return keptPaths(paths, place);
  };
  /** While nobody has it, and nobody gets it. */
  const alone = async <T>(place: KeptPlace, work: (at: KeptPaths) => Promise<T>): Promise<T> => {
    const at = await find(place);
    return await slots.whileNobodyHas(place, () => work(at));
  };
  return {
    list: async (namespace_id: string): Promise<KeptSet[]> => {
      const numbers = await slotsOf(paths, namespace_id);
      return await Promise.all(numbers.map((slot) => readSet(parts, { namespace_id, slot })));
    },
    files: async (place: KeptPlace, path: string): Promise<{ entries: KeptEntry[]; more: boolean }> => {
      const { files } = await find(place);
      return await listEntries(files, plainPath(path));
    },
    download: async (
      place: KeptPlace,
      wanted: string,
      by: TokenId,
    ): Promise<{ address: string; file_name: string }> => {
      const { files } = await find(place);
      const path = plainPath(wanted);
      const found = await look(files, path);
      if (found === undefined) throw new AppError('KEPT_NOT_FOUND', 'kept.no-file', { path: wanted });
      const isFolder = found.stats.isDirectory();
      if (!isFolder && !found.stats.isFile()) throw new AppError('KEPT_NOT_FOUND', 'kept.no-file', { path: wanted });
      const own = path === '' ? `kept-${place.slot}` : (path.split('/').at(-1) ?? 'file');
      const file_name = isFolder ? `${own}.tar.gz` : own;
      return { address: parts.downloads.offer({ root: files, path, isFolder, file_name }, by), file_name };
    },
    empty: (place: KeptPlace): Promise<KeptSnapshot | undefined> =>
      alone(place, (at) => putAside(at, { reason: 'before_empty', while_running: false }, now())),
    snapshot: async (place: KeptPlace): Promise<KeptSnapshot> => {
      const isRunning = slots.holder(place) !== undefined;
      return await takeSnapshot(await find(place), { reason: 'asked', while_running: isRunning }, now());
    },
    restore: (place: KeptPlace, snapshot_id: string): Promise<KeptSnapshot | undefined> =>
      alone(place, (at) => restoreSnapshot(at, snapshot_id, now())),
    deleteSnapshot: async (place: KeptPlace, snapshot_id: string): Promise<void> =>
      await deleteSnapshot(await find(place), snapshot_id),
    /** All that is kept of a namespace, snapshots included. */
    amount: async (namespace_id: string): Promise<{ files: number; bytes: number }> => {
      const sum = { files: 0, bytes: 0 };
      for (const slot of await slotsOf(paths, namespace_id)) {
        const { folders, snapshots } = await readSet(parts, { namespace_id, slot });
        for (const { files, bytes } of [...folders, ...snapshots]) {
          sum.files += files;
          sum.bytes += bytes;
        }
      }
      return sum;
    },
    /** For good, after its namespace. */
    removeAll: async (namespace_id: string): Promise<void> =>
      await rm(paths.inside('kept', namespace_id), { recursive: true, force: true, maxRetries: 3 }),
  };
}

async function slotsOf(paths: DataPaths, namespace_id: string): Promise<number[]> {
  const names = await readdir(paths.inside('kept', namespace_id)).catch((thrown: unknown) => {
    if (errorCode(thrown) !== 'ENOENT') throw thrown;
    return [];
  });
  return names
    .filter((name) => /^[1-9]\d{0,4}$/.test(name))
    .map(Number)
    .toSorted((a, b) => a - b);
}

/** Its folders are those at the top; one that is kept deeper down counts with that. */
async function readSet({ paths, slots }: KeptParts, place: KeptPlace): Promise<KeptSet> {
  const at = keptPaths(paths, place);
  const server_id = slots.holder(place);
  const folders = [];
  for await (const { path, stats } of readFolder(at.files, '')) {
    if (stats.isDirectory()) folders.push({ path, ...(await measure(at.files, path)) });
  }
  return {
    slot: place.slot,
    ...(server_id === undefined ? {} : { server_id }),
    folders,
    snapshots: await listSnapshots(at),
  };
}

async function listEntries(files: string, path: string): Promise<{ entries: KeptEntry[]; more: boolean }> {
  const entries: KeptEntry[] = [];
  try {
    for await (const { path: at, stats } of readFolder(files, path)) {
      if (entries.length === MOST_ENTRIES) return { entries, more: true };
      const name = at.slice(path === '' ? 0 : path.length + 1);
      const bytes = stats.isFile() ? stats.size : 0;
      entries.push({ name, type: typeOf(stats), bytes, change_ts: Math.max(0, Math.round(stats.mtimeMs)) });
    }
    return { entries, more: false };
  } catch (thrown) {
    if (wentAway(thrown)) throw new AppError('KEPT_NOT_FOUND', 'kept.no-file', { path });
    throw thrown;
  }
}

function typeOf(stats: { isFile(): boolean; isDirectory(): boolean; isSymbolicLink(): boolean }): KeptEntry['type'] {
  if (stats.isFile()) return 'file';
  if (stats.isDirectory()) return 'folder';
  return stats.isSymbolicLink() ? 'link' : 'other';
}

/** Below the set; refused where it would lead elsewhere. */
function plainPath(text: string): string {
  const names = text.split('/').filter((name) => name !== '' && name !== '.');
  if (names.includes('..') || text.includes('\0')) throw new AppError('KEPT_NOT_FOUND', 'kept.no-file', { path: text });
  return names.join('/');
}
