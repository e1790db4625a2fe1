// The queue of transfers: what a person does with them. In which order they are worked on is in the journal, and outlives
// everything.
import { listSource } from '../../../src-shared/bridge/source.ts';
import { AppError } from '../../../src-shared/errors/app-error.ts';
import type { TransferView } from '../../../src-shared/transfers/bridge.ts';
import { isOver, type TransferRecord } from './model.ts';
import { viewOf } from './view.ts';
import { createWorkers, type WorkerOptions } from './workers.ts';

export type Queue = ReturnType<typeof createQueue>;

const ENDED_SHOWN = 50;

export function createQueue(options: WorkerOptions) {
  const { journal } = options.world;
  const list = createList(options, (id) => workers.runOf(id));
  const workers = createWorkers(options, list.show);
  return {
    source: list.source,
    ...queueCommands(options, list, workers),
    ...startAndStop(options, list, workers),
    reorder: (id: string, before: string | null) => {
      const { id: moved } = find(options, id);
      const others = journal.live().flatMap((record) => (record.id === moved ? [] : [record.id]));
      const at = before === null ? -1 : others.indexOf(before);
      journal.order(at === -1 ? [...others, moved] : others.toSpliced(at, 0, moved));
      list.showAll(0);
    },
    remove: (id: string) => {
      if (!isOver(find(options, id)))
        throw new AppError('TRANSFER_BUSY', 'Cancel this transfer before it is taken out.');
      journal.remove(id);
      list.source.remove(id);
    },
  };
}

type List = ReturnType<typeof createList>;
type Workers = ReturnType<typeof createWorkers>;

function find({ world }: WorkerOptions, id: string): TransferRecord {
  const record = world.journal.get(id);
  if (record === undefined) throw new AppError('TRANSFER_NOT_FOUND');
  return record;
}

function startAndStop({ world: { journal } }: WorkerOptions, list: List, workers: Workers) {
  return {
    /** Those that an earlier run left unfinished wait for a person, who sees that they can go on. */
    open: () => {
      for (const record of journal.live()) {
        const wasUnderWay = record.status === 'running' || record.status === 'queued';
        if (wasUnderWay) journal.save({ ...record, status: 'paused' });
      }
      list.showAll(ENDED_SHOWN);
    },
    /** All lines are dead after a sleep; after a change of the network only the waiting is over. */
    interrupt: (isAwake: boolean) => {
      for (const run of workers.runs()) {
        if (isAwake) run.interrupt();
        else run.gate.wake();
      }
    },
    close: workers.close,
  };
}

function queueCommands(options: WorkerOptions, list: List, workers: Workers) {
  const { journal, clock } = options.world;
  const save = (record: TransferRecord) => {
    journal.save(record);
    list.show(record.id);
  };
  return {
    find: (id: string) => find(options, id),
    add: (record: TransferRecord) => {
      journal.add(record);
      list.show(record.id);
      workers.pump();
    },
    pause: async (id: string) => {
      await workers.stop(id);
      const record = find(options, id);
      if (record.status === 'queued') save({ ...record, status: 'paused' });
    },
    /** Goes on, or begins with what has to be done anew. One that waits for its next try does not wait longer. */
    enqueue: (id: string, change: Partial<TransferRecord> = {}) => {
      const record = find(options, id);
      if (isOver(record)) throw new AppError('TRANSFER_NOT_FOUND', 'This transfer has ended. Begin a new one.');
      const run = workers.runOf(id);
      run?.gate.wake();
      if (run !== undefined || workers.isActive(id)) return;
      const next: TransferRecord = { ...record, ...change, status: 'queued', problem: undefined, remedies: undefined };
      if (next.build_id === undefined) journal.setParts(next, []);
      save(next);
      workers.pump();
    },
    cancel: async (id: string): Promise<TransferRecord> => {
      await workers.stop(id);
      const record = find(options, id);
      if (!isOver(record)) save({ ...record, status: 'cancelled', ended_at: clock.now() });
      workers.pump();
      return record;
    },
  };
}

function createList({ world: { journal } }: WorkerOptions, runOf: ReturnType<typeof createWorkers>['runOf']) {
  const source = listSource<TransferView>();
  const put = (record: TransferRecord) => {
    const run = runOf(record.id);
    source.set({
      ...viewOf(run?.record() ?? record, run?.parts() ?? journal.parts(record.id), run),
      ...(isOver(record) ? {} : { position: journal.position(record.id) }),
    });
  };
  return {
    source,
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
