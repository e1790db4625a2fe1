// A strict client that a generator wrote from our openapi.json, against the service over every row of it: it compiles, it takes every
// answer, and no row is left out.
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { openApiDocument } from '../../../src-shared/service/openapi.ts';
import { fixedNodes } from '../../support/fixed-nodes.ts';
import { type GeneratedClient, generateClient } from '../../support/generated-client.ts';
import { nodeBuild } from '../../support/hosting.ts';
import { firstGroup, startTestService } from '../../support/service.ts';
import { tarOf } from '../../support/tar.ts';
import { until } from '../../support/until.ts';
import { put } from '../../support/upload.ts';

const root = path.join(import.meta.dirname, '../../..');
const port = { protocol: 'tcp', internal_port: 7777, routing: { game_guard: {} } };
/** Echoes what it is told, keeps a world, and crashes when it is asked to. */
const program = `
const fs = require('node:fs');
fs.mkdirSync('world', { recursive: true });
fs.writeFileSync('world/days', 'one');
require('node:net').createServer().listen(Number(process.env.PORT_GAME), process.env.SLIPWAY_HOST);
process.stdin.on('data', (line) => { console.log('heard ' + line); if (/crash/.test(line)) process.exit(3); });
`;

type Ids = Record<string, string>;
type Call = GeneratedClient['call'];

it('is generated, compiles, and reads every answer of every row', { timeout: 120_000 }, async () => {
  const { server, call: plain } = await startTestService();
  const client = await generateClient(server);
  const { call } = client;
  const group_id = await firstGroup(plain);
  await outside(call, group_id);
  const game = await games(call, group_id);
  const build = await builds(call, game);
  const namespace = await versions(call, game, build);
  await servers(call, game, namespace, build);
  await tokens(call, game, namespace);
  await call('deleteNamespace', game, namespace, { delete_kept: true });
  await compiles(client.folder);
  const onNodes = await nodes();
  const { paths } = openApiDocument({ version: '1', serverUrl: server.url });
  const rows = Object.values(paths).flatMap((methods) =>
    Object.values(methods).map((row) => String(row['operationId'])),
  );
  expect(rows.filter((name) => !client.called.has(name) && !onNodes.has(name))).toEqual([]);
});

/** What only a service with a fleet does. */
async function nodes(): Promise<ReadonlySet<string>> {
  const { server } = await startTestService({ fleet: { driver: fixedNodes('east') } });
  const { call, called } = await generateClient(server);
  const { nodes: found } = await call<{ nodes: { id: string }[] }>('listNodes');
  await call('drainNode', found[0]?.id, { limit: 60_000 });
  await call('listNodes');
  await call('resumeNode', found[0]?.id, {});
  await call('explainJoin', {});
  return called;
}

/** What needs no game. */
async function outside(call: Call, group_id: string): Promise<void> {
  for (const name of [
    'getHealth',
    'getBootstrap',
    'listRegionTiers',
    'getOpenApi',
    'getSlipwaySchema',
    'inspectAuth',
  ]) {
    await call(name);
  }
  await call('listGroups');
  await call('validateGroup', { display_name: 'Studio' });
  await call('createGroup', { display_name: 'Studio' });
  await call('getGroupBilling', group_id);
  await call('setBillingTestState', group_id, { payment_failed_ts: null });
  await call('listRegions');
  const conditions = { latency_ms: 40 };
  const { region_id } = await call<Ids>('createRegion', { display_name: 'Far', name_id: 'far', conditions });
  await call('deleteRegion', region_id);
}

