// The life of a remote after it was added: its token goes bad and is replaced, is lost, its authority is taken away; and how
// the way to it is measured.
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { createHealth } from '../../../../src-main/core/instances/round-trip.ts';
import { openAppDatabase } from '../../../../src-main/core/platform/storage/app-database.ts';
import { textOf } from '../../../../src-shared/text/message.ts';
import { makeCertificate } from '../../../support/certificate.ts';
import { startTestCore } from '../../../support/core.ts';
import { startFaultProxy } from '../../../support/fault-proxy.ts';
import { leftInEnglish } from '../../../support/in-german.ts';
import { startTestService, startWithGame } from '../../../support/service.ts';

async function startWithCloudToken() {
  const service = await startWithGame();
  const make = async () => {
    const { body } = await service.call('POST', `/cloud/games/${service.game_id}/tokens/cloud`, { body: {} });
    return body as { token: string; token_id: string };
  };
  const proxy = await startFaultProxy(service.server.url);
  const core = await startTestCore();
  const first = await make();
  const added = await core.client.call('instances.add', { url: proxy.url, token: first.token });
  if (added.outcome !== 'added') throw new Error('expected it to be added');
  await core.whenState(added.instance_id, 'connected');
  return { ...core, service, proxy, make, first, id: added.instance_id };
}

describe('the token of a remote', () => {
  it('that is revoked makes it refused, and another one makes it live again', async () => {
    const { service, proxy, client, make, first, id, whenState } = await startWithCloudToken();
    await service.call('DELETE', `/cloud/games/${service.game_id}/tokens/${first.token_id}`);
    proxy.cutAll(); // the watch that was under way is asked again, now without a right
    const refused = await whenState(id, 'refused');
    expect(refused.problem.code).toBe('API_UNAUTHORIZED');
    expect(refused.stale_since).toBeGreaterThan(0);
    const bad = client.call('instances.setToken', { instance_id: id, token: first.token });
    await expect(bad).rejects.toMatchObject({ code: 'API_UNAUTHORIZED' });
    const { token } = await make();
    const { probe } = await client.call('instances.setToken', { instance_id: id, token });
    expect(textOf(probe.sentence)).toMatch(/^Slipway \S+ answers in \d+ ms/);
    expect(await whenState(id, 'connected')).not.toHaveProperty('problem');
  });

  it('that is no longer kept is asked for again after a restart', async () => {
    const { core, folder, id } = await startWithCloudToken();
    await core.close();
    await rm(path.join(folder, 'secrets.json'));
    const again = await startTestCore({ folder });
    const view = await again.whenState(id, 'refused');
    expect(view.problem).toMatchObject({ code: 'TOKEN_MISSING', message: expect.stringContaining('Sign in again') });
  });
});

it('tries again at once when a person tests it, and says what is wrong in the meantime', async () => {
  const { proxy, client, id, whenState } = await startWithCloudToken();
  proxy.offline();
  const lost = await whenState(id, 'reconnecting');
  expect(lost.retry_at).toBeGreaterThan(0);
  await expect(client.call('instances.test', { instance_id: id })).rejects.toMatchObject({
    code: 'INSTANCE_UNREACHABLE',
  });
  proxy.heal();
  expect((await client.call('instances.test', { instance_id: id })).probe.latency_ms).toBeGreaterThanOrEqual(0);
  await whenState(id, 'connected');
});

it('tells how fast Local answers in the language of whoever tests it', async () => {
  const { client, whenState } = await startTestCore();
  await whenState('local', 'connected');
  const { probe } = await client.call('instances.test', { instance_id: 'local' });
  expect(textOf(probe.sentence)).toMatch(/^Local answers in \d+ ms\.$/);
  expect(leftInEnglish(probe.sentence)).toEqual([]);
});

it('is connected once its games are known: an empty list is never one that was not read', async () => {
  const { server } = await startWithGame();
  const proxy = await startFaultProxy(server.url);
  const before = await startTestCore();
  const added = await before.client.call('instances.add', { url: proxy.url, token: server.token });
  if (added.outcome !== 'added') throw new Error('expected it to be added');
  await before.core.close();
  proxy.offline();
  const { core, client, whenState } = await startTestCore({ folder: before.folder });
  const instance_id = added.instance_id;
  await whenState(instance_id, 'reconnecting');
  const heard: string[] = [];
  client.subscribe('games', { instance_id }, { next: (games) => heard.push(`${games.length} games`) });
  client.subscribe(
    'instances',
    {},
    { next: (all) => heard.push(all.find(({ id }) => id === instance_id)?.state ?? '') },
  );
  proxy.heal();
  core.instances.find(instance_id).wake();
  await whenState(instance_id, 'connected');
  expect(heard.slice(0, heard.indexOf('connected'))).toContain('1 games');
});

