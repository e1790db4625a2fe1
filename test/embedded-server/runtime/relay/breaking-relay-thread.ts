// The relay thread with a fault in it, for the test of what happens when it is lost.
import { parentPort } from 'node:worker_threads';
import type { ToThread } from '../../../../embedded-server/platform/threads/messages.ts';

void (await import('../../../../embedded-server/runtime/relay/relay-thread.ts'));

parentPort?.on('message', (message: ToThread) => {
  if (message.t !== 'call' || message.name !== 'cut') return;
  if ((message.input as { server_id: string }).server_id !== 'break') return;
  setImmediate(() => {
    throw new Error('a fault of ours');
  });
});
