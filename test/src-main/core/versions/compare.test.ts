// What a switch changes, from real builds of a real service; and of a remote that tells little, in words.

import { expect, it } from 'vitest';
import { messageFor, textOf } from '../../../../src-shared/text/message.ts';
import { startTestCore } from '../../../support/core.ts';
import { startElevenRemote } from '../../../support/eleven-remote.ts';
import { elf } from '../../../support/program-files.ts';
import { startTestService } from '../../../support/service.ts';
import { startOnce } from '../../../support/start-once.ts';
import { tarOf } from '../../../support/tar.ts';
import { prepareBuild, put, withUploads } from '../../../support/upload.ts';

type Ports = Record<string, { protocol: string; internal_port?: number; routing?: object }>;

function buildOf(settings: { arguments: string[]; ports: Ports; resources?: object }, files: Record<string, string>) {
  const program = elf();
  const manifest = JSON.stringify({ program: 'server', ...settings });
  return tarOf({ server: { text: program, mode: 0o755 }, 'slipway.json': manifest, ...files });
}

const started = startOnce(() => startTestService());
const openCore = startOnce(() => startTestCore());

async function startWithBuilds() {
  const service = await withUploads(await started());
  const { call, place, game } = service;
  const upload = async (name: string, bytes: Uint8Array<ArrayBuffer>, environment_id = place.environment_id) => {
    const { build, parts } = await prepareBuild(call, { ...place, environment_id }, { name, bytes: bytes.length });
    for (const part of parts) await put(part.url, bytes);
    const found = (await service.versions()).find((version) => version.display_name === name);
    return { build, version: found?.version_id ?? '', bytes: bytes.length };
  };
  const staging = game.namespaces[1]?.namespace_id ?? '';
  const ports = { game: { protocol: 'udp', internal_port: 7777 } };
  const first = buildOf(
    { arguments: ['--tick', '30'], ports },
    { 'data/a.map': 'a', 'data/b.map': 'b', 'data/gone.map': 'gone' },
  );
  const second = buildOf(
    {
      arguments: ['--tick', '60', '--voice'],
      ports: { ...ports, voice: { protocol: 'udp', internal_port: 7800, routing: { host: {} } } },
      resources: { cpu: 750, memory: 768 },
    },
    { 'data/a.map': 'a', 'data/b.map': 'longer b', 'data/new.map': 'new!' },
  );
  const before = await upload('v1', first);
  // Filed under another namespace of the same game, and found all the same.
  const after = await upload('v2', second, staging);
  return { service, upload, before, after, staging, game_id: place.game_id, namespace_id: place.environment_id };
}

async function compareOn(
  url: string,
  token: string,
  request: { game: string; namespace: string; from: string; to: string },
) {
  const core = await openCore();
  const added = await core.client.call('instances.add', { url, token, name: 'EU' });
  if (added.outcome !== 'added') throw new Error('expected it to be added');
  await core.whenState(added.instance_id, 'connected');
  const place = { instance_id: added.instance_id, game_id: request.game, namespace_id: request.namespace };
  const versions = { from_version_id: request.from, to_version_id: request.to };
  const compared = await core.client.call('versions.compare', { ...place, ...versions });
  await core.client.call('instances.remove', { instance_id: added.instance_id });
  return compared;
}

it('tells sizes, files, arguments, ports, resources and who else runs it, as they are in the builds', async () => {
  const { service, before, after, staging, game_id, namespace_id } = await startWithBuilds();
  const { server, client } = service;
  const params = { game_id, namespace_id: staging };
  await client.updateNamespaceVersion({ params, body: { version_id: after.version } });
  const request = { game: game_id, namespace: namespace_id, from: before.version, to: after.version };
  const { from, to, files, namespace } = await compareOn(server.url, server.token, request);
  expect([from.unknown, to.unknown]).toEqual([{}, {}]);
  expect(from.build).toMatchObject({ id: before.build, bytes: before.bytes, state: 'complete' });
  expect(to.build).toMatchObject({
    id: after.build,
    bytes: after.bytes,
    sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
  });
  expect(from.settings).toEqual({
    arguments: ['--tick', '30'],
    ports: [{ name: 'game', protocol: 'udp', internal_port: 7777, routing: 'game_guard' }],
    resources: null,
    kill_timeout: null,
  });
  expect(to.settings).toMatchObject({
    arguments: ['--tick', '60', '--voice'],
    ports: [
      { name: 'game', routing: 'game_guard' },
      { name: 'voice', protocol: 'udp', internal_port: 7800, routing: 'host' },
    ],
    resources: { cpu: 750, memory: 768 },
  });
  expect(to.program).toMatchObject({ path: 'server', os: 'linux', cpus: ['x64'] });
  expect(files).toEqual({
    added: { count: 1, bytes: 4, first: [{ path: 'data/new.map', bytes: 4 }] },
    changed: {
      count: 2,
      bytes: expect.any(Number),
      first: [
        { path: 'data/b.map', bytes: expect.any(Number) },
        { path: 'slipway.json', bytes: expect.any(Number) },
      ],
    },
    removed: { count: 1, bytes: 4, first: [{ path: 'data/gone.map', bytes: 4 }] },
    total_before: 5,
    total: 5,
  });
  const { lobby_count_max, max_players } = (await client.getNamespace({ params })).namespace.config.matchmaker;
  expect(namespace?.also_runs).toEqual([
    {
      namespace_id: staging,
      name_id: 'staging',
      ran: false,
      since: expect.any(String),
      limits: { lobby_count_max, max_players },
    },
  ]);
});

