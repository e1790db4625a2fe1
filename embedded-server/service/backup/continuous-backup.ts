// Backs a data folder up while the service runs: the records seconds after they changed, then the files that they name.
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '../../../src-shared/errors/app-error.ts';
import { systemMessage } from '../../../src-shared/errors/system-reason.ts';
import { bucketName } from '../../../src-shared/place-names.ts';
import type { Log } from '../../platform/logging/log.ts';
import type { StorePlace } from '../../platform/object-store/object-store.ts';
import { errorCode, explainDataError } from '../../platform/storage/data-errors.ts';
import type { DataFolder } from '../../platform/storage/data-folder.ts';
import { type Claim, claimBackup } from './backup-owner.ts';
import { secretsOf } from './contents.ts';
import { type FileCopies, followFiles } from './copy-files.ts';
import { copyRecords, filesNamedNow, namedInCopies } from './copy-records.ts';
import type { PassOver } from './list-kept.ts';
import type { BackupPlace } from './places/backup-place.ts';
import { type BackupTarget, openPlace } from './places/open-place.ts';

export type BackupOptions = {
  folder: Pick<DataFolder, 'paths' | 'database' | 'id'>;
  target: BackupTarget;
  /** Where builds are kept, which may not be where their backup is. */
  objectStore?: StorePlace | undefined;
  log: Log;
  everyMs?: number;
  /** Another service took the backup over: this one has to end, as nobody keeps what it goes on to write. */
  onTakenOver(why: AppError): void;
};

export type ContinuousBackup = {
  /** With all that changed until now. */
  close(): Promise<void>;
};

const EVERY_MS = 5_000;
/** Kept folders change while servers run, and are large: they are looked through less often. */
const FILES_EVERY_MS = 60_000;
const REMOVE_EVERY_MS = 3_600_000;

export async function startBackup(options: BackupOptions): Promise<ContinuousBackup> {
  const { folder, log, target, everyMs = EVERY_MS, onTakenOver } = options;
  requireApart(options);
  const place = await openPlace(target);
  const leftOut = createLeftOut(log, place.name);
  const { claim, ...taken } = await takeOver(place, folder, leftOut.passOver);
  const closing = new AbortController();
  const state: State = { changes: -1, isTakenOver: false, files: taken.files };
  /** Asked before each turn, also where nothing changed: what is acknowledged next would be in no backup. */
  const isOurs = async () => {
    if (state.isTakenOver) return false;
    try {
      if (await claim.isOurs()) return true;
    } catch (thrown) {
      // What was brought last may have gone to the empty mount point of a disk: once that is back, what it has is listed again.
      [state.changes, state.files] = [-1, undefined];
      throw thrown;
    }
    if (!state.isTakenOver) onTakenOver(new AppError('BACKUP_REFUSED', 'backup.taken-over', { place: place.name }));
    state.isTakenOver = true;
    return false;
  };
  const filesOf = async () => (state.files ??= await followBackedUp(place, folder, leftOut.passOver));
  const bringRecords = async () => {
    if (!(await isOurs())) return;
    const changes = folder.database.changes();
    if (changes === state.changes) return;
    await copyRecords(place, folder, claim.generation);
    state.changes = changes;
  };
  const bringFiles = async (signal?: AbortSignal) => {
    if (!(await isOurs())) return;
    const files = await filesOf();
    const gone = await files.bring(signal);
    leftOut.tell();
    if (gone.length > 0 && (await isOurs())) await files.remove(gone);
  };
  const removeLeft = async () => {
    const named = await namedInCopies(place);
    if (await isOurs()) await (await filesOf()).removeLeft((name) => named?.has(name) ?? true);
  };
  const report = { log, place: place.name, signal: closing.signal };
  const records = createJob('The backup of the records', report);
  const builds = createJob('The backup of builds and kept folders', report);
  const removal = createJob('The removal of deleted files from the backup', report);
  let removedAt = Date.now();
  const loops = [
    every(everyMs, closing.signal, () => records.run(bringRecords)),
    every(FILES_EVERY_MS, closing.signal, async () => {
      await builds.run(() => bringFiles(closing.signal));
      if (Date.now() - removedAt < REMOVE_EVERY_MS) return;
      removedAt = Date.now();
      await removal.run(removeLeft);
    }),
  ];
  return {
    close: async () => {
      closing.abort();
      await Promise.all(loops);
      await records.runLast(bringRecords);
      await builds.runLast(bringFiles);
      place.close();
    },
  };
}

