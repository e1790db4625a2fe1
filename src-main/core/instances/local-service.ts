// Starts and stops the local service, keeps the last lines of its log, and tells when it ends by itself.
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { valueSource } from '../../../src-shared/bridge/source.ts';
import { AppError } from '../../../src-shared/errors/app-error.ts';
import { reviveError } from '../../../src-shared/errors/error-body.ts';
import { createHandOver, type HandOver } from './hand-over.ts';
import { endKeptService, keepService, type ServiceCommand } from './kept-service.ts';
import type { FromWorker, ToWorker, WorkerStart } from './worker-messages.ts';

/** How many lines of its log are kept for the window. */
const LOG_LINES = 400;
const LOG_EVERY_MS = 200;
/** The room for short-lived objects, as `npm run slipway` has it. Left to itself it only grows while much is received. */
const YOUNG_MB = 6;
/** How long a stop may take before the thread is ended: longer than servers get to end. */
const STOP_MS = 15_000;

export type LocalReady = {
  url: string;
  port: number;
  token: string;
  notices: string[];
  readyMs: number;
  /** Only where it runs in a thread of the app. */
  handOver?: HandOver;
};
export type LocalService = ReturnType<typeof createLocalService>;

/** With `keep` the service gets a process of its own, which is left running at the end. */
export type LocalStart = WorkerStart & { keep: ServiceCommand | undefined };

export function createLocalService({ workerFile, appFolder }: { workerFile: URL; appFolder: string }) {
  const log = valueSource<string[]>([], { every: LOG_EVERY_MS });
  const write = (...lines: string[]) => log.set([...log.snapshot(), ...lines].slice(-LOG_LINES));
  let worker: Worker | undefined;
  let onEnded: (problem: AppError) => void = () => {};

  const stop = async (): Promise<void> => {
    const running = worker;
    worker = undefined;
    if (running !== undefined) await stopWorker(running);
  };
  return {
    log,
    start: async ({ keep, ...options }: LocalStart): Promise<LocalReady> => {
      await stop();
      const startedAt = performance.now();
      if (keep !== undefined) {
        const kept = await keepService(appFolder, keep, options);
        write(`Local runs in process ${kept.pid} of its own${kept.isJoined ? ', which was left running' : ''}.`);
        return { ...kept, notices: [], readyMs: Math.round(performance.now() - startedAt) };
      }
      await endKeptService(appFolder);
      const resourceLimits = { maxYoungGenerationSizeMb: YOUNG_MB };
      const started = new Worker(workerFile, { workerData: options, resourceLimits });
      worker = started;
      started.once('exit', () => {
        if (worker !== started) return; // it was stopped, or said itself why it can not start
        worker = undefined;
        onEnded(new AppError('SERVICE_STOPPED'));
      });
      try {
        const ready = await whenReady(started, write);
        return {
          ...ready,
          readyMs: Math.round(performance.now() - startedAt),
          handOver: createHandOver(started),
        };
      } catch (thrown) {
        if (worker === started) worker = undefined;
        await started.terminate();
        throw thrown;
      }
    },
    stop,
    /** Called when the service ends although nobody stopped it. */
    whenEnded: (listener: (problem: AppError) => void) => {
      onEnded = listener;
    },
  };
}

type Ready = Omit<LocalReady, 'readyMs' | 'handOver'>;

function whenReady(worker: Worker, write: (...lines: string[]) => void): Promise<Ready> {
  return new Promise((resolve, reject) => {
    worker.on('message', (message: FromWorker) => {
      if (message.t === 'log') write(...message.entries.map(formatEntry));
      else if (message.t === 'ready') resolve(message);
      // Not simply else: Node's own --watch posts messages of another kind here.
      else if (message.t === 'failed') reject(reviveError(message.error));
    });
    worker.on('error', (thrown) =>
      write(`error ${thrown instanceof Error ? (thrown.stack ?? thrown.message) : thrown}`),
    );
    worker.once('exit', () => reject(new AppError('SERVICE_STOPPED')));
  });
}

/** Ends the service in good order; a thread that does not follow is ended anyway. */
async function stopWorker(worker: Worker): Promise<void> {
  const ended = once(worker, 'exit');
  worker.postMessage({ t: 'stop' } satisfies ToWorker);
  const force = setTimeout(() => void worker.terminate(), STOP_MS);
  await ended;
  clearTimeout(force);
}

function formatEntry({ time, level, message, ...facts }: Record<string, unknown>): string {
  const rest = Object.entries(facts)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => ` ${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`);
  return `${String(time).slice(11, 23)} ${String(level).padEnd(5)} ${String(message)}${rest.join('')}`;
}