async function games(call: Call, group_id: string): Promise<string> {
  await call('validateGame', { display_name: 'Tidebreak' });
  const { game_id } = await call<Ids>('createGame', { developer_group_id: group_id, display_name: 'Tidebreak' });
  await call('updateGame', game_id, { display_name: 'Tidebreak II' });
  await call('getGame', game_id);
  await call('listGames');
  const picture = await readFile(path.join(root, 'build/icons/64x64.png'));
  for (const kind of ['Logo', 'Banner']) {
    const file = { path: 'a.png', content_length: picture.length, mime: 'image/png' };
    const made = await call<{ upload_id: string; presigned_request: Ids }>(`prepareGame${kind}`, game_id, file);
    await put(made.presigned_request['url'] ?? '', new Uint8Array(picture));
    await call(`completeGame${kind}`, game_id, made.upload_id);
  }
  return game_id ?? '';
}

async function builds(call: Call, game: string): Promise<string> {
  const { game: whole } = await call<{ game: { namespaces: Ids[] } }>('getGame', game);
  const environment = whole.namespaces[0]?.['namespace_id'] ?? '';
  const bytes = tarOf(nodeBuild(program, { ports: { game: { protocol: 'tcp' } }, keep: ['world'] }));
  const image_file = { path: 'server.tar', content_length: bytes.length };
  const prepared = await call<{ build: string; image_presigned_request: Ids }>('prepareBuild', game, environment, {
    name: '1.0',
    image_tag: 'server:1',
    image_file,
    kind: 'archive',
  });
  const { build } = prepared;
  await put(prepared.image_presigned_request['url'] ?? '', bytes);
  const { build: sent } = await call<{ build: { upload_id: string } }>('getBuild', game, environment, build);
  const { upload_id: upload } = sent;
  await call('getUpload', upload);
  await call('completeUpload', upload);
  await call('completeBuild', game, environment, build);
  await call('examineBuild', game, environment, build);
  await call('listBuildFiles', game, environment, build);
  await call('listBuildChunks', game, environment, build);
  await call('setBuildTags', game, environment, build, { tags: { channel: 'beta' } });
  await call('listBuilds', game, environment, { tags_json: JSON.stringify({ channel: 'beta' }) });
  const legacy = { display_name: '1.1', image_tag: 'server:2', image_file: { path: 'b.tar', content_length: 5 } };
  const { build_id } = await call<Ids>('createGameBuild', game, { ...legacy, kind: 'docker_image' });
  await call('listGameBuilds', game);
  await call('deleteBuild', game, environment, build_id);
  return build;
}

/** Answers a namespace that runs the build. */
async function versions(call: Call, game: string, build: string): Promise<string> {
  const { game: whole } = await call<{ game: { namespaces: Ids[] } }>('getGame', game);
  const first = whole.namespaces[0]?.['namespace_id'] ?? '';
  const { build: made } = await call<{ build: { version_id: string } }>('getBuild', game, first, build);
  const config = { arguments: ['--fast'], ports: { game: port } };
  await call('reserveVersionName', game);
  await call('validateVersion', game, { display_name: '2.0', config });
  const { version_id } = await call<Ids>('createVersion', game, { display_name: '2.0', config });
  await call('getVersion', game, version_id);
  const named = { display_name: 'Testing', name_id: 'testing' };
  await call('validateNamespace', game, named);
  const { namespace_id = '' } = await call<Ids>('createNamespace', game, { ...named, version_id });
  await call('renameNamespace', game, namespace_id, { display_name: 'Tests' });
  const others = whole.namespaces.map((one) => one['namespace_id']);
  await call('orderNamespaces', game, { namespace_ids: [namespace_id, ...others] });
  const limits = { lobby_count_max: 4, max_players: 32 };
  await call('validateMatchmakerConfig', game, namespace_id, limits);
  await call('updateMatchmakerConfig', game, namespace_id, limits);
  await call('getHosting', game, namespace_id);
  const policy = { server_count: 0, on_version_switch: 'stop', drain_limit: 1000, restart: 'never' };
  await call('setHosting', game, namespace_id, policy);
  await call('updateNamespaceVersion', game, namespace_id, { version_id: made.version_id });
  await call('getNamespace', game, namespace_id);
  const { versions: history } = await call<{ versions: Ids[] }>('listVersionHistory', game, namespace_id);
  await call('compareNamespaceMoments', game, namespace_id, { from: history.at(-1)?.['deploy_ts'] });
  return namespace_id;
}

