// Copies the records into a backup while callers go on, and says beside each copy which files it names.
import { chmod, rm } from 'node:fs/promises';
import { backup, DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import type { DataFolder } from '../../platform/storage/data-folder.ts';
import type { Database } from '../../platform/storage/database.ts';
import { query } from '../../platform/storage/statement.ts';
import { copyName, fileListOf, listCopies, listOutdated, recordsFileOf } from './copies.ts';
import type { BackupPlace } from './places/backup-place.ts';

/** So many pages of the records at once, for which callers wait. */
const PAGES = 500;

const namedFiles = z.array(z.string());

type Folder = Pick<DataFolder, 'paths' | 'database'>;

/** Those that have had their time go. */
export async function copyRecords(place: BackupPlace, { paths, database }: Folder, generation: number): Promise<void> {
  const draft = paths.backupDraft;
  try {
    await removeDraft(draft); // of a service that was killed
    await backup(database.sql, draft, { rate: PAGES });
    await chmod(draft, 0o600);
    const name = copyName(generation, Date.now());
    await place.write(fileListOf(name), JSON.stringify(filesNamedIn(draft)));
    await place.put(recordsFileOf(name), draft);
  } catch (thrown) {
    await removeOutdated(place, generation).catch(() => undefined); // room for the next try, where the place is full
    throw thrown;
  } finally {
    await removeDraft(draft);
  }
  await removeOutdated(place, generation);
}

async function removeOutdated(place: BackupPlace, generation: number): Promise<void> {
  for (const name of await listOutdated(place, generation, Date.now())) await place.remove(name);
}

/** With what SQLite puts beside it while it is read. */
async function removeDraft(draft: string): Promise<void> {
  for (const file of [draft, `${draft}-wal`, `${draft}-shm`]) await rm(file, { force: true });
}

/** What any copy names. Undefined where one does not tell. */
export async function namedInCopies(place: BackupPlace): Promise<ReadonlySet<string> | undefined> {
  const named = new Set<string>();
  for (const { name } of await listCopies(place)) {
    const text = await place.read(fileListOf(name));
    if (text === undefined) return undefined;
    for (const file of namedFiles.parse(JSON.parse(text))) named.add(file);
  }
  return named;
}

const NAMED = 'SELECT DISTINCT sha256 FROM uploads WHERE complete_ts IS NOT NULL';
/** What is in an object store is not ours to copy, also where it lies here for servers to be started from. */
const NAMED_HERE = `${NAMED} AND object IS NULL`;

/** Files of builds and pictures, by the SHA-256 of their bytes. */
export function filesNamedNow(database: Database): string[] {
  return query<{ sha256: string }>(database, NAMED_HERE)
    .all()
    .map(({ sha256 }) => sha256);
}

/** The same of a copy of the records. */
export function filesNamedIn(file: string): string[] {
  const records = new DatabaseSync(file, { readOnly: true });
  try {
    // Older copies know of no object store.
    const hasStores = records.prepare(`SELECT 1 FROM pragma_table_info('uploads') WHERE name = 'object'`).get();
    const rows = records.prepare(hasStores === undefined ? NAMED : NAMED_HERE).all();
    return rows.map(({ sha256 }) => String(sha256));
  } finally {
    records.close();
  }
}
