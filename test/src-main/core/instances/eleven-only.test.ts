// A remote that has only the eleven calls is a full citizen: live, with its games pinned by id, and words for what it cannot.
import { expect, it } from 'vitest';
import type { GameRow, GameView } from '../../../../src-shared/games/bridge.ts';
import type { PinnedServer } from '../../../../src-shared/servers/bridge.ts';
import { textOf } from '../../../../src-shared/text/message.ts';
import { makeCertificate } from '../../../support/certificate.ts';
import { coreForAll, startTestCore, type TestCore } from '../../../support/core.ts';
import { startElevenRemote } from '../../../support/eleven-remote.ts';
import { startFaultProxy } from '../../../support/fault-proxy.ts';
import { startWithGame } from '../../../support/service.ts';
import { until } from '../../../support/until.ts';

const openCore = coreForAll({ askEvery: 50 });

async function startWithEleven(options: { behindProxy?: boolean; core?: Promise<TestCore> } = {}) {
  const service = await startWithGame();
  const remote = await startElevenRemote(service.server.url);
  const proxy = options.behindProxy === true ? await startFaultProxy(remote.url) : undefined;
  const core = await (options.core ?? openCore());
  const { token } = service.server;
  const added = await core.client.call('instances.add', { url: proxy?.url ?? remote.url, token, name: 'Theirs' });
  if (added.outcome !== 'added') throw new Error(`expected it to be added, not ${added.outcome}`);
  const id = added.instance_id;
  await core.whenState(id, 'connected');
  return { ...service, ...core, core: core.core, call: service.call, remote, proxy, id, probe: added.probe, service };
}

it('is told to have another clock than this machine, when it is added and while it is connected', async () => {
  const { server } = await startWithGame();
  const remote = await startElevenRemote(server.url, { clockOffMs: 3_600_000 });
  const { client, whenState } = await openCore();
  const added = await client.call('instances.add', { url: remote.url, token: server.token });
  if (added.outcome !== 'added') throw new Error(`expected it to be added, not ${added.outcome}`);
  expect(textOf(added.probe.sentence)).toMatch(/Its clock is 3[56]\d\d s ahead\./);
  const { clock_skew_ms: skew } = await whenState(added.instance_id, 'connected');
  expect(Math.round((skew ?? 0) / 60_000)).toBe(60);
});

it('is connected, and says in a sentence what it cannot do', async () => {
  const { instance, id, probe, remote } = await startWithEleven();
  const view = instance(id);
  expect(view?.why_not).toEqual(probe.why_not);
  expect(Object.keys(view?.why_not ?? {})).toEqual([
    'list_games',
    'update_game',
    'set_banner',
    'create_namespace',
    'read_limits',
    'compare_moments',
    'hosting',
    'read_version',
    'create_version',
    'list_builds',
    'examine_build',
    'build_files',
    'resume_upload',
    'reuse_bytes',
    'list_servers',
    'create_server',
    'end_server',
    'restart_server',
    'inspect_server',
    'server_network',
    'share_server',
    'server_console',
    'kept_folders',
    'server_logs',
    'crash_bundle',
    'device_link',
    'tokens',
    'limited_tokens',
    'nodes',
    'list_groups',
    'test_billing',
  ]);
  expect(textOf(view?.why_not?.list_games ?? '')).toContain('Add a game by its id');
  expect(view).not.toHaveProperty('version');
  expect(new Set(remote.refused.map((line) => line.split(' ')[0]))).toEqual(new Set(['GET']));
});

it('shows a game that was pinned by its id, live, and forgets it when it is unpinned', async () => {
  const { client, id, game_id, call, game } = await startWithEleven();
  let rows: GameRow[] = [];
  client.subscribe('games', { instance_id: id }, { next: (next) => (rows = next) });
  await client.call('games.pin', { instance_id: id, game_id });
  await until(() => rows[0]?.display_name === 'Tidebreak');
  expect(rows[0]).toMatchObject({ id: game_id, is_pinned: true, name_id: game.name_id });
  await call('PATCH', `/cloud/games/${game_id}`, { body: { display_name: 'Tidebreak Two' } });
  await until(() => rows[0]?.display_name === 'Tidebreak Two');
  await client.call('games.unpin', { instance_id: id, game_id });
  await until(() => rows.length === 0);
});

it('follows what is pinned again after a restart of the app', async () => {
  const first = await startWithEleven({ core: startTestCore({ askEvery: 50 }) });
  await first.client.call('games.pin', { instance_id: first.id, game_id: first.game_id });
  await first.core.close();
  const again = await startTestCore({ folder: first.folder, askEvery: 50 });
  await again.whenState(first.id, 'connected');
  let rows: GameRow[] = [];
  again.client.subscribe('games', { instance_id: first.id }, { next: (next) => (rows = next) });
  await until(() => rows[0]?.display_name === 'Tidebreak');
});

