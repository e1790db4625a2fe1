// The queue of transfers: what a person does with them. In which order they are worked on is in the journal, and outlives
// everything.
import { listSource, type Source } from '../../../../src-shared/bridge/source.ts';
import { AppError } from '../../../../src-shared/errors/app-error.ts';
import type { TransferResume, TransferView } from '../../../../src-shared/transfers/bridge.ts';
import { cellsOf, partMapOf } from '../engine/part-map.ts';
import type { TransferDependencies } from '../engine/transfer-run.ts';
import { isGoing, viewOf } from '../engine/view.ts';
import {
  inState,
  isOver,
  isStored,
  type Part,
  type TransferFacts,
  type TransferRecord,
} from '../journal/transfer-record.ts';
import { createSpeedMeter } from './speed-meter.ts';
import { type ActiveRuns, createActiveRuns, createWorkers, type WorkerOptions } from './workers.ts';

export type Queue = ReturnType<typeof createQueue>;

const ENDED_SHOWN = 50;

export function createQueue({ dependencies, ...given }: WorkerOptions) {
  const active = createActiveRuns();
  const speed = createSpeedMeter(active.all);
  const options: WorkerOptions = {
    ...given,
    dependencies: { ...dependencies, sendPart: speed.counted(dependencies.sendPart) },
  };
  const list = createList(options, active.of, speed.touch);
  const workers = createWorkers(options, active, list.show);
  return {
    source: list.source,
    parts: list.parts,
    tries: list.tries,
    speed: speed.source,
    ...queueCommands(options, list, workers, active),
    ...startAndStop(options, list, workers, active, speed.close),
    ...orderCommands(options, list),
  };
}

function orderCommands(options: WorkerOptions, list: List) {
  const { journal } = options.dependencies;
  const remove = (id: string) => {
    journal.remove(id);
    list.source.remove(id);
  };
  return {
    reorder: (id: string, before: string | null) => {
      const { id: moved } = find(options, id);
      const others = journal.live().flatMap((record) => (record.id === moved ? [] : [record.id]));
      const at = before === null ? -1 : others.indexOf(before);
      journal.order(at === -1 ? [...others, moved] : others.toSpliced(at, 0, moved));
      list.showAll(0);
    },
    remove: (id: string) => {
      if (!isOver(find(options, id))) throw new AppError('TRANSFER_BUSY', 'transfer.cancel-first');
      remove(id);
    },
    /** Takes out all that have ended, those too that are not shown. */
    clear: () => {
      for (const { id } of journal.ended(-1)) remove(id);
    },
  };
}

type List = ReturnType<typeof createList>;
type Workers = ReturnType<typeof createWorkers>;

function find({ dependencies }: WorkerOptions, id: string): TransferRecord {
  const record = dependencies.journal.get(id);
  if (record === undefined) throw new AppError('TRANSFER_NOT_FOUND');
  return record;
}

function startAndStop(
  { dependencies }: WorkerOptions,
  list: List,
  workers: Workers,
  active: ActiveRuns,
  closeSpeed: () => void,
) {
  const { journal } = dependencies;
  return {
    /** Those that an earlier run left unfinished wait for a person, who sees that they can go on. */
    open: () => {
      for (const record of journal.live()) {
        const wasUnderWay = record.status === 'running' || record.status === 'queued';
        if (wasUnderWay) rest(dependencies, record, 'end');
      }
      list.showAll(ENDED_SHOWN);
    },
    /** All lines are dead after a sleep; after a change of the network only the waiting is over. */
    interrupt: (isAwake: boolean) => {
      for (const run of active.all()) {
        if (isAwake) run.interrupt();
        else run.backoff.endWait();
      }
    },
    close: async () => {
      const runs = active.all();
      await workers.close();
      for (const run of runs) noteRest(dependencies, run.record());
      closeSpeed();
    },
  };
}

function queueCommands(options: WorkerOptions, list: List, workers: Workers, active: ActiveRuns) {
  const { journal, clock } = options.dependencies;
  const save = (record: TransferRecord) => {
    journal.save(record);
    list.show(record.id);
  };
  /** The worker leaves it as ended; who ended it is known here. */
  const pause = async (id: string, by: 'person' | 'sleep' = 'person') => {
    await workers.stop(id);
    const record = find(options, id);
    // One that still runs here has lost its worker, which could not write that down.
    if (hasStopped(record) && (record.status !== 'paused' || record.paused.by === 'person')) return;
    rest(options.dependencies, record, by);
    list.show(id);
  };
  return {
    find: (id: string) => find(options, id),
    /** Those that rest, in the order of the queue. */
    resting: () => journal.live().filter(({ status }) => status === 'paused'),
    add: (record: TransferRecord) => {
      journal.add(record);
      list.show(record.id);
      workers.pump();
    },
    pause,
    /** Those in the queue first, so that none of them takes the place of one that stops. */
    pauseAll: async () => {
      const live = journal.live();
      for (const { id, status } of live) if (status === 'queued' && !workers.isActive(id)) await pause(id);
      await Promise.all(live.filter(({ id }) => workers.isActive(id)).map(({ id }) => pause(id)));
    },
    /** Goes on, or begins with what has to be done again. One that waits for its next try does not wait longer. */
    enqueue: async (id: string, change: Partial<TransferFacts> = {}) => {
      // One that has just stopped is let go of first.
      if (hasStopped(find(options, id))) await workers.settled(id);
      const record = find(options, id);
      if (isOver(record)) throw new AppError('TRANSFER_NOT_FOUND', 'transfer.has-ended');
      const run = active.of(id);
      run?.backoff.endWait();
      if (run !== undefined || workers.isActive(id)) return;
      const resumed = resumedAs(record, journal.parts(id), clock.now());
      const next = inState({ ...record, ...change }, { status: 'queued', resumed });
      if (next.build_id === undefined) journal.setParts(next, []);
      save(next);
      workers.pump();
    },
    cancel: (id: string) => cancel(options, workers, save, id),
  };
}

