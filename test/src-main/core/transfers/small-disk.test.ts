// Drops on Local where the disk is small, for real: room is asked for before anything is packed, for the archive and for the files
// that servers run from.
import { expect, it } from 'vitest';
import { messageOf } from '../../../../src-shared/text/message.ts';
import { leftInEnglish } from '../../../support/in-german.ts';
import { canMount, runOnSmallDisk } from '../../../support/small-disk.ts';
import { makeTempFolder } from '../../../support/temp-folder.ts';

it.skipIf(!canMount)(
  'a build that Local could keep but not unpack is refused with the figures before it is packed',
  { timeout: 90_000 },
  async () => {
    const disk = await makeTempFolder('disk');
    const { stdout, stderr } = await runOnSmallDisk(disk, '96m', 'drop-on-small-disk.ts');
    expect(stderr).toBe('');
    const { large, largeZip, largeGzip, small, smallZip, smallGzip } = JSON.parse(stdout);
    expect(large).toMatchObject({ status: 'failed', problem: { code: 'PACK_DISK_FULL' }, packs: [] });
    expect(large.problem.message).toMatch(
      /^This build, with its files unpacked for the servers and a tenth to spare, takes up to 138\.4 MB in .+local, and \d+\.\d MB are free there\. Nothing was begun\. Free \d+\.\d MB on that disk, or /,
    );
    for (const archive of [largeZip, largeGzip]) {
      expect(archive).toMatchObject({ status: 'failed', problem: { code: 'PACK_DISK_FULL' } });
      const { message } = archive.problem;
      expect(message).toMatch(
        /^This build, with its files unpacked for the servers and a tenth to spare, takes 10\d\.\d MB or more in .+local, and \d+\.\d MB are free there\. Nothing was begun\. Free \d+\.\d MB on that disk, or make the build smaller/,
      );
      expect(leftInEnglish(messageOf(archive.problem))).toEqual([]);
    }
    expect([smallZip.status, smallGzip.status]).toEqual(['done', 'done']);
    expect(leftInEnglish(messageOf(large.problem))).toEqual([]);
    expect(small).toMatchObject({ status: 'done', packs: { length: 3 } });
  },
);
