// Promoting through the core as a window does it: Local to a remote, within a remote, to one that is not ours, and what is said
// before anything is sent.
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { zstdCompressSync } from 'node:zlib';
import { expect, it, onTestFinished, vi } from 'vitest';
import type { TransferView } from '../../../../src-shared/transfers/bridge.ts';
import { problemOf } from '../../../../src-shared/transfers/problem-of.ts';
import type { PromotionRequest } from '../../../../src-shared/versions/promote.ts';
import { startTestCore, type TestCore } from '../../../support/core.ts';
import { startElevenRemote } from '../../../support/eleven-remote.ts';
import { startFaultProxy } from '../../../support/fault-proxy.ts';
import { createGame, placesOf, startWithGame } from '../../../support/service.ts';
import { startOnce } from '../../../support/start-once.ts';
import { tarOf } from '../../../support/tar.ts';
import { makeTempFolder } from '../../../support/temp-folder.ts';
import { until } from '../../../support/until.ts';
import { blobs, randomFile } from '../../../support/upload.ts';
import { bytesPut, MIB } from '../transfers/support.ts';

vi.setConfig({ testTimeout: 90_000 });

function follow({ client }: TestCore) {
  let list: TransferView[] = [];
  client.subscribe('transfers', {}, { next: (next) => (list = next) });
  return async (id: string, status: TransferView['status'] = 'done') => {
    const one = () => list.find((view) => view.id === id);
    await until(() => one()?.status === status, `${status}, not ${one()?.status}: ${problemOf(one())?.message}`);
    return one() as TransferView;
  };
}

type Source = 'folder' | 'tar' | 'tar.zst';

async function makeBuild(source: Source): Promise<string> {
  const build = path.join(await makeTempFolder('build'), source === 'folder' ? 'harbor' : `harbor.${source}`);
  if (source === 'folder') {
    await mkdir(build);
    await writeFile(path.join(build, 'server.bin'), randomFile(6 * MIB));
    return build;
  }
  const tar = tarOf({ 'server.js': 'console.log(1);' });
  await writeFile(build, source === 'tar' ? tar : zstdCompressSync(tar));
  return build;
}

/** A core with its Local, and a remote. */
async function connect(eleven: boolean) {
  const service = await startWithGame();
  const front = eleven ? await startElevenRemote(service.server.url) : undefined;
  const proxy = await startFaultProxy(front?.url ?? service.server.url);
  const test = await startTestCore({ askEvery: 50 });
  const { client } = test;
  const when = follow(test);
  await test.whenState('local', 'connected');
  const { token } = service.server;
  const added = await client.call('instances.add', { url: proxy.url, token, name: 'EU' });
  if (added.outcome !== 'added') throw new Error('expected it to be added');
  await test.whenState(added.instance_id, 'connected');
  return { service, proxy, test, client, when, remoteId: added.instance_id };
}

type Connected = Awaited<ReturnType<typeof connect>>;

/** A game of Local with a version that was pushed to it. */
async function withVersion({ test, client, when }: Connected, source: Source) {
  const { game_id } = await client.call('games.create', { instance_id: 'local', display_name: 'Tidebreak' });
  const { game } = await test.core.instances.find('local').client().getGame({ params: { game_id } });
  const place = { instance_id: 'local', game_id, namespace_id: game.namespaces[0]?.namespace_id ?? '' };
  const { source_id } = test.core.offerSource(await makeBuild(source));
  const { transfer_id: id } = await client.call('transfers.start', { source_id, ...place, name: '1.4.2' });
  const pushed = await when(id);
  const from = { instance_id: 'local', game_id, version_id: pushed.version_id ?? '' };
  return { place, pushed, from };
}

const connected = { plain: startOnce(() => connect(false)), eleven: startOnce(() => connect(true)) };

/** A version of Local, and a game of the remote. Both instances are used by other tests as well. */
async function useSenders({ eleven = false, source = 'folder' }: { eleven?: boolean; source?: Source } = {}) {
  const shared = await (eleven ? connected.eleven() : connected.plain());
  shared.proxy.requests.length = 0;
  const { client, call } = shared.service;
  const game_id = await createGame(call);
  const { game } = await client.getGame({ params: { game_id } });
  const local = await withVersion(shared, source);
  const remoteGame = async () => (await client.getGame({ params: { game_id } })).game;
  const namespaceOf = (name: string) => game.namespaces.find((one) => one.name_id === name)?.namespace_id ?? '';
  const to = (name: string) => ({ instance_id: shared.remoteId, game_id, namespace_id: namespaceOf(name) });
  const runs = async (name: string) => {
    const now = await remoteGame();
    const { version_id: running } = now.namespaces.find((one) => one.name_id === name) ?? {};
    return now.versions.find((one) => one.version_id === running)?.display_name;
  };
  const service = { ...shared.service, game, game_id, ...placesOf(game) };
  return { ...shared, ...local, service, to, runs, remoteGame };
}

