// The records of calls: a ring of the newest, written in batches and read in pages.
import type { StatementSync } from 'node:sqlite';
import type { ActivityDetail, ActivityFilter, ActivityRow } from '../../../src-shared/activity/bridge.ts';
import type { AppDatabase } from '../platform/storage/app-database.ts';

/** How many calls are kept. */
const KEPT = 10_000;

export type NewCall = Omit<ActivityDetail, 'id' | 'repeats'>;
export type ActivityStore = ReturnType<typeof createActivityStore>;

export function createActivityStore({ sql, change }: AppDatabase, kept = KEPT) {
  const insert = sql.prepare(
    `INSERT INTO calls (at, instance_id, url, method, path, status, ms, request_id, bytes_sent, bytes_received, error,
       is_watch, repeats, request_body, answer_body) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 1, ?, ?)`,
  );
  const repeat = sql.prepare('UPDATE calls SET repeats = repeats + 1, at = ?, ms = ?, path = ? WHERE id = ?');
  const trim = sql.prepare('DELETE FROM calls WHERE id <= (SELECT max(id) FROM calls) - ?');
  const byId = sql.prepare('SELECT * FROM calls WHERE id = ?');
  const get = (id: string): ActivityDetail | undefined => {
    const row = byId.get(Number(id));
    return row === undefined ? undefined : toDetail(row);
  };
  return {
    /** All of a batch is one change; the oldest go when there are too many. */
    batch: (work: () => void) =>
      change(() => {
        work();
        trim.run(kept);
      }),
    /** Within a batch: writes a call, or counts it on the row of the one it repeats. */
    put: (call: NewCall, repeats: string | undefined): ActivityDetail | undefined => {
      if (repeats === undefined) return get(add(insert, call));
      repeat.run(call.at, call.ms, call.path, Number(repeats));
      return get(repeats) ?? get(add(insert, call));
    },
    get,
    page: (filter: ActivityFilter, before: string | undefined, limit: number): ActivityDetail[] => {
      const { where, values } = conditions(filter, before);
      const found = sql.prepare(`SELECT * FROM calls WHERE ${where} ORDER BY id DESC LIMIT ?`).all(...values, limit);
      return found.map(toDetail);
    },
    clear: () => sql.exec('DELETE FROM calls'),
  };
}

function add(insert: StatementSync, call: NewCall): string {
  const { lastInsertRowid } = insert.run(
    call.at,
    call.instance_id,
    call.url,
    call.method,
    call.path,
    call.status ?? null,
    call.ms,
    call.request_id ?? null,
    call.bytes_sent,
    call.bytes_received,
    call.error ?? null,
    call.is_watch ? 1 : 0,
    call.request_body ?? null,
    call.answer_body ?? null,
  );
  return String(lastInsertRowid);
}

function conditions(filter: ActivityFilter, before: string | undefined) {
  const { instance_id: instance, failed_only: failed, game_id: game, method, text } = filter;
  const parts: [string, string | number][] = [
    ['id < ?', before === undefined ? Number.MAX_SAFE_INTEGER : Number(before)],
  ];
  if (instance !== undefined) parts.push(['instance_id = ?', instance]);
  if (game !== undefined) parts.push(['instr(path, ?) > 0', game]);
  if (method !== undefined) parts.push(['method = ?', method]);
  if (failed === true) parts.push(['(status IS NULL OR status >= ?)', 400]);
  if (text !== undefined && text !== '') parts.push(["instr(lower(method || ' ' || path), ?) > 0", text.toLowerCase()]);
  return { where: parts.map(([sql]) => sql).join(' AND '), values: parts.map(([, value]) => value) };
}

/** Without what only who looks at one call needs. */
export function toRow({
  url: _url,
  request_body: _request,
  answer_body: _answer,
  ...row
}: ActivityDetail): ActivityRow {
  return row;
}

type Stored = Record<string, unknown>;

function toDetail(stored: Stored): ActivityDetail {
  return {
    id: String(stored['id']),
    at: Number(stored['at']),
    instance_id: String(stored['instance_id']),
    url: String(stored['url']),
    method: String(stored['method']),
    path: String(stored['path']),
    ms: Number(stored['ms']),
    bytes_sent: Number(stored['bytes_sent']),
    bytes_received: Number(stored['bytes_received']),
    is_watch: stored['is_watch'] === 1,
    repeats: Number(stored['repeats']),
    ...(typeof stored['status'] === 'number' ? { status: stored['status'] } : {}),
    ...textOf(stored, 'request_id'),
    ...textOf(stored, 'error'),
    ...textOf(stored, 'request_body'),
    ...textOf(stored, 'answer_body'),
  };
}

function textOf<K extends string>(stored: Stored, name: K): { [N in K]?: string } {
  const value = stored[name];
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a computed name widens to string
  return (typeof value === 'string' ? { [name]: value } : {}) as { [N in K]?: string };
}
