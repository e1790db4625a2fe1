// The thread that runs the local service: its start until it answers, its end in good order, and what it says of itself.
import { Worker } from 'node:worker_threads';
import { holdsData } from '../../../embedded-server/index.ts';
import { AppError } from '../../../src-shared/errors/app-error.ts';
import { reviveError } from '../../../src-shared/errors/revive-error.ts';
import { systemReason } from '../../../src-shared/errors/system-reason.ts';
import { createFileAdopter } from './adopt-file.ts';
import type { FromWorker, ToWorker, WorkerData, WorkerStart } from './worker-messages.ts';

/** The room for short-lived objects, as `npm run slipway` has it. Left to itself it only grows while much is received. */
const YOUNG_MB = 6;
/** How long a stop may take before the thread is ended: longer than servers get to end. */
const STOP_MS = 15_000;

export type ThreadEvents = {
  onLines(lines: string[]): void;
  /** It ended although nobody stopped it. One that was not ready yet says so where it was to start as well. */
  onLost(problem: AppError, wasReady: boolean): void;
  /** The data folder is not there any more. The thread is stopped. */
  onFolderGone(): void;
};

export function createServiceThread(workerFile: URL, events: ThreadEvents) {
  let worker: Worker | undefined;
  let ending = Promise.resolve();
  const stop = (): Promise<void> => {
    if (worker !== undefined) ending = stopWorker(worker);
    worker = undefined;
    return ending;
  };
  // One that was stopped, or said itself why it cannot start, is not the present one when it ends.
  const ofPresent = (started: Worker): ThreadEvents => ({
    onLines: events.onLines,
    onLost: (problem, wasReady) => {
      if (worker !== started) return;
      worker = undefined;
      events.onLost(problem, wasReady);
    },
    onFolderGone: () => {
      if (worker !== started) return;
      void stop();
      events.onFolderGone();
    },
  });
  return {
    /**
     * What a lost one hosted runs on without it. Where no start follows at once, that is ended here; what comes next waits for it, as
     * two would fight over the folder. What does not succeed is written to its log, and left to the next start.
     */
    endServers: (options: WorkerStart): void => {
      ending = endLeft(workerFile, options, events.onLines);
    },
    start: async (options: WorkerStart) => {
      const started = open(workerFile, options);
      worker = started;
      const whyLost = follow(started, ofPresent(started));
      try {
        return { ...(await whenReady(started, whyLost)), fileAdopter: createFileAdopter(started) };
      } catch (thrown) {
        if (worker === started) worker = undefined;
        await started.terminate();
        throw thrown;
      }
    },
    stop,
  };
}

function open(workerFile: URL, workerData: WorkerData): Worker {
  return new Worker(workerFile, { workerData, resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB } });
}

async function endLeft(workerFile: URL, options: WorkerStart, onLines: ThreadEvents['onLines']): Promise<void> {
  if (!(await holdsData(options.dataFolder))) return;
  const started = open(workerFile, { ...options, onlyEndServers: true });
  follow(started, { onLines, onLost: () => undefined, onFolderGone: () => undefined });
  await new Promise((resolve) => started.once('exit', resolve));
}

/** Tells what the thread says and how it ends. Answers with what it was lost. */
function follow(worker: Worker, { onLines, onLost, onFolderGone }: ThreadEvents): () => AppError {
  let thrownLast: unknown;
  let isReady = false;
  const whyLost = () => {
    if (thrownLast === undefined) return new AppError('SERVICE_STOPPED');
    const reason = thrownLast instanceof Error ? systemReason(thrownLast) : JSON.stringify(thrownLast);
    return new AppError('SERVICE_STOPPED', 'instance.service-stopped', { why: reason }, { cause: thrownLast });
  };
  worker.once('exit', () => onLost(whyLost(), isReady));
  worker.on('message', (message: FromWorker) => {
    if (message.t === 'log') onLines(message.entries.map(formatEntry));
    else if (message.t === 'gone') onFolderGone();
    else if (message.t === 'ready') isReady = true;
  });
  worker.on('error', (thrown) => {
    thrownLast = thrown;
    onLines([`error ${describe(thrown)}`]);
  });
  return whyLost;
}

type Ready = Omit<Extract<FromWorker, { t: 'ready' }>, 't'>;

function whenReady(worker: Worker, whyLost: () => AppError): Promise<Ready> {
  return new Promise((resolve, reject) => {
    worker.on('message', (message: FromWorker) => {
      if (message.t === 'ready') resolve(message);
      // Not simply else: Node's own --watch posts messages of another kind here.
      else if (message.t === 'failed') reject(reviveError(message.error));
    });
    worker.once('exit', () => reject(whyLost()));
  });
}

/** Ends the service in good order; a thread that does not follow is ended anyway. */
async function stopWorker(worker: Worker): Promise<void> {
  const ended = new Promise((resolve) => worker.once('exit', resolve));
  worker.postMessage({ t: 'stop' } satisfies ToWorker);
  const force = setTimeout(() => void worker.terminate(), STOP_MS);
  await ended;
  clearTimeout(force);
}

function describe(thrown: unknown): string {
  return thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown);
}

function formatEntry({ time, level, message, ...facts }: Record<string, unknown>): string {
  const rest = Object.entries(facts)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => ` ${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`);
  return `${String(time).slice(11, 23)} ${String(level).padEnd(5)} ${String(message)}${rest.join('')}`;
}
