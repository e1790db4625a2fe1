// The room that a build needs on this machine is looked for before a byte is packed, on a real small disk.
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { canMount, runOnSmallDisk } from '../../../support/small-disk.ts';
import { makeTempFolder } from '../../../support/temp-folder.ts';

it.skipIf(!canMount)('refuses what has room for its archive alone, and packs what has room for both', async () => {
  const folder = await makeTempFolder('room');
  const [disk, source] = [path.join(folder, 'disk'), path.join(folder, 'build')];
  await mkdir(disk);
  const { code, stdout, stderr } = await runOnSmallDisk(disk, '16m', 'pack-on-small-disk.ts', source);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  const said = JSON.parse(stdout) as { code: string; message: string };
  expect(said).toMatchObject({ code: 'PACK_DISK_FULL', left: [], bytes: 6_000_000 });
  expect(said.message).toMatch(
    /^This build needs 20 MB on the disk with .*data: its archive, the same unpacked, and a tenth to spare\. 17 MB are free\. Nothing was packed\./,
  );
});
