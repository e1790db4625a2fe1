// Snapshots of kept folders that something else happens to while they are copied.
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { dataPaths } from '../../../../embedded-server/platform/storage/data-paths.ts';
import { keptPaths } from '../../../../embedded-server/runtime/kept/kept-paths.ts';
import {
  deleteSnapshot,
  listSnapshots,
  putAside,
  restoreSnapshot,
  takeSnapshot,
} from '../../../../embedded-server/runtime/kept/snapshots.ts';
import { makeTempFolder } from '../../../support/temp-folder.ts';
import { whileCopying } from '../../../support/while-copying.ts';

const about = { reason: 'asked', while_running: false } as const;

async function startWithFiles() {
  const at = keptPaths(dataPaths(await makeTempFolder('data')), { namespace_id: 'namespace', slot: 1 });
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