it('says that another namespace runs it where a server of it runs there', async () => {
  const { core, client, whenState } = await openCore();
  await whenState('local', 'connected');
  const { game_id, namespace_id } = await client.call('games.runSample', {});
  const { game } = await core.instances.find('local').client().getGame({ params: { game_id } });
  const [other] = game.namespaces.filter((one) => one.namespace_id !== namespace_id);
  const to = game.namespaces.find((one) => one.namespace_id === namespace_id)?.version_id ?? '';
  const place = { instance_id: 'local', game_id, namespace_id: other?.namespace_id ?? '' };
  const versions = { from_version_id: other?.version_id ?? '', to_version_id: to };
  const { namespace } = await client.call('versions.compare', { ...place, ...versions });
  expect(namespace?.also_runs).toMatchObject([{ namespace_id, ran: true }]);
  expect(namespace).not.toHaveProperty('went');
  const there = await client.call('versions.compare', { ...place, namespace_id, ...versions });
  expect(there.namespace?.went, 'how it goes where it runs').toMatchObject({ is_running: true, crashes: 0 });
});

it('lets the settings of a version win over those of its build', async () => {
  const { service, before, game_id, namespace_id } = await startWithBuilds();
  const { server, client } = service;
  const config = { build: before.build, arguments: ['--by-hand'], resources: { cpu: 250, memory: 128 } };
  const body = { display_name: 'by hand', config };
  const { version_id: byHand } = await client.createVersion({ params: { game_id }, body });
  const request = { game: game_id, namespace: namespace_id, from: before.version, to: byHand };
  const { to, files } = await compareOn(server.url, server.token, request);
  expect(to.settings).toMatchObject({ arguments: ['--by-hand'], resources: { cpu: 250, memory: 128 } });
  expect(files).toMatchObject({ added: { count: 0 }, changed: { count: 0 }, removed: { count: 0 }, total: 5 });
});

it('tells what somebody set from what was found', async () => {
  const { service, upload, after, game_id, namespace_id } = await startWithBuilds();
  const plain = await upload('plain', tarOf({ server: { text: elf(), mode: 0o755 } }));
  const request = { game: game_id, namespace: namespace_id, from: plain.version, to: after.version };
  const { from, to } = await compareOn(service.server.url, service.server.token, request);
  expect([from.is_set, to.is_set]).toEqual([false, true]);
});

it('knows a version without a build, and says of one that is gone that it is', async () => {
  const { service, after, game_id, namespace_id } = await startWithBuilds();
  const first = service.game.versions[0]?.version_id ?? '';
  const { url, token } = service.server;
  const request = { game: game_id, namespace: namespace_id, from: first, to: after.version };
  const compared = await compareOn(url, token, request);
  expect(compared.from).toMatchObject({ build: null, unknown: {} });
  expect(compared.files).toMatchObject({ added: { count: 5 }, total_before: 0 });
  const gone = await compareOn(url, token, { ...request, to: crypto.randomUUID() });
  expect(textOf(gone.to.unknown.build ?? '')).toBe('This version is no longer among those of the game.');
  expect(gone.files).toBeNull();
});

it('says of a remote with only the eleven calls what it does not tell', async () => {
  const { service, before, after, game_id, namespace_id } = await startWithBuilds();
  const eleven = await startElevenRemote(service.server.url);
  const request = { game: game_id, namespace: namespace_id, from: before.version, to: after.version };
  const { to, files, why_no_files: why, namespace } = await compareOn(eleven.url, service.server.token, request);
  const sentence = messageFor('ability.read-version');
  expect(sentence.text).toBe('This instance does not report what a version runs, only its name.');
  expect(to.unknown).toEqual({ build: sentence, files: sentence, program: sentence, settings: sentence });
  expect([files, why]).toEqual([null, sentence]);
  expect(namespace).toMatchObject({ limits: null, also_runs: [] });
});
