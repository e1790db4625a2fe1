// Hands files to the service in the thread beside: it takes them as they lie on the disk, and nothing goes through a socket.
import type { Worker } from 'node:worker_threads';
import { AppError } from '../../../src-shared/errors/app-error.ts';
import { reviveError } from '../../../src-shared/errors/revive-error.ts';
import type { FileOrder, FromWorker, ToWorker } from './worker-messages.ts';

export type { FileOrder } from './worker-messages.ts';

/** Resolves when the service has stored, checked and recorded all of it. `onBytes` hears how far it is. */
export type FileAdopter = (order: FileOrder, signal: AbortSignal, onBytes: (bytes: number) => void) => Promise<void>;

type Waiting = { resolve(): void; reject(thrown: unknown): void; onBytes(bytes: number): void };

export function createFileAdopter(worker: Worker): FileAdopter {
  const waiting = new Map<number, Waiting>();
  let lastId = 0;
  const tell = (message: ToWorker) => worker.postMessage(message);
  worker.on('message', (message: FromWorker) => {
    if (message.t === 'taking') waiting.get(message.id)?.onBytes(message.bytes);
    else if (message.t === 'taken') waiting.get(message.id)?.resolve();
    else if (message.t === 'refused') waiting.get(message.id)?.reject(reviveError(message.error));
  });
  worker.once('exit', () => {
    for (const { reject } of waiting.values()) reject(new AppError('INSTANCE_UNREACHABLE', 'instance.local-stopped'));
  });
  return async (order, signal, onBytes) => {
    signal.throwIfAborted();
    lastId += 1;
    const id = lastId;
    const cancel = () => tell({ t: 'cancel', id });
    signal.addEventListener('abort', cancel, { once: true });
    try {
      await new Promise<void>((resolve, reject) => {
        waiting.set(id, { resolve, reject, onBytes });
        tell({ t: 'take', id, ...order });
      });
    } finally {
      waiting.delete(id);
      signal.removeEventListener('abort', cancel);
    }
  };
}
