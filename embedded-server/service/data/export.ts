// Takes everything but secrets out of a data folder that is not in use, as plain JSON and files with a manifest of hashes.

import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { messageFor } from '../../../src-shared/text/message.ts';
import { dataError } from '../../platform/storage/data-errors.ts';
import type { DataPaths } from '../../platform/storage/data-paths.ts';
import type { Database } from '../../platform/storage/database.ts';
import { hashOf } from '../../platform/storage/hash-of.ts';
import { isThere } from '../../platform/storage/is-there.ts';
import { query } from '../../platform/storage/statement.ts';
import { partOf } from '../uploads/parts.ts';
import type { PartRecord, UploadRecord } from '../uploads/store.ts';
import { unfinishedFile } from './check-files.ts';
import { checkRecords } from './check-records.ts';
import { copyHashed } from './copy-hashed.ts';
import { createFindings } from './damage-found.ts';
import { exportedTables, manifestName, tableFile, writeManifest } from './export-manifest.ts';
import { fillFolder } from './fill-folder.ts';
import { exportKept } from './move-kept.ts';
import { exportLogs } from './move-logs.ts';
import { openToRead } from './open-to-read.ts';
import { type PlainRow, toPlain } from './plain-rows.ts';
import { rowsOf } from './rows.ts';
import type { Table } from './tables.ts';

type Export = {
  paths: DataPaths;
  database: Database;
  target: string;
  files: Record<string, string>;
  leaveOut: ReturnType<typeof createLeavingOut> | undefined;
};
/** `left_out`: how many values of environment variables are not in it. */
export type ExportReport = { folder: string; files: number; left_out: number };
export type ExportOptions = { withSecrets?: boolean };

export async function exportDataFolder(
  dataFolder: string,
  folder: string,
  { withSecrets = false }: ExportOptions = {},
): Promise<ExportReport> {
  const opened = await openToRead(dataFolder);
  const files: Record<string, string> = {};
  const leaveOut = withSecrets ? undefined : createLeavingOut();
  try {
    const database = await opened.openRecords();
    const findings = createFindings();
    checkRecords(database, findings);
    const [first] = findings.damaged;
    if (first !== undefined) throw damaged(opened.paths, first.sentence);
    await fillFolder(folder, manifestName, async (target) => {
      const work = { paths: opened.paths, database, target, files, leaveOut };
      for (const table of exportedTables) await exportTable(work, table);
      await exportBytes(work);
      await exportKept(work);
      await exportLogs(work, (what) => {
        throw damaged(opened.paths, what);
      });
      await writeFile(path.join(target, manifestName), writeManifest(files, { leftOut: leaveOut?.count() ?? 0 }), {
        mode: 0o600,
        flush: true,
      });
    });
  } finally {
    await opened.close();
  }
  return { folder: path.resolve(folder), files: Object.keys(files).length, left_out: leaveOut?.count() ?? 0 };
}

/** One row per line, in the order of their keys. */
async function exportTable({ database, target, files, leaveOut }: Export, table: Table): Promise<void> {
  const name = tableFile(table.name);
  async function* lines() {
    let before = '[\n';
    for (const row of rowsOf(database, table)) {
      const plain = toPlain(table, row);
      yield `${before}${JSON.stringify(leaveOut?.from(plain) ?? plain)}`;
      before = ',\n';
    }
    yield before === '[\n' ? '[]\n' : '\n]\n';
  }
  await writeFile(path.join(target, name), lines(), { mode: 0o600, flush: true });
  files[name] = await hashOf(path.join(target, name));
}

async function exportBytes(work: Export): Promise<void> {
  const { paths, database, target, files } = work;
  await mkdir(path.join(target, 'blobs'), { mode: 0o700 });
  for (const upload of query<UploadRecord>(database, 'SELECT * FROM uploads ORDER BY upload_id').all()) {
    if (upload.complete_ts === null) {
      await exportUnfinished(work, upload);
      continue;
    }
    const { sha256 } = upload;
    const name = `blobs/${sha256}`;
    if (sha256 === null || name in files) continue;
    const from = paths.inside('blobs', sha256.slice(0, 2), sha256);
    if (upload.object !== null && !(await isThere(from))) continue; // it stays in its object store
    const hash = await copyHashed({ from, to: path.join(target, name) }).catch(unreadable(paths, name));
    if (hash !== sha256) throw damaged(paths, `blobs/${sha256.slice(0, 2)}/${sha256} has the hash ${hash}.`);
    files[name] = hash;
  }
}

/** Only what was received; the gaps between it hold nothing. */
async function exportUnfinished({ paths, database, target, files }: Export, upload: UploadRecord): Promise<void> {
  const { upload_id: id } = upload;
  const text = 'SELECT number, digest FROM upload_parts WHERE upload_id = ? ORDER BY number';
  const parts = query<PartRecord>(database, text).all(id);
  if (parts.length === 0) return;
  const from = await unfinishedFile(paths, upload);
  if (from === undefined) throw damaged(paths, `The file of unfinished upload ${id} is not there.`);
  await mkdir(path.join(target, 'unfinished', id), { recursive: true, mode: 0o700 });
  for (const { number, digest } of parts) {
    const name = `unfinished/${id}/${number}`;
    const copy = { from, stretch: partOf(upload, number), to: path.join(target, name) };
    const hash = await copyHashed(copy).catch(unreadable(paths, name));
    const wanted = Buffer.from(digest).toString('hex');
    if (hash !== wanted)
      throw damaged(paths, `Part ${number} of unfinished upload ${id} has another hash than it came with.`);
    files[name] = hash;
  }
}

function unreadable(paths: DataPaths, name: string) {
  return (thrown: unknown): never => {
    const isGone = thrown instanceof Error && 'code' in thrown && thrown.code === 'ENOENT';
    throw isGone ? damaged(paths, `${name} is not there.`) : thrown;
  };
}

function damaged(paths: DataPaths, sentence: string) {
  return dataError(
    'DATA_FOLDER_DAMAGED',
    paths.root,
    messageFor('export.folder-damaged', { folder: paths.root, what: sentence }),
  );
}

const withEnvironment = z.looseObject({ environment: z.record(z.string(), z.string()) });

/** Without the values of the variables that servers were started with, as keys and passwords are among them. Their names stay. */
function createLeavingOut() {
  let count = 0;
  const without = (value: unknown): unknown => {
    const { data } = withEnvironment.safeParse(value);
    if (data === undefined) return value;
    const names = Object.keys(data.environment);
    count += names.length;
    return { ...Object(value), environment: Object.fromEntries(names.map((name) => [name, ''])) };
  };
  return {
    from: (row: PlainRow): PlainRow =>
      Object.fromEntries(Object.entries(row).map(([column, value]) => [column, without(value)])),
    count: () => count,
  };
}
