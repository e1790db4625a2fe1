// Brings an export into an empty folder with the same ids, history and bytes. Every hash is verified on the way; what
// fails leaves nothing. The new folder makes a token and a key of its own when it is first started.

import { createHash } from 'node:crypto';
import { mkdir, open, readFile } from 'node:fs/promises';
import path from 'node:path';
import { AppError } from '../../../src-shared/errors/app-error.ts';
import { markCleanShutdown } from '../../platform/storage/clean-shutdown-marker.ts';
import { errorCode } from '../../platform/storage/data-errors.ts';
import { type DataPaths, dataPaths } from '../../platform/storage/data-paths.ts';
import { type Database, openDatabase } from '../../platform/storage/database.ts';
import { outcomesSoFar } from '../../platform/storage/outcomes-migration.ts';
import { query } from '../../platform/storage/statement.ts';
import { partOf } from '../uploads/parts.ts';
import type { UploadRecord } from '../uploads/store.ts';
import { checkRecords, shapeProblem } from './check-records.ts';
import { type Copy, copyHashed } from './copy-hashed.ts';
import { createFindings } from './damage-found.ts';
import { exportDamaged, exportedTables, type Files, readManifest, tableFile } from './export-manifest.ts';
import { fillFolder } from './fill-folder.ts';
import { OUTCOMES } from './formats.ts';
import { importKept } from './move-kept.ts';
import { importLogs } from './move-logs.ts';
import { columnsOf, fromPlain, type PlainRow, plainRows } from './plain-rows.ts';
import type { Table } from './tables.ts';

type Import = { from: string; files: Files; recordsFormat: number; paths: DataPaths; database: Database };
/** `left_out`: how many values of environment variables the export came without. */
export type ImportReport = { data_folder: string; files: number; left_out: number };

export async function importDataFolder(folder: string, dataFolder: string): Promise<ImportReport> {
  const from = path.resolve(folder);
  const { files, recordsFormat, leftOut } = await readManifest(from);
  const refuse = (what: string): never => {
    throw exportDamaged(from, what);
  };
  await fillFolder(dataFolder, 'slipway.db', async (staging) => {
    const paths = dataPaths(staging);
    const database = await openDatabase(paths, { endedCleanly: true });
    try {
      const work = { from, files, recordsFormat, paths, database };
      await importRecords(work);
      await importBytes(work);
      await importKept(work, {
        bring: (name, to, sha256) => bring(work, name, { to }, sha256),
        refuse,
      });
      await importLogs(work, {
        bring: (name, to) => bring(work, name, { to }, files[name] ?? ''),
        refuse,
      });
    } finally {
      database.close();
    }
    await markCleanShutdown(paths);
  });
  return { data_folder: path.resolve(dataFolder), files: Object.keys(files).length, left_out: leftOut };
}

async function importRecords(work: Import): Promise<void> {
  const { from, database } = work;
  const rows = new Map<Table, PlainRow[]>();
  for (const table of exportedTables) rows.set(table, await readTable(work, table));
  database.change(() => {
    // Games and their pictures name each other, so references are looked at when all rows are in.
    database.sql.exec('PRAGMA defer_foreign_keys = ON; DELETE FROM revision');
    for (const [table, plain] of rows) insertRows(work, table, plain);
    if (work.recordsFormat < OUTCOMES) database.sql.exec(outcomesSoFar);
    const findings = createFindings();
    checkRecords(database, findings);
    const [first] = findings.damaged;
    if (first !== undefined) throw exportDamaged(from, first.sentence.replace(/\.$/, ''));
  });
}

function insertRows({ from, database }: Import, table: Table, rows: PlainRow[]): void {
  const columns = columnsOf(table);
  const marks = columns.map(() => '?').join(', ');
  const insert = database.sql.prepare(`INSERT INTO ${table.name} (${columns.join(', ')}) VALUES (${marks})`);
  for (const [index, plain] of rows.entries()) {
    const row = fromPlain(table, plain);
    const problem = shapeProblem(table, row);
    if (problem !== undefined) throw exportDamaged(from, `row ${index + 1} of ${tableFile(table.name)}: ${problem}`);
    try {
      insert.run(...columns.map((column) => row[column] ?? null));
    } catch (thrown) {
      const why = thrown instanceof Error ? thrown.message : String(thrown);
      throw exportDamaged(from, `row ${index + 1} of ${tableFile(table.name)}: ${why}`);
    }
  }
}

async function readTable({ from, files, recordsFormat }: Import, table: Table): Promise<PlainRow[]> {
  if ((table.since ?? 0) > recordsFormat) return [];
  const name = tableFile(table.name);
  const bytes = await readFile(path.join(from, name)).catch(() => undefined);
  if (bytes === undefined) throw exportDamaged(from, `${name} is not there`);
  if (createHash('sha256').update(bytes).digest('hex') !== files[name]) {
    throw exportDamaged(from, `${name} is not as it was written`);
  }
  const parsed = plainRows.safeParse(JSON.parse(bytes.toString('utf8')));
  if (!parsed.success) throw exportDamaged(from, `${name} holds something else than rows`);
  const later = Object.entries(table.added ?? {}).filter(([, { format }]) => format > recordsFormat);
  const empty = Object.fromEntries(later.map(([column, { before }]) => [column, before]));
  return later.length === 0 ? parsed.data : parsed.data.map((row) => ({ ...row, ...empty }));
}

async function importBytes(work: Import): Promise<void> {
  const { paths, database } = work;
  await mkdir(paths.blobs, { mode: 0o700 });
  await mkdir(paths.uploads, { mode: 0o700 });
  const brought = new Set<string>();
  for (const upload of query<UploadRecord>(database, 'SELECT * FROM uploads ORDER BY upload_id').all()) {
    if (upload.object !== null && !(`blobs/${upload.sha256}` in work.files)) continue; // in its object store
    if (upload.complete_ts === null) {
      await importUnfinished(work, upload);
    } else if (upload.sha256 !== null && !brought.has(upload.sha256)) {
      brought.add(upload.sha256);
      const folder = path.join(paths.blobs, upload.sha256.slice(0, 2));
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await bring(work, `blobs/${upload.sha256}`, { to: path.join(folder, upload.sha256) }, upload.sha256);
    }
  }
}

async function importUnfinished(work: Import, upload: UploadRecord): Promise<void> {
  const to = work.paths.inside('uploads', upload.upload_id);
  await (await open(to, 'wx', 0o600)).close();
  const parts = query<{ number: number; digest: Uint8Array }>(
    work.database,
    'SELECT number, digest FROM upload_parts WHERE upload_id = ? ORDER BY number',
  );
  for (const { number, digest } of parts.all(upload.upload_id)) {
    const name = `unfinished/${upload.upload_id}/${number}`;
    const { offset: at, length } = partOf(upload, number);
    await bring(work, name, { to, at, stretch: { offset: 0, length } }, Buffer.from(digest).toString('hex'));
  }
}

/** The name, the manifest and the records must agree on what the bytes are. */
async function bring({ from, files }: Import, name: string, copy: Omit<Copy, 'from'>, wanted: string): Promise<void> {
  try {
    const hash = await copyHashed({ ...copy, from: path.join(from, name) });
    if (hash !== wanted || files[name] !== wanted) throw exportDamaged(from, `${name} is not as it was written`);
  } catch (thrown) {
    if (!(thrown instanceof AppError) && errorCode(thrown) === 'ENOENT')
      throw exportDamaged(from, `${name} is not there`);
    throw thrown;
  }
}
