// The kept folders of namespaces: looked at, downloaded, emptied, snapshotted and restored. Rules only; no HTTP.
import { readdir } from 'node:fs/promises';
import { AppError } from '../../../src-shared/errors/app-error.ts';
import type { KeptEntry, KeptSet, KeptSnapshot } from '../../../src-shared/service/kept.ts';
import type { TokenId } from '../../platform/access/given-access.ts';
import type { OfferedDownloads } from '../../platform/http/offered-downloads.ts';
import { errorCode } from '../../platform/storage/data-errors.ts';
import type { DataPaths } from '../../platform/storage/data-paths.ts';
import { isThere } from '../../platform/storage/is-there.ts';
import { makeFolder } from '../../platform/storage/make-folder.ts';
import { removeWhole } from '../../platform/storage/remove-whole.ts';
import type { Fleet } from '../../runtime/fleet/fleet.ts';
import { type KeptPaths, keptPaths } from '../../runtime/kept/kept-paths.ts';
import { inUse, type KeptPlace, type KeptSlots } from '../../runtime/kept/slots.ts';
import {
  deleteSnapshot,
  listSnapshots,
  putAside,
  restoreSnapshot,
  takeSnapshot,
} from '../../runtime/kept/snapshots.ts';
import {
  isClosed,
  look,
  measure,
  readFolder,
  refuseClosed,
  type Walked,
  wentAway,
} from '../../runtime/kept/walk-kept.ts';
import type { Download } from './downloads.ts';

export type KeptParts = {
  paths: DataPaths;
  slots: KeptSlots;
  downloads: OfferedDownloads<Download>;
  now(): number;
  /** Where servers run elsewhere, and what they keep comes in copies. */
  fleet: Pick<Fleet, 'has' | 'copyKept' | 'kept'> | undefined;
};
export type KeptService = ReturnType<typeof createKeptService>;

const MOST_ENTRIES = 1000;

export function createKeptService(parts: KeptParts) {
  const { paths, slots, now, fleet } = parts;
  const find = async (place: KeptPlace): Promise<KeptPaths> => {
    if (!(await slotsOf(paths, place.namespace_id)).includes(place.slot)) throw new AppError('KEPT_NOT_FOUND');
    return keptPaths(paths, place);
  };
  /** With what a server on a node is known to have. */
  const view = async (place: KeptPlace): Promise<KeptPaths> => await viewOf(parts, place, await find(place));
  /** While nobody has it, and nobody gets it. */
  const alone = async <T>(place: KeptPlace, work: (at: KeptPaths) => Promise<T>): Promise<T> => {
    const at = await find(place);
    return await slots.whileNobodyHas(place, () => work(at));
  };
  const locate = async (place: KeptPlace, path: string): Promise<{ root: string; isFolder: boolean }> => {
    const { files: root } = await view(place);
    if (path === '') await makeFolder(root);
    const found = await look(root, path);
    const isFolder = found?.stats.isDirectory() === true;
    if (!isFolder && found?.stats.isFile() !== true) throw new AppError('KEPT_NOT_FOUND', 'kept.no-file', { path });
    return { root, isFolder };
  };
  return {
    list: async (namespace_id: string): Promise<KeptSet[]> => {
      const numbers = await slotsOf(paths, namespace_id);
      return await Promise.all(numbers.map((slot) => readSet(parts, { namespace_id, slot })));
    },
    files: async (place: KeptPlace, path: string): Promise<{ entries: KeptEntry[]; more: boolean }> => {
      const { files } = await view(place);
      return await listEntries(files, plainPath(path));
    },
    download: async (
      place: KeptPlace,
      wanted: string,
      by: TokenId,
    ): Promise<{ address: string; file_name: string }> => {
      const path = plainPath(wanted);
      const { root: found, isFolder } = await locate(place, path);
      // Said now, as a download that has begun can only break off.
      if (isFolder) await measure(found, path, refuseClosed);
      const own = path === '' ? `kept-${place.slot}` : (path.split('/').at(-1) ?? 'file');
      const file_name = isFolder ? `${own}.tar.gz` : own;
      const root = async () => (await locate(place, path)).root;
      return { address: parts.downloads.offer({ root, path, isFolder, file_name }, by), file_name };
    },
    empty: (place: KeptPlace): Promise<KeptSnapshot | undefined> =>
      alone(place, (at) => putAside(at, { reason: 'before_empty', while_running: false }, now())),
    snapshot: async (place: KeptPlace): Promise<KeptSnapshot> => {
      const at = await find(place);
      const holder = slots.holder(place);
      if (holder !== undefined && fleet?.has(holder) === true) return await copyFromNode(fleet, holder, at);
      const about = { reason: 'asked', while_running: holder !== undefined } as const;
      const take = () => takeSnapshot(at, about, now());
      // No server begins to write in it meanwhile, or the copy would be one of a running server.
      return holder === undefined ? await slots.whileNobodyHas(place, take) : await take();
    },
    restore: (place: KeptPlace, snapshot_id: string): Promise<KeptSnapshot | undefined> =>
      alone(place, (at) => restoreSnapshot(at, snapshot_id, now())),
    deleteSnapshot: async (place: KeptPlace, snapshot_id: string): Promise<void> => {
      const at = await find(place);
      const copy = (await listSnapshots(at)).find((one) => one.snapshot_id === snapshot_id);
      const holder = slots.holder(place);
      // The one that stands for what is lost with a node.
      if (holder !== undefined && copy?.reason === 'from_node' && copy.while_running) throw inUse(holder);
      await deleteSnapshot(at, snapshot_id);
    },
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
    removeAll: async (namespace_id: string): Promise<void> => await removeWhole(paths.inside('kept', namespace_id)),
  };
}

