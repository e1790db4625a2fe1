// Opens a data folder whole - looked at, locked, records open, token loaded - or says why not and changes nothing.

import { chmod, open, stat } from 'node:fs/promises';
import { listed, type Message, messageFor } from '../../../src-shared/text/message.ts';
import type { Checksums } from './checksums-file.ts';
import { changedAtStart, clearShutdownMarker, markCleanShutdown, readShutdownMarker } from './clean-shutdown-marker.ts';
import { dataError, errorCode, explainDataError } from './data-errors.ts';
import { type DataPaths, dataPaths } from './data-paths.ts';
import { type Database, inspectDatabase, openDatabase } from './database.ts';
import { type FolderKey, loadFolderKey } from './folder-key.ts';
import { type DataLock, lockDataFolder } from './lock.ts';
import { makeFolder, makeFolders } from './make-folder.ts';
import { loadMetricsToken, loadOwnerToken } from './owner-token.ts';
import { releaseReservedSpace, reserveSpace } from './reserved-space.ts';
import { watchPresence } from './watch-data-folder.ts';
import { removeDrafts } from './write-in-folder.ts';

export type DataFolder = {
  readonly paths: DataPaths;
  readonly database: Database;
  readonly token: string;
  /** Good for figures alone. */
  readonly metricsToken: string;
  readonly key: FolderKey;
  /** What the data in it is known by, wherever the folder is. */
  readonly id: string;
  readonly notices: Message[];
  /** When the service that had it before, and was killed, is known to have lived last. */
  readonly lastAlive: DataLock['lastAlive'];
  announce: DataLock['announce'];
  /** Tells, now or later, that the folder is not the one any more that was opened. */
  whenGone(listener: () => void): void;
  /** Looks at once whether it is there. */
  look(): void;
  /** Lets go of the folder. Of one that is gone nothing is touched any more: another may be at its place. */
  close(): Promise<void>;
};

export async function openDataFolder(folder: string): Promise<DataFolder> {
  const paths = dataPaths(folder);
  let lock: DataLock | undefined;
  let database: Database | undefined;
  try {
    await makeFolders(paths.root);
    await inspectDatabase(paths);
    const held = await lockDataFolder(paths);
    lock = held;
    const openness = await closeToOthers(paths);
    const found = await readLastEnd(paths);
    const opened = await openDatabase(paths, {
      ...found,
      beforeChanging: () => clearShutdownMarker(paths),
      makeRoom: () => releaseReservedSpace(paths.spare),
    });
    database = opened;
    await removeDrafts(paths);
    for (const part of partsOf(paths)) await makeFolder(part);
    await reserveSpace(paths.spare, paths.root);
    const { token, notices } = await loadOwnerToken(paths);
    const metrics = await loadMetricsToken(paths);
    const key = await loadFolderKey(paths);
    const presence = await watchPresence(paths);
    return {
      paths,
      database: opened,
      token,
      metricsToken: metrics.token,
      key,
      id: key.derive('data id').toString('hex').slice(0, 32),
      notices: [...openness, ...found.notices, ...notices, ...metrics.notices],
      lastAlive: held.lastAlive,
      announce: held.announce,
      whenGone: presence.whenGone,
      look: presence.look,
      close: async () => {
        opened.close();
        if (await presence.end()) return held.releaseLockOnly();
        // Without room for the marker the folder is as good; only `slipway data check` can say less about it.
        await markCleanShutdown(paths, found.checksums).catch(() => undefined);
        await held.release();
      },
    };
  } catch (thrown) {
    database?.close();
    await lock?.release();
    throw explainDataError(paths.root, thrown);
  }
}

/** Made here and nowhere else, so that nothing of them is created at another place than this one. */
function partsOf({ uploads, blobs, unpacked, images, servers, kept, logs }: DataPaths): string[] {
  return [uploads, blobs, unpacked, images, servers, kept, logs];
}

/** What the marker says about the last end. Without one, or where something changed, the records are looked through. */
async function readLastEnd(
  paths: DataPaths,
): Promise<{ endedCleanly: boolean; checksums: Checksums; notices: Message[] }> {
  const checksums = await readShutdownMarker(paths);
  if (checksums === undefined) return { endedCleanly: false, checksums: {}, notices: [] };
  const changed =
    checksums === 'damaged' ? [messageFor('data.shutdown-marker')] : await changedAtStart(paths, checksums);
  if (changed.length === 0 && checksums !== 'damaged') return { endedCleanly: true, checksums, notices: [] };
  const notice = messageFor('data.changed-meanwhile', { files: listed(changed, ', '), folder: paths.root });
  return { endedCleanly: false, checksums: checksums === 'damaged' ? {} : checksums, notices: [notice] };
}

const OTHERS = 0o077;
const STRANGERS = 0o007;

/**
 * The folder is for its user alone: what is wider open is tightened, and one that cannot be is not used. Answers what a person should
 * know. The folder is there.
 */
async function closeToOthers(paths: DataPaths): Promise<Message[]> {
  if (process.platform === 'win32') return [];
  await (await open(paths.database, 'a', 0o600)).close();
  const { mode, uid } = await stat(paths.root);
  const wasOpen = (mode & OTHERS) !== 0 && !(await tighten(paths.root, 0o700));
  if (wasOpen && (mode & STRANGERS) !== 0 && uid !== process.getuid?.()) {
    throw dataError('DATA_FOLDER_UNWRITABLE', paths.root, messageFor('data.open-to-others', { folder: paths.root }));
  }
  await tighten(paths.database, 0o600);
  if ((mode & STRANGERS) === 0) return [];
  return [messageFor(wasOpen ? 'data.stays-open' : 'data.folder-was-open', { folder: paths.root })];
}

/** Whether nobody else can reach it now. Some disks keep no rights; there others see what this machine lets them. */
async function tighten(file: string, mode: number): Promise<boolean> {
  try {
    if (((await stat(file)).mode & OTHERS) !== 0) await chmod(file, mode);
  } catch (thrown) {
    if (errorCode(thrown) !== 'EPERM' && errorCode(thrown) !== 'ENOTSUP') throw thrown;
  }
  return ((await stat(file)).mode & OTHERS) === 0;
}
