// Journey J4: a version that ran on Local goes to staging and then to prod, as the same bytes; on a remote of ours, and on one
// that has the eleven calls alone with its files in an S3-like store.
import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it, vi } from 'vitest';
import type { PinnedServer } from '../../../../src-shared/servers/bridge.ts';
import type { TransferView } from '../../../../src-shared/transfers/bridge.ts';
import { problemOf } from '../../../../src-shared/transfers/problem-of.ts';
import { startTestCore, type TestCore } from '../../../support/core.ts';
import { startElevenRemote } from '../../../support/eleven-remote.ts';
import { startFaultProxy } from '../../../support/fault-proxy.ts';
import { nodeBuild } from '../../../support/hosting.ts';
import { startS3Remote } from '../../../support/s3-remote.ts';
import { startWithGame } from '../../../support/service.ts';
import { tarOf } from '../../../support/tar.ts';
import { makeTempFolder } from '../../../support/temp-folder.ts';
import { until } from '../../../support/until.ts';
import { blobs } from '../../../support/upload.ts';
import { bytesPut } from '../transfers/support.ts';

vi.setConfig({ testTimeout: 120_000 });

async function addRemote({ client, whenState }: TestCore, name: string, url: string, token: string): Promise<string> {
  const added = await client.call('instances.add', { url, token, name });
  if (added.outcome !== 'added') throw new Error('expected it to be added');
  await whenState(added.instance_id, 'connected');
  return added.instance_id;
}

/** Local with a game whose version 1.4.2 was pushed to it. */
async function startWithLocalVersion() {
  const app = await startTestCore({ askEvery: 50 });
  const { client } = app;
  let transfers: TransferView[] = [];
  client.subscribe('transfers', {}, { next: (next) => (transfers = next) });
  const whenDone = async (id: string) => {
    const now = () => transfers.find((view) => view.id === id);
    await until(() => now()?.status === 'done', `done, not ${now()?.status}: ${problemOf(now())?.message}`);
    return now() as TransferView;
  };
  await app.whenState('local', 'connected');
  const { game_id } = await client.call('games.create', { instance_id: 'local', display_name: 'Tidebreak' });
  const local = app.core.instances.find('local').client();
  const { game } = await local.getGame({ params: { game_id } });
  const place = { instance_id: 'local', game_id, namespace_id: game.namespaces[0]?.namespace_id ?? '' };
  const file = path.join(await makeTempFolder('build'), 'harbor.tar');
  await writeFile(file, tarOf(nodeBuild()));
  const { source_id: source } = app.core.offerSource(file);
  const { transfer_id: id } = await client.call('transfers.start', { source_id: source, ...place, name: '1.4.2' });
  const pushed = await whenDone(id);
  const from = { instance_id: 'local', game_id, version_id: pushed.version_id ?? '' };
  return { app, client, whenDone, pushed, from };
}

