// Snapshots of kept folders that something else happens to while they are copied, or that a crash cut off.
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test, vi } from 'vitest';
import { type DataPaths, dataPaths } from '../../../../embedded-server/platform/storage/data-paths.ts';
import { keptPaths } from '../../../../embedded-server/runtime/kept/kept-paths.ts';
import {
  adoptSnapshot,
  deleteSnapshot,
  listSnapshots,
  putAside,
  restoreSnapshot,
  takeSnapshot,
} from '../../../../embedded-server/runtime/kept/snapshots.ts';
import { tidyKept } from '../../../../embedded-server/runtime/kept/tidy-kept.ts';
import { makeTempFolder } from '../../../support/temp-folder.ts';
import { whileCopying } from '../../../support/while-copying.ts';

const about = { reason: 'asked', while_running: false } as const;

const idOf = (n: number) => `0a1b2c3d-0000-4000-8000-${String(n).padStart(12, '0')}`;

async function startWithFiles(paths?: DataPaths) {
  const at = keptPaths(paths ?? dataPaths(await makeTempFolder('data')), { namespace_id: idOf(0), slot: 1 });
  await mkdir(at.files, { recursive: true });
  for (const name of ['one', 'two']) await writeFile(path.join(at.files, name), 'before');
  return at;
}

test('one that is deleted while it is restored changes nothing of what is there', async () => {
  const at = await startWithFiles();
  const { snapshot_id } = await takeSnapshot(at, about, 1);
  await writeFile(path.join(at.files, 'one'), 'since');
  whileCopying(() => deleteSnapshot(at, snapshot_id));
  await expect(restoreSnapshot(at, snapshot_id, 2)).rejects.toMatchObject({ reason: 'kept.replaced' });
  expect((await readdir(at.files)).toSorted()).toEqual(['one', 'two']);
  expect(await readFile(path.join(at.files, 'one'), 'utf8')).toBe('since');
  expect(await readdir(at.slot)).not.toContain('restoring');
});

test('of two who delete one at once, one is told that there is none', async () => {
  const at = await startWithFiles();
  const { snapshot_id } = await takeSnapshot(at, about, 1);
  const both = await Promise.allSettled([deleteSnapshot(at, snapshot_id), deleteSnapshot(at, snapshot_id)]);
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  expect(both.find((one) => one.status === 'rejected')?.reason).toMatchObject({ reason: 'kept.no-snapshot' });
});

test('none is taken of what is emptied meanwhile', async () => {
  const at = await startWithFiles();
  whileCopying(() => putAside(at, { ...about, reason: 'before_empty' }, 1));
  await expect(takeSnapshot(at, about, 2)).rejects.toMatchObject({ reason: 'kept.replaced' });
  expect((await listSnapshots(at)).map(({ reason, files }) => [reason, files])).toEqual([['before_empty', 2]]);
});

test('what came from a node stays where it is where it cannot be told, as on a full disk', async () => {
  const at = await startWithFiles();
  await mkdir(at.snapshots);
  const came = path.join(at.slot, 'receiving-it');
  await mkdir(came);
  vi.spyOn(JSON, 'stringify').mockImplementationOnce(() => {
    throw new Error('no space left');
  });
  const told = { reason: 'from_node', while_running: true, files: 0, bytes: 0 } as const;
  await expect(adoptSnapshot(at, came, told, 1)).rejects.toThrow('no space left');
  expect(await readdir(at.slot)).toContain('receiving-it');
  expect(await adoptSnapshot(at, came, told, 2)).toMatchObject(told);
  expect((await listSnapshots(at)).map(({ create_ts: at_ }) => at_)).toEqual([2]);
});

async function leave(folder: string, told?: string) {
  await mkdir(path.join(folder, 'files'), { recursive: true });
  await writeFile(path.join(folder, 'files/map'), 'reef');
  if (told !== undefined) await writeFile(path.join(folder, 'about.json'), told);
}

test('a start removes what a crash left half done, and lists what may be the only copy', async () => {
  const paths = dataPaths(await makeTempFolder('data'));
  const at = await startWithFiles(paths);
  const { snapshot_id: whole } = await takeSnapshot(at, about, 9);
  for (const name of ['restoring', 'beginning', 'receiving-it', 'replaced']) await leave(path.join(at.slot, name));
  const inSnapshots = (name: string) => path.join(at.snapshots, name);
  await leave(inSnapshots(`deleted-${idOf(1)}`), '{}');
  await leave(inSnapshots(`draft-${idOf(2)}`));
  const told = { snapshot_id: idOf(3), create_ts: 3, reason: 'before_empty', while_running: false, files: 1, bytes: 4 };
  await leave(inSnapshots(`draft-${idOf(3)}`), JSON.stringify(told));
  await leave(inSnapshots(idOf(4)), '{"cut');
  await mkdir(inSnapshots(idOf(5)));
  await leave(inSnapshots(idOf(6)), '{"reason":"of a newer Slipway"}');
  const problems: unknown[] = [];
  await tidyKept(paths, (thrown) => void problems.push(thrown));
  expect((await readdir(at.slot)).toSorted()).toEqual(['files', 'snapshots']);
  expect(await readdir(at.files)).toEqual(['one', 'two']);
  expect((await readdir(at.snapshots)).toSorted()).toEqual([whole, idOf(3), idOf(4), idOf(6)].toSorted());
  const found = (await listSnapshots(at)).toSorted((a, b) => a.create_ts - b.create_ts);
  expect(found).toMatchObject([
    told,
    { snapshot_id: whole },
    { snapshot_id: idOf(4), reason: 'asked', while_running: true, files: 1, bytes: 4 },
  ]);
  expect(problems).toEqual([]);
});

test('a start brings back the files of a set that a crash left aside, and goes past one that cannot be read', async () => {
  const paths = dataPaths(await makeTempFolder('data'));
  const at = await startWithFiles(paths);
  await rename(at.files, at.replaced);
  await writeFile(paths.inside('kept', idOf(9)), 'no folder');
  await writeFile(paths.inside('kept', 'lost+found'), 'not ours');
  const problems: unknown[] = [];
  await tidyKept(paths, (thrown) => void problems.push(thrown));
  expect(await readdir(at.slot)).toEqual(['files']);
  expect(await readFile(path.join(at.files, 'one'), 'utf8')).toBe('before');
  expect(problems).toMatchObject([{ code: 'ENOTDIR' }]);
});