async function cancel(
  options: WorkerOptions,
  workers: Workers,
  save: (record: TransferRecord) => void,
  id: string,
): Promise<TransferRecord> {
  const { journal, clock } = options.dependencies;
  await workers.stop(id);
  const record = find(options, id);
  const cells = cellsOf(journal.parts(id), false);
  if (isOver(record)) return record;
  journal.noteAttempt(id, { at: clock.now(), what: 'cancelled', step: record.step });
  save(inState(record, { status: 'cancelled', ended_at: clock.now(), cells }));
  workers.pump();
  return record;
}

/** It rests from now on; the log of tries says why. */
function rest(dependencies: TransferDependencies, record: TransferRecord, by: 'person' | 'sleep' | 'end'): void {
  const next = inState(record, { status: 'paused', paused: { by, at: dependencies.clock.now() } });
  dependencies.journal.save(next);
  noteRest(dependencies, next);
}

function noteRest({ journal }: TransferDependencies, record: TransferRecord): void {
  if (record.status !== 'paused' || record.paused.by === 'other_process') return;
  const { at, by } = record.paused;
  journal.noteAttempt(record.id, { at: Math.round(at), what: 'paused', by, step: record.step });
}

function hasStopped({ status }: TransferRecord): boolean {
  return status !== 'running' && status !== 'queued';
}

/** Only what rested goes on; what failed is tried again. */
function resumedAs(record: TransferRecord, parts: readonly Part[], at: number): TransferResume | undefined {
  if (record.status !== 'paused' || record.paused.by === 'other_process') return undefined;
  const kept = parts.filter(isStored).length;
  return { at, after: record.paused.by, kept };
}

type RunOf = ActiveRuns['of'];

function createList({ dependencies: { journal } }: WorkerOptions, runOf: RunOf, onShow: () => void) {
  const source = listSource<TransferView>();
  const tries = createOwnSources((id) => journal.tries(id));
  const parts = createOwnSources((id) => {
    const run = runOf(id);
    const record = run?.record() ?? journal.get(id);
    if (record !== undefined && isOver(record)) return { ...record.cells, levels: {}, why: {} };
    const going = record !== undefined && isGoing(record, run);
    return partMapOf(run?.parts() ?? journal.parts(id), run?.live ?? new Map(), going);
  });
  const put = (record: TransferRecord) => {
    onShow();
    parts.touch(record.id);
    tries.touch(record.id);
    const run = runOf(record.id);
    const standing = { position: journal.position(record.id), tries: journal.countTries(record.id) };
    source.set(viewOf(run?.record() ?? record, run?.parts() ?? journal.parts(record.id), run, standing));
  };
  return {
    source,
    parts: parts.source,
    tries: tries.source,
    show: (id: string) => {
      const record = journal.get(id);
      if (record !== undefined) put(record);
    },
    /** All that have not ended, and so many that have. */
    showAll: (ended: number) => {
      for (const record of [...journal.ended(ended).toReversed(), ...journal.live()]) put(record);
    },
  };
}

type Listener = (change: unknown) => void;

/**
 * What only those get who look at one transfer, its part map or its log of tries: again when its transfer changes, which is at
 * most five times a second, and only when it is another one.
 */
function createOwnSources(read: (id: string) => unknown) {
  const followed = new Map<string, { listeners: Set<Listener>; last: string }>();
  return {
    source: (id: string): Source => ({
      snapshot: () => read(id),
      listen: (listener) => {
        const own = followed.get(id) ?? { listeners: new Set(), last: '' };
        followed.set(id, own);
        own.listeners.add(listener);
        return () => {
          own.listeners.delete(listener);
          if (own.listeners.size === 0) followed.delete(id);
        };
      },
    }),
    touch: (id: string) => {
      const own = followed.get(id);
      if (own === undefined) return;
      const value = read(id);
      const text = JSON.stringify(value);
      if (text === own.last) return;
      own.last = text;
      for (const listener of own.listeners) listener(value);
    },
  };
}