it('keeps a new name, and is refused once its authority is no longer trusted', async () => {
  const tls = await makeCertificate();
  const { server } = await startTestService({ exposure: { tls, publicUrl: 'https://games.example' } });
  const { client, whenState, instance } = await startTestCore();
  await client.call('settings.set', { ca_file: tls.certFile });
  const added = await client.call('instances.add', { url: server.localUrl, token: server.token });
  if (added.outcome !== 'added') throw new Error('expected it to be added');
  const id = added.instance_id;
  await whenState(id, 'connected');
  await client.call('instances.rename', { instance_id: id, name: 'Frankfurt' });
  await expect.poll(() => instance(id)?.name).toBe('Frankfurt');
  expect(instance(id)?.state).toBe('connected');
  await client.call('settings.set', { ca_file: '' });
  expect((await whenState(id, 'refused')).problem.code).toBe('CERTIFICATE_UNTRUSTED');
});

describe('the way to an instance', () => {
  const call = { url: '', method: 'GET', path: '/', watch: false, status: 200 } as const;

  it('is estimated by the middle of its last calls, without those that wait', () => {
    const health = createHealth();
    for (const ms of [9, 11, 10, 900, 10]) health.take({ ...call, at: 0, ms });
    health.take({ ...call, at: 0, ms: 40_000, watch: true });
    expect(health.view()).toEqual({ latency_ms: 10 });
  });

  it.each([
    [0, undefined],
    [20_000, undefined],
    [-45_000, -45_000],
    [3_600_000, 3_600_000],
  ])('has a clock %i ms off, which is reported as %s', (skew, expected) => {
    const health = createHealth();
    const at = 1_700_000_000_000;
    health.take({ ...call, at, ms: 100, date: at + 50 + skew - 500 });
    expect(health.view().clock_skew_ms).toBe(expected);
  });

  it('has another clock three calls after ours was set back, and not by one that is odd', () => {
    const health = createHealth();
    const take = (at: number, date: number) => health.take({ ...call, at, ms: 0, date: date - 500 });
    const at = 1_700_000_000_000;
    for (let n = 0; n < 30; n += 1) take(at + n, at + n);
    expect(health.view().clock_skew_ms).toBeUndefined();
    take(at - 3_600_000, at);
    expect(health.view().clock_skew_ms).toBeUndefined();
    for (let n = 0; n < 2; n += 1) take(at - 3_600_000, at);
    expect(health.view().clock_skew_ms).toBe(3_600_000);
  });
});

describe('what a remote could do', () => {
  it('is still known after a restart while it does not answer, with when that was', async () => {
    const { core, folder, proxy, id, instance } = await startWithCloudToken();
    const before = instance(id);
    expect(before).toMatchObject({ token_kind: 'cloud', version: expect.any(String) });
    await core.close();
    proxy.offline();
    const again = await startTestCore({ folder });
    const lost = await again.whenState(id, 'reconnecting');
    expect(textOf(lost.why_not?.create_game ?? '')).toMatch(/^The token of this instance is for one game/);
    expect(lost).toMatchObject({ why_not: before?.why_not, token_kind: 'cloud', version: before?.version });
    expect(lost.stale_since).toBe(lost.fresh_at);
    expect(lost.fresh_at).toBeGreaterThanOrEqual(before?.fresh_at ?? Infinity);
    expect(lost.fresh_at).toBeLessThan(Date.now());
    proxy.heal();
    again.core.instances.find(id).wake();
    expect(await again.whenState(id, 'connected')).not.toHaveProperty('stale_since');
  });

  it('is forgotten with it', async () => {
    const { core, client, folder, id } = await startWithCloudToken();
    await client.call('instances.remove', { instance_id: id });
    await core.close();
    const { sql, close } = await openAppDatabase(folder);
    expect(sql.prepare('SELECT * FROM last_seen').all()).toEqual([]);
    close();
  });
});
