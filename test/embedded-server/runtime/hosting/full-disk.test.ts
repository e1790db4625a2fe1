// Hosting on a disk that is full, for real: what cannot start says so, what runs runs on, and with space all is well again.
import { expect, test, vi } from 'vitest';
import { canMount, runOnSmallDisk } from '../../../support/small-disk.ts';
import { makeTempFolder } from '../../../support/temp-folder.ts';

// Services in processes of their own, on a small disk.
vi.setConfig({ testTimeout: 60_000 });

test.skipIf(!canMount)(
  'a build that finds no room to be unpacked fails in words; a server that fills the disk ends alone, or is ended',
  async () => {
    const { stdout, stderr } = await runOnSmallDisk(await makeTempFolder(), '96m', 'hosting-on-small-disk.ts');
    expect(stderr).not.toMatch(/Error/);
    expect(JSON.parse(stdout)).toEqual({
      noRoom: ['failed', expect.stringMatching(/disk.*full/i)],
      withRoom: 'running',
      fills: ['crashed', expect.stringMatching(/disk is full|write less/)],
      endedByUs: ['crashed', 'limit', expect.stringContaining('It filled the disk')],
      health: 200,
      still: 'running',
    });
  },
);

test.skipIf(!canMount)(
  'a kept server that a person stops while the disk is full stays stopped, although the service is killed right after',
  async () => {
    const { stdout, stderr } = await runOnSmallDisk(await makeTempFolder(), '64m', 'stop-on-small-disk.ts');
    expect(stderr).not.toMatch(/Error/);
    const result = JSON.parse(stdout);
    expect(result).toMatchObject({ refused: expect.arrayContaining([507]), stopped: 200 });
    expect(result.found).toEqual([{ state: 'stopped', by: 'you', kept: true }]);
  },
);
