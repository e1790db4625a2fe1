// Changing a namespace over a bad line and under marks: what is reported is what happened.

import { describe, expect, it, onTestFinished } from 'vitest';
import type { GameView } from '../../../../src-shared/games/bridge.ts';
import { textOf } from '../../../../src-shared/text/message.ts';
import { startTestCore } from '../../../support/core.ts';
import { startElevenRemote } from '../../../support/eleven-remote.ts';
import { startFaultProxy } from '../../../support/fault-proxy.ts';
import { startTestService, withGame } from '../../../support/service.ts';
import { startOnce } from '../../../support/start-once.ts';
import { until } from '../../../support/until.ts';

/** A core with a service as its remote, over a line that can be broken. */
const connected = startOnce(async () => {
  const service = await startTestService();
  const proxy = await startFaultProxy(service.server.url);
  const core = await startTestCore();
  const added = await core.client.call('instances.add', { url: proxy.url, token: service.server.token, name: 'EU' });
  if (added.outcome !== 'added') throw new Error('expected it to be added');
  await core.whenState(added.instance_id, 'connected');
  return { service, proxy, core, id: added.instance_id };
});

/** A game of its own for each test, on a line that is whole. */
async function startWithVersions() {
  const { proxy, core, id, ...remote } = await connected();
  onTestFinished(async () => {
    proxy.heal();
    await core.client.call('instances.setReadOnly', { instance_id: id, is_read_only: false });
  });
  const service = await withGame(remote.service);
  const made = await service.call('POST', `/cloud/games/${service.game_id}/versions`, {
    body: { display_name: '1.4.2', config: {} },
  });
  const next = (made.body as { version_id: string }).version_id;
  const first = service.game.versions[0]?.version_id ?? '';
  const target = { instance_id: id, ...service.place };
  const runs = async () => (await service.client.getGame({ params: { game_id: service.game_id } })).game;
  const versionNow = async () => (await runs()).namespaces[0]?.version_id;
  return { service, proxy, id, target, next, first, versionNow, client: core.client, core };
}

/** The same remote once more, with the eleven calls alone. */
async function addEleven({ service, core, client }: Awaited<ReturnType<typeof startWithVersions>>): Promise<string> {
  const eleven = await startElevenRemote(service.server.url);
  const added = await client.call('instances.add', { url: eleven.url, token: service.server.token, name: 'Eleven' });
  if (added.outcome !== 'added') throw new Error('expected it to be added');
  const { instance_id } = added;
  onTestFinished(() => client.call('instances.remove', { instance_id }));
  await core.whenState(instance_id, 'connected');
  return instance_id;
}

const isVersion = /\/version$/;
const isGame = /\/cloud\/games\/[^/]+(\?|$)/;

