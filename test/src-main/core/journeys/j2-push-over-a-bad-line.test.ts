// Journey J2: a large build goes to a remote over a bad line; the line goes away, the machine sleeps, the app is killed.
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, vi } from 'vitest';
import { problemOf, troubleOf } from '../../../../src-shared/transfers/problem-of.ts';
import { type CoreProcess, startCoreProcess } from '../../../support/core-process.ts';
import { startElevenRemote } from '../../../support/eleven-remote.ts';
import { startFaultProxy } from '../../../support/fault-proxy.ts';
import { createRandom } from '../../../support/random.ts';
import { startS3Remote } from '../../../support/s3-remote.ts';
import { startWithGame } from '../../../support/service.ts';
import { rounds } from '../../../support/soak.ts';
import { makeTempFolder } from '../../../support/temp-folder.ts';
import { until } from '../../../support/until.ts';
import { blobs, randomFile } from '../../../support/upload.ts';
import { bytesPut, MIB } from '../transfers/support.ts';

vi.setConfig({ testTimeout: rounds(120_000, 600_000) });

const isPart = /^\/uploads\//;
const isPrepare = /\/builds\/prepare$/;
/** Under way for long enough to be killed a few times. */
const BYTES = rounds(16, 100) * MIB;
const RATE = rounds(2, 12) * MIB;

async function makeBuild(bytes: number) {
  const build = path.join(await makeTempFolder('build'), 'harbor');
  await mkdir(build);
  await writeFile(path.join(build, 'server.bin'), randomFile(bytes));
  await writeFile(path.join(build, 'config.json'), '{}');
  return build;
}

async function addRemote({ client, whenConnected }: CoreProcess, url: string, token: string): Promise<string> {
  const added = await client.call('instances.add', { url, token, name: 'EU' });
  if (added.outcome !== 'added') throw new Error(`expected it to be added, not ${added.outcome}`);
  await whenConnected(added.instance_id);
  return added.instance_id;
}

type Place = { instance_id: string; game_id: string; namespace_id: string };

async function startTransfer({ client }: CoreProcess, place: Place): Promise<string> {
  const { source } = await client.call('transfers.chooseFolder', {});
  const request = { source_id: source?.source_id ?? '', ...place, name: '1.4.2', switch: true };
  return (await client.call('transfers.start', request)).transfer_id;
}

async function startJourney(bytes: number) {
  const service = await startWithGame();
  const proxy = await startFaultProxy(service.server.url);
  const folder = await makeTempFolder('app');
  const build = await makeBuild(bytes);
  const open = () => startCoreProcess(folder, build);
  const params = { game_id: service.game_id, environment_id: service.place.namespace_id };
  /** What the service lacks of the one build that there is. */
  const missing = async () => {
    const [first, ...more] = (await service.client.listBuilds({ params })).builds;
    expect(more).toEqual([]);
    if (first === undefined) return Number.POSITIVE_INFINITY;
    const { upload } = await service.client.getUpload({ params: { upload_id: first.upload_id } });
    return upload.parts.filter((part) => !part.received).reduce((sum, part) => sum + part.content_length, 0);
  };
  const gameNow = async () => (await service.client.getGame({ params: { game_id: service.game_id } })).game;
  return { service, proxy, folder, build, open, missing, gameNow };
}

