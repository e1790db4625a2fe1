// Records every call that the app makes: masked at once, and written to disk in batches a moment later.
import type { ActivityRow } from '../../../src-shared/activity/bridge.ts';
import { createBatch } from '../../../src-shared/batch.ts';
import { type ListSource, listSource } from '../../../src-shared/bridge/source.ts';
import { AppError } from '../../../src-shared/errors/app-error.ts';
import type { CallRecord } from '../http/transport.ts';
import type { AppDatabase } from '../platform/storage/app-database.ts';
import { createMasker } from './mask.ts';
import { type ActivityStore, createActivityStore, type NewCall, toRow } from './store.ts';

/** How many the window follows live; the rest comes in pages. */
const LIVE = 200;
const WRITE_EVERY_MS = 250;
/** Before the records are open, calls wait; there are few of them then. */
const MOST_WAITING = 2_000;
/** A watch that took this long has waited; an answer that came at once had news. */
const WAITED_MS = 1_000;
/** So many watches and polls that do nothing but wait are counted on; the one that was still for longest begins a new row. */
const MOST_WAITS = 200;

export type Activity = ReturnType<typeof createActivity>;

export type ActivityOptions = { writeEvery?: number; onProblem?: (problem: AppError) => void };

export function createActivity(options: ActivityOptions = {}) {
  const masker = createMasker();
  const source = listSource<ActivityRow>({ every: WRITE_EVERY_MS });
  const waits = new Map<string, string>();
  let store: ActivityStore | undefined;
  let waiting: Taken[] = [];

  const writeAll = () => {
    if (store === undefined) return; // they wait until the records are open
    const calls = waiting;
    waiting = [];
    try {
      write(store, waits, calls, (row) => source.set(row));
    } catch (thrown) {
      // A full disk costs these rows and not the app, which has more important things to do.
      options.onProblem?.(new AppError('ERROR', 'activity.not-written', {}, { cause: thrown }));
    }
    keepNewest(source);
  };
  const batch = createBatch<Taken>(options.writeEvery ?? WRITE_EVERY_MS, (calls) => {
    waiting = [...waiting, ...calls].slice(-MOST_WAITING);
    writeAll();
  });
  const upToDate = (): ActivityStore => {
    batch.flush();
    if (store === undefined) throw new Error('The activity is not open');
    return store;
  };
  return {
    masker,
    source,
    /** From here on calls are kept, those before too. */
    open: (database: AppDatabase) => {
      store = createActivityStore(database);
      source.set(...store.page({}, undefined, LIVE).map(toRow).toReversed());
      writeAll();
    },
    record: (instance_id: string, record: CallRecord): void => {
      if (!wasLeft(record)) batch.add(taken(instance_id, record, masker));
    },
    store: upToDate,
    clear: () => {
      upToDate().clear();
      waits.clear();
      source.replace([]);
    },
    close: () => {
      batch.close(); // a call that is cut off may be heard of later
      store = undefined;
    },
  };
}

function keepNewest(source: ListSource<ActivityRow>): void {
  const live = source.snapshot();
  source.remove(...live.slice(0, Math.max(0, live.length - LIVE)).map(({ id }) => id));
}

/** A watch that the app itself ended: nobody watches any more, and nothing failed. */
function wasLeft({ watch, error }: CallRecord): boolean {
  return watch && error?.code === 'CANCELLED';
}

type Taken = { call: NewCall; isPoll: boolean };

function taken(instance_id: string, record: CallRecord, masker: ReturnType<typeof createMasker>): Taken {
  return { call: toCall(instance_id, record, masker), isPoll: record.poll === true };
}

/** `waits` holds the newest row of each watch, while that watch does nothing but wait, and of each poll that goes well. */
function write(store: ActivityStore, waits: Map<string, string>, calls: Taken[], onRow: (row: ActivityRow) => void) {
  store.batch(() => {
    for (const { call, isPoll } of calls) {
      const key = isPoll ? pollKey(call) : waitKey(call);
      const row = store.put(call, key === undefined ? undefined : waits.get(key));
      if (row !== undefined) onRow(toRow(row));
      forgetOthers(waits, call);
      if (key !== undefined && row !== undefined) countOn(waits, key, row.id);
    }
  });
}

/** Servers and games are looked at that are gone tomorrow, so these are not kept for as long as the app runs. */
function countOn(waits: Map<string, string>, key: string, id: string): void {
  waits.delete(key); // the newest stands last
  waits.set(key, id);
  const [oldest] = waits.keys();
  if (waits.size > MOST_WAITS && oldest !== undefined) waits.delete(oldest);
}

function toCall(instance_id: string, record: CallRecord, masker: ReturnType<typeof createMasker>): NewCall {
  const { requestBody, answerBody, error, status, requestId } = record;
  return {
    at: Math.round(record.at),
    instance_id,
    url: masker.text(record.url),
    method: record.method,
    path: masker.text(record.path),
    ms: Math.round(record.ms),
    bytes_sent: Buffer.byteLength(requestBody ?? ''),
    bytes_received: Buffer.byteLength(answerBody ?? ''),
    is_watch: record.watch,
    ...(status === undefined ? {} : { status }),
    ...(requestId === undefined ? {} : { request_id: masker.text(requestId) }),
    ...(error === undefined ? {} : { error: masker.text(error.message) }),
    ...(requestBody === undefined ? {} : { request_body: masker.body(requestBody) }),
    ...(answerBody === undefined || answerBody === '' ? {} : { answer_body: masker.body(answerBody) }),
  };
}

/** One key for all waits of one watch, whatever index each waited for. */
function waitKey({ is_watch: isWatch, ms, status, instance_id: id, path }: NewCall): string | undefined {
  if (!isWatch || status !== 200 || ms < WAITED_MS) return undefined;
  return `${id} ${withoutIndex(path)}`;
}

function pollKey({ status, instance_id: id, path }: NewCall): string | undefined {
  return status === 200 ? `${id} poll ${path.replace(/\?.*/, '')}` : undefined;
}

/** A watch that failed or had news at once begins a new row the next time it waits. */
function forgetOthers(waits: Map<string, string>, call: NewCall): void {
  if (call.is_watch && waitKey(call) === undefined) waits.delete(`${call.instance_id} ${withoutIndex(call.path)}`);
}

function withoutIndex(path: string): string {
  return path.replace(/([?&])watch_index=[^&]*/, '$1');
}