describe('a switch', () => {
  it('whose answer is lost every time is read back and reported as switched', async () => {
    const { client, proxy, target, next, versionNow } = await startWithVersions();
    proxy.fail({ method: 'PUT', match: isVersion, fault: { kind: 'lose-answer' } });
    const outcome = await client.call('namespaces.switch', { ...target, version_id: next });
    expect(outcome).toMatchObject({
      outcome: 'switched',
      version_id: next,
      sentence: { text: 'prod switched to 1.4.2.' },
    });
    expect(await versionNow()).toBe(next);
  });

  it('that never arrives is reported as not switched, with the reason', async () => {
    const { client, proxy, target, next, first, versionNow } = await startWithVersions();
    proxy.fail({ method: 'PUT', match: isVersion, fault: { kind: 'drop' } });
    const outcome = await client.call('namespaces.switch', { ...target, version_id: next });
    expect(outcome).toMatchObject({ outcome: 'not_switched', version_id: first });
    expect(textOf(outcome.sentence)).toContain('prod still runs 0.0.1: the switch did not arrive');
    expect(await versionNow()).toBe(first);
  });

  it('is reported as unknown when nothing can be read back either', async () => {
    const { client, proxy, target, next } = await startWithVersions();
    proxy.fail({ method: 'GET', match: isGame, times: 1, fault: { kind: 'delay', ms: 0 } });
    proxy.fail({ method: 'PUT', match: isVersion, fault: { kind: 'drop' } });
    proxy.fail({ method: 'GET', match: isGame, fault: { kind: 'drop' } });
    const outcome = await client.call('namespaces.switch', { ...target, version_id: next });
    expect(outcome.outcome).toBe('unknown');
    expect(textOf(outcome.sentence)).toContain('It may run 1.4.2 or 0.0.1.');
    expect(outcome).not.toHaveProperty('version_id');
  });

  it('that is refused says so and is not read back', async () => {
    const { client, proxy, target } = await startWithVersions();
    const request = client.call('namespaces.switch', { ...target, version_id: crypto.randomUUID() });
    await expect(request).rejects.toMatchObject({ code: 'VERSION_NOT_FOUND' });
    const ofGame = proxy.requests.filter(({ path }) => path.includes(target.game_id));
    expect(ofGame.filter(({ method }) => method === 'PUT')).toHaveLength(1);
  });

  it('that was decided by what no longer runs changes nothing, and says what runs', async () => {
    const { client, target, next, first, versionNow, service } = await startWithVersions();
    const body = { display_name: '1.4.3', config: {} };
    const { version_id: third } = await service.client.createVersion({ params: { game_id: service.game_id }, body });
    await service.client.updateNamespaceVersion({ params: service.place, body: { version_id: third } });
    const request = { ...target, version_id: next, expected_version_id: first };
    await expect(client.call('namespaces.switch', request)).rejects.toMatchObject({
      code: 'NAMESPACE_CHANGED',
      message: expect.stringContaining('prod runs 1.4.3 now, no longer 0.0.1'),
      metadata: { version_id: third },
    });
    expect(await versionNow()).toBe(third);
    const retry = { ...request, expected_version_id: third };
    expect(await client.call('namespaces.switch', retry)).toMatchObject({ outcome: 'switched' });
    // What somebody else did already is no reason to ask.
    expect(await client.call('namespaces.switch', request)).toMatchObject({ outcome: 'switched' });
  });

  it('by somebody else arrives by watch and is marked as theirs, and one of ours is not', async () => {
    const { client, target, next, first, id, service } = await startWithVersions();
    let view: GameView | undefined;
    const place = { instance_id: id, game_id: service.game_id };
    client.subscribe('game', place, { next: (shown) => (view = shown) });
    await until(() => view?.game !== undefined && view.game !== null);
    const runs = (version_id: string) => until(() => view?.game?.namespaces[0]?.version_id === version_id);
    await client.call('namespaces.switch', { ...target, version_id: next });
    await runs(next);
    expect(view).not.toHaveProperty('changed_elsewhere');
    await service.call('PUT', `${service.namespacePath}/version`, { body: { version_id: first } });
    await runs(first);
    expect(view?.changed_elsewhere).toEqual([
      { namespace_id: target.namespace_id, from_version_id: next, version_id: first, seen_at: expect.any(Number) },
    ]);
  });
});

describe('rolling back', () => {
  it('says so when there is nothing to go back to', async () => {
    const { client, target } = await startWithVersions();
    await expect(client.call('namespaces.rollBack', target)).rejects.toMatchObject({ code: 'NOTHING_TO_ROLL_BACK' });
  });

  it('goes back, but to nothing that was rolled back itself, and the history has every step', async () => {
    const { client, target, next, first, service } = await startWithVersions();
    const body = { display_name: '1.4.3', config: {} };
    const { version_id: third } = await service.client.createVersion({ params: { game_id: service.game_id }, body });
    await client.call('namespaces.switch', { ...target, version_id: next });
    await client.call('namespaces.switch', { ...target, version_id: third });
    expect(await client.call('namespaces.rollBack', target)).toMatchObject({ version_id: next });
    const again = client.call('namespaces.rollBack', target);
    await expect(again).rejects.toMatchObject({ code: 'NOTHING_TO_ROLL_BACK' });
    await client.call('namespaces.switch', { ...target, version_id: first });
    const { rows, has_more: hasMore } = await client.call('namespaces.history', target);
    expect(rows.map((row) => row.display_name)).toEqual(['0.0.1', '1.4.2', '1.4.3', '1.4.2']);
    expect(rows.map((row) => row.by)).toEqual(['here', 'here', 'here', 'here']);
    expect(hasMore).toBe(false);
    const page = await client.call('namespaces.history', { ...target, anchor: 1, limit: 2 });
    expect(page).toMatchObject({ has_more: true });
    expect(page.rows.map((row) => [row.display_name, row.is_current])).toEqual([
      ['1.4.2', false],
      ['1.4.3', false],
    ]);
  });

  it('of a remote with only the eleven calls goes by its history, and says that crashes are not known', async () => {
    const started = await startWithVersions();
    const { service, client, target, next } = started;
    const instance_id = await addEleven(started);
    const body = { display_name: '1.4.3', config: {} };
    const { version_id: third } = await service.client.createVersion({ params: { game_id: service.game_id }, body });
    for (const version_id of [next, third]) await client.call('namespaces.switch', { ...target, version_id });
    const { previous } = await client.call('namespaces.history', { ...target, instance_id });
    expect(previous).toMatchObject({ version_id: next, display_name: '1.4.2' });
    expect(textOf(previous?.note ?? '')).toContain('does not tell how often its versions crashed');
  });
});

