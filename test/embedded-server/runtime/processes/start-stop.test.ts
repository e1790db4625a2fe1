// Starting and stopping leaves nothing behind. The bench does the same a thousand times.
import { expect, test } from 'vitest';
import { rounds } from '../../../support/soak.ts';
import { startAndStop } from './support/start-stop.ts';

const TIMES = rounds(8, 100);

test(`${TIMES} starts and stops leave no process, port, handle, control group or folder`, {
  timeout: rounds(60_000, 300_000),
}, async () => {
  const { before, after } = await startAndStop(TIMES);
  const { handles, ...others } = after;
  expect(others).toEqual({ processes: 0, ports: 0, groups: 0, folders: before.folders });
  // Those of the whole process: what files before this one left idle may end meanwhile.
  expect(handles).toBeLessThanOrEqual(before.handles);
});
