// Starting and stopping leaves nothing behind. The bench does the same a thousand times.
import { expect, test } from 'vitest';
import { startAndStop } from './support/start-stop.ts';

test('25 starts and stops leave no process, port, handle, control group or folder', async () => {
  const { before, after } = await startAndStop(25);
  expect(before).toMatchObject({ processes: 0, ports: 0, groups: 0 });
  expect(after).toEqual(before);
});