async function viewOf({ slots, fleet }: KeptParts, place: KeptPlace, at: KeptPaths): Promise<KeptPaths> {
  const holder = slots.holder(place);
  return holder !== undefined && fleet?.has(holder) === true ? await fleet.kept.viewOf(at) : at;
}

/** Asked of its host, which has it as it is now. */
async function copyFromNode(fleet: Pick<Fleet, 'copyKept'>, holder: string, at: KeptPaths): Promise<KeptSnapshot> {
  const before = new Set((await listSnapshots(at)).map(({ snapshot_id: id }) => id));
  await fleet.copyKept(holder);
  const made = (await listSnapshots(at)).find((one) => one.reason === 'asked' && !before.has(one.snapshot_id));
  if (made === undefined) throw new AppError('KEPT_NOT_FOUND', 'kept.no-snapshot');
  return made;
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
async function readSet(parts: KeptParts, place: KeptPlace): Promise<KeptSet> {
  const { paths, slots } = parts;
  const at = await viewOf(parts, place, keptPaths(paths, place));
  const server_id = slots.holder(place);
  const folders = [];
  for await (const { path, stats, isText } of readTop(at.files)) {
    if (stats.isDirectory() && isText) folders.push({ path, ...(await measure(at.files, path)) });
  }
  return {
    slot: place.slot,
    ...(server_id === undefined ? {} : { server_id }),
    folders,
    snapshots: await listSnapshots(at),
  };
}

/** Nothing where its folder is not there, as an older backup brought back none for a set without files. */
async function* readTop(files: string): AsyncGenerator<Walked> {
  if (await isThere(files)) yield* readFolder(files, '');
}

async function listEntries(files: string, path: string): Promise<{ entries: KeptEntry[]; more: boolean }> {
  const entries: KeptEntry[] = [];
  try {
    for await (const { path: at, stats } of path === '' ? readTop(files) : readFolder(files, path)) {
      if (entries.length === MOST_ENTRIES) return { entries, more: true };
      const name = at.slice(path === '' ? 0 : path.length + 1);
      const bytes = stats.isFile() ? stats.size : 0;
      entries.push({ name, type: typeOf(stats), bytes, change_ts: Math.max(0, Math.round(stats.mtimeMs)) });
    }
    return { entries, more: false };
  } catch (thrown) {
    if (wentAway(thrown)) throw new AppError('KEPT_NOT_FOUND', 'kept.no-file', { path });
    if (isClosed(thrown)) refuseClosed(path);
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