it('J2: the build arrives whole whatever happens on the way, and no more is sent than was missing', async () => {
  const random = createRandom();
  const { service, proxy, build, open, missing, gameNow } = await startJourney(BYTES);
  const { token } = service.server;
  let app = await open();

  // 1. A remote that does not answer, and a token that is wrong, are described in words; then it is added.
  const wrong = app.client.call('instances.add', { url: 'http://127.0.0.1:9', token });
  await expect(wrong).rejects.toMatchObject({ message: expect.stringContaining('nothing listens there') });
  await expect(app.client.call('instances.add', { url: proxy.url, token: 'x' })).rejects.toMatchObject({
    code: 'API_UNAUTHORIZED',
  });
  const place = { instance_id: await addRemote(app, proxy.url, token), ...service.place };

  // 2. Parts that do not cover the file are refused before a byte is sent; a prepare that fails is tried again.
  const holed = [
    { url: `${proxy.url}/uploads/x/1`, path: 'x', content_length: 5, byte_offset: 0 },
    { url: `${proxy.url}/uploads/x/2`, path: 'x', content_length: 5, byte_offset: 9 },
  ];
  const body = JSON.stringify({ build: crypto.randomUUID(), image_presigned_requests: holed });
  proxy.fail({ method: 'POST', match: isPrepare, times: 1, fault: { kind: 'status', status: 200, body } });
  proxy.fail({ method: 'POST', match: isPrepare, times: 1, fault: { kind: 'status', status: 503 } });
  proxy.fail({ method: 'PUT', match: isPart, fault: { kind: 'slow', bytesPerSecond: RATE } });
  const id = await startTransfer(app, place);
  const refused = await app.whenTransfer(id, 'failed');
  expect(problemOf(refused)).toMatchObject({
    code: 'TRANSFER_PARTS',
    message: expect.stringContaining('bytes 5 to 9'),
  });
  expect(bytesPut(proxy.requests)).toBe(0);
  await app.client.call('transfers.retry', { transfer_id: id, new_build: true });

  // 3. The network goes away in the middle: it waits, says until when, and loses nothing.
  await until(() => (app.transfer(id)?.parts.verified ?? 0) >= 1);
  const had = app.transfer(id)?.bytes_verified ?? 0;
  proxy.offline();
  const waiting = await app.whenTransfer(id, 'waiting');
  expect(troubleOf(waiting)?.next_try_at).toBeGreaterThan(0);
  expect(troubleOf(waiting)?.problem.code).toBe('INSTANCE_UNREACHABLE');
  expect(waiting.bytes_verified, 'no part is lost').toBeGreaterThanOrEqual(had);
  expect(waiting.bytes_verified, 'and none is claimed').toBeLessThan(waiting.bytes_total ?? 0);
  proxy.heal();

  const uploadRequests = () => proxy.requests.filter(({ path: at }) => at.startsWith('/cloud/uploads/')).length;
  const askedBefore = uploadRequests();
  // 4. The addresses ran out while the machine slept: fresh ones are asked for, and nothing starts from scratch.
  const expired = { kind: 'status', status: 403, body: '{"code":"UPLOAD_URL_EXPIRED","message":"Too old."}' } as const;
  proxy.fail({ method: 'PUT', match: isPart, times: 1, fault: expired });
  proxy.fail({ method: 'PUT', match: isPart, fault: { kind: 'slow', bytesPerSecond: RATE } });
  await app.client.call('transfers.retry', { transfer_id: id });
  await until(() => uploadRequests() > askedBefore, 'fresh addresses');

  // 5. The app is killed at any moment, again and again. What is sent after it is no more than what was missing.
  for (let round = 0; round < rounds(2, 10); round += 1) {
    await sleep(random.below(1_500));
    await app.kill();
    proxy.cutAll();
    const [left, before] = [await missing(), bytesPut(proxy.requests)];
    app = await open();
    await app.whenConnected(place.instance_id);
    await goOn(app, id);
    await sleep(random.below(1_500));
    expect(bytesPut(proxy.requests) - before, `round ${round}`).toBeLessThanOrEqual(left);
  }

  // 6. A file of the folder is another one by now: the person is told, and what is sent stays what was packed.
  await app.kill();
  proxy.cutAll();
  await writeFile(path.join(build, 'config.json'), '{"edited": true}');
  const [left, before] = [await missing(), bytesPut(proxy.requests)];
  proxy.heal();
  app = await open();
  await app.whenConnected(place.instance_id);
  await goOn(app, id);

  // 7. Done is said when the remote has shown the version, with the hash of what it stores.
  const done = await app.whenTransfer(id, 'done');
  expect(bytesPut(proxy.requests) - before).toBeLessThanOrEqual(left);
  if (left > 0) expect(done.source_changed).toBe(true);
  expect(done).toMatchObject({ outcome: { text: 'prod switched to 1.4.2.' } });
  expect(await blobs(service.server.dataFolder)).toEqual([done.sha256]);
  const game = await gameNow();
  expect(game.versions.filter(({ display_name: name }) => name === '1.4.2')).toHaveLength(1);
  expect(game.namespaces[0]?.version_id).toBe(done.version_id);
  await app.quit();
});