describe('marks', () => {
  it('of a read-only instance refuse every change before anything is sent', async () => {
    const { client, target, next, proxy, id, core } = await startWithVersions();
    await client.call('instances.setReadOnly', { instance_id: id, is_read_only: true });
    await expect.poll(() => core.instance(id)?.is_read_only).toBe(true);
    const before = proxy.requests.filter(({ method }) => method !== 'GET').length;
    const limits = { lobby_count_max: 1, max_players: 1 };
    const hosting = { server_count: 1, on_version_switch: 'drain', drain_limit: 1, restart: 'never' } as const;
    for (const request of [
      client.call('namespaces.switch', { ...target, version_id: next }),
      client.call('namespaces.rollBack', target),
      client.call('namespaces.setLimits', { ...target, limits }),
      client.call('namespaces.setHosting', { ...target, hosting }),
      client.call('games.create', { instance_id: id, display_name: 'X' }),
    ]) {
      await expect(request).rejects.toMatchObject({ code: 'INSTANCE_READ_ONLY' });
    }
    expect(proxy.requests.filter(({ method }) => method !== 'GET')).toHaveLength(before);
    await client.call('instances.setReadOnly', { instance_id: id, is_read_only: false });
    await expect(client.call('namespaces.switch', { ...target, version_id: next })).resolves.toMatchObject({
      outcome: 'switched',
    });
  });

  it('keep the order in which namespaces were pinned, on their instance alone', async () => {
    const { client, target, core, id, service } = await startWithVersions();
    const [first = '', second = ''] = service.game.namespaces.map(({ namespace_id }) => namespace_id);
    const { instance_id, game_id } = target;
    const pin = (namespace_id: string, is_pinned: boolean) =>
      client.call('instances.pinNamespace', { instance_id, game_id, namespace_id, is_pinned });
    for (const namespace_id of [first, second, first]) await pin(namespace_id, true);
    const pinned = (of: string) => core.instance(of)?.pinned_namespaces?.map(({ namespace_id }) => namespace_id);
    await expect.poll(() => pinned(id)).toEqual([second, first]);
    expect(pinned('local')).toEqual([]);
    await pin(second, false);
    await expect.poll(() => pinned(id)).toEqual([first]);
  });

  it('of a protected namespace need its own name, and only there', async () => {
    const { client, target, next, core, id, service } = await startWithVersions();
    const { instance_id, game_id, namespace_id } = target;
    await client.call('instances.protectNamespace', { instance_id, game_id, namespace_id, is_protected: true });
    await expect.poll(() => core.instance(id)?.protected_namespaces).toEqual([{ game_id, namespace_id }]);
    const request = { ...target, version_id: next };
    await expect(client.call('namespaces.switch', request)).rejects.toMatchObject({
      code: 'NAMESPACE_PROTECTED',
      metadata: { name_id: 'prod' },
    });
    await expect(client.call('namespaces.switch', { ...request, confirm: 'staging' })).rejects.toMatchObject({
      code: 'NAMESPACE_PROTECTED',
    });
    const staging = service.game.namespaces[1]?.namespace_id ?? '';
    await client.call('namespaces.switch', { ...request, namespace_id: staging });
    expect(await client.call('namespaces.switch', { ...request, confirm: 'prod' })).toMatchObject({
      outcome: 'switched',
    });
  });
});

