// The next build of a game, sent where the one before is: what did not change is not sent, and everybody sees that.
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import type { TransferView } from '../../../../../src-shared/transfers/bridge.ts';
import { problemOf, troubleOf } from '../../../../../src-shared/transfers/problem-of.ts';
import { startTestCore, type TestCore } from '../../../../support/core.ts';
import { startElevenRemote } from '../../../../support/eleven-remote.ts';
import { startFaultProxy } from '../../../../support/fault-proxy.ts';
import { createGame, placesOf, startWithGame } from '../../../../support/service.ts';
import { startOnce } from '../../../../support/start-once.ts';
import { makeTempFolder } from '../../../../support/temp-folder.ts';
import { until } from '../../../../support/until.ts';
import { randomFile, sha256 } from '../../../../support/upload.ts';
import { bytesPut, frame, inPieces, MIB } from '../support.ts';

vi.setConfig({ testTimeout: 90_000 });

const isPart = /^\/uploads\//;
/** Of its largest file: many times what may be sent again where little changed. */
const SIZE = 5 * MIB;

function follow({ client }: TestCore) {
  let list: TransferView[] = [];
  client.subscribe('transfers', {}, { next: (next) => void (list = next) });
  const one = (id: string) => list.find((view) => view.id === id);
  const when = async (id: string, status: TransferView['status']) => {
    await until(() => one(id)?.status === status, `${status}, not ${one(id)?.status}: ${problemOf(one(id))?.message}`);
    return one(id) as TransferView;
  };
  return { one, when };
}

/** A core that is connected with a remote, over a line that can be broken. */
async function connect({ eleven = false } = {}) {
  const service = await startWithGame();
  const remote = eleven ? await startElevenRemote(service.server.url) : undefined;
  const proxy = await startFaultProxy(remote?.url ?? service.server.url);
  const test = await startTestCore({ askEvery: 50 });
  const request = { url: proxy.url, token: service.server.token, name: 'EU' };
  const added = await test.client.call('instances.add', request);
  if (added.outcome !== 'added') throw new Error('expected it to be added');
  const instance = added.instance_id;
  await test.whenState(instance, 'connected');
  return { service, proxy, test, instance };
}

/** A build, and a game of the remote to send it to. */
async function withBuild({ service, proxy, test, instance }: Awaited<ReturnType<typeof connect>>, game_id: string) {
  const { place } = placesOf((await service.client.getGame({ params: { game_id } })).game);
  const build = path.join(await makeTempFolder('build'), 'harbor');
  const content = randomFile(SIZE);
  await mkdir(path.join(build, 'maps'), { recursive: true });
  await writeFile(path.join(build, 'server.bin'), content);
  for (let number = 0; number < 40; number += 1) {
    await writeFile(path.join(build, 'maps', `${number}.map`), randomFile(40_000));
  }
  const push = async (name: string) => {
    const { source_id } = test.core.offerSource(build);
    const order = { source_id, instance_id: instance, ...place, name };
    return (await test.client.call('transfers.start', order)).transfer_id;
  };
  /** Puts something into the middle of the largest file. */
  const edit = (at: number) => writeFile(path.join(build, 'server.bin'), inserted(content, at));
  const stored = async ({ sha256: hash = '' }: TransferView) =>
    sha256(await readFile(path.join(service.server.dataFolder, 'blobs', hash.slice(0, 2), hash))).toString('hex');
  return { service, proxy, test, instance, place, build, push, edit, stored, ...follow(test) };
}

/** For tests that end the core, or whose remote is another one. */
async function startWithRemote(options: Parameters<typeof connect>[0] = {}) {
  const connected = await connect(options);
  return await withBuild(connected, connected.service.game_id);
}

const ofFile = startOnce(() => connect());

/** The core and the remote that others use as well, with a whole line and a game of its own. */
async function useRemote() {
  const connected = await ofFile();
  connected.proxy.heal();
  return await withBuild(connected, await createGame(connected.service.call));
}

function inserted(content: Uint8Array, at: number): Buffer {
  return Buffer.concat([content.subarray(0, at), Buffer.from('a few bytes more'), content.subarray(at)]);
}

