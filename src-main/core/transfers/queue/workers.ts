// Works on the transfers of the queue: so many at once for each instance, in order, one process at a time on each.
import { AppError, asAppError } from '../../../../src-shared/errors/app-error.ts';
import { stoppedBy } from '../engine/passing-failures.ts';
import { createReporter } from '../engine/progress.ts';
import { lockTransfer } from '../engine/transfer-lock.ts';
import type { Run, TransferDependencies } from '../engine/transfer-run.ts';
import { startUpload } from '../engine/uploader.ts';
import { inState, type TransferFacts, type TransferRecord } from '../journal/transfer-record.ts';

export type WorkerOptions = {
  dependencies: TransferDependencies;
  /** Where the claims are. */
  folder: string;
  perInstance?: number | undefined;
  /** What is known better before one begins or goes on: whether its source changed, say. */
  refresh(record: TransferRecord): Promise<Partial<TransferFacts>>;
  onUnexpected(error: AppError): void;
  /** Called when the work on one ended, however that was. */
  onWorked?(): void;
};

const PER_INSTANCE = 2;
const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 60_000;

type Active = { readonly target: string; readonly controller: AbortController; ended: Promise<void> };

type RunEvents = { show(): void; begun(run: Run): void };

/** The transfers that are worked on now. Made before whoever works on them, as others look at them too. */
export type ActiveRuns = ReturnType<typeof createActiveRuns>;

export function createActiveRuns() {
  const runs = new Map<string, Run>();
  return {
    of: (id: string): Run | undefined => runs.get(id),
    all: (): Run[] => [...runs.values()],
    add: (id: string, run: Run): void => void runs.set(id, run),
    remove: (id: string): void => void runs.delete(id),
  };
}

export function createWorkers(options: WorkerOptions, runs: ActiveRuns, show: (id: string) => void) {
  const { journal } = options.dependencies;
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
      await work(options, record, own, { show: () => show(record.id), begun: (run) => runs.add(record.id, run) });
    } catch (thrown) {
      options.onUnexpected(asAppError(thrown));
      await setAside(options, record.id, asAppError(thrown), own.controller.signal);
    }
    active.delete(record.id);
    runs.remove(record.id);
    show(record.id);
    if (!isClosed) options.onWorked?.();
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
    close: async () => {
      isClosed = true;
      await Promise.all([...active.keys()].map(stop));
    },
  };
}

/**
 * One that cannot be worked on, as its claim or the journal is not to be written, stands as stopped: begun again at once it would fail as it
 * did. Its place stays taken until the journal has it so.
 */
async function setAside(
  { dependencies }: WorkerOptions,
  id: string,
  error: AppError,
  signal: AbortSignal,
): Promise<void> {
  const { journal, clock } = dependencies;
  for (let wait = FIRST_WAIT_MS; ; wait = Math.min(wait * 2, LONGEST_WAIT_MS)) {
    try {
      const record = journal.get(id);
      if (record?.status !== 'queued' && record?.status !== 'running') return;
      const paused = { by: 'end', at: clock.now() } as const;
      journal.save(inState(record, signal.aborted ? { status: 'paused', paused } : stoppedBy(error)));
      return;
    } catch {
      if (signal.aborted) return;
      await clock.sleep(wait, signal).catch(() => undefined);
    }
  }
}

async function work(options: WorkerOptions, record: TransferRecord, own: Active, events: RunEvents): Promise<void> {
  const { dependencies, folder, refresh } = options;
  const release = await lockTransfer(folder, record.id);
  if (release === undefined) {
    const problem = new AppError('TRANSFER_BUSY').toBody();
    const at = dependencies.clock.now();
    dependencies.journal.save(inState(record, { status: 'paused', paused: { by: 'other_process', at, problem } }));
    return;
  }
  const reporter = createReporter(dependencies.clock, events.show);
  try {
    const known = { ...record, ...(await refresh(record)) };
    const upload = startUpload(dependencies, known, { signal: own.controller.signal, onChange: reporter.touch });
    events.begun(upload.run);
    await upload.ended;
  } finally {
    reporter.close();
    await release();
  }
}
