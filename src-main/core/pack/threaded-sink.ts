// A sink in a thread of its own. The thread stays for the next pack: to start one costs as much as to pack tens of megabytes.
import { Worker } from 'node:worker_threads';
import { AppError } from '../../../src-shared/errors/app-error.ts';
import { messageFor } from '../../../src-shared/text/message.ts';
import type { Made, PackSink, SinkOptions } from './pack-sink.ts';
import type { FromSink, ToSink } from './sink-messages.ts';

/** The one that has nothing to do. Packs side by side have each its own, of which one stays. */
let idle: Worker | undefined;

export function openThreadedSink(script: URL, options: SinkOptions): PackSink {
  const worker = idle ?? startWorker(script);
  idle = undefined;
  const waiting: (() => void)[] = [];
  const made = Promise.withResolvers<Made>();
  const closed = Promise.withResolvers<'closed' | 'lost'>();
  made.promise.catch(() => undefined); // heard of by whoever waits
  const hear = (message: FromSink) => {
    if (message.t === 'written') waiting.shift()?.();
    else if (message.t === 'made') made.resolve(message.made);
    else if (message.t === 'closed') closed.resolve('closed');
    else made.reject(Object.assign(new Error(message.message), { code: message.code }));
  };
  let thrownLast: unknown;
  const fail = (thrown: unknown) => {
    thrownLast = thrown;
  };
  const lose = () => {
    made.reject(lostError(thrownLast));
    closed.resolve('lost');
  };
  worker.on('message', hear).on('error', fail).on('exit', lose);
  const say = (message: ToSink) => worker.postMessage(message);
  say({ t: 'open', options });
  return {
    take: async (block) => {
      say({ t: 'take', block });
      await Promise.race([new Promise<void>((resolve) => waiting.push(resolve)), made.promise]);
    },
    end: async () => {
      say({ t: 'end' });
      return await made.promise;
    },
    idle: async () => {
      say({ t: 'close' });
      if ((await closed.promise) === 'lost') return;
      worker.off('message', hear).off('error', fail).off('exit', lose);
      if (idle === undefined) idle = worker;
      else await worker.terminate();
    },
  };
}

function lostError(cause: unknown): AppError {
  const sentence = messageFor('pack.thread-lost');
  return new AppError('ERROR', sentence, { cause: cause ?? new Error('It ended without an error') });
}

function startWorker(script: URL): Worker {
  const worker = new Worker(script, { name: 'pack sink' });
  // Between packs nobody else hears of its end.
  worker
    .on('error', () => undefined)
    .on('exit', () => {
      if (idle === worker) idle = undefined;
    });
  return worker;
}