describe('the next build of a game', () => {
  it('is sent in few bytes, also after a first one that was compressed, and is whole there', async () => {
    const { proxy, push, edit, when, stored } = await useRemote();
    await when(await push('1.0.0'), 'done');
    for (const [round, at] of [MIB, 4 * MIB].entries()) {
      const before = bytesPut(proxy.requests);
      await edit(at);
      const view = await when(await push(`1.0.${round + 1}`), 'done');
      expect(bytesPut(proxy.requests) - before).toBeLessThan(400_000);
      expect(view.bytes_on_wire).toBeLessThan(400_000);
      expect(view.bytes_reused).toBeGreaterThan(SIZE);
      expect((view.bytes_reused ?? 0) + view.bytes_verified).toBe(view.bytes_total);
      expect(await stored(view)).toBe(view.sha256);
    }
  });

  it('is sent compressed and whole when most of it is new', async () => {
    const { proxy, build, push, when, stored } = await useRemote();
    await when(await push('1.0.0'), 'done');
    const before = bytesPut(proxy.requests);
    await writeFile(path.join(build, 'server.bin'), Buffer.alloc(SIZE, 'something that is packed well '));
    const view = await when(await push('1.0.1'), 'done');
    expect(bytesPut(proxy.requests) - before).toBeLessThan(SIZE / 2);
    expect(view).toMatchObject({ bytes_reused: 0 });
    expect(await stored(view)).toBe(view.sha256);
  });

  it('is sent whole from a copy of what a browser dropped, which is packed twice then and removed', async () => {
    const { test, place, instance, push, when, stored } = await useRemote();
    await when(await push('1.0.0'), 'done');
    const copy = await test.core.staging.begin({ name: 'harbor', bytes: 3 * MIB });
    await test.core.staging.receive(copy, inPieces(frame('server.bin', randomFile(3 * MIB)), 65_536));
    const { source_id } = test.core.offerSource(test.core.staging.finish(copy));
    const request = { source_id, instance_id: instance, ...place, name: '1.0.1' };
    const view = await when((await test.client.call('transfers.start', request)).transfer_id, 'done');
    expect(await stored(view)).toBe(view.sha256);
    await until(async () => (await readdir(path.join(test.folder, 'copies'))).length === 0, 'no copy left');
  });

  it('is sent as it was packed first when its folder is gone by then', async () => {
    const { proxy, build, push, when, one, stored } = await useRemote();
    await when(await push('1.0.0'), 'done');
    await writeFile(path.join(build, 'server.bin'), randomFile(SIZE));
    proxy.fail({ method: 'GET', match: /\/chunks$/, fault: { kind: 'status', status: 503 } });
    const id = await push('1.0.1');
    await until(() => troubleOf(one(id)) !== undefined, 'an answer that it has to wait for');
    await rm(build, { recursive: true });
    proxy.heal();
    const view = await when(id, 'done');
    expect(view.bytes_on_wire).toBe(view.bytes_total);
    expect(await stored(view)).toBe(view.sha256);
  });

  it('goes on after the app ended in the middle, still with what is new alone', async () => {
    const { proxy, test, push, edit, when, one, stored, instance } = await startWithRemote();
    await when(await push('1.0.0'), 'done');
    await edit(MIB);
    const before = bytesPut(proxy.requests);
    proxy.fail({ method: 'PUT', match: isPart, fault: { kind: 'half-open' } });
    const id = await push('1.0.1');
    await until(() => (one(id)?.parts.sending ?? 0) > 0, 'a part under way');
    expect(one(id)?.parts.reused).toBeGreaterThan(0);
    await test.core.close();
    proxy.heal();
    const again = await startTestCore({ folder: test.folder });
    const { when: whenAgain } = follow(again);
    await again.whenState(instance, 'connected');
    await again.client.call('transfers.resume', { transfer_id: id });
    const view = await whenAgain(id, 'done');
    expect(bytesPut(proxy.requests) - before).toBeLessThan(800_000);
    expect(view.bytes_reused).toBeGreaterThan(SIZE);
    expect(await stored(view)).toBe(view.sha256);
  });

  it('is sent whole where an instance has the eleven calls alone', async () => {
    const { proxy, push, edit, when } = await startWithRemote({ eleven: true });
    await when(await push('1.0.0'), 'done');
    await edit(MIB);
    const requestsBefore = proxy.requests.length;
    const view = await when(await push('1.0.1'), 'done');
    expect(view.bytes_on_wire).toBe(view.bytes_total);
    const later = proxy.requests.slice(requestsBefore).map(({ path: to }) => to);
    expect(later.filter((to) => /\/chunks$|\/builds$/.test(to))).toEqual([]);
  });
});
