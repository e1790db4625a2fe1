// Packing onto a disk that is full, for real: it is said before anything is begun, and nothing is left of what broke off.
import { expect, it } from 'vitest';
import { canMount, runOnSmallDisk } from '../../../support/small-disk.ts';
import { makeTempFolder } from '../../../support/temp-folder.ts';

it.skipIf(!canMount)(
  'a pack that has no room is refused beforehand with the figures, and one whose room goes meanwhile leaves nothing behind',
  async () => {
    const disk = await makeTempFolder('disk');
    const { stdout, stderr } = await runOnSmallDisk(disk, '340m', 'pack-on-small-disk.ts');
    expect(stderr).toBe('');
    const { unpackedThere, filled, full, withRoom } = JSON.parse(stdout);
    expect(unpackedThere).toMatchObject({ code: 'PACK_DISK_FULL', left: 'no folder' });
    expect(unpackedThere.message).toBe(
      `This build, with its files unpacked for the servers and a tenth to spare, takes up to 692.1 MB in ${disk}/data, and 356.5 MB are free there. Nothing was begun. Free 335.5 MB on that disk, or leave more of the folder out with .slipwayignore, and try again.`,
    );
    expect(filled).toEqual({
      code: 'PACK_DISK_FULL',
      message: `The disk with ${disk}/packs is full. The pack was deleted. Free some space and pack again.`,
      metadata: { folder: `${disk}/packs` },
      left: [],
    });
    expect(full).toMatchObject({
      code: 'PACK_DISK_FULL',
      left: [],
      message: expect.stringContaining('289.4 MB are free'),
    });
    expect(full.metadata.free).toBeLessThan(full.metadata.needed);
    expect(withRoom.left).toHaveLength(3);
    expect(withRoom).toMatchObject({ bytes: 300 * 1_048_576 + 1_536 });
  },
);
