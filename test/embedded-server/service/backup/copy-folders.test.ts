// Kept folders in a backup: empty sets, empty folders, links and modes come back, and a backup without the list of them is of use as well.
import { chmod, lstat, mkdir, readdir, readFile, readlink, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { followFiles } from '../../../../embedded-server/service/backup/copy-files.ts';
import { openPlace } from '../../../../embedded-server/service/backup/places/open-place.ts';
import { restoreBackup } from '../../../../embedded-server/service/backup/restore.ts';
import { clientOf, startTestService, startWithGame } from '../../../support/service.ts';
import { makeTempFolder } from '../../../support/temp-folder.ts';

/** A game whose namespace keeps two sets, the second one without a file, and a snapshot of it. Backed up, and its machine lost. */
async function loseService() {
  const place = path.join(await makeTempFolder('backup'), 'place');
  const backup = { target: { folder: place }, onTakenOver: () => undefined };
  const { server, client, place: namespace } = await startWithGame({ backup });
  const kept = path.join(server.dataFolder, 'kept', namespace.namespace_id);
  for (const slot of ['1', '2']) await mkdir(path.join(kept, slot, 'files/world/empty'), { recursive: true });
  const world = path.join(kept, '1/files/world');
  await writeFile(path.join(world, 'map'), 'reef');
  await symlink('map', path.join(world, 'newest'));
  await chmod(path.join(world, 'empty'), 0o711);
  await chmod(world, 0o550);
  const second = { ...namespace, slot: '2' };
  const { snapshot } = await client.createKeptSnapshot({ params: second, body: {} });
  expect(snapshot.files).toBe(0);
  await server.close();
  await chmod(world, 0o755);
  await rm(server.dataFolder, { recursive: true });
  const restored = path.join(await makeTempFolder('other'), 'data');
  const again = async () => {
    await restoreBackup({ folder: place }, restored);
    const service = await startTestService({ dataFolder: restored });
    return { client: clientOf(service.call), kept: path.join(restored, 'kept', namespace.namespace_id) };
  };
  return { place, namespace, second, snapshot, again };
}

it('brings kept folders back as they were: empty ones, links and modes', async () => {
  const { again, namespace, second, snapshot } = await loseService();
  const { client, kept } = await again();
  const world = path.join(kept, '1/files/world');
  const modeOf = async (file: string) => (await lstat(file)).mode & 0o777;
  expect(await readFile(path.join(world, 'map'), 'utf8')).toBe('reef');
  expect(await readlink(path.join(world, 'newest'))).toBe('map');
  expect([await modeOf(world), await modeOf(path.join(world, 'empty'))]).toEqual([0o550, 0o711]);
  await chmod(world, 0o755); // for whoever tidies up
  const { sets } = await client.listKept({ params: namespace });
  expect(sets).toMatchObject([
    { slot: 1, folders: [{ path: 'world', files: 2 }], snapshots: [] },
    { slot: 2, folders: [{ path: 'world', files: 0 }], snapshots: [{ snapshot_id: snapshot.snapshot_id }] },
  ]);
  await client.restoreKeptSnapshot({ params: { ...second, snapshot_id: snapshot.snapshot_id }, body: {} });
  expect(await readdir(path.join(kept, '2/files/world'))).toEqual(['empty']);
});

it('of an older Slipway it brings back what it has, and sets and snapshots without files are empty ones', async () => {
  const { again, place, namespace, second, snapshot } = await loseService();
  await rm(path.join(place, 'folders.json'));
  const { client, kept } = await again();
  expect(await readdir(path.join(kept, '2'))).toEqual(['snapshots']);
  const { sets } = await client.listKept({ params: namespace });
  expect(sets).toMatchObject([
    { slot: 1, folders: [{ path: 'world', files: 1 }] },
    { slot: 2, folders: [], snapshots: [{ snapshot_id: snapshot.snapshot_id }] },
  ]);
  expect(await client.listKeptFiles({ params: second, query: { path: '' } })).toMatchObject({ entries: [] });
  await client.restoreKeptSnapshot({ params: { ...second, snapshot_id: snapshot.snapshot_id }, body: {} });
  await rm(path.join(kept, '2/files'), { recursive: true });
  await client.emptyKept({ params: second, body: {} });
  await rm(path.join(kept, '2'), { recursive: true });
  await mkdir(path.join(kept, '2'));
  const { url } = await client.downloadKept({ params: second, body: {} });
  expect((await fetch(url)).status).toBe(200);
  await rm(path.join(kept, '2/files'), { recursive: true });
  const taken = await client.createKeptSnapshot({ params: second, body: {} });
  expect(taken.snapshot.files).toBe(0);
});

it('brings nothing back through a link, nor a file that became a folder since', async () => {
  const [from, to, outside] = [
    await makeTempFolder('from'),
    await makeTempFolder('to'),
    await makeTempFolder('outside'),
  ];
  const folders = { blobs: path.join(from, 'blobs'), kept: path.join(from, 'kept') };
  const files = path.join(folders.kept, 'a/1/files');
  await mkdir(folders.blobs);
  await mkdir(path.join(files, 'world'), { recursive: true });
  await writeFile(path.join(files, 'world/map'), 'reef');
  await writeFile(path.join(files, 'days'), 'one');
  const place = path.join(to, 'place');
  const { server } = await startTestService({ backup: { target: { folder: place }, onTakenOver: () => undefined } });
  await server.close();
  const copies = await followFiles(await openPlace({ folder: place }), folders, () => []);
  await copies.bring();
  await rm(path.join(files, 'world'), { recursive: true });
  await symlink(outside, path.join(files, 'world'));
  await rm(path.join(files, 'days'));
  await mkdir(path.join(files, 'days'));
  await copies.bring();
  await writeFile(path.join(place, 'kept/a/1/files/days'), 'one'); // as an older Slipway left it for an hour
  const restored = path.join(to, 'data');
  await restoreBackup({ folder: place }, restored);
  const back = path.join(restored, 'kept/a/1/files');
  expect(await readlink(path.join(back, 'world'))).toBe(outside);
  expect(await readdir(path.join(back, 'days'))).toEqual([]);
  expect(await readdir(outside)).toEqual([]);
});
