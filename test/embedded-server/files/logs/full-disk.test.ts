// The disk becomes full while a server writes, for real: the server is not held up, one note says so, and another what is missing.
import { expect, it } from 'vitest';
import { canMount, runOnSmallDisk } from '../../../support/small-disk.ts';
import { makeTempFolder } from '../../../support/temp-folder.ts';

it.skipIf(!canMount)('stops with one note, counts what is lost, and goes on when there is room', async () => {
  const { stdout, stderr, code } = await runOnSmallDisk(
    await makeTempFolder(),
    '8m',
    '../embedded-server/files/logs/full-disk-scenario.ts',
  );
  expect(stderr).toBe('');
  expect(code).toBe(0);
  const result = JSON.parse(stdout) as {
    problems: string[];
    given: number;
    keptBefore: number;
    texts: string[];
    numbers: number[];
    heapGrowth: number;
    whole: boolean;
  };
  expect(result.problems).toEqual([expect.stringContaining('The disk is full.')]);
  expect(result.keptBefore).toBeGreaterThan(1_000);
  const missing = result.texts.filter((text) => text.includes('are missing here: the disk was full'));
  expect(missing).toHaveLength(1);
  const lost = Number(/^([\d,]+) line/.exec(missing[0] ?? '')?.[1]?.replaceAll(',', ''));
  const ours = result.texts.filter(
    (text) => text.startsWith('The disk is full') || text.includes('missing here'),
  ).length;
  expect(result.numbers.at(-1)).toBe(result.given - lost + ours);
  expect(result.texts.at(-1)).toBe('there is room again');
  expect(result.whole).toBe(true);
  expect(result.heapGrowth).toBeLessThan(60 * 1_048_576);
});