/** A backup within the data would back itself up and be lost with it, and one among the builds of a store would be swept with them. */
function requireApart({ target, folder, objectStore }: BackupOptions): void {
  if ('folder' in target) {
    const [place, data] = [path.resolve(target.folder), folder.paths.root];
    const isWithin = (inner: string, outer: string) => !path.relative(outer, inner).startsWith('..');
    if (isWithin(place, data) || isWithin(data, place)) {
      throw new AppError('BACKUP_REFUSED', 'backup.within', { place, folder: data });
    }
  }
  if ('store' in target && objectStore !== undefined && isSameTree(target.store, objectStore)) {
    throw new AppError('BACKUP_REFUSED', 'backup.within-blobs', {
      place: bucketName(target.store),
      blobs: bucketName(objectStore),
    });
  }
}

function isSameTree(one: StorePlace, other: StorePlace): boolean {
  if (one.endpoint !== other.endpoint || one.bucket !== other.bucket) return false;
  const below = ({ prefix }: StorePlace) => (prefix === '' ? '' : `${prefix}/`);
  return below(one).startsWith(below(other)) || below(other).startsWith(below(one));
}

type State = {
  /** Of the records, as they were counted when they were copied last. */
  changes: number;
  isTakenOver: boolean;
  /** Undefined while it is not known what of them is there. */
  files: FileCopies | undefined;
};
type Taken = { claim: Claim; files: FileCopies };

async function takeOver(place: BackupPlace, folder: BackupOptions['folder'], passOver: PassOver): Promise<Taken> {
  try {
    const claim = await claimBackup(place, folder.paths, folder.id);
    await place.tidy();
    for (const secret of secretsOf(folder.paths)) await place.put(path.basename(secret), secret);
    return { claim, files: await followBackedUp(place, folder, passOver) };
  } catch (thrown) {
    place.close();
    throw explainDataError(place.name, thrown);
  }
}

function followBackedUp(
  place: BackupPlace,
  { paths, database }: BackupOptions['folder'],
  passOver: PassOver,
): Promise<FileCopies> {
  return followFiles(place, paths, () => filesNamedNow(database), passOver);
}

const MOST_NAMED = 20;

/** Says once of which sets of kept folders something is in no backup. What programs call it stays out: it may be long, or anything. */
function createLeftOut(log: Log, place: string): { passOver: PassOver; tell(): void } {
  let before = '';
  const sets = new Map<string, string>();
  return {
    passOver: (relative, thrown) => {
      const [namespace_id = '', slot = ''] = relative.split('/');
      sets.set(path.posix.join('kept', namespace_id, slot), errorCode(thrown) ?? 'refused there');
    },
    tell: () => {
      const names = [...sets.keys()].toSorted();
      const named = names.slice(0, MOST_NAMED).map((name) => `${name} (${sets.get(name)})`);
      sets.clear();
      if (names.length > 0 && names.join() !== before) {
        log('error', `The backup in ${place} lacks what cannot be read or stored in ${named.join(', ')}.`);
      }
      before = names.join();
    },
  };
}

type Report = { log: Log; place: string; signal: AbortSignal };

/** `name` begins what is said of it: one part of a backup can fail while the others go on. */
function createJob(name: string, { log, place, signal }: Report) {
  let hasFailed = false;
  const why = (thrown: unknown) => {
    const known = explainDataError(place, thrown);
    return known instanceof AppError ? known.message : (systemMessage(thrown)?.text ?? String(thrown));
  };
  return {
    /** Said once when it begins to fail, and once when it works again: a share that is away for a night fills no log. */
    run: async (work: () => Promise<void>): Promise<void> => {
      try {
        await work();
        if (hasFailed) log('info', `${name} in ${place} goes on.`);
        hasFailed = false;
      } catch (thrown) {
        if (signal.aborted && thrown === signal.reason) return; // it was cut off to be done once more, as the last one
        if (!hasFailed) log('error', `${name} in ${place} stands still. ${why(thrown)}`);
        hasFailed = true;
      }
    },
    /** When the service stops. What fails then is said also where it failed before: nothing catches up with it. */
    runLast: async (work: () => Promise<void>): Promise<void> => {
      await work().catch((thrown: unknown) => log('error', `${name} in ${place} is not complete. ${why(thrown)}`));
    },
  };
}

/** One turn after the other, the first at once, until it is aborted; resolves when the last turn is over. */
async function every(ms: number, signal: AbortSignal, work: () => Promise<void>): Promise<void> {
  while (!signal.aborted) {
    await work();
    await sleep(ms, undefined, { signal, ref: false }).catch(() => undefined); // aborted
  }
}
