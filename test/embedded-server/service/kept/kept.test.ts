// The kept folders of a namespace over HTTP: looked at, downloaded, emptied, snapshotted, restored, and deleted only with a word.
import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { addressOf, type Files, hello, helloServer, hostingForAll } from '../../../support/hosting.ts';
import { startTestService } from '../../../support/service.ts';
import { makeTempFolder } from '../../../support/temp-folder.ts';
import { until } from '../../../support/until.ts';

const run = promisify(execFile);
const program = `require('node:fs').appendFileSync('world/days', 'day ');${helloServer}`;
const manifest = { program: 'server.js', keep: ['world'], ports: { game: { protocol: 'tcp' } } };
const build: Files = { 'slipway.json': JSON.stringify(manifest), 'server.js': program, 'world/map': 'reef' };

const openHosting = hostingForAll();

async function startWorld() {
  const hosting = await openHosting();
  const { version } = await hosting.deploy(build);
  await hosting.switchTo(version);
  const runs = async (count: number) => {
    await hosting.policy({ server_count: count });
    await until(async () => {
      const servers = await hosting.list();
      return servers.length === count && servers.every(({ state }) => state === 'running');
    });
  };
  await runs(1);
  const namespace = { game_id: hosting.params.game_id, namespace_id: hosting.params.environment_id };
  const params = { ...namespace, slot: '1' };
  const files = path.join(hosting.server.dataFolder, 'kept', namespace.namespace_id, '1/files');
  const days = () => readFile(path.join(files, 'world/days'), 'utf8');
  const sets = async () => (await hosting.client.listKept({ params: namespace })).sets;
  const download = async (wanted?: string) => {
    const { url, file_name: name } = await hosting.client.downloadKept({ params, body: { path: wanted } });
    const answer = await fetch(url);
    return { name, answer, bytes: Buffer.from(await answer.arrayBuffer()) };
  };
  return { ...hosting, namespace, kept: params, files, days, sets, download, runs };
}

test('what is kept is listed with its sizes and its server, folder by folder', async () => {
  const { sets, client, kept, list } = await startWorld();
  const [server] = await list();
  expect(await sets()).toEqual([
    { slot: 1, server_id: server?.id, folders: [{ path: 'world', files: 2, bytes: 8 }], snapshots: [] },
  ]);
  const { entries } = await client.listKeptFiles({ params: kept, query: { path: 'world' } });
  expect(entries).toMatchObject([
    { name: 'days', type: 'file', bytes: 4 },
    { name: 'map', type: 'file', bytes: 4 },
  ]);
});

test('a file is downloaded as it is, a folder as an archive that tar takes', async () => {
  const { download } = await startWorld();
  const file = await download('world/map');
  expect([file.name, file.bytes.toString()]).toEqual(['map', 'reef']);
  expect(file.answer.headers.get('content-disposition')).toContain('attachment; filename="map"');
  const all = await download();
  expect(all.name).toBe('kept-1.tar.gz');
  const place = await makeTempFolder('download');
  await writeFile(path.join(place, 'all.tar.gz'), all.bytes);
  await run('tar', ['-xzf', 'all.tar.gz'], { cwd: place });
  expect((await readdir(path.join(place, 'world'))).toSorted()).toEqual(['days', 'map']);
});