/** A transfer that was under way when the app ended waits for a person's word; one that had ended needs none. */
async function goOn(app: CoreProcess, id: string): Promise<void> {
  const view = await app.whenTransfer(id, 'paused', 'done');
  if (view.status === 'paused') await app.client.call('transfers.resume', { transfer_id: id });
}

it('J2 on a remote with the eleven calls alone: it goes by its own record, and sends no part that was taken again', async () => {
  const { service, open, gameNow } = await startJourney(18 * MIB);
  const eleven = await startElevenRemote(service.server.url);
  let app = await open();
  const place = { instance_id: await addRemote(app, eleven.url, service.server.token), ...service.place };
  // So slow that the kill comes between the smallest part and the others.
  await app.client.call('transfers.limit', { bytes_per_second: 4 * MIB });
  const id = await startTransfer(app, place);
  await until(() => (app.transfer(id)?.parts.sent ?? 0) + (app.transfer(id)?.parts.verified ?? 0) >= 1);
  await app.kill();
  app = await open();
  await app.client.call('transfers.limit', { bytes_per_second: null });
  await app.whenConnected(place.instance_id);
  const kept = await app.whenTransfer(id, 'paused');
  const left = (kept.bytes_total ?? 0) - kept.bytes_sent - kept.bytes_verified;
  expect(left).toBeLessThan(kept.bytes_total ?? 0);
  await app.client.call('transfers.resume', { transfer_id: id });
  const done = await app.whenTransfer(id, 'done');
  expect(done.bytes_on_wire - kept.bytes_on_wire).toBe(left);
  expect(await blobs(service.server.dataFolder)).toEqual([done.sha256]);
  expect((await gameNow()).namespaces[0]?.version_id).toBe(done.version_id);
  await app.quit();
});

it('J2 on a remote with an S3-like store: after a kill only the parts go that it has no tag of', async () => {
  const { service, open } = await startJourney(17 * MIB);
  const remote = await startS3Remote(service, { partBytes: 5 * MIB, knowsKeys: true });
  let app = await open();
  const place = { instance_id: await addRemote(app, remote.url, service.server.token), ...service.place };
  await app.client.call('transfers.limit', { bytes_per_second: 8 * MIB });
  const id = await startTransfer(app, place);
  await until(() => (app.transfer(id)?.parts.verified ?? 0) >= 2);
  await app.kill();
  const taken = new Set(remote.store.puts.filter(({ status }) => status === 200).map(({ part }) => part));
  const before = remote.store.puts.length;
  app = await open();
  await app.client.call('transfers.limit', { bytes_per_second: null });
  await app.whenConnected(place.instance_id);
  await goOn(app, id);
  const done = await app.whenTransfer(id, 'done');
  expect(done.sha256).toBeDefined();
  expect((await remote.stored()).length).toBe(done.bytes_total);
  // One that was answered in the moment of the kill may go once more: nobody wrote down that it had arrived.
  const again = remote.store.puts.slice(before).filter(({ part }) => taken.has(part));
  expect(again.length).toBeLessThanOrEqual(8);
  expect(remote.store.puts.length - before).toBeLessThan(before + 5);
  await app.quit();
});
