// A disk that is full or read-only, for real where the machine lets a process mount one.
import { chmod, mkdir } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { startServer } from '../../../../embedded-server/index.ts';
import { explainDataError } from '../../../../embedded-server/platform/storage/data-errors.ts';
import { canMount, serveOnSmallDisk } from '../../../support/small-disk.ts';
import { makeTempFolder } from '../../../support/temp-folder.ts';

/** Without mounts of its own, a process meets the same errors only as the system would have thrown them. */
function asThrown(code: string): unknown {
  return explainDataError('/data', Object.assign(new Error(code), { code }));
}

it('says that the disk is full, and leaves nothing half-written', async () => {
  if (!canMount) {
    expect(asThrown('ENOSPC')).toMatchObject({ code: 'DATA_FOLDER_FULL' });
    return;
  }
  const fill = 'mkdir data && dd if=/dev/zero of=filler bs=1k count=1000 2>/dev/null';
  const { code, stdout, stderr } = await serveOnSmallDisk(await makeTempFolder(), fill);
  expect(stdout).toBe('');
  expect(stderr).toMatch(/^The disk with \S+ is full \((?:ENOSPC|SQLITE_\w+)\)\. Nothing was changed\./m);
  expect(code).toBe(1);
});

it('says that the disk became full under an existing folder', async () => {
  if (!canMount) return;
  const slipway = `"$1" "$2" serve --data data --port 0 --json 2>/dev/null & p=$!; sleep 1; kill $p; wait $p`;
  const fill = `(${slipway}) >/dev/null; dd if=/dev/zero of=filler bs=1k count=1000 2>/dev/null; touch data/running.json`;
  const { code, stderr } = await serveOnSmallDisk(await makeTempFolder(), fill);
  expect(stderr).toMatch(/^The disk with \S+ is full \((?:ENOSPC|SQLITE_\w+)\)\. Nothing was changed\./m);
  expect(code).toBe(1);
});

it('says that it may not write', async () => {
  if (process.getuid?.() === 0 && canMount) {
    const { code, stderr } = await serveOnSmallDisk(await makeTempFolder(), 'mount -o remount,ro "$0"');
    expect(stderr).toMatch(/^Slipway may not write to \S+ \((?:EROFS|SQLITE_\w+)\)\. Nothing was changed\./m);
    expect(code).toBe(1);
    return;
  }
  const folder = path.join(await makeTempFolder(), 'closed');
  await mkdir(folder, { mode: 0o500 });
  const start = startServer({ dataFolder: path.join(folder, 'data'), port: 0, onLog: () => {} });
  await expect(start).rejects.toMatchObject({ code: 'DATA_FOLDER_UNWRITABLE' });
  await chmod(folder, 0o700);
});

/** As SQLite throws it: with its own number, whose last byte is the kind. */
const sqlite = (errcode: number) => Object.assign(new Error('disk I/O error'), { code: 'ERR_SQLITE_ERROR', errcode });
const thrownByDisk: [what: string, thrown: Error, code: string][] = [
  ['a read of the records', sqlite(266), 'SQLITE_IOERR'],
  ['a sync of the records', sqlite(1034), 'SQLITE_IOERR'],
  ['a file beside them', Object.assign(new Error('EIO: i/o error'), { code: 'EIO' }), 'EIO'],
];

it.each(thrownByDisk)('says that the disk failed at %s, not that it is full', async (_what, thrown, code) => {
  const folder = path.join(await makeTempFolder(), 'data');
  const error = explainDataError(folder, thrown);
  expect(error).toMatchObject({ code: 'DATA_FOLDER_DISK_FAILED', cause: thrown });
  expect(error).toMatchObject({
    message: expect.stringContaining(`failed to read or write (${code}). Check the disk`),
  });
});