test('what is emptied or restored over stays as a snapshot, and nothing of it happens under a running server', async () => {
  const { client, kept, days, sets, runs, list } = await startWorld();
  const { snapshot } = await client.createKeptSnapshot({ params: kept, body: {} });
  expect(snapshot).toMatchObject({ reason: 'asked', while_running: true, files: 2, bytes: 8 });
  await expect(client.emptyKept({ params: kept, body: {} })).rejects.toThrow(
    /Server \w{8} uses the kept folders\. Stop/,
  );
  await runs(0);
  await runs(1);
  expect(await days()).toBe('day day ');
  await runs(0);
  const { snapshot: before } = await client.restoreKeptSnapshot({
    params: { ...kept, snapshot_id: snapshot.snapshot_id },
    body: {},
  });
  expect(before).toMatchObject({ reason: 'before_restore', files: 2, bytes: 12 });
  expect(await days()).toBe('day ');
  const { snapshot: emptied } = await client.emptyKept({ params: kept, body: {} });
  expect(emptied).toMatchObject({ reason: 'before_empty', files: 2, bytes: 8 });
  expect(await sets()).toMatchObject([{ folders: [], snapshots: [{}, {}, {}] }]);
  await runs(1);
  expect(await days(), 'as the build begins').toBe('day ');
  const [server] = await list();
  if (server !== undefined) expect(await hello(addressOf(server).port)).toContain('hello');
  await client.deleteKeptSnapshot({ params: { ...kept, snapshot_id: snapshot.snapshot_id } });
  expect((await sets())[0]?.snapshots.map(({ reason }) => reason)).toEqual(['before_empty', 'before_restore']);
  await runs(0);
  const gone = client.restoreKeptSnapshot({ params: { ...kept, snapshot_id: snapshot.snapshot_id }, body: {} });
  await expect(gone).rejects.toThrow('There is no such snapshot');
});

test('links of a server lead nowhere, and no path leads out', async () => {
  const { client, kept, files, download, server } = await startWorld();
  await symlink(path.join(server.dataFolder, 'owner-token'), path.join(files, 'world/token'));
  await symlink(server.dataFolder, path.join(files, 'world/data'));
  await mkdir(path.join(files, 'world/deep'));
  await expect(download('world/token')).rejects.toThrow('There is no "world/token"');
  await expect(download('world/data/owner-token')).rejects.toThrow();
  await expect(download('../../../owner-token')).rejects.toThrow('There is no');
  const into = client.listKeptFiles({ params: kept, query: { path: 'world/data' } });
  await expect(into).rejects.toMatchObject({ code: 'KEPT_NOT_FOUND' });
  const { bytes } = await download();
  const place = await makeTempFolder('links');
  await writeFile(path.join(place, 'all.tar.gz'), bytes);
  const { stdout } = await run('tar', ['-tvzf', 'all.tar.gz'], { cwd: place });
  expect(stdout).toMatch(/world\/data -> /);
  expect(stdout).not.toContain('owner-token\n/');
  const { snapshot } = await client.createKeptSnapshot({ params: kept, body: {} });
  expect(snapshot).toMatchObject({ files: 4, bytes: 8 });
});

test('a namespace is deleted with its kept folders only when that is said', async () => {
  const { client, namespace, params, list, server, deploy } = await startWorld();
  const before = await list();
  const { version } = await deploy(build);
  await client.createNamespace({
    params: { game_id: params.game_id },
    body: { display_name: 'Another', name_id: 'another', version_id: version },
  });
  const refused = client.deleteNamespace({ params: namespace, query: {} });
  await expect(refused).rejects.toThrow(/kept folders of its servers: 2 files, 8 B.*deleted permanently/);
  expect(await list(), 'its server plays on').toMatchObject([{ id: before[0]?.id, state: 'running' }]);
  expect(await readdir(path.join(server.dataFolder, 'kept'))).toContain(namespace.namespace_id);
  await client.deleteNamespace({ params: namespace, query: { delete_kept: true } });
  expect(await readdir(path.join(server.dataFolder, 'kept'))).not.toContain(namespace.namespace_id);
});

test('a service that starts removes what a crash left half copied, also of servers that it has no more', async () => {
  const dataFolder = await makeTempFolder('data');
  const set = path.join(dataFolder, 'kept/0a1b2c3d-0000-4000-8000-000000000001/1');
  await mkdir(path.join(set, 'receiving-it/world'), { recursive: true });
  await startTestService({ dataFolder });
  expect(await readdir(set)).toEqual([]);
});