describe('limits and hosting', () => {
  it('are set, and a lost answer is read back', async () => {
    const { client, target, proxy, service } = await startWithVersions();
    const limits = { lobby_count_max: 4_294_967_295, max_players: 0 };
    proxy.fail({ method: 'POST', match: /mm-config$/, times: 1, fault: { kind: 'lose-answer' } });
    expect(await client.call('namespaces.setLimits', { ...target, limits })).toMatchObject({ outcome: 'done' });
    const { namespace } = await service.client.getNamespace({ params: service.place });
    expect(namespace.config.matchmaker).toMatchObject(limits);
    proxy.fail({ method: 'POST', match: /mm-config$/, times: 1, fault: { kind: 'drop' } });
    const other = { lobby_count_max: 1, max_players: 1 };
    expect(await client.call('namespaces.setLimits', { ...target, limits: other })).toMatchObject({
      outcome: 'not_done',
    });
    const hosting = { server_count: 2, on_version_switch: 'stop', drain_limit: 5, restart: 'back_off' } as const;
    expect(await client.call('namespaces.setHosting', { ...target, hosting })).toMatchObject({ outcome: 'done' });
    expect((await service.client.getHosting({ params: service.place })).hosting).toMatchObject(hosting);
  });

  it('that come to pass after the first look at them are reported as done', async () => {
    const { client, target, proxy, service } = await startWithVersions();
    const limits = { lobby_count_max: 3, max_players: 4 };
    const there = Promise.withResolvers<void>();
    const look = /\/namespaces\/[^/?]+(\?|$)/;
    proxy.fail({ method: 'POST', match: /mm-config$/, times: 1, fault: { kind: 'status', status: 504 } });
    proxy.fail({ method: 'GET', match: look, times: 1, fault: { kind: 'delay', ms: 0 } });
    proxy.fail({ method: 'GET', match: look, fault: { kind: 'delay', ms: there.promise } });
    const set = client.call('namespaces.setLimits', { ...target, limits });
    const before = proxy.requests.length;
    const looks = () => proxy.requests.slice(before).filter(({ method, path }) => method === 'GET' && look.test(path));
    await Promise.race([set, until(() => looks().length > 1)]);
    await service.client.updateMatchmakerConfig({ params: service.place, body: limits });
    there.resolve();
    expect(await set).toMatchObject({ outcome: 'done' });
  });
});

describe('a namespace', () => {
  it('is checked by its names as the instance does, made, and read as it is set', async () => {
    const { client, target, next } = await startWithVersions();
    const { instance_id, game_id } = target;
    const place = { instance_id, game_id };
    const names = { display_name: ' Play', name_id: 'prod' };
    expect(await client.call('namespaces.validate', { ...place, ...names })).toEqual({
      errors: [{ path: ['display-name', 'invalid'] }, { path: ['name-id', 'not-unique'] }],
    });
    const request = { ...place, display_name: 'Play test', name_id: 'play-test', version_id: next };
    const { namespace_id } = await client.call('namespaces.create', request);
    expect(await client.call('namespaces.settings', { ...place, namespace_id })).toEqual({
      limits: { lobby_count_max: expect.any(Number), max_players: expect.any(Number) },
      hosting: {
        server_count: 0,
        on_version_switch: 'drain',
        drain_limit: expect.any(Number),
        restart: expect.any(String),
      },
    });
    await expect(client.call('namespaces.create', request)).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
    await client.call('instances.setReadOnly', { instance_id, is_read_only: true });
    await expect(client.call('namespaces.create', { ...request, name_id: 'other' })).rejects.toMatchObject({
      code: 'INSTANCE_READ_ONLY',
    });
  });

  it('of a remote with only the eleven calls says what is not reported, and is not made there', async () => {
    const started = await startWithVersions();
    const { service, client } = started;
    const place = { instance_id: await addEleven(started), ...service.place };
    expect(await client.call('namespaces.settings', place)).toEqual({
      limits: null,
      hosting: null,
      why_no_limits: expect.objectContaining({
        text: expect.stringContaining('does not report its matchmaker limits'),
      }),
      why_no_hosting: expect.objectContaining({ text: expect.stringContaining('decides itself') }),
    });
    const names = { display_name: 'Other', name_id: 'other' };
    const { instance_id, game_id } = place;
    expect(await client.call('namespaces.validate', { instance_id, game_id, ...names })).toEqual({ errors: [] });
    const request = { instance_id, game_id, ...names, version_id: service.game.versions[0]?.version_id ?? '' };
    await expect(client.call('namespaces.create', request)).rejects.toMatchObject({ code: 'NOT_OFFERED' });
  });
});