it('takes a version from Local to staging and from there to prod: the same bytes, sent once', async () => {
  const { client, when, service, proxy, pushed, from, to, runs, remoteGame } = await useSenders();
  const request: PromotionRequest = { from, to: to('staging') };
  const plan = await client.call('versions.checkPromote', request);
  expect(plan).toEqual({
    way: 'send',
    sentence: '1.4.2 is sent to EU from this machine, the same bytes, and staging is switched to it.',
    version_name: '1.4.2',
    sha256: pushed.sha256,
    bytes: pushed.bytes_total,
    problems: [],
    warnings: [],
  });
  expect(bytesPut(proxy.requests)).toBe(0);
  const { transfer_id: id = '' } = await client.call('versions.promote', request);
  const view = await when(id);
  expect(view).toMatchObject({
    sha256: pushed.sha256,
    source_name: '1.4.2',
    outcome: { text: 'staging switched to 1.4.2.' },
  });
  expect(await blobs(service.server.dataFolder)).toContain(pushed.sha256);
  expect(await runs('staging')).toBe('1.4.2');
  const sent = bytesPut(proxy.requests);
  expect(sent).toBe(pushed.bytes_total);
  const toProd: PromotionRequest = {
    from: { ...from, ...to('staging'), version_id: view.version_id ?? '' },
    to: to('prod'),
  };
  const { switched } = await client.call('versions.promote', toProd);
  expect(switched).toMatchObject({ outcome: 'switched', sentence: { text: 'prod switched to 1.4.2.' } });
  // From Local once more: the remote is known to have just these bytes.
  const before = { ...to('prod'), version_id: service.game.versions[0]?.version_id ?? '' };
  await client.call('namespaces.switch', before);
  const again = await client.call('versions.promote', { from, to: to('prod') });
  expect(again).toMatchObject({
    plan: { way: 'switch', version_id: view.version_id },
    switched: { outcome: 'switched' },
  });
  expect(bytesPut(proxy.requests)).toBe(sent);
  expect((await remoteGame()).versions.filter((one) => one.display_name === '1.4.2')).toHaveLength(1);
});

it('sends from what Local stores where the pack is gone', async () => {
  const { test, client, when, service, pushed, from, to } = await useSenders();
  const packs = path.join(test.folder, 'packs');
  for (const name of await readdir(packs)) await rm(path.join(packs, name));
  const { transfer_id: id = '' } = await client.call('versions.promote', { from, to: to('staging') });
  expect(await when(id)).toMatchObject({ sha256: pushed.sha256 });
  expect(await blobs(service.server.dataFolder)).toContain(pushed.sha256);
});

it('says before anything is sent what stands in the way: marks, billing, names, no copy', async () => {
  const { client, when, service, proxy, from, to, runs, remoteId, place } = await useSenders();
  const request = { from, to: to('staging') };
  const group = { group_id: service.game.developer_group_id };
  // The group is that of the other tests' games, too.
  onTestFinished(() => service.client.setBillingTestState({ params: group, body: {} }).then(() => undefined));
  const failed = { payment_failed_ts: '2026-11-03T09:30:00.000Z' } as never;
  await service.client.setBillingTestState({ params: group, body: failed });
  const sentence = expect.stringContaining('The last payment to EU failed on 3 Nov 2026');
  expect(await client.call('versions.checkPromote', request)).toMatchObject({ warnings: [{ message: sentence }] });
  await expect(client.call('versions.promote', request)).rejects.toMatchObject({ code: 'BILLING_TROUBLE' });
  await client.call('instances.protectNamespace', { ...to('staging'), is_protected: true });
  const protectedError = { code: 'NAMESPACE_PROTECTED' };
  await expect(client.call('versions.promote', { ...request, anyway: true })).rejects.toMatchObject(protectedError);
  await client.call('instances.setReadOnly', { instance_id: remoteId, is_read_only: true });
  const readOnly = { code: 'INSTANCE_READ_ONLY' };
  await expect(client.call('versions.promote', { ...request, anyway: true })).rejects.toMatchObject(readOnly);
  await client.call('instances.setReadOnly', { instance_id: remoteId, is_read_only: false });
  const taken = await client.call('versions.checkPromote', { ...request, name: '0.0.1' });
  expect(taken.problems).toMatchObject([{ message: expect.stringContaining('EU already has a version called 0.0.1') }]);
  const empty = { from: { ...to('staging'), version_id: service.game.versions[0]?.version_id ?? '' }, to: place };
  await expect(client.call('versions.checkPromote', empty)).rejects.toMatchObject({ code: 'BUILDS_BUILD_NOT_FOUND' });
  expect(bytesPut(proxy.requests)).toBe(0);
  expect(proxy.requests.some(({ path: called }) => called.endsWith('/builds/prepare'))).toBe(false);
  const sent = await client.call('versions.promote', { ...request, anyway: true, confirm: 'staging' });
  await when(sent.transfer_id ?? '');
  expect(await runs('staging')).toBe('1.4.2');
});

