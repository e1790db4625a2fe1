// A thread for the tests of threads.
import { setTimeout as delay } from 'node:timers/promises';
import { threadId } from 'node:worker_threads';
import { sendEvent, serveThread } from '../../../../embedded-server/platform/threads/serve-thread.ts';
import { AppError } from '../../../../src-shared/errors/app-error.ts';

export type SampleCalls = {
  add: { input: [number, number]; output: number };
  wait: { input: undefined; output: undefined };
  refuse: { input: undefined; output: undefined };
  fail: { input: undefined; output: undefined };
  die: { input: undefined; output: undefined };
  'die later': { input: undefined; output: undefined };
  /** Which thread of the process it is. */
  number: { input: undefined; output: number };
};

serveThread<SampleCalls>({
  number: () => threadId,
  add: ([one, other]) => one + other,
  wait: async (_, signal) => {
    await delay(60_000, undefined, { signal }).catch(() => sendEvent('gave up'));
    return undefined;
  },
  refuse: () => {
    throw new AppError('STORAGE_FULL', { text: 'No room for this.' }, { metadata: { missing: 7 } });
  },
  fail: () => {
    throw new TypeError('a secret path');
  },
  'die later': () => {
    setTimeout(() => {
      throw new Error('the thread broke while nobody used it');
    }, 50);
    return undefined;
  },
  die: () => {
    setImmediate(() => {
      throw new Error('the thread broke');
    });
    return delay(60_000).then(() => undefined);
  },
});
