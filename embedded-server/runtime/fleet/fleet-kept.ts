// The kept folders of servers on nodes. They lie here, as those of one machine do: a host is sent its set when its server begins, sends
// copies while that runs, and all of it when it has ended. So no namespace belongs to a node.
import { randomUUID } from 'node:crypto';
import { rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { AppError } from '../../../src-shared/errors/app-error.ts';
import type { KeptSnapshot } from '../../../src-shared/service/kept.ts';
import { type Message, messageFor } from '../../../src-shared/text/message.ts';
import { numberMessage } from '../../../src-shared/text/values.ts';
import type { DataPaths } from '../../platform/storage/data-paths.ts';
import { freeBytes } from '../../platform/storage/free-bytes.ts';
import { isThere } from '../../platform/storage/is-there.ts';
import { removeWhole } from '../../platform/storage/remove-whole.ts';
import type { ClaimKept } from '../kept/claim-kept.ts';
import { type KeptPaths, keptPaths, makeKeptFolders } from '../kept/kept-paths.ts';
import { packKept, unpackKept } from '../kept/pack-kept.ts';
import { type KeptPlace, type KeptSlots, placeOf } from '../kept/slots.ts';
import { adoptSnapshot, deleteSnapshot, filesOf, listSnapshots, makeFilesOf, putAside } from '../kept/snapshots.ts';
import type { ServerRecords } from '../server-records/records.ts';
import type { ServerRecord } from '../server-records/store.ts';

/** What a host sends: one of many copies, one that somebody asked for, or all of it after its server has ended. */
export type KeptCopy = 'running' | 'asked' | 'last';
export type FleetKeptParts = {
  paths: DataPaths;
  slots: KeptSlots;
  records: ServerRecords;
  claim: ClaimKept;
  now(): number;
};
export type FleetKept = ReturnType<typeof createFleetKept>;

/** Left free for all else. */
const MIN_FREE_BYTES = 256 * 1_048_576;
const MINUTE_MS = 60_000;

export function createFleetKept(parts: FleetKeptParts) {
  const { paths, slots, records, claim, now } = parts;
  const has = (server_id: string, place: KeptPlace) => slots.holder(place) === server_id;
  const take = async (
    server_id: string,
    as: KeptCopy,
    bytes: AsyncIterable<Buffer>,
  ): Promise<KeptSnapshot | undefined> => {
    const server = records.one(server_id);
    const place = server && placeOf(server);
    if (place === undefined) throw new AppError('SERVERS_SERVER_NOT_FOUND');
    const at = keptPaths(paths, place);
    // A server that was told as lost may yet have written what nobody else has.
    const isOwed = as === 'last' && !has(server_id, place) && (await owes(at, server_id));
    if (!isOwed && !has(server_id, place)) throw new AppError('SERVERS_SERVER_NOT_FOUND');
    await makeKeptFolders(at);
    const draft = path.join(at.slot, `receiving-${randomUUID()}`);
    try {
      const amount = await unpackKept(bytes, draft, { room: requireRoom(paths.root) });
      if (isOwed) return await takeLate(at, server_id, { draft, amount, now: now() });
      if (!has(server_id, place)) throw new AppError('SERVERS_SERVER_NOT_FOUND');
      if (as === 'last') return await takeLast(at, draft);
      return await takeCopy(at, as, { draft, amount, now: now() });
    } finally {
      await removeWhole(draft);
    }
  };
  return {
    /** Of one whose host goes on since before this service was started. */
    hold: (server: ServerRecord): void => {
      const place = placeOf(server);
      if (place !== undefined) slots.hold(server, place);
    },
    /** Answers which set it has. Safe to repeat. */
    claim: async (server_id: string, serverCount: number, signal: AbortSignal): Promise<number> => {
      const server = records.one(server_id);
      if (server === undefined) throw new AppError('SERVERS_SERVER_NOT_FOUND');
      const place = slots.placeOf(server_id) ?? (await claim(server, serverCount, { signal, undo: { add: () => {} } }));
      await makeKeptFolders(keptPaths(paths, place));
      return place.slot;
    },
    /** What a server begins with, as a tar. */
    send: (server_id: string): AsyncIterable<Buffer> => {
      const place = slots.placeOf(server_id);
      if (place === undefined) throw new AppError('SERVERS_SERVER_NOT_FOUND');
      return packKept(keptPaths(paths, place).files);
    },
    take,
    /** Gives its set back, with the last that is known of it. Answers what is to be said of that, where something is lost. */
    over: async (server_id: string, isLost: boolean): Promise<Message | undefined> => {
      const place = slots.placeOf(server_id);
      if (place === undefined) return undefined;
      try {
        const at = keptPaths(paths, place);
        await makeKeptFolders(at);
        const copy = await restoreCopy(at, now());
        if (!isLost) return undefined;
        await writeFile(owedFile(at, server_id), '');
        if (copy === undefined) return messageFor('kept.lost-since-start');
        const minutes = Math.max(1, Math.round((now() - copy.create_ts) / MINUTE_MS));
        return messageFor('kept.lost-since-copy', { minutes: numberMessage(minutes) });
      } finally {
        slots.release(place);
      }
    },
    /** Where the newest that is known of a set lies, also while a server on a node has it. */
    viewOf: async (at: KeptPaths): Promise<KeptPaths> => {
      const [copy] = await copiesOf(at);
      return copy === undefined ? at : { ...at, files: filesOf(at, copy.snapshot_id) };
    },
  };
}

type Taken = { draft: string; amount: { files: number; bytes: number }; now: number };

async function takeLast(at: KeptPaths, draft: string): Promise<undefined> {
  // Where this is cut short, nothing was answered, and the host sends all of it again. Where that is gone by then, there is a copy.
  await removeWhole(at.replaced);
  await rename(at.files, at.replaced);
  await rename(draft, at.files);
  for (const { snapshot_id } of await copiesOf(at)) await deleteSnapshot(at, snapshot_id);
  await removeWhole(at.replaced);
}

async function takeCopy(at: KeptPaths, as: KeptCopy, { draft, amount, now }: Taken): Promise<KeptSnapshot> {
  const before = await copiesOf(at);
  const reason = as === 'asked' ? 'asked' : 'from_node';
  const snapshot = await adoptSnapshot(at, draft, { reason, while_running: true, ...amount }, now);
  if (as === 'running') for (const { snapshot_id } of before) await deleteSnapshot(at, snapshot_id);
  return snapshot;
}

async function takeLate(at: KeptPaths, server_id: string, { draft, amount, now }: Taken): Promise<KeptSnapshot> {
  const snapshot = await adoptSnapshot(at, draft, { reason: 'from_node', while_running: false, ...amount }, now);
  await rm(owedFile(at, server_id), { force: true });
  return snapshot;
}

/** The copies of a server that runs: one, but for the moment in which another one takes its place. The newest first. */
async function copiesOf(at: KeptPaths): Promise<KeptSnapshot[]> {
  return (await listSnapshots(at)).filter(({ reason, while_running: isOfRun }) => reason === 'from_node' && isOfRun);
}

/** The last copy of a server that sent no more becomes what is kept. */
async function restoreCopy(at: KeptPaths, now: number): Promise<KeptSnapshot | undefined> {
  const [copy, ...others] = await copiesOf(at);
  if (copy === undefined) return undefined;
  await makeFilesOf(at, copy);
  // Where this was cut short they are there already.
  if (await isThere(filesOf(at, copy.snapshot_id))) {
    await putAside(at, { reason: 'before_restore', while_running: false }, now);
    await removeWhole(at.files);
    await rename(filesOf(at, copy.snapshot_id), at.files);
  }
  for (const { snapshot_id } of [copy, ...others]) await deleteSnapshot(at, snapshot_id);
  return copy;
}

function owedFile(at: KeptPaths, server_id: string): string {
  return path.join(at.slot, `owed-${server_id}`);
}

async function owes(at: KeptPaths, server_id: string): Promise<boolean> {
  return (await stat(owedFile(at, server_id)).catch(() => undefined)) !== undefined;
}

/** Asked once for many small files. */
function requireRoom(folder: string): (bytes: number) => Promise<void> {
  let known = 0;
  return async (bytes) => {
    if (bytes > known) known = (await freeBytes(folder)) - MIN_FREE_BYTES;
    if (bytes > known) throw new AppError('STORAGE_FULL', 'kept.no-room');
    known -= bytes;
  };
}