it('shows an id that nobody has with the reason, and keeps trying', async () => {
  const { client, id } = await startWithEleven();
  let rows: GameRow[] = [];
  client.subscribe('games', { instance_id: id }, { next: (next) => (rows = next) });
  await client.call('games.pin', { instance_id: id, game_id: 'not-a-game' });
  await until(() => rows[0]?.problem !== undefined);
  expect(rows[0]).toMatchObject({ id: 'not-a-game', display_name: 'not-a-game', is_pinned: true });
});

it('keeps the last data with its age while it is away, and is live again by itself', async () => {
  const { client, id, game_id, proxy, whenState, instance, call } = await startWithEleven({ behindProxy: true });
  await client.call('games.pin', { instance_id: id, game_id });
  let view: GameView | undefined;
  client.subscribe('game', { instance_id: id, game_id }, { next: (next) => (view = next) });
  await until(() => view?.game !== null && view !== undefined);
  proxy?.offline();
  const lost = await whenState(id, 'reconnecting');
  expect(lost).toMatchObject({ problem: { code: 'INSTANCE_UNREACHABLE' } });
  expect(lost.retry_at).toBeGreaterThan(0);
  expect(lost.stale_since).toBeGreaterThanOrEqual(lost.fresh_at ?? Number.POSITIVE_INFINITY);
  await until(() => view?.stale_since !== undefined);
  expect(view?.game?.display_name).toBe('Tidebreak');
  await call('PATCH', `/cloud/games/${game_id}`, { body: { display_name: 'While away' } });
  proxy?.heal();
  await whenState(id, 'connected');
  expect(instance(id)).not.toHaveProperty('stale_since');
  await until(() => view?.game?.display_name === 'While away');
  expect(view).not.toHaveProperty('stale_since');
});

it('switches, reads the history with names, and rolls back', async () => {
  const { client, id, game_id, place, call, service } = await startWithEleven();
  const made = await call('POST', `/cloud/games/${game_id}/versions`, { body: { display_name: '1.0.0', config: {} } });
  const { version_id: next } = made.body as { version_id: string };
  const first = service.game.versions[0]?.version_id ?? '';
  const target = { instance_id: id, ...place };
  const switched = await client.call('namespaces.switch', { ...target, version_id: next });
  expect(switched).toMatchObject({ outcome: 'switched', version_id: next, from_version_id: first });
  expect(textOf(switched.sentence)).toBe('prod switched to 1.0.0.');
  await call('PUT', `${service.namespacePath}/version`, { body: { version_id: first } });
  const history = await client.call('namespaces.history', target);
  expect(history.rows.map(({ display_name, is_current }) => [display_name, is_current])).toEqual([
    ['0.0.1', true],
    ['1.0.0', false],
  ]);
  expect(history.rows.map(({ by }) => by)).toEqual(['elsewhere', 'here']);
  expect(history.previous).toEqual({
    version_id: next,
    display_name: '1.0.0',
    note: expect.objectContaining({ reason: 'rollback.crashes-unknown' }),
  });
  const back = await client.call('namespaces.rollBack', target);
  expect(back).toMatchObject({ outcome: 'switched', version_id: next });
});

it('reads a server that was pinned by its id, and says why it cannot', async () => {
  const { client, id, place } = await startWithEleven();
  let rows: PinnedServer[] = [];
  const stop = client.subscribe('servers.pinned', { instance_id: id }, { next: (next) => (rows = next) });
  const server = { game_id: place.game_id, environment_id: place.namespace_id, server_id: crypto.randomUUID() };
  await client.call('servers.pin', { instance_id: id, ...server });
  await until(() => rows[0]?.problem !== undefined);
  expect(rows[0]).toMatchObject({ ...server, server: null, stale_since: expect.any(Number) });
  await client.call('servers.unpin', { instance_id: id, ...server });
  await until(() => rows.length === 0);
  stop();
});

it('is as good over TLS with a pinned certificate', async () => {
  const service = await startWithGame();
  const remote = await startElevenRemote(service.server.url, { tls: await makeCertificate() });
  const { client, whenState } = await openCore();
  const request = { url: remote.url, token: service.server.token };
  const outcome = await client.call('instances.add', request);
  if (outcome.outcome !== 'certificate') throw new Error('expected a question');
  const added = await client.call('instances.add', { ...request, trust_fingerprint: outcome.certificate.fingerprint });
  if (added.outcome !== 'added') throw new Error('expected it to be added');
  await whenState(added.instance_id, 'connected');
});
