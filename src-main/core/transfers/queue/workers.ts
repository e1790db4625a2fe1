// Works on the transfers of the queue: so many at once for each instance, in order, one process at a time on each.
import { AppError, asAppError } from '../../../../src-shared/errors/app-error.ts';
import { createReporter } from '../engine/progress.ts';
import { claim } from '../engine/transfer-lock.ts';
import type { Run, TransferDependencies } from '../engine/transfer-run.ts';
import { startUpload, type Upload } from '../engine/uploader.ts';
import type { TransferRecord } from '../journal/model.ts';

export type WorkerOptions = {
  world: TransferDependencies;
  /** Where the claims are. */
  folder: string;
  perInstance?: number | undefined;
  /** What is known better before one begins or goes on: whether its source changed, say. */
  refresh(record: TransferRecord): Promise<Partial<TransferRecord>>;
  onUnexpected(error: AppError): void;
};

const PER_INSTANCE = 2;

type Active = { readonly target: string; readonly controller: AbortController; ended: Promise<void>; upload?: Upload };

export function createWorkers(options: WorkerOptions, show: (id: string) => void) {
  const { journal } = options.world;
  const active = new Map<string, Active>();
  let isClosed = false;
  const hasRoom = (target: string) => {
    const busy = [...active.values()].filter((own) => own.target === target).length;
    return busy < (options.perInstance ?? PER_INSTANCE);
  };
  const pump = () => {
    if (isClosed) return;
    for (const record of journal.live()) {
      const isNext = record.status === 'queued' && !active.has(record.id) && hasRoom(record.target);
      if (isNext) begin(record);
    }
  };
  const begin = (record: TransferRecord) => {
    const own: Active = { target: record.target, controller: new AbortController(), ended: Promise.resolve() };
    active.set(record.id, own);
    own.ended = take(record, own);
  };
  const take = async (record: TransferRecord, own: Active) => {
    try {
      await work(options, record, own, () => show(record.id));
    } catch (thrown) {
      options.onUnexpected(asAppError(thrown));
    }
    active.delete(record.id);
    show(record.id);
    pump();
  };
  /** Ends the work on one, which leaves it paused. */
  const stop = async (id: string) => {
    const own = active.get(id);
    own?.controller.abort(new AppError('CANCELLED'));
    await own?.ended;
  };
  return {
    pump,
    stop,
    /** Resolves when nobody works on it any more, however that ends. */
    settled: async (id: string) => await active.get(id)?.ended,
    isActive: (id: string) => active.has(id),
    runOf: (id: string): Run | undefined => active.get(id)?.upload?.run,
    runs: (): Run[] => [...active.values()].flatMap(({ upload }) => (upload === undefined ? [] : [upload.run])),
    close: async () => {
      isClosed = true;
      await Promise.all([...active.keys()].map(stop));
    },
  };
}

async function work(options: WorkerOptions, record: TransferRecord, own: Active, show: () => void): Promise<void> {
  const { world, folder, refresh } = options;
  const letGo = await claim(folder, record.id);
  if (letGo === undefined) {
    const problem = new AppError('TRANSFER_BUSY').toBody();
    world.journal.save({ ...record, status: 'paused', problem, remedies: ['retry'] });
    return;
  }
  const reporter = createReporter(world.clock, show);
  try {
    const known = { ...record, ...(await refresh(record)) };
    own.upload = startUpload(world, known, { signal: own.controller.signal, onChange: reporter.touch });
    await own.upload.ended;
  } finally {
    reporter.close();
    await letGo();
  }
}