async function servers(call: Call, game: string, namespace: string, build: string): Promise<void> {
  const at = [game, namespace];
  await call('listDatacenters', ...at);
  const { server } = await call<{ server: { id: string } }>('createServer', ...at, {
    datacenter: 'local',
    tags: { mode: 'duel' },
    runtime: { build },
    network: { ports: { game: port } },
  });
  const untilIn = (id: string, wanted: string) =>
    until(async () => {
      const { server: now } = await call<{ server: Ids }>('getServer', ...at, id);
      return now['state'] === wanted;
    }, `the server to be ${wanted}`);
  await untilIn(server.id, 'running');
  const first = [...at, server.id];
  await call('listServers', ...at, { tags_json: JSON.stringify({ mode: 'duel' }) });
  await call('listServerUsage', ...at);
  await call('inspectServer', ...first);
  await call('getServerUsage', ...first);
  await call('setServerNetwork', ...first, { conditions: { latency_ms: 5 } });
  await call('shareServer', ...first, {});
  await call('typeIntoServer', ...first, { line: 'hello' });
  const { server: second } = await call<{ server: { id: string } }>('restartServer', ...first);
  const of = [...at, second.id];
  await untilIn(second.id, 'running');
  await call('typeIntoServer', ...of, { line: 'crash' });
  await untilIn(second.id, 'crashed');
  await call('getServerLogs', ...of, { stream: 'std_out' });
  await call('readServerLog', ...of, { streams: ['std_out', 'slipway'] });
  await call('searchServerLog', ...of, { text: 'heard', levels: ['info'] });
  await call('previewCrashBundle', ...of);
  await call('makeCrashBundle', ...of, { leave_out: [] });
  await call('destroyServer', ...of, { override_kill_timeout: 0 });
  await kept(call, at);
}

async function kept(call: Call, at: string[]): Promise<void> {
  const { sets } = await call<{ sets: { slot: number }[] }>('listKept', ...at);
  const set = [...at, String(sets[0]?.slot)];
  await call('listKeptFiles', ...set, { path: 'world' });
  await call('downloadKept', ...set, { path: 'world' });
  const { snapshot } = await call<{ snapshot: Ids }>('createKeptSnapshot', ...set);
  await call('restoreKeptSnapshot', ...set, snapshot['snapshot_id']);
  await call('emptyKept', ...set);
  await call('deleteKeptSnapshot', ...set, snapshot['snapshot_id']);
}

async function tokens(call: Call, game: string, namespace: string): Promise<void> {
  await call('createCloudToken', game, { name: 'CI' });
  await call('createServiceToken', game, namespace);
  await call('createToken', game, { can: ['push'], environment_id: namespace, expires_in: 3600 });
  const { tokens: made } = await call<{ tokens: Ids[] }>('listTokens', game);
  await call('revokeToken', game, made[0]?.['token_id']);
  for (const end of ['complete', 'refuse']) {
    const { device_link_token } = await call<Ids>('createDeviceLink');
    await call('getDeviceLink', { device_link_token });
    await call(`${end}DeviceLink`, { device_link_token, ...(end === 'complete' ? { game_id: game } : {}) });
  }
}

async function compiles(folder: string): Promise<void> {
  const options = [
    '--strict',
    '--noEmit',
    '--skipLibCheck',
    '--module',
    'nodenext',
    '--lib',
    'es2024,dom',
    '--types',
    '',
  ];
  const files = ['client.ts', 'schemas.ts'].map((name) => path.join(folder, name));
  const tsc = path.join(root, 'node_modules/typescript/bin/tsc');
  await promisify(execFile)(process.execPath, [tsc, ...options, ...files], { cwd: folder });
}
