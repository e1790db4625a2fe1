// The journal of transfers: what was decided and what is known, durable before it is acted on. Transfers that have ended
// cost a start nothing, however many there are.

import { mkdir, open as openFile } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { inTransaction } from '../../../../embedded-server/platform/durable/in-transaction.ts';
import { AppError } from '../../../../src-shared/errors/app-error.ts';
import { systemReason } from '../../../../src-shared/errors/system-reason.ts';
import { messageFor } from '../../../../src-shared/text/message.ts';
import { attemptRows } from './attempt-log.ts';
import { isOver, type Part, part as partSchema, readRecord, type TransferRecord } from './transfer-record.ts';

export type Journal = ReturnType<typeof createJournal>;

/** Each step brings the file from one format to the next. Steps are only ever added. */
const steps: readonly string[] = [
  `CREATE TABLE transfers (
     id TEXT PRIMARY KEY, position REAL NOT NULL, is_over INTEGER NOT NULL, created_at INTEGER NOT NULL, record TEXT NOT NULL
   ) STRICT;
   CREATE INDEX live_transfers ON transfers (position) WHERE is_over = 0;
   CREATE INDEX ended_transfers ON transfers (created_at) WHERE is_over = 1;
   CREATE TABLE parts (
     transfer_id TEXT NOT NULL, number INTEGER NOT NULL, byte_offset INTEGER NOT NULL, length INTEGER NOT NULL,
     url TEXT NOT NULL, state TEXT NOT NULL, sha256 TEXT, PRIMARY KEY (transfer_id, number)
   ) STRICT, WITHOUT ROWID;`,
  `ALTER TABLE parts ADD COLUMN mishap TEXT;
   ALTER TABLE parts ADD COLUMN why TEXT;
   ALTER TABLE parts ADD COLUMN held INTEGER;`,
  `CREATE TABLE tries (
     transfer_id TEXT NOT NULL, n INTEGER NOT NULL, count INTEGER NOT NULL, entry TEXT NOT NULL, PRIMARY KEY (transfer_id, n)
   ) STRICT, WITHOUT ROWID;`,
  `ALTER TABLE parts ADD COLUMN kept INTEGER;
   CREATE TABLE lines (
     target TEXT PRIMARY KEY, bytes_per_second INTEGER NOT NULL, measured_at INTEGER NOT NULL
   ) STRICT, WITHOUT ROWID;`,
  `ALTER TABLE parts ADD COLUMN tries TEXT;`,
  // Before, it was a text.
  `UPDATE parts SET why = json_object('text', why) WHERE why IS NOT NULL;`,
];

export async function openJournal(file: string): Promise<Journal> {
  try {
    await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
    // The addresses in it are permissions to write, so only its user may read them.
    await (await openFile(file, 'a', 0o600)).close();
    return createJournal(file);
  } catch (cause) {
    const sentence = messageFor('transfer.journal-unusable', { file, why: systemReason(cause) });
    throw new AppError('TRANSFER_JOURNAL', sentence, { cause });
  }
}

function createJournal(file: string) {
  // Already to switch to its log, another process may have to be waited for.
  const sql = new DatabaseSync(file, { timeout: 5_000 });
  try {
    sql.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA secure_delete = ON');
    stepUp(sql);
  } catch (thrown) {
    sql.close();
    throw thrown;
  }
  return { ...transferRows(sql), ...partRows(sql), ...attemptRows(sql), ...lineRows(sql), close: () => sql.close() };
}

function transferRows(sql: DatabaseSync) {
  const insert = sql.prepare(
    `INSERT INTO transfers (id, position, is_over, created_at, record)
     VALUES (?, (SELECT coalesce(max(position), 0) + 1 FROM transfers WHERE is_over = 0), 0, ?, ?)`,
  );
  const update = sql.prepare('UPDATE transfers SET record = ?, is_over = ? WHERE id = ?');
  const one = sql.prepare('SELECT record FROM transfers WHERE id = ?');
  const live = sql.prepare('SELECT record FROM transfers WHERE is_over = 0 ORDER BY position, created_at');
  const ended = sql.prepare('SELECT record FROM transfers WHERE is_over = 1 ORDER BY created_at DESC LIMIT ?');
  const place = sql.prepare('UPDATE transfers SET position = ? WHERE id = ?');
  const before = sql.prepare(
    `SELECT count(*) AS count FROM transfers
     WHERE is_over = 0 AND position < (SELECT position FROM transfers WHERE id = ?)`,
  );
  const dropParts = sql.prepare('DELETE FROM parts WHERE transfer_id = ?');
  const dropTries = sql.prepare('DELETE FROM tries WHERE transfer_id = ?');
  const drop = sql.prepare('DELETE FROM transfers WHERE id = ?');
  return {
    add: (record: TransferRecord) => void insert.run(record.id, record.created_at, JSON.stringify(record)),
    /** What has ended needs its parts no more. Their addresses are permissions, so not a byte of them stays in the file. */
    save: (record: TransferRecord) => {
      inTransaction(sql, () => {
        update.run(JSON.stringify(record), isOver(record) ? 1 : 0, record.id);
        if (isOver(record)) dropParts.run(record.id);
      });
      if (isOver(record)) forgetLog(sql);
    },
    get: (id: string): TransferRecord | undefined => {
      const row = one.get(id);
      return row === undefined ? undefined : recordIn(row);
    },
    /** Those that have not ended, in the order of the queue. */
    live: (): TransferRecord[] => live.all().map(recordIn),
    /** The last ones that ended, newest first. */
    ended: (limit: number): TransferRecord[] => ended.all(limit).map(recordIn),
    /** How many are before it in the queue. */
    position: (id: string): number => Number(before.get(id)?.['count'] ?? 0),
    order: (ids: readonly string[]) =>
      inTransaction(sql, () => {
        for (const [index, id] of ids.entries()) place.run(index + 1, id);
      }),
    remove: (id: string) => {
      inTransaction(sql, () => {
        dropParts.run(id);
        dropTries.run(id);
        drop.run(id);
      });
      forgetLog(sql);
    },
  };
}