it('J4: Local, staging, prod: one hash in every lane, sent once, with a look at the server between', async () => {
  const service = await startWithGame();
  const proxy = await startFaultProxy(service.server.url);
  const { app, client, whenDone, pushed, from } = await startWithLocalVersion();
  const { token } = service.server;
  const eu = await addRemote(app, 'EU', proxy.url, token);
  const namespaceOf = (name: string) => service.game.namespaces.find((one) => one.name_id === name)?.namespace_id ?? '';
  const lane = (name: string) => ({ instance_id: eu, game_id: service.game_id, namespace_id: namespaceOf(name) });

  // 1 and 2. What stands in the way is reported first, billing with its day; then the bytes of Local go to staging.
  const group = { group_id: service.game.developer_group_id };
  const failed = { payment_failed_ts: '2026-11-03T08:00:00.000Z' } as never;
  await service.client.setBillingTestState({ params: group, body: failed });
  const request = { from, to: lane('staging') };
  const warned = await client.call('versions.checkPromote', request);
  expect(warned).toMatchObject({ way: 'send', sha256: pushed.sha256, problems: [] });
  expect(warned.warnings[0]?.message).toContain('failed on 3 Nov 2026');
  expect(bytesPut(proxy.requests)).toBe(0);
  await service.client.setBillingTestState({ params: group, body: {} });
  const { transfer_id: id = '' } = await client.call('versions.promote', request);
  const staged = await whenDone(id);
  expect(staged).toMatchObject({ sha256: pushed.sha256, outcome: { text: 'staging switched to 1.4.2.' } });
  expect(await blobs(service.server.dataFolder)).toEqual([pushed.sha256]);

  // 3. Where servers cannot be listed, one is followed by its id: ports, resources and lifecycle.
  const params = { game_id: service.game_id, environment_id: namespaceOf('staging') };
  const { datacenters } = await service.client.listDatacenters({ params });
  const body = {
    datacenter: datacenters[0]?.id ?? '',
    tags: {},
    runtime: { build: staged.build_id ?? '' },
    network: { ports: {} },
    resources: { cpu: 500, memory: 256 },
    lifecycle: { kill_timeout: 3_000 },
  } as never;
  const { server } = await service.client.createServer({ params, body });
  const eleven = await startElevenRemote(service.server.url);
  const plain = await addRemote(app, 'EU by id', eleven.url, token);
  let pinned: PinnedServer[] = [];
  client.subscribe('servers.pinned', { instance_id: plain }, { next: (next) => (pinned = next) });
  await client.call('servers.pin', { instance_id: plain, ...params, server_id: server.id });
  await until(() => pinned[0]?.server !== null && pinned[0]?.server !== undefined, 'the server to be read');
  expect(pinned[0]?.server).toMatchObject({ resources: { cpu: 500, memory: 256 }, lifecycle: { kill_timeout: 3_000 } });

  // 4. Prod is protected: it wants its own name. The remote is the same, so no byte goes.
  const sent = bytesPut(proxy.requests);
  await client.call('instances.protectNamespace', { ...lane('prod'), is_protected: true });
  const { instance_id, game_id } = lane('staging');
  const toProd = { from: { instance_id, game_id, version_id: staged.version_id ?? '' }, to: lane('prod') };
  const unsaid = client.call('versions.promote', toProd);
  await expect(unsaid).rejects.toMatchObject({ code: 'NAMESPACE_PROTECTED' });
  const { plan, switched } = await client.call('versions.promote', { ...toProd, confirm: 'prod' });
  expect(plan).toMatchObject({ way: 'switch', sentence: expect.stringContaining('no byte is sent') });
  expect(switched).toMatchObject({ outcome: 'switched', sentence: { text: 'prod switched to 1.4.2.' } });
  expect(bytesPut(proxy.requests)).toBe(sent);

  // 5. Limits have their bounds, and what was set is what is there.
  const place = { ...lane('prod'), confirm: 'prod' };
  const most = 4_294_967_295;
  const over = client.call('namespaces.setLimits', { ...place, limits: { lobby_count_max: most + 1, max_players: 1 } });
  await expect(over).rejects.toMatchObject({ code: 'BRIDGE_BAD_INPUT' });
  const limits = { lobby_count_max: most, max_players: 0 };
  expect(await client.call('namespaces.setLimits', { ...place, limits })).toMatchObject({ outcome: 'done' });
  const prod = { game_id: service.game_id, namespace_id: namespaceOf('prod') };
  expect((await service.client.getNamespace({ params: prod })).namespace.config.matchmaker).toMatchObject(limits);
});

it('J4 to a remote with the eleven calls alone and an S3-like store: as the kind that it takes, byte for byte', async () => {
  const service = await startWithGame();
  const remote = await startS3Remote(service, { partBytes: 5 * 1024 * 1024 });
  const { app, client, whenDone, pushed, from } = await startWithLocalVersion();
  const id = await addRemote(app, 'Theirs', remote.url, service.server.token);
  const to = { instance_id: id, ...service.place };
  const unsaid = await client.call('versions.checkPromote', { from, to });
  expect(unsaid.problems[0]?.message).toContain('Say which kind Theirs is to take it as');
  expect(remote.store.puts).toEqual([]);
  const promoted = await client.call('versions.promote', { from, to, kind: 'docker_image' });
  const view = await whenDone(promoted.transfer_id ?? '');
  expect(view).toMatchObject({ outcome: { text: 'prod switched to 1.4.2.' } });
  expect(
    createHash('sha256')
      .update(await remote.stored())
      .digest('hex'),
  ).toBe(pushed.sha256);
});
