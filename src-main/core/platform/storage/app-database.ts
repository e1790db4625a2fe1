// The core's own records: one SQLite file in the app's folder, stepped upward like the service's. What cannot be read is put
// aside and created again, for nothing in it is the only copy of anything.
import { mkdir, rename } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { inTransaction } from '../../../../embedded-server/platform/durable/in-transaction.ts';
import { systemReason } from '../../../../src-shared/errors/system-reason.ts';
import { type Message, messageFor } from '../../../../src-shared/text/message.ts';

export type AppDatabase = {
  readonly sql: DatabaseSync;
  /** Runs `work` as one change. */
  change<T>(work: () => T): T;
  close(): void;
  /** Something to know: it was created again, or is kept in memory alone. */
  readonly notice: Message | undefined;
};

/** Each step brings the file from one format to the next. Steps are only ever added. */
const steps: readonly string[] = [
  `CREATE TABLE calls (
     id INTEGER PRIMARY KEY AUTOINCREMENT, at INTEGER NOT NULL, instance_id TEXT NOT NULL, url TEXT NOT NULL,
     method TEXT NOT NULL, path TEXT NOT NULL, status INTEGER, ms INTEGER NOT NULL, request_id TEXT,
     bytes_sent INTEGER NOT NULL, bytes_received INTEGER NOT NULL, error TEXT, is_watch INTEGER NOT NULL,
     repeats INTEGER NOT NULL, request_body TEXT, answer_body TEXT
   ) STRICT;
   CREATE TABLE switches (
     id INTEGER PRIMARY KEY AUTOINCREMENT, at INTEGER NOT NULL, instance_id TEXT NOT NULL, namespace_id TEXT NOT NULL,
     version_id TEXT NOT NULL
   ) STRICT;
   CREATE INDEX switches_of ON switches (instance_id, namespace_id, at);`,
  `CREATE TABLE player_spans (
     id INTEGER PRIMARY KEY AUTOINCREMENT, instance_id TEXT NOT NULL, began_at INTEGER NOT NULL, seen_until INTEGER NOT NULL
   ) STRICT;
   CREATE INDEX player_spans_of ON player_spans (instance_id, began_at);
   CREATE TABLE player_counts (
     span_id INTEGER NOT NULL REFERENCES player_spans (id) ON DELETE CASCADE, game_id TEXT NOT NULL,
     namespace_id TEXT NOT NULL, at INTEGER NOT NULL, players INTEGER
   ) STRICT;
   CREATE INDEX player_counts_of ON player_counts (span_id, game_id, namespace_id, at);`,
  'CREATE TABLE last_seen (instance_id TEXT PRIMARY KEY, facts TEXT NOT NULL) STRICT, WITHOUT ROWID;',
  'CREATE TABLE notices (id TEXT PRIMARY KEY, at INTEGER NOT NULL, notice TEXT NOT NULL) STRICT, WITHOUT ROWID;',
];

export async function openAppDatabase(folder: string): Promise<AppDatabase> {
  const file = path.join(folder, 'app.db');
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    return open(file, undefined);
  } catch (thrown) {
    return await openAnew(file, thrown);
  }
}

/** SQLite's codes of a file that is damaged, or none of its own. */
const DAMAGED = new Set([11, 26]);

async function openAnew(file: string, thrown: unknown): Promise<AppDatabase> {
  const why = systemReason(thrown);
  // What is busy, or on a disk that is full or away, can be read another time.
  const isSpoilt = !(thrown instanceof Error && 'errcode' in thrown) || DAMAGED.has(Number(thrown.errcode));
  if (!isSpoilt) return open(':memory:', messageFor('app.records-in-memory', { file, why }));
  const aside = `${file}.unreadable-${new Date().toISOString().replaceAll(':', '-')}`;
  try {
    await rename(file, aside);
    return open(file, messageFor('app.records-replaced', { why, file: aside }));
  } catch {
    return open(':memory:', messageFor('app.records-in-memory', { file, why }));
  }
}

function open(file: string, notice: Message | undefined): AppDatabase {
  const sql = new DatabaseSync(file, { timeout: 2_000 });
  try {
    // What a power cut may take here is the last moments of a log, so nothing waits for the disk.
    sql.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL');
    stepUp(sql);
  } catch (thrown) {
    sql.close();
    throw thrown;
  }
  return { sql, change: (work) => inTransaction(sql, work), close: () => sql.close(), notice };
}

function stepUp(sql: DatabaseSync): void {
  const format = Number(sql.prepare('PRAGMA user_version').get()?.['user_version'] ?? 0);
  if (format > steps.length) throw new Error(`written by a newer Slipway, format ${format}`);
  if (format === steps.length) return;
  inTransaction(sql, () => {
    for (const step of steps.slice(format)) sql.exec(step);
    sql.exec(`PRAGMA user_version = ${steps.length}`);
  });
}