/** What was deleted still stands in SQLite's log, until that begins anew. Where another process reads, that one does it at its end. */
function forgetLog(sql: DatabaseSync): void {
  sql.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get();
}

function partRows(sql: DatabaseSync) {
  const all = sql.prepare('SELECT * FROM parts WHERE transfer_id = ? ORDER BY number');
  const drop = sql.prepare('DELETE FROM parts WHERE transfer_id = ?');
  const put = sql.prepare(
    `INSERT OR REPLACE INTO parts (transfer_id, number, byte_offset, length, url, state, sha256, mishap, why, held, kept, tries)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const mark = sql.prepare(
    `UPDATE parts SET state = ?, sha256 = ?, mishap = ?, why = ?, held = ?, kept = ?, tries = ?
     WHERE transfer_id = ? AND number = ?`,
  );
  const factsOf = ({ sha256, mishap, why, held, kept, tries }: Part) =>
    [sha256, mishap, json(why), held, kept, json(tries)].map((fact) => fact ?? null);
  const write = (id: string, part: Part) =>
    put.run(id, part.number, part.offset, part.length, part.url, part.state, ...factsOf(part));
  return {
    parts: (id: string): Part[] => all.all(id).map(readPart),
    /** In the place of all that there were, together with the record that goes with them. */
    setParts: (record: TransferRecord, parts: readonly Part[]) =>
      inTransaction(sql, () => {
        drop.run(record.id);
        for (const one of parts) write(record.id, one);
        sql.prepare('UPDATE transfers SET record = ? WHERE id = ?').run(JSON.stringify(record), record.id);
      }),
    mark: (id: string, part: Part) => void mark.run(part.state, ...factsOf(part), id, part.number),
    /** Several parts and how much went out in all, with one write to the disk. */
    noteProgress: (record: TransferRecord, parts: readonly Part[]) =>
      inTransaction(sql, () => {
        for (const part of parts) mark.run(part.state, ...factsOf(part), record.id, part.number);
        sql.prepare('UPDATE transfers SET record = ? WHERE id = ?').run(JSON.stringify(record), record.id);
      }),
  };
}

/** How fast the line to each target was, to choose the size of parts by. */
function lineRows(sql: DatabaseSync) {
  const put = sql.prepare('INSERT OR REPLACE INTO lines (target, bytes_per_second, measured_at) VALUES (?, ?, ?)');
  const one = sql.prepare('SELECT bytes_per_second FROM lines WHERE target = ?');
  return {
    noteLine: (target: string, bytesPerSecond: number, at: number) =>
      void put.run(target, Math.round(bytesPerSecond), Math.round(at)),
    lineTo: (target: string): number | undefined => {
      const row = one.get(target);
      return row === undefined ? undefined : Number(row['bytes_per_second']);
    },
  };
}

function recordIn(row: Record<string, unknown>): TransferRecord {
  return readRecord(String(row['record']));
}

function readPart({ byte_offset: offset, ...row }: Record<string, unknown>): Part {
  const known = Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null));
  return partSchema.parse({ ...known, offset, why: parsed(known['why']), tries: parsed(known['tries']) });
}

function json(value: object | undefined): string | undefined {
  return value && JSON.stringify(value);
}

function parsed(column: unknown): unknown {
  return typeof column === 'string' ? JSON.parse(column) : undefined;
}

function stepUp(sql: DatabaseSync): void {
  inTransaction(sql, () => {
    const format = Number(sql.prepare('PRAGMA user_version').get()?.['user_version'] ?? 0);
    if (format > steps.length) throw new Error(`written by a newer Slipway, format ${format}`);
    if (format === steps.length) return; // a write of the same number would still wait for the disk
    for (const step of steps.slice(format)) sql.exec(step);
    sql.exec(`PRAGMA user_version = ${steps.length}`);
  });
}
