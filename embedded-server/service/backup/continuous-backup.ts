// Backs a data folder up while the service runs: the records seconds after they changed, then the files that they name.
import { chmod, copyFile, mkdir, open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import { AppError, asAppError } from '../../../src-shared/errors/app-error.ts';
import type { Log } from '../../platform/logging/log.ts';
import { errorCode, explainDataError } from '../../platform/storage/data-errors.ts';
import type { DataFolder } from '../../platform/storage/data-folder.ts';
import { parts, secretsOf } from './contents.ts';
import { copyName, listCopies, outdatedCopies, type RecordsCopy, recordsFolder } from './copies.ts';
import { copyNewFiles, removeLeftFiles } from './copy-files.ts';
import { type Claim, claimBackup } from './generation.ts';

export type BackupOptions = {
  folder: Pick<DataFolder, 'paths' | 'database' | 'id'>;
  /** The folder of the backup, on another disk or a share. */
  place: string;
  log: Log;
  everyMs?: number;
  /** Another service took the backup over: this one has to end, as nobody keeps what it goes on to write. */
  onTakenOver(why: AppError): void;
};

export type ContinuousBackup = {
  /** When the records were last brought there, in ms. */
  lastAt(): number | undefined;
  /** With all that changed until now. */
  close(): Promise<void>;
};

const EVERY_MS = 5_000;
/** Kept folders change while servers run, and are large: they are looked through less often. */
const FILES_EVERY_MS = 60_000;
const REMOVE_EVERY_MS = 3_600_000;
/** So many pages of the records at once, for which callers wait. */
const PAGES = 500;

export async function startBackup(options: BackupOptions): Promise<ContinuousBackup> {
  const { folder, log, everyMs = EVERY_MS, onTakenOver } = options;
  const place = path.resolve(options.place);
  requireApart(place, folder.paths.root);
  const claim = await claimIn(place, folder);
  await copySecrets(place, folder);
  const closing = new AbortController();
  const state = { changes: -1, lastAt: undefined as number | undefined, hasFailed: false, isTakenOver: false };
  const run = (work: () => Promise<void>) => reportingFailure(work, { state, log, place, signal: closing.signal });
  const bringRecords = async () => {
    const changes = folder.database.changes();
    if (changes === state.changes || state.isTakenOver) return;
    if (!(await claim.isOurs())) {
      state.isTakenOver = true;
      onTakenOver(new AppError('BACKUP_REFUSED', 'backup.taken-over', { place }));
      return;
    }
    await copyRecords(place, folder, claim);
    state.changes = changes;
    state.lastAt = Date.now();
  };
  const bringFiles = () => copyFiles(place, folder, closing.signal);
  const loops = [
    every(everyMs, closing.signal, () => run(bringRecords)),
    every(FILES_EVERY_MS, closing.signal, () => run(bringFiles)),
    every(REMOVE_EVERY_MS, closing.signal, () => run(() => removeOld(place, folder))),
  ];
  return {
    lastAt: () => state.lastAt,
    close: async () => {
      closing.abort();
      await Promise.all(loops);
      await run(bringRecords);
      if (!state.isTakenOver) await run(() => copyFiles(place, folder));
    },
  };
}

/** A backup within the data folder would back itself up, and be lost with it. */
function requireApart(place: string, data: string): void {
  const isWithin = (inner: string, outer: string) => !path.relative(outer, inner).startsWith('..');
  if (!isWithin(place, data) && !isWithin(data, place)) return;
  throw new AppError('BACKUP_REFUSED', 'backup.within', { place, folder: data });
}

async function claimIn(place: string, { paths, id }: BackupOptions['folder']): Promise<Claim> {
  try {
    const claim = await claimBackup(place, paths, id);
    await mkdir(recordsFolder(place), { recursive: true, mode: 0o700 });
    return claim;
  } catch (thrown) {
    throw explainDataError(place, thrown);
  }
}

async function copySecrets(place: string, { paths }: BackupOptions['folder']): Promise<void> {
  for (const secret of secretsOf(paths)) {
    const copy = path.join(place, path.basename(secret));
    await copyFile(secret, copy);
    await chmod(copy, 0o600);
  }
}

async function copyRecords(place: string, { database }: BackupOptions['folder'], claim: Claim): Promise<void> {
  const file = path.join(recordsFolder(place), copyName(claim.generation, Date.now()));
  const draft = `${file}.part`;
  try {
    await backup(database.sql, draft, { rate: PAGES });
    await synced(draft);
    await rename(draft, file);
  } catch (thrown) {
    await rm(draft, { force: true });
    throw thrown;
  }
  for (const old of outdatedCopies(await listCopies(place), Date.now())) await rm(old.file, { force: true });
}

async function synced(file: string): Promise<void> {
  const handle = await open(file, 'r+');
  try {
    await handle.chmod(0o600);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function copyFiles(place: string, { paths }: BackupOptions['folder'], signal?: AbortSignal): Promise<void> {
  for (const part of parts) await copyNewFiles(paths[part], path.join(place, part), signal);
}

/** Builds that were deleted stay as long as a copy of the records names them. */
async function removeOld(place: string, { paths }: BackupOptions['folder']): Promise<void> {
  const named = new Set((await listCopies(place)).flatMap(filesNamedIn));
  await removeLeftFiles(paths.blobs, path.join(place, 'blobs'), (name) => named.has(name));
  await removeLeftFiles(paths.kept, path.join(place, 'kept'), () => false);
}

export function filesNamedIn({ file }: Pick<RecordsCopy, 'file'>): string[] {
  const records = new DatabaseSync(file, { readOnly: true });
  try {
    // Older copies know of no object store; what is in one is not ours to copy.
    const hasStores = records.prepare(`SELECT 1 FROM pragma_table_info('uploads') WHERE name = 'object'`).get();
    const here = hasStores === undefined ? '' : 'AND object IS NULL';
    const rows = records.prepare(`SELECT DISTINCT sha256 FROM uploads WHERE complete_ts IS NOT NULL ${here}`).all();
    return rows.map(({ sha256 }) => String(sha256));
  } finally {
    records.close();
  }
}

type Running = { state: { hasFailed: boolean }; log: Log; place: string; signal: AbortSignal };

/** Said once when it begins to fail, and once when it works again: a share that is away for a night fills no log. */
async function reportingFailure(work: () => Promise<void>, { state, log, place, signal }: Running): Promise<void> {
  try {
    await work();
    if (state.hasFailed) log('info', `The backup in ${place} goes on.`);
    state.hasFailed = false;
  } catch (thrown) {
    if (signal.aborted && errorCode(thrown) === undefined) return;
    const { message } = asAppError(explainDataError(place, thrown));
    if (!state.hasFailed) log('error', `The backup in ${place} stands still. ${message}`);
    state.hasFailed = true;
  }
}

/** One turn after the other, the first at once, until it is aborted; resolves when the last turn is over. */
async function every(ms: number, signal: AbortSignal, work: () => Promise<void>): Promise<void> {
  while (!signal.aborted) {
    await work();
    await pause(ms, signal);
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    timer.unref();
    signal.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true });
    if (signal.aborted) resolve();
  });
}
