// Transfers through the core as a window has them: journey J2 over a line that breaks, a queue that a person changes, an app
// that ends in the middle, and instances with marks.
import { existsSync } from 'node:fs';
import { mkdir, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import type { TransferAttempt, TransferView } from '../../../../../src-shared/transfers/bridge.ts';
import { problemOf, troubleOf } from '../../../../../src-shared/transfers/problem-of.ts';
import { startTestCore, type TestCore } from '../../../../support/core.ts';
import { startElevenRemote } from '../../../../support/eleven-remote.ts';
import { startFaultProxy } from '../../../../support/fault-proxy.ts';
import { writeLargePack } from '../../../../support/large-pack.ts';
import { createGame, placesOf, startWithGame } from '../../../../support/service.ts';
import { startOnce } from '../../../../support/start-once.ts';
import { makeTempFolder } from '../../../../support/temp-folder.ts';
import { until } from '../../../../support/until.ts';
import { randomFile } from '../../../../support/upload.ts';
import { bytesPut, MIB } from '../support.ts';

// Tens of megabytes at a limited rate.
vi.setConfig({ testTimeout: 60_000 });

const isPart = /^\/uploads\//;
const half = { method: 'PUT', match: isPart, fault: { kind: 'half-open' } } as const;

async function makeBuild(bytes = MIB) {
  const folder = path.join(await makeTempFolder('build'), 'harbor');
  await mkdir(folder);
  await writeFile(path.join(folder, 'server.bin'), randomFile(bytes));
  return folder;
}

function positionOf(view: TransferView | undefined): number | undefined {
  return view !== undefined && 'position' in view ? view.position : undefined;
}

function followTransfers({ client }: TestCore) {
  let list: TransferView[] = [];
  const states = new Map<string, TransferView[]>();
  client.subscribe(
    'transfers',
    {},
    {
      next: (next) => {
        list = next;
        for (const view of next) states.set(view.id, [...(states.get(view.id) ?? []), view]);
      },
    },
  );
  const one = (id: string) => list.find((view) => view.id === id);
  const when = async (id: string, status: TransferView['status']) => {
    await until(() => one(id)?.status === status, `${status}, not ${one(id)?.status}: ${problemOf(one(id))?.message}`);
    return one(id) as TransferView;
  };
  return { list: () => list, one, when, seen: (id: string) => states.get(id) ?? [] };
}

type Options = { bytes?: number; eleven?: boolean };

/** A core that is connected with a remote, over a line that can be broken. */
async function connect({ eleven = false }: Options = {}) {
  const service = await startWithGame();
  const remote = eleven ? await startElevenRemote(service.server.url) : undefined;
  const proxy = await startFaultProxy(remote?.url ?? service.server.url);
  const test = await startTestCore({ askEvery: 50 });
  const { token } = service.server;
  const added = await test.client.call('instances.add', { url: proxy.url, token, name: 'EU' });
  if (added.outcome !== 'added') throw new Error('expected it to be added');
  const id = added.instance_id;
  await test.whenState(id, 'connected');
  return { service, proxy, test, client: test.client, id, ...followTransfers(test) };
}

type Connected = Awaited<ReturnType<typeof connect>>;

/** A build, and a game of the remote to send it to. */
async function withBuild(connected: Connected, game_id: string, bytes?: number) {
  const { service, test, id } = connected;
  const gameNow = async () => (await service.client.getGame({ params: { game_id } })).game;
  const place = { instance_id: id, ...placesOf(await gameNow()).place };
  const build = await makeBuild(bytes);
  const start = async (more: { name?: string; switch?: boolean; confirm?: string } = {}) => {
    const { source_id: source } = test.core.offerSource(build);
    const request = { source_id: source, ...place, name: '1.4.2', ...more };
    return (await test.client.call('transfers.start', request)).transfer_id;
  };
  return { ...connected, place, build, start, gameNow };
}

/** For tests that end the core, or that need one in which nothing was done before. */
async function startWithRemote(options: Options = {}) {
  const connected = await connect(options);
  return await withBuild(connected, connected.service.game_id, options.bytes);
}

const ofFile = startOnce(() => connect());
const elevenOfFile = startOnce(() => connect({ eleven: true }));

/** The core and the remote that others use as well, with a whole line, no limit and a game of its own. */
async function useRemote(options: Options = {}) {
  const connected = await (options.eleven === true ? elevenOfFile() : ofFile());
  connected.proxy.heal();
  connected.proxy.requests.length = 0;
  await connected.client.call('transfers.limit', { bytes_per_second: null });
  return await withBuild(connected, await createGame(connected.service.call), options.bytes);
}

describe('a transfer of the window', () => {
  it('packs, sends, confirms and switches, with at most five changes a second, of which none goes back', async () => {
    const { client, start, when, gameNow, seen } = await useRemote({ bytes: 20 * MIB });
    // Some hundred pieces go out one after the other.
    await client.call('transfers.limit', { bytes_per_second: 8 * MIB });
    const begunAt = performance.now();
    const id = await start({ switch: true });
    const view = await when(id, 'done');
    const most = (5 * (performance.now() - begunAt)) / 1000;
    // What a person does, and that it begins and ends, is reported at once.
    expect(seen(id).length).toBeLessThanOrEqual(most + 6);
    expect(seen(id).length).toBeGreaterThan(6);
    expect(view).toMatchObject({
      name: '1.4.2',
      source_name: 'harbor',
      step: 'switch',
      outcome: { text: 'prod switched to 1.4.2.' },
    });
    expect(view.bytes_verified).toBe(view.bytes_total);
    const game = await gameNow();
    expect(game.namespaces[0]?.version_id).toBe(view.version_id);
    const shown = seen(id).map((one) => one.bytes_verified + one.bytes_sent + one.bytes_live);
    expect(Math.max(...shown)).toBeLessThanOrEqual(view.bytes_total ?? 0);
    expect(shown, 'never back, as no try failed').toEqual(shown.toSorted((a, b) => a - b));
  });

  it('goes on after the app ended in the middle, with nothing sent twice, and says that the folder is newer', async () => {
    const { start, proxy, test, one, build } = await startWithRemote({ bytes: 12 * MIB });
    proxy.fail({ method: 'PUT', match: isPart, times: 1, fault: { kind: 'status', status: 503 } });
    proxy.fail({ method: 'PUT', match: /^\/uploads\/[^/]+\/[3-9]/, fault: { kind: 'half-open' } });
    const id = await start();
    await until(() => one(id)?.parts.verified === 2);
    await test.core.close();
    proxy.heal();
    await writeFile(path.join(build, 'server.bin'), randomFile(10));
    const again = await startTestCore({ folder: test.folder });
    const { one: oneAgain, when } = followTransfers(again);
    await until(() => oneAgain(id)?.status === 'paused');
    await Promise.all(again.instances().map((view) => again.whenState(view.id, 'connected')));
    const before = bytesPut(proxy.requests);
    await again.client.call('transfers.resume', { transfer_id: id });
    const view = await when(id, 'done');
    expect(view.source_changed).toBe(true);
    const missing = (view.bytes_total ?? 0) - 2 * 5 * MIB;
    expect(bytesPut(proxy.requests) - before).toBeLessThanOrEqual(missing);

    const log = await new Promise<TransferAttempt[]>((resolve) => {
      again.client.subscribe('transfers.tries', { transfer_id: id }, { next: resolve });
    });
    expect(log).toMatchObject([
      { what: 'began', step: 'pack', kept: 0 },
      { what: 'failed', step: 'parts', problem: { code: 'INSTANCE_FAILED' } },
      { what: 'paused', by: 'end' },
      { what: 'began', kept: 2, source_changed: true },
      { what: 'done' },
    ]);
    expect(view.tries).toBe(3);
  });

  it('is found by its handle alone, and picked with the shell', async () => {
    const { client, place, list } = await useRemote();
    const before = list();
    const request = { source_id: '/etc', ...place, name: '1' };
    await expect(client.call('transfers.start', request)).rejects.toMatchObject({ code: 'BRIDGE_BAD_INPUT' });
    expect(await client.call('transfers.chooseFolder', {})).toEqual({ source: null });
    expect(list()).toEqual(before);
  });

  it('keeps to read-only marks and to protected namespaces', async () => {
    const { client, id, place, start } = await startWithRemote();
    const { instance_id: _, ...namespace } = place;
    await client.call('instances.protectNamespace', { instance_id: id, ...namespace, is_protected: true });
    await expect(start({ switch: true })).rejects.toMatchObject({ code: 'NAMESPACE_PROTECTED' });
    await client.call('instances.setReadOnly', { instance_id: id, is_read_only: true });
    await expect(start()).rejects.toMatchObject({ code: 'INSTANCE_READ_ONLY' });
  });

  it('stops at secrets with their names, and goes on when they are allowed', async () => {
    const { start, when, build } = await useRemote();
    await writeFile(path.join(build, '.env'), 'PASSWORD=x');
    const view = await when(await start(), 'failed');
    expect(view).toMatchObject({ step: 'pack', problem: { code: 'PACK_SECRETS' }, remedies: ['retry', 'new_build'] });
    expect(problemOf(view)?.message).toContain('.env');
  });

  it('takes back what it began when it is cancelled', async () => {
    const { client, start, proxy, one, when, service, place, test } = await useRemote();
    proxy.fail(half);
    const large = await writeLargePack(path.join(test.folder, 'packs'));
    const id = await start();
    await until(() => one(id)?.parts.sending === 1);
    await client.call('transfers.cancel', { transfer_id: id });
    await when(id, 'cancelled');
    const params = { game_id: place.game_id, environment_id: place.namespace_id };
    expect((await service.client.listBuilds({ params })).builds).toEqual([]);
    await client.call('transfers.remove', { transfer_id: id });
    await until(() => one(id) === undefined);
    await expect(stat(path.join(test.folder, 'transfers', `${id}.claim`))).rejects.toThrow('ENOENT');
    await until(() => !existsSync(large), 'old packs to make room');
  });
});

describe('the queue', () => {
  it('works on two at once for an instance, in an order that can be changed', async () => {
    const { client, start, proxy, one, when } = await useRemote();
    const repair = proxy.fail(half);
    const [a, b, c, d] = [
      await start({ name: 'a' }),
      await start({ name: 'b' }),
      await start({ name: 'c' }),
      await start({ name: 'd' }),
    ];
    await until(() => one(a)?.parts.sending === 1 && one(b)?.parts.sending === 1);
    expect([one(c)?.status, one(d)?.status]).toEqual(['queued', 'queued']);
    await client.call('transfers.reorder', { transfer_id: d, before: c });
    await until(() => (positionOf(one(d)) ?? 9) < (positionOf(one(c)) ?? 0));
    await client.call('transfers.pause', { transfer_id: a });
    await until(() => one(d)?.status === 'running');
    expect([one(a)?.status, one(c)?.status]).toEqual(['paused', 'queued']);
    repair();
    proxy.cutAll();
    await Promise.all([when(b, 'done'), when(c, 'done'), when(d, 'done')]);
    await client.call('transfers.resume', { transfer_id: a });
    await when(a, 'done');
  });

  it('keeps the order that it was given over a restart of the app', async () => {
    const { client, start, proxy, one, test, list } = await startWithRemote();
    proxy.fail(half);
    const [a, b, c, d] = [
      await start({ name: 'a' }),
      await start({ name: 'b' }),
      await start({ name: 'c' }),
      await start({ name: 'd' }),
    ];
    await client.call('transfers.reorder', { transfer_id: d, before: b });
    await until(() => (positionOf(one(d)) ?? 9) < (positionOf(one(b)) ?? 0));
    const inOrder = (views: typeof list) =>
      views()
        .toSorted((x, y) => (positionOf(x) ?? 0) - (positionOf(y) ?? 0))
        .map(({ id }) => id);
    expect(inOrder(list)).toEqual([a, d, b, c]);
    await test.core.close();
    const again = followTransfers(await startTestCore({ folder: test.folder }));
    await until(() => again.list().length === 4);
    expect(inOrder(again.list)).toEqual([a, d, b, c]);
  });

  it('tries at once when a person says so', async () => {
    const { client, start, proxy, one, when } = await useRemote();
    const fault = { kind: 'status', status: 503, retryAfter: '3600' } as const;
    const repair = proxy.fail({ method: 'PUT', match: isPart, fault });
    const id = await start();
    await until(() => one(id)?.status === 'waiting');
    expect(troubleOf(one(id))).toMatchObject({ tries: 1, problem: { code: 'INSTANCE_FAILED' } });
    expect((troubleOf(one(id))?.next_try_at ?? 0) - Date.now()).toBeGreaterThan(3_500_000);
    repair();
    await client.call('transfers.retry', { transfer_id: id });
    await when(id, 'done');
  });

  it('limits all of them together, at once, and remembers it', async () => {
    const { client, start, one, when, test } = await useRemote();
    await client.call('transfers.limit', { bytes_per_second: 64 * 1024 });
    const id = await start();
    await until(() => (one(id)?.bytes_live ?? 0) > 0);
    expect(one(id)?.bytes_live).toBeLessThan(MIB / 2);
    expect(test.core.settings.get().upload_limit).toBe(64 * 1024);
    await client.call('transfers.limit', { bytes_per_second: null });
    await when(id, 'done');
  });
});

describe('a remote with the eleven calls alone', () => {
  it('is confirmed by the version that appears, and its parts are then verified', async () => {
    const { start, when, proxy, gameNow } = await useRemote({ eleven: true });
    const id = await start({ switch: true });
    const view = await when(id, 'done');
    expect((await gameNow()).namespaces[0]?.version_id).toBe(view.version_id);
    expect(proxy.requests.every(({ headers }) => headers['content-digest'] === undefined)).toBe(true);
  });

  it('goes by its own record after a break, and sends only what is missing', async () => {
    const { client, start, one, when } = await useRemote({ eleven: true, bytes: 18 * MIB });
    // So slow that there is time to pause it between its smallest part and its last one.
    await client.call('transfers.limit', { bytes_per_second: 6 * MIB });
    const id = await start();
    await until(() => {
      const { sent = 0, verified = 0 } = one(id)?.parts ?? {};
      return sent + verified >= 1;
    });
    await client.call('transfers.pause', { transfer_id: id });
    const before = await when(id, 'paused');
    await client.call('transfers.limit', { bytes_per_second: null });
    await client.call('transfers.resume', { transfer_id: id });
    const after = await when(id, 'done');
    const kept = before.bytes_sent + before.bytes_verified;
    expect(kept).toBeGreaterThan(0);
    expect(after.bytes_on_wire - before.bytes_on_wire).toBe((after.bytes_total ?? 0) - kept);
  });
});

it('says that the machine slept, when it was paused for that, and not that somebody did it', async () => {
  const { proxy, start, when, seen, test } = await startWithRemote();
  proxy.fail(half);
  const id = await start();
  await when(id, 'running');
  await test.core.desktop.suspend();
  expect(await when(id, 'paused')).toMatchObject({ paused: { by: 'sleep' } });
  proxy.heal();
  expect(await test.core.desktop.awake()).toEqual([]);
  await when(id, 'done');
  expect(seen(id)).toContainEqual(expect.objectContaining({ resumed: expect.objectContaining({ after: 'sleep' }) }));
});
