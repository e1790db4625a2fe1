// Opens a thread when it is first needed, calls it, and says so when it is lost; the next call opens a new one.
import { Worker } from 'node:worker_threads';
import { AppError } from '../../../src-shared/errors/app-error.ts';
import { reviveError } from '../../../src-shared/errors/revive-error.ts';
import { keepIdle, takeIdle } from './idle-threads.ts';
import type { FromThread, ThreadCalls, ToThread } from './messages.ts';

export type ThreadOptions<Event> = {
  script: URL;
  name: string;
  /** What the thread finds as its workerData. */
  data?: unknown;
  /** It holds nothing between calls: once closed, it may serve whoever opens the same script next. */
  isShared?: boolean;
  onEvent?: (event: Event) => void;
  /** Called when the thread ends and nobody closed it. Calls under way are refused with what happened. */
  onLost?: (thrown: unknown) => void;
};

export type Thread<Calls extends ThreadCalls> = {
  /** An aborted call is refused with the signal's reason; the thread is told to give up. */
  call<Name extends keyof Calls & string>(
    name: Name,
    input: Calls[Name]['input'],
    signal?: AbortSignal,
  ): Promise<Calls[Name]['output']>;
  /** Ends the thread whatever it does. */
  close(): Promise<void>;
};

export type OpenedThread<Calls extends ThreadCalls> = Thread<Calls> & {
  /** Opens it before the first call, which then does not wait for what it loads. */
  begin(): void;
};

type Pending = { resolve: (output: unknown) => void; reject: (thrown: unknown) => void };
type Life = {
  worker: Worker;
  pending: Map<number, Pending>;
  isClosed: boolean;
  /** It may still work on what nobody waits for. */
  wasCancelled: boolean;
  /** Leaves it to others. */
  release(): void;
};

/** Of all threads of this process, as one may serve several openers in turn. */
let lastId = 0;

export function openThread<Calls extends ThreadCalls, Event = never>(
  options: ThreadOptions<Event>,
): OpenedThread<Calls> {
  let life: Life | undefined;
  let isClosed = false;
  const forget = (lost: Life) => {
    if (life === lost) life = undefined;
  };
  return {
    call: async (name, input, signal) => {
      if (isClosed) throw new Error(`The ${options.name} thread is closed`);
      signal?.throwIfAborted();
      life ??= startLife(options, forget);
      lastId += 1;
      return await ask(life, { t: 'call', id: lastId, name, input }, signal);
    },
    begin: () => {
      if (!isClosed) life ??= startLife(options, forget);
    },
    close: async () => {
      isClosed = true;
      const last = life;
      life = undefined;
      if (last === undefined) return;
      last.isClosed = true;
      const isFree = options.isShared === true && last.pending.size === 0 && !last.wasCancelled;
      if (!isFree) {
        await last.worker.terminate();
        return;
      }
      last.release();
      await keepIdle(options.script, last.worker);
    },
  };
}

/** The room for short-lived objects: left to itself it grows to 128 MiB while a thread is busy, and never shrinks. */
const resourceLimits = { maxYoungGenerationSizeMb: 6 };

function startLife<Event>(options: ThreadOptions<Event>, onEnd: (life: Life) => void): Life {
  const { name, onEvent, onLost } = options;
  const worker = (options.isShared === true ? takeIdle(options.script) : undefined) ?? startWorker(options);
  let thrownLast: unknown;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the thread sends the events it is typed with
  const tell = (event: unknown) => onEvent?.(event as Event);
  const onMessage = (message: FromThread) => receive(life.pending, message, tell);
  const onError = (thrown: unknown) => {
    thrownLast = thrown;
  };
  const onExit = (code: number) => {
    onEnd(life);
    const cause = thrownLast ?? new Error(`The ${name} thread ended with code ${code}`);
    const reason = lostError(name, cause);
    for (const { reject } of life.pending.values()) reject(reason);
    life.pending.clear();
    if (!life.isClosed) onLost?.(cause);
  };
  worker.on('message', onMessage).on('error', onError).on('exit', onExit);
  const life: Life = {
    worker,
    pending: new Map(),
    isClosed: false,
    wasCancelled: false,
    release: () => void worker.off('message', onMessage).off('error', onError).off('exit', onExit),
  };
  return life;
}

function startWorker({ script, name, data }: ThreadOptions<never>): Worker {
  const worker = new Worker(script, { name, workerData: data, resourceLimits });
  worker.unref();
  return worker;
}

/** What was under way counts for nothing; the next call finds a new thread. */
function lostError(name: string, cause: unknown): AppError {
  return new AppError(
    'ERROR',
    'thread.lost',
    { name },
    {
      cause,
    },
  );
}

function ask<Output>(life: Life, message: ToThread & { t: 'call' }, signal: AbortSignal | undefined): Promise<Output> {
  const { worker, pending } = life;
  return new Promise((resolve, reject) => {
    const giveUp = () => {
      if (!pending.delete(message.id)) return;
      life.wasCancelled = true;
      worker.postMessage({ t: 'cancel', id: message.id } satisfies ToThread);
      reject(signal?.reason);
    };
    const settle =
      <T>(how: (value: T) => void) =>
      (value: T) => {
        signal?.removeEventListener('abort', giveUp);
        how(value);
      };
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the thread answers by the same table of calls
    pending.set(message.id, { resolve: settle((output) => resolve(output as Output)), reject: settle(reject) });
    signal?.addEventListener('abort', giveUp, { once: true });
    worker.postMessage(message);
  });
}

function receive(pending: Map<number, Pending>, message: FromThread, onEvent: (event: unknown) => void): void {
  if (message.t === 'event') {
    onEvent(message.event);
    return;
  }
  const waiting = pending.get(message.id);
  pending.delete(message.id);
  if (message.t === 'reply') waiting?.resolve(message.output);
  else waiting?.reject(revive(message.error, message.detail));
}

/** What was thrown without a code of ours is for the log alone, as everywhere. */
function revive(body: Parameters<typeof reviveError>[0], detail: string): AppError {
  const error = reviveError(body);
  if (error.code === 'ERROR') error.cause = new Error(detail);
  return error;
}
