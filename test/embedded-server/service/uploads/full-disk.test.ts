// The disk becomes full in the middle of an upload, for real: nothing is lost, nothing else breaks, and with space it goes on.
import { expect, it } from 'vitest';
import { canMount, runOnSmallDisk } from '../../../support/small-disk.ts';
import { makeTempFolder } from '../../../support/temp-folder.ts';

it.skipIf(!canMount)('refuses the part, keeps the others, and takes it when there is room', async () => {
  const { stdout, stderr } = await runOnSmallDisk(await makeTempFolder(), '64m', 'small-disk-scenario.ts');
  expect(stderr).not.toMatch(/Error/);
  const result = JSON.parse(stdout) as Record<string, unknown>;
  expect(result).toMatchObject({
    second: [200],
    firstOnFullDisk: [507, 'STORAGE_FULL'],
    receivedOnFullDisk: [false, true],
    reads: [200, 200],
    prepareOnFullDisk: 507,
    again: [507, 'STORAGE_FULL'],
    firstAfterwards: [200],
    state: 'complete',
    uploads: [],
    log: [],
  });
  for (const write of result['writes'] as unknown[]) expect([200, '507 STORAGE_FULL']).toContain(write);
  expect(result['writes']).toContain('507 STORAGE_FULL');
});
