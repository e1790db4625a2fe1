// Which server is ended where hardly any room is left on the disk.
import promises, { mkdir, writeFile } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createDiskGuard, type DiskSpace } from '../../../../embedded-server/runtime/watching/disk-guard.ts';
import { makeTempFolder } from '../../../support/temp-folder.ts';
import { until } from '../../../support/until.ts';

const ROOMY: DiskSpace = { bavail: 1_000, blocks: 1_000, bsize: 4096, files: 1_000, ffree: 1_000 };

/** Two servers: one with many files and few bytes, one with a large file. Answers those that were ended after a look. */
async function look(
  change: Partial<DiskSpace>,
  mostBytes?: number,
  later = change,
  nameOf = (name: string) => Buffer.from(name),
): Promise<string[]> {
  const folder = await makeTempFolder('guarded');
  const fill = async (place: string, name: string, bytes: number) =>
    await writeFile(Buffer.concat([Buffer.from(path.join(folder, place, '/')), nameOf(name)]), Buffer.alloc(bytes, 1));
  for (const name of ['many', 'large']) await mkdir(path.join(folder, name));
  for (let nth = 0; nth < 30; nth += 1) await fill('many', String(nth), 0);
  await fill('large', 'world', 500_000);
  const ended = new Set<string>();
  let looks = 0;
  const guard = createDiskGuard({
    folder,
    writers: () => ['many', 'large'].map((name) => ({ server_id: name, folders: [path.join(folder, name)] })),
    mostBytes,
    end: (server_id, why) => ended.add(why === 'disk' ? server_id : `${server_id}: ${why}`),
    onProblem: (thrown) => {
      throw thrown;
    },
    space: () => {
      looks += 1;
      return Promise.resolve({ ...ROOMY, ...(looks === 1 ? change : later) });
    },
  });
  onTestFinished(guard.close);
  await until(() => looks > 0, 'a look');
  await guard.close();
  return [...ended];
}

test.each<[string, Partial<DiskSpace>, string[]]>([
  ['no bytes are left, the one that has written most', { bavail: 1 }, ['large']],
  ['no more files can be made, the one that has made most', { ffree: 1 }, ['many']],
  ['there is room, none', {}, []],
  ['the disk has no fixed number of files, none', { files: 0, ffree: 0 }, []],
  ['somebody else filled it, none', { ffree: 1, files: 10_000 }, []],
])('where %s is ended', async (_, change, ended) => {
  expect(await look(change)).toEqual(ended);
});

test('whoever writes more than a server may is ended, also where there is room', async () => {
  expect(await look({}, 400_000)).toEqual(['large: disk-limit']);
  expect(await look({}, 600_000)).toEqual([]);
});

test('where the disk is full the one that has made most is ended for that', async () => {
  expect(await look({ bavail: 1 }, 400_000)).toEqual(['large']);
});

test('where somebody else filled the disk, whoever writes more than a server may is ended all the same', async () => {
  expect(await look({ bavail: 1, blocks: 10_000 }, 400_000)).toEqual(['large: disk-limit']);
  expect(await look({ bavail: 1, blocks: 10_000 }, 600_000)).toEqual([]);
});

test('where somebody else filled the disk, what servers have made is measured only now and then', async () => {
  const folder = await makeTempFolder('guarded');
  const { readdir } = promises;
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
  let measured = 0;
  const slowly = async (place: Buffer) => {
    measured += 1;
    vi.advanceTimersByTime(5_000);
    return await readdir(place, { encoding: 'buffer' });
  };
  Object.assign(promises, { readdir: slowly });
  syncBuiltinESMExports();
  onTestFinished(() => {
    promises.readdir = readdir;
    syncBuiltinESMExports();
    vi.useRealTimers();
  });
  let looks = 0;
  let change: Partial<DiskSpace> = { bavail: 1 };
  const guard = createDiskGuard({
    folder,
    writers: () => [{ server_id: 'one', folders: [folder] }],
    end: (server_id) => expect.fail(`${server_id} was ended`),
    onProblem: (thrown) => {
      throw thrown;
    },
    space: () => {
      looks += 1;
      return Promise.resolve({ ...ROOMY, ...change });
    },
  });
  onTestFinished(guard.close);
  const lookOnce = async () => {
    const before = looks;
    // The one before may still measure.
    await until(() => vi.advanceTimersByTime(1_000) && looks > before, 'a look');
  };
  for (let nth = 0; nth < 5; nth += 1) await lookOnce();
  expect(measured, 'in five looks').toBe(1);
  change = {};
  await lookOnce();
  change = { bavail: 1 };
  await lookOnce();
  expect(measured, 'once there is a new shortage').toBe(2);
});

test('where what filled the disk is gone again a moment later nobody is ended', async () => {
  expect(await look({ bavail: 1 }, undefined, {})).toEqual([]);
});

test('what goes away while it is counted counts for nothing', async () => {
  const { lstat } = promises;
  const lstatGone = async (place: Buffer) => await lstat(/\d$/.test(String(place)) ? `${String(place)}-gone` : place);
  Object.assign(promises, { lstat: lstatGone });
  syncBuiltinESMExports();
  onTestFinished(() => {
    promises.lstat = lstat;
    syncBuiltinESMExports();
  });
  expect(await look({ ffree: 1 })).toEqual([]);
});

test.runIf(process.platform === 'linux')('files whose names are no text count as any others', async () => {
  const noText = (name: string) => Buffer.concat([Buffer.from([0xff]), Buffer.from(name)]);
  expect(await look({ bavail: 1 }, undefined, undefined, noText)).toEqual(['large']);
  expect(await look({ ffree: 1 }, undefined, undefined, noText)).toEqual(['many']);
});
