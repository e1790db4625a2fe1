// What Slipway 0.1.0 wrote opens as it did then: its data folder is served with all that is in it, its export comes in.
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import net from 'node:net';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { checkDataFolder } from '../../../../embedded-server/service/data/check.ts';
import { exportDataFolder } from '../../../../embedded-server/service/data/export.ts';
import { importDataFolder } from '../../../../embedded-server/service/data/import.ts';
import { tables } from '../../../../embedded-server/service/data/tables.ts';
import { files010, startService010, unpack010 } from '../../../support/from-0-1-0.ts';
import { addressOf } from '../../../support/hosting.ts';
import { clientOf, startTestService, type TestService } from '../../../support/service.ts';
import { makeTempFolder } from '../../../support/temp-folder.ts';
import { until } from '../../../support/until.ts';

async function gameOf({ call }: Pick<TestService, 'call'>) {
  const client = clientOf(call);
  const { games } = await client.listGames({});
  const { game } = await client.getGame({ params: { game_id: games[0]?.game_id ?? '' } });
  const placeOf = (name: string) => {
    const found = game.namespaces.find((namespace) => namespace.name_id === name);
    return { game_id: game.game_id, environment_id: found?.namespace_id ?? '' };
  };
  return { client, game, placeOf };
}

const versionNames = ['1.0-crash', '1.0'];

it('serves the games, versions, namespaces and pictures of a data folder', async () => {
  const service = await startService010();
  const { client, game, placeOf } = await gameOf(service);
  expect(game).toMatchObject({ display_name: 'Tidebreak', namespaces: { length: 3 }, versions: { length: 3 } });
  expect(game.versions.map((version) => version.display_name)).toEqual(expect.arrayContaining(versionNames));
  expect((await fetch(game.logo_url ?? '')).status).toBe(200);
  const { game_id, environment_id: namespace_id } = placeOf('prod');
  const { namespace } = await client.getNamespace({ params: { game_id, namespace_id } });
  expect(namespace.config.matchmaker).toMatchObject({ lobby_count_max: 12, max_players: 34 });
  expect(await client.getHosting({ params: { game_id, namespace_id } })).toMatchObject({
    hosting: { server_count: 1, on_version_switch: 'drain', drain_limit: 60_000, restart: 'back_off' },
  });
  const { versions } = await client.listVersionHistory({ params: { game_id, namespace_id }, query: {} });
  const nameOf = (id: string) => game.versions.find((version) => version.version_id === id)?.display_name;
  expect(versions.map((entry) => nameOf(entry.version_id))).toEqual(['1.0', '1.0-crash']);
  // What was not written then is not known; what its servers on record tell is.
  expect(versions.map(({ outcome }) => outcome)).toEqual([
    { is_running: true, rolled_back: false },
    { is_running: false, rolled_back: false, ended_ts: versions[0]?.deploy_ts },
  ]);
  const crashed = game.versions.find((version) => version.display_name === '1.0-crash');
  expect(crashed?.crashes).toEqual({ count: expect.any(Number), last_ts: expect.any(String) });
  expect(crashed?.crashes?.count).toBeGreaterThan(0);
  expect(game.namespaces.find((each) => each.namespace_id === namespace_id)?.last_good).toEqual({});
  const { regions } = await client.listRegions({});
  expect(regions.map((region) => region.region_display_name)).toContain('Far away');
  const { tokens } = await client.listTokens({ params: { game_id } });
  expect(tokens.map(({ kind }) => kind).toSorted()).toEqual(['cloud', 'service']);
});

it('serves the builds, and an upload that was interrupted', async () => {
  const { client, placeOf } = await gameOf(await startService010());
  const params = placeOf('staging');
  const { builds } = await client.listBuilds({ params });
  expect(builds.map(({ state }) => state).toSorted()).toEqual(['complete', 'uploading', 'uploading', 'uploading']);
  const complete = builds.find(({ state }) => state === 'complete');
  const { files } = await client.listBuildFiles({ params: { ...params, build_id: complete?.id ?? '' }, query: {} });
  expect(files.map(({ path: name }) => name)).toContain('slipway.json');
});

it('serves what servers wrote, and keeps the server of a namespace running by its slipway.json', async () => {
  const { client, placeOf } = await gameOf(await startService010());
  const params = placeOf('prod');
  const list = async () => (await client.listServers({ params, query: { include_destroyed: true } })).servers;
  const crashed = (await list()).find(({ state }) => state === 'crashed');
  const ofCrashed = { ...params, server_id: crashed?.id ?? '' };
  const { lines } = await client.readServerLog({ params: ofCrashed, query: {} });
  expect(lines.map((line) => line.text)).toEqual(
    expect.arrayContaining(['version 3, mode crash', 'about to fall over']),
  );
  const { files } = await client.previewCrashBundle({ params: ofCrashed });
  expect(files.length).toBeGreaterThan(0);
  const running = async () => (await list()).filter(({ state }) => state === 'running');
  await until(async () => (await running()).length === 1, 'the kept server to run');
  const [{ host, port } = { host: '', port: 0 }] = (await running()).map((server) => addressOf(server));
  const socket = net.connect(port, host);
  await once(socket, 'connect');
  expect(await text(socket)).toBe('tidebreak 1\n');
});

it('takes the token of a connection file', async () => {
  const { call } = await startService010();
  const { token } = JSON.parse(await readFile(path.join(files010, 'studio.slipway'), 'utf8')) as { token: string };
  expect(await call('GET', '/cloud/auth/inspect', { token })).toMatchObject({
    status: 200,
    body: { agent: { game_cloud: {} } },
  });
});

it('finds nothing damaged', async () => {
  expect(await checkDataFolder(await unpack010('data-folder'))).toMatchObject({ sealed: true, damaged: [] });
});

it('brings an export in, and exports the same again in the format of today', async () => {
  const folder = await unpack010('export');
  const place = await makeTempFolder();
  const data = path.join(place, 'data');
  await importDataFolder(folder, data);
  expect(await checkDataFolder(data)).toMatchObject({ sealed: true, damaged: [] });
  await exportDataFolder(data, path.join(place, 'again'), { withSecrets: true });
  expect(await plainOf(path.join(place, 'again'))).toEqual(await plainOf(folder));
  const { game } = await gameOf(await startTestService({ dataFolder: data }));
  expect(game.versions.map((version) => version.display_name)).toEqual(expect.arrayContaining(versionNames));
});

/** Without what formats after that of 0.1.0 added, and the hashes that follow from it. */
async function plainOf(folder: string): Promise<Record<string, string>> {
  const { 'manifest.json': _, ...files } = await contents(folder);
  for (const { name, added = {}, since } of tables) {
    const file = `${name}.json`;
    if (since !== undefined) delete files[file];
    const exported = files[file];
    if (exported === undefined) continue;
    const rows = JSON.parse(Buffer.from(exported, 'base64').toString()) as Record<string, unknown>[];
    for (const row of rows) for (const column of Object.keys(added)) delete row[column];
    files[file] = JSON.stringify(rows);
  }
  return files;
}

async function contents(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const names = entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
  const read = await Promise.all(
    names.map(async (name) => [path.relative(folder, name), await readFile(name, 'base64')]),
  );
  return Object.fromEntries(read);
}
