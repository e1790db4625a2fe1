// The inner side of a thread: answers calls by a table of handlers, and sends events.
import { parentPort } from 'node:worker_threads';
import { asAppError } from '../../../src-shared/errors/app-error.ts';
import type { FromThread, ThreadCalls, ToThread } from './messages.ts';

export type ThreadHandlers<Calls extends ThreadCalls> = {
  [Name in keyof Calls]: (
    input: Calls[Name]['input'],
    signal: AbortSignal,
  ) => Calls[Name]['output'] | Promise<Calls[Name]['output']>;
};

export function serveThread<Calls extends ThreadCalls>(handlers: ThreadHandlers<Calls>): void {
  const underWay = new Map<number, AbortController>();
  parentPort?.on('message', (message: ToThread) => {
    if (message.t === 'cancel') underWay.get(message.id)?.abort();
    else void answer(handlers, underWay, message);
  });
}

export function sendEvent(event: unknown): void {
  post({ t: 'event', event });
}

async function answer<Calls extends ThreadCalls>(
  handlers: ThreadHandlers<Calls>,
  underWay: Map<number, AbortController>,
  { id, name, input }: ToThread & { t: 'call' },
): Promise<void> {
  const controller = new AbortController();
  underWay.set(id, controller);
  try {
    const output = await handlers[name]?.(input, controller.signal);
    post({ t: 'reply', id, output });
  } catch (thrown) {
    const detail = thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown);
    post({ t: 'error', id, error: asAppError(thrown).toBody(), detail });
  } finally {
    underWay.delete(id);
  }
}

function post(message: FromThread): void {
  parentPort?.postMessage(message);
}
