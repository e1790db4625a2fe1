// Room that is kept for what may not be lost: given up in pieces, and made again with the next start.
import { rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { openDataFolder } from '../../../../embedded-server/platform/storage/data-folder.ts';
import { releaseReservedSpace } from '../../../../embedded-server/platform/storage/reserved-space.ts';
import { makeTempFolder } from '../../../support/temp-folder.ts';

const MiB = 1_048_576;

it('is there after a start, is given piece by piece until nothing is left, and is whole after the next start', async () => {
  const root = path.join(await makeTempFolder(), 'data');
  const spare = path.join(root, 'spare');
  const first = await openDataFolder(root);
  const sizes: number[] = [(await stat(spare)).size];
  while (releaseReservedSpace(spare)) sizes.push((await stat(spare)).size);
  expect(sizes).toEqual([8, 7, 6, 5, 4, 3, 2, 1, 0].map((pieces) => (pieces * MiB) / 8));
  await first.close();
  const second = await openDataFolder(root);
  expect((await stat(spare)).size).toBe(MiB);
  await rm(spare);
  expect(releaseReservedSpace(spare)).toBe(false);
  await second.close();
});
