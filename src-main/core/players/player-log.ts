// Remembers how many players each game and namespace had, coarsely, and when that was watched: a time in which the app did not
// run, or an instance did not answer, is not known and never filled in.
import type { AppDatabase } from '../platform/storage/app-database.ts';
import type { CountRow, WatchedSpan } from './player-steps.ts';

/** How many there are in each namespace; under an empty id, in the whole game. Null: not known. */
export type Counts = ReadonlyMap<string, number | null>;
export type PlayerLog = ReturnType<typeof createPlayerLog>;
export type LogPlace = { instance_id: string; game_id: string; namespace_id: string };

const MINUTE_MS = 60_000;
/** While somebody plays, an app that is killed loses no more than this and a turn of who watches. Nothing waits for the disk. */
const WRITTEN_EVERY_MS = 4_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;
/** Older than this, only the most and the last of each hour stay. */
const WHOLE_FOR_MS = 30 * DAY_MS;
/** Older than this, nothing stays. */
const KEPT_FOR_MS = 400 * DAY_MS;

type Listener = (instance_id: string, game_id: string) => void;
type Open = { spanId: number; seenAt: number; writtenAt: number; last: Map<string, number | null> };

/** `lapse`: unseen for longer than that, what lies between is not known. The machine may have slept. */
export function createPlayerLog({ lapse = 2 * MINUTE_MS }: { lapse?: number } = {}) {
  let database: AppDatabase | undefined;
  const open = new Map<string, Open>();
  const listeners = new Set<Listener>();
  /** The instance answers at this moment. */
  const see = (instance_id: string, at: number): Open | undefined => {
    if (database === undefined) return undefined;
    const known = open.get(instance_id);
    const isOn = known !== undefined && at >= known.seenAt && at - known.seenAt <= lapse;
    const seen = isOn ? goOn(database, known, at) : beginSpan(database, instance_id, at);
    open.set(instance_id, seen);
    return seen;
  };
  const end = (instance_id: string) => {
    const known = open.get(instance_id);
    open.delete(instance_id);
    if (known !== undefined && database !== undefined) writeSeen(database, known);
  };
  return {
    open: (opened: AppDatabase, now = Date.now()) => {
      database = opened;
      thinOut(opened, now);
    },
    close: () => {
      for (const instance_id of open.keys()) end(instance_id);
      database = undefined;
    },
    see: (instance_id: string, at: number) => void see(instance_id, at),
    /** Whether somebody plays there, as far as is known. */
    isPlayed: (instance_id: string): boolean => isPlayed(open.get(instance_id)),
    take: (instance_id: string, game_id: string, counts: Counts, at: number) => {
      const span = see(instance_id, at);
      if (span === undefined || database === undefined) return;
      if (!writeChanged(database, span, { game_id, counts, at })) return;
      for (const listener of listeners) listener(instance_id, game_id);
    },
    /** It does not answer any more. */
    lose: end,
    forget: (instance_id: string) => {
      open.delete(instance_id);
      database?.sql.prepare('DELETE FROM player_spans WHERE instance_id = ?').run(instance_id);
    },
    /** What was watched between two moments. What is watched now reaches to the second. */
    read: (place: LogPlace, from: number, to: number): WatchedSpan[] =>
      database === undefined ? [] : readSpans(database, place, { from, to, now: open.get(place.instance_id) }),
    /** Called with each change. */
    listen: (listener: Listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

function goOn(database: AppDatabase, known: Open, at: number): Open {
  known.seenAt = at;
  if (at - known.writtenAt >= (isPlayed(known) ? WRITTEN_EVERY_MS : MINUTE_MS)) writeSeen(database, known);
  return known;
}

function isPlayed(known: Open | undefined): boolean {
  for (const players of known?.last.values() ?? []) if (players !== null && players > 0) return true;
  return false;
}

function beginSpan({ sql }: AppDatabase, instance_id: string, at: number): Open {
  const { lastInsertRowid } = sql
    .prepare('INSERT INTO player_spans (instance_id, began_at, seen_until) VALUES (?, ?, ?)')
    .run(instance_id, at, at);
  return { spanId: Number(lastInsertRowid), seenAt: at, writtenAt: at, last: new Map() };
}

/** One row for each count that is another than before. Answers whether there was one. A row is of use only within what was seen. */
function writeChanged(
  database: AppDatabase,
  span: Open,
  { game_id, counts, at }: { game_id: string; counts: Counts; at: number },
): boolean {
  const { spanId, last } = span;
  const changed = [...counts].filter(([id, players]) => last.get(`${game_id} ${id}`) !== players);
  if (changed.length === 0) return false;
  const put = database.sql.prepare(
    'INSERT INTO player_counts (span_id, game_id, namespace_id, at, players) VALUES (?, ?, ?, ?, ?)',
  );
  database.change(() => {
    for (const [namespace_id, players] of changed) put.run(spanId, game_id, namespace_id, at, players);
    writeSeen(database, span);
  });
  for (const [namespace_id, players] of changed) last.set(`${game_id} ${namespace_id}`, players);
  return true;
}

function writeSeen({ sql }: AppDatabase, one: Open): void {
  sql.prepare('UPDATE player_spans SET seen_until = ? WHERE id = ?').run(one.seenAt, one.spanId);
  one.writtenAt = one.seenAt;
}

type SpanQuery = { from: number; to: number; now: Open | undefined };

function readSpans(
  { sql }: AppDatabase,
  { instance_id, game_id, namespace_id }: LogPlace,
  { from, to, now }: SpanQuery,
) {
  const found = sql
    .prepare(
      `SELECT id, began_at, seen_until FROM player_spans
       WHERE instance_id = ? AND began_at < ? AND (seen_until >= ? OR id = ?) ORDER BY began_at`,
    )
    .all(instance_id, to, from, now?.spanId ?? -1);
  const before = sql.prepare(
    `SELECT at, namespace_id, players FROM player_counts
     WHERE span_id = ? AND game_id = ? AND namespace_id = ? AND at < ? ORDER BY at DESC LIMIT 1`,
  );
  const within = sql.prepare(
    `SELECT at, namespace_id, players FROM player_counts
     WHERE span_id = ? AND game_id = ? AND namespace_id IN ('', ?) AND at >= ? AND at <= ? ORDER BY at, namespace_id`,
  );
  return found.map((row): WatchedSpan => {
    const id = Number(row['id']);
    const first = ['', namespace_id].flatMap((name) => before.all(id, game_id, name, from));
    const rows = [...first, ...within.all(id, game_id, namespace_id, from, to)].map(toCount);
    const end = id === now?.spanId ? to : Number(row['seen_until']);
    return { from: Number(row['began_at']), to: end, rows: rows.toSorted((a, b) => a.at - b.at) };
  });
}

function toCount(row: Record<string, unknown>): CountRow {
  const players = row['players'];
  return {
    at: Number(row['at']),
    namespace_id: String(row['namespace_id']),
    players: players === null ? null : Number(players),
  };
}

/** Beyond WHOLE_FOR_MS keeps only the most and the last of each hour, and nothing beyond KEPT_FOR_MS. */
function thinOut(database: AppDatabase, now: number): void {
  const hour = `PARTITION BY span_id, game_id, namespace_id, at / ${HOUR_MS}`;
  database.change(() => {
    database.sql.prepare('DELETE FROM player_spans WHERE seen_until < ?').run(now - KEPT_FOR_MS);
    database.sql
      .prepare(
        `DELETE FROM player_counts WHERE rowid IN (
           SELECT row FROM (
             SELECT rowid AS row, row_number() OVER (${hour} ORDER BY players DESC) AS by_most,
               row_number() OVER (${hour} ORDER BY at DESC) AS by_time
             FROM player_counts WHERE at < ? AND players IS NOT NULL
           ) WHERE by_most > 1 AND by_time > 1
         )`,
      )
      .run(now - WHOLE_FOR_MS);
  });
}
