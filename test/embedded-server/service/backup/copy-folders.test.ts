// Kept folders in a backup: empty sets, empty folders, links and modes come back, and a backup without the list of them is of use as well.
import { execFile } from 'node:child_process';
import {
  chmod,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  readlink,
  rename,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
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

/** Kept folders of two namespaces. That of `b` is backed up first. */
async function twoNamespaces(from: string, target?: string) {
  const folders = { blobs: path.join(from, 'blobs'), kept: path.join(from, 'kept') };
  await mkdir(folders.blobs, { recursive: true });
  const [mine, theirs] = [path.join(folders.kept, 'a/1/files'), path.join(folders.kept, 'b/1/files')];
  for (const files of [mine, theirs]) {
    await mkdir(path.join(files, 'world'), { recursive: true });
    await writeFile(path.join(files, 'world/owner-token'), 'reef');
  }
  const to = target ?? (await makeTempFolder('to'));
  return { folders, mine, theirs, to, place: await openPlace({ folder: to }) };
}

it.each([
  ['a file', 'before it is opened'],
  ['a folder', 'before it is opened'],
  ['a file', 'when it is open'],
  ['a folder', 'when it is open'],
])('reads %s through no link that takes its place %s', async (what, when) => {
  const from = await makeTempFolder('from');
  const { folders, mine, to, place } = await twoNamespaces(from);
  await writeFile(path.join(from, 'owner-token'), 'secret');
  let isSwapped = false;
  const swap = async () => {
    isSwapped = true;
    const at = path.join(mine, what === 'a file' ? 'world/owner-token' : 'world');
    await rm(at, { recursive: true });
    await symlink(what === 'a file' ? path.join(from, 'owner-token') : from, at);
  };
  const put = async (name: string, file: string) => {
    if (!isSwapped && (when === 'before it is opened' || name.startsWith('kept/a'))) await swap();
    await place.put(name, file);
  };
  await (await followFiles({ ...place, put }, folders, () => [])).bring();
  expect(isSwapped).toBe(true);
  // Only Linux has a name of what is open.
  if (when === 'when it is open' && process.platform !== 'linux') return;
  const sent = await readFile(path.join(to, 'kept/a/1/files/world/owner-token'), 'utf8').catch(() => 'nothing');
  expect(sent).toBe(when === 'when it is open' ? 'reef' : 'nothing');
});

const ORDINARY = 1234;

/** Root may look into anything, so an ordinary user does the work, and has the folders. */
async function asOrdinary(folders: string[], work: () => Promise<void>): Promise<void> {
  if (process.getuid?.() !== 0) return await work();
  await promisify(execFile)('chown', ['-R', String(ORDINARY), ...folders]);
  process.seteuid?.(ORDINARY);
  try {
    await work();
  } finally {
    process.seteuid?.(0);
  }
}

it.runIf(process.platform !== 'win32')(
  'backs up all others where a folder is closed, and keeps its backup',
  async () => {
    const above = await mkdtemp('/tmp/slipway-kept-'); // which an ordinary user reaches
    onTestFinished(() => rm(above, { recursive: true, force: true }));
    const to = path.join(above, 'to');
    const { folders, mine, theirs, place } = await twoNamespaces(path.join(above, 'from'), to);
    await chmod(above, 0o755);
    const leftOut: string[] = [];
    const passOver = (at: string) => void leftOut.push(at);
    const copies = await followFiles(place, folders, () => [], passOver);
    await copies.bring();
    for (const name of ['closed', 'open']) await writeFile(path.join(mine, name), 'reef');
    await writeFile(path.join(theirs, 'later'), 'reef');
    for (const name of ['closed', 'world']) await chmod(path.join(mine, name), 0);
    await asOrdinary([path.join(above, 'from'), to], async () => {
      expect(await copies.bring()).toEqual([]);
      await copies.removeLeft(() => false);
    });
    await chmod(path.join(mine, 'world'), 0o700);
    expect(leftOut.toSorted()).toEqual(['a/1/files/closed', 'a/1/files/world']);
    for (const name of ['b/1/files/later', 'a/1/files/open', 'a/1/files/world/owner-token'])
      expect(await readFile(path.join(to, 'kept', name), 'utf8'), name).toBe('reef');
  },
);

it('backs up all others where a file cannot be stored, but not where the place is away', async () => {
  const { folders, mine, to, place } = await twoNamespaces(await makeTempFolder('from'));
  const leftOut: string[] = [];
  const put = async (name: string, file: string) => {
    if (name.startsWith('kept/b')) throw new Error('The key is too long');
    await place.put(name, file);
  };
  const passOver = (at: string) => void leftOut.push(at);
  const follow = (there: typeof place) => followFiles(there, folders, () => [], passOver);
  await (await follow({ ...place, put })).bring();
  expect(leftOut).toEqual(['b/1/files/world/owner-token']);
  expect(await readFile(path.join(to, 'kept/a/1/files/world/owner-token'), 'utf8')).toBe('reef');
  await writeFile(path.join(mine, 'later'), 'reef');
  const write = () => Promise.reject(new Error('It is away'));
  await expect((await follow({ ...place, put, write })).bring()).rejects.toThrow('The key is too long');
});

it.runIf(process.platform === 'linux')('names the set where a path is too long, and restores all else', async () => {
  const place = path.join(await makeTempFolder('to'), 'place');
  const { server, log } = await startTestService({
    backup: { target: { folder: place }, onTakenOver: () => undefined },
  });
  const { mine } = await twoNamespaces(server.dataFolder);
  const deep = (many: number) => Array<string>(many).fill('n'.repeat(200)).join('/');
  const [upper, lower] = [path.join(mine, 'world', deep(14)), path.join(mine, 'lower')];
  for (const folder of [upper, path.join(lower, deep(14))]) await mkdir(folder, { recursive: true });
  await rename(lower, path.join(upper, 'lower')); // longer than can be said in one path
  await server.close();
  await rename(path.join(upper, 'lower'), lower); // for whoever tidies up
  const said = log.filter(({ message }) => message.includes('The backup')).map(({ message }) => message);
  expect(said).toEqual([`The backup in ${place} lacks what cannot be read or stored in kept/a/1 (ENAMETOOLONG).`]);
  const restored = path.join(await makeTempFolder('other'), 'data');
  await restoreBackup({ folder: place }, restored);
  for (const name of ['a', 'b'])
    expect(await readFile(path.join(restored, 'kept', name, '1/files/world/owner-token'), 'utf8')).toBe('reef');
});