it('says plainly when this machine has no copy of what somebody else pushed to a remote', async () => {
  const { client, service, to, place } = await useSenders();
  const params = { game_id: service.game_id, environment_id: service.place.namespace_id };
  const bytes = tarOf({ 'server.js': '// theirs' });
  const file = { path: 'server.tar', content_length: bytes.length };
  const body = { name: '2.0.0', image_tag: 'theirs', image_file: file, kind: 'archive' } as never;
  const { build, image_presigned_request: target } = await service.client.prepareBuild({ params, body });
  await fetch(target?.url ?? '', { method: 'PUT', body: bytes, headers: { connection: 'close' } });
  const { build: whole } = await service.client.getBuild({ params: { ...params, build_id: build } });
  const from = { ...to('prod'), version_id: whole.version_id ?? '' };
  const plan = await client.call('versions.checkPromote', { from, to: place });
  expect(plan).toMatchObject({ way: 'send', sha256: whole.sha256, problems: [{ code: 'VERSION_NO_COPY' }] });
  expect(plan.problems[0]?.message).toContain(`no copy of 2.0.0 (SHA-256 ${whole.sha256})`);
  await expect(client.call('versions.promote', { from, to: place })).rejects.toMatchObject({ code: 'VERSION_NO_COPY' });
});

it('tells what a remote with the eleven calls alone may not be able to take, and sends none of it', async () => {
  const zstd = await useSenders({ eleven: true, source: 'tar.zst' });
  const packed = await zstd.client.call('versions.checkPromote', { from: zstd.from, to: zstd.to('staging') });
  const messages = packed.problems.map(({ message }) => message).join(' ');
  expect(messages).toContain('This build is packed with zstd, which EU may not be able to unpack.');
  expect(messages).toContain('Say which kind EU is to take it as');
  expect(bytesPut(zstd.proxy.requests)).toBe(0);
});

it('sends a plain archive to a remote with the eleven calls alone as the kind that it is said to be', async () => {
  const { client, when, service, pushed, from, to, runs, place } = await useSenders({ eleven: true, source: 'tar' });
  const request = { from, to: to('staging'), kind: 'docker_image' } as const;
  const { transfer_id: id = '' } = await client.call('versions.promote', request);
  const view = await when(id);
  expect(view.sha256).toBe(pushed.sha256);
  expect(await runs('staging')).toBe('1.4.2');
  const params = {
    game_id: service.game_id,
    environment_id: to('staging').namespace_id,
    build_id: view.build_id ?? '',
  };
  expect((await service.client.getBuild({ params })).build).toMatchObject({
    kind: 'docker_image',
    sha256: pushed.sha256,
  });
  // And from there, where nobody tells hashes, it is known by what was sent from here.
  const back = { from: { ...to('staging'), version_id: view.version_id ?? '' }, to: place };
  const plan = await client.call('versions.checkPromote', back);
  expect(plan).toMatchObject({ way: 'switch', version_id: pushed.version_id, sha256: pushed.sha256 });
});

it('tells which bytes each version is, compares across instances, and refuses a switch that somebody else was before', async () => {
  const { client, when, service, pushed, from, to, place } = await useSenders();
  const { transfer_id: id = '' } = await client.call('versions.promote', { from, to: to('staging') });
  const { version_id: there = '' } = await when(id);
  const hashesOf = async (at: { instance_id: string; game_id: string }) => {
    const { instance_id, game_id } = at;
    return (await client.call('versions.hashes', { instance_id, game_id })).hashes;
  };
  expect((await hashesOf(place))[from.version_id]).toBe(pushed.sha256);
  expect((await hashesOf(to('prod')))[there]).toBe(pushed.sha256);
  const empty = service.game.versions[0]?.version_id ?? '';
  const { instance_id, game_id } = place;
  const comparison = await client.call('versions.compare', {
    ...to('prod'),
    from_version_id: empty,
    to_version_id: from.version_id,
    to_place: { instance_id, game_id },
  });
  expect(comparison.to.build).toMatchObject({ sha256: pushed.sha256 });
  expect(comparison.from.build).toBeNull();
  expect(comparison.files?.added).toMatchObject({ count: 1, first: [{ path: 'server.bin' }] });
  const late = { from, to: to('prod'), expected_version_id: there };
  await expect(client.call('versions.promote', late)).rejects.toMatchObject({ code: 'NAMESPACE_CHANGED' });
  const right = await client.call('versions.promote', { ...late, expected_version_id: empty });
  expect(right.switched).toMatchObject({ outcome: 'switched' });
});

it('says that a remote with the eleven calls alone does not tell its builds', async () => {
  const { client, to } = await useSenders({ eleven: true, source: 'tar' });
  const { instance_id, game_id } = to('prod');
  // On a busy machine a remote may be away for a moment.
  await expect
    .poll(() => client.call('versions.hashes', { instance_id, game_id }))
    .toEqual({ hashes: {}, why_not: { text: expect.any(String), reason: 'ability.list-builds' } });
});
