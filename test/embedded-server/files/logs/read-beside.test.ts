// A log is read in another thread at the same time as it is written, rotated and dropped from.
import { once } from 'node:events';
import path from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { expect, it } from 'vitest';
import { createLogStore } from '../../../../embedded-server/files/logs/log-store.ts';
import { makeTempFolder } from '../../../support/temp-folder.ts';

const LAST = 60_000;

it('never shows a reader in another thread a torn or misnumbered line', async () => {
  const folder = await makeTempFolder('logs');
  const store = createLogStore({ folder, capBytes: 512 * 1024, segmentBytes: 32 * 1024 });
  const writer = store.openLog('server');
  const script = path.join(import.meta.dirname, 'read-beside.ts');
  const thread = new Worker(script, { workerData: { folder, last: LAST } });
  const message = once(thread, 'message');
  for (let number = 1; number <= LAST; number += 1) {
    await writer.write('std_out', Buffer.from(`line ${number} ${'x'.repeat(number % 90)}\n`));
    if (number % 50 === 0) await nextTurn();
  }
  await writer.end();
  const [{ wrong, reads }] = (await message) as [{ wrong: string[]; reads: number }];
  expect(wrong).toEqual([]);
  expect(reads).toBeGreaterThan(10);
  await once(thread, 'exit');
});
