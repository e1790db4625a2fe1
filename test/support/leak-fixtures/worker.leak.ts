// Leaks a worker thread on purpose.
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';

test('leaves a worker thread running', async () => {
  const worker = new Worker('setInterval(() => {}, 60_000)', { eval: true });
  await once(worker, 'online');
  expect(worker.threadId).toBeGreaterThan(0);
});
