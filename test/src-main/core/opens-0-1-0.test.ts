// What the app of Slipway 0.1.0 kept opens as it did then: settings, remotes, tokens, records, and transfers that go on.
import { copyFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import type { Settings } from '../../../src-shared/settings/bridge.ts';
import type { TransferView } from '../../../src-shared/transfers/bridge.ts';
import { startTestCore } from '../../support/core.ts';
import { startService010, unpackApp010 } from '../../support/from-0-1-0.ts';
import { clientOf } from '../../support/service.ts';
import { until } from '../../support/until.ts';

async function startApp010({ wasKilled = false } = {}) {
  const service = await startService010();
  const { root, home } = await unpackApp010(service.server.url);
  if (wasKilled) {
    await rm(path.join(home, 'transfers.db'));
    await copyFile(path.join(home, 'transfers.killed.db'), path.join(home, 'transfers.db'));
  }
  const core = await startTestCore({ folder: home, askEvery: 50 });
  await until(() => core.instances().some(({ name }) => name === 'Studio'), 'the remote');
  const studio = core.instances().find(({ name }) => name === 'Studio')?.id ?? '';
  let transfers: TransferView[] = [];
  core.client.subscribe('transfers', {}, { next: (next) => (transfers = next) });
  await until(() => transfers.length > 0, 'the transfers');
  return {
    ...core,
    root,
    service,
    studio,
    transfers: () => transfers,
    transfer: (name: string) => transfers.find((transfer) => transfer.name === name),
  };
}

it('takes the settings, the remotes with their tokens, and what was pinned and protected', async () => {
  const { client, studio, whenState, instances, root, service } = await startApp010();
  let settings: Settings | undefined;
  client.subscribe('settings', {}, { next: (next) => (settings = next) });
  await until(() => settings !== undefined);
  expect(settings).toMatchObject({
    theme: 'dark',
    language: 'de',
    service_port: 7500,
    slow_while_playing: 50_000,
    upload_lanes: 1,
    upload_limit: 8192,
    notifications: false,
  });
  const remote = await whenState(studio, 'connected');
  expect(remote).toMatchObject({ url: service.server.url, token_kind: 'cloud' });
  expect(remote.protected_namespaces).toHaveLength(1);
  expect(instances().find(({ name }) => name === 'Pinned')).toMatchObject({
    kind: 'remote',
    pinned_fingerprint: expect.stringMatching(/^(?:[0-9A-F]{2}:){31}/),
  });
  expect(await whenState('local', 'connected')).toHaveProperty('data_folder', path.join(root, 'home', 'local'));
  let pinned: unknown[] = [];
  client.subscribe('servers.pinned', { instance_id: studio }, { next: (next) => (pinned = next) });
  await until(() => pinned.length === 1, 'the pinned server');
  const games = await clientOf(service.call).listGames({});
  const place = { instance_id: studio, game_id: games.games[0]?.game_id ?? '' };
  let command: { command: string } | undefined;
  client.subscribe('servers.clientCommand', place, { next: (next) => (command = next) });
  await until(() => command !== undefined);
  expect(command).toMatchObject({ command: 'tidebreak --connect {address}' });
});

it('has the records of calls, of switches, and of what a remote could do when it was last seen', async () => {
  const { client, studio, service, whenState } = await startApp010();
  const { rows } = await client.call('activity.page', { instance_id: studio, text: '/version' });
  expect(rows.map(({ method }) => method)).toContain('PUT');
  await whenState(studio, 'connected');
  const { games } = await clientOf(service.call).listGames({});
  const game_id = games[0]?.game_id ?? '';
  const { game } = await clientOf(service.call).getGame({ params: { game_id } });
  const madeBy = async (name: string) => {
    const namespace_id = game.namespaces.find(({ name_id }) => name_id === name)?.namespace_id ?? '';
    const history = await client.call('namespaces.history', { instance_id: studio, game_id, namespace_id });
    return history.rows.map(({ by }) => by).slice(0, 2);
  };
  expect([await madeBy('staging'), await madeBy('prod')]).toEqual([
    ['here', 'here'],
    ['elsewhere', 'elsewhere'],
  ]);
  await service.server.close();
  expect(await whenState(studio, 'reconnecting')).toMatchObject({ version: '0.1.0', token_kind: 'cloud' });
});

it('shows the transfers as they were, and goes on with one that a person paused', async () => {
  const { client, transfers, transfer, studio, whenState, service } = await startApp010();
  expect(Object.fromEntries(transfers().map(({ name, status, step }) => [name, [status, step]]))).toEqual({
    '1.1': ['paused', 'pack'],
    '2.0': ['paused', 'parts'],
    '2.0 again': ['cancelled', 'parts'],
    '2.2': ['paused', 'parts'],
    fails: ['failed', 'prepare'],
    'local 1': ['done', 'switch'],
  });
  expect(transfer('fails')).toMatchObject({
    problem: { code: 'API_FORBIDDEN' },
    remedies: ['retry', 'new_build'],
    tries: 1,
  });
  expect(transfer('2.0')).toMatchObject({ paused: { by: 'person' }, bytes_total: 168_448, bytes_verified: 16_733 });
  expect(transfer('2.2')).toMatchObject({ paused: { by: 'end' } });
  await whenState(studio, 'connected');
  await client.call('transfers.limit', { bytes_per_second: null });
  const id = transfer('2.0')?.id ?? '';
  await client.call('transfers.resume', { transfer_id: id });
  await until(() => transfer('2.0')?.status === 'done', 'the transfer to be done');
  expect(transfer('2.0')).toMatchObject({ bytes_reused: 116_123 });
  const { games } = await clientOf(service.call).listGames({});
  const { game } = await clientOf(service.call).getGame({ params: { game_id: games[0]?.game_id ?? '' } });
  expect(game.versions.map(({ display_name: name }) => name)).toContain('2.0');
});

it('takes what was under way in a journal of an app that was killed as paused, and goes on with it', async () => {
  const { client, transfer, studio, whenState } = await startApp010({ wasKilled: true });
  expect(transfer('2.2')).toMatchObject({ status: 'paused', paused: { by: 'end' }, step: 'parts' });
  expect(transfer('1.1')).toMatchObject({ status: 'paused', paused: { by: 'end' }, step: 'pack' });
  await whenState(studio, 'connected');
  await client.call('transfers.limit', { bytes_per_second: null });
  for (const name of ['2.2', '1.1']) await client.call('transfers.resume', { transfer_id: transfer(name)?.id ?? '' });
  await until(() => transfer('2.2')?.status === 'done' && transfer('1.1')?.status === 'done', 'both to be done');
});
