// Drops on Local: the service takes the pack as it lies on the disk. The same states, checks and ends as of what is sent, also
// when the service or the whole app is gone in the middle.
import { mkdir, readdir, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Worker } from 'node:worker_threads';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { GameView } from '../../../../../src-shared/games/bridge.ts';
import type { TransferView } from '../../../../../src-shared/transfers/bridge.ts';
import { problemOf } from '../../../../../src-shared/transfers/problem-of.ts';
import { startTestCore, type TestCore } from '../../../../support/core.ts';
import { startCoreProcess } from '../../../../support/core-process.ts';
import { createRandom } from '../../../../support/random.ts';
import { rounds } from '../../../../support/soak.ts';
import { startOnce } from '../../../../support/start-once.ts';
import { makeTempFolder } from '../../../../support/temp-folder.ts';
import { until } from '../../../../support/until.ts';
import { randomFile } from '../../../../support/upload.ts';

vi.setConfig({ testTimeout: rounds(60_000, 600_000) });

const MIB = 1_048_576;

async function makeBuild(bytes: number): Promise<string> {
  const build = path.join(await makeTempFolder('build'), 'harbor');
  await mkdir(path.join(build, 'data'), { recursive: true });
  await writeFile(path.join(build, 'server.bin'), randomFile(bytes));
  for (let number = 0; number < 20; number += 1) {
    await writeFile(path.join(build, 'data', `map${number}.json`), JSON.stringify({ number }).repeat(50));
  }
  return build;
}

function follow({ client }: TestCore) {
  const seen: TransferView[] = [];
  let list: TransferView[] = [];
  client.subscribe(
    'transfers',
    {},
    {
      next: (next) => {
        list = next;
        seen.push(...next);
      },
    },
  );
  const one = (id: string) => list.find((view) => view.id === id);
  const when = async (id: string, status: TransferView['status']) => {
    await until(() => one(id)?.status === status, `${status}, not ${one(id)?.status}: ${problemOf(one(id))?.message}`);
    return one(id) as TransferView;
  };
  return { seen, list: () => list, one, when };
}

async function connect() {
  const test = await startTestCore();
  await test.whenState('local', 'connected');
  return test;
}

const ofFile = startOnce(connect);

/** With a game of its own. A test that ends the service has a core of its own as well. */
async function startWithLocalGame(bytes = 2 * MIB, core: () => Promise<TestCore> = ofFile) {
  const test = await core();
  const local = () => test.core.instances.find('local').client();
  const { groups } = await local().listGames({});
  const body = { developer_group_id: groups[0]?.group_id ?? '', display_name: 'Tidebreak' };
  const { game_id } = await local().createGame({ body });
  const gameNow = async () => (await local().getGame({ params: { game_id } })).game;
  const namespace_id = (await gameNow()).namespaces[0]?.namespace_id ?? '';
  const build = await makeBuild(bytes);
  const drop = async (source = build, name = '1.4.2') => {
    const { source_id } = test.core.offerSource(source);
    const request = { source_id, instance_id: 'local', game_id, namespace_id, name, switch: true };
    return (await test.client.call('transfers.start', request)).transfer_id;
  };
  const data = path.join(test.folder, 'local');
  const blobOf = ({ sha256 = '' }: TransferView) => path.join(data, 'blobs', sha256.slice(0, 2), sha256);
  return { test, build, drop, gameNow, data, blobOf, ...follow(test) };
}

describe('a drop on Local', () => {
  it('goes from pack to switch with nothing on a wire, and is the pack itself where links are', async () => {
    const { test, drop, when, gameNow, blobOf, seen, data } = await startWithLocalGame();
    const id = await drop();
    const view = await when(id, 'done');
    expect(view).toMatchObject({ bytes_on_wire: 0, outcome: { text: 'prod switched to 1.4.2.' } });
    expect(view.bytes_verified).toBe(view.bytes_total);
    const { namespaces } = await gameNow();
    expect(namespaces.find(({ name_id: name }) => name === 'prod')?.version_id).toBe(view.version_id);
    const stored = await stat(blobOf(view));
    expect(stored.size).toBe(view.bytes_total);
    const pack = await stat(path.join(test.folder, 'packs', `${view.sha256}.tar`));
    if (process.platform !== 'win32') expect(stored.ino).toBe(pack.ino);
    expect(seen.every((one) => one.bytes_verified + one.bytes_live <= (one.bytes_total ?? 0))).toBe(true);
    expect(await readdir(path.join(data, 'uploads'))).toEqual([]);
  });

  it("keeps a copy of an archive that is the person's own file", async () => {
    const { drop, when, build, blobOf } = await startWithLocalGame();
    const archive = path.join(build, 'server.bin');
    const view = await when(await drop(archive), 'done');
    expect((await stat(blobOf(view))).ino).not.toBe((await stat(archive)).ino);
    expect(view).toMatchObject({ bytes_on_wire: 0, bytes_total: 2 * MIB });
  });

  it('can be dropped again as another version, with the bytes stored once', async () => {
    const { drop, when, gameNow, data } = await startWithLocalGame();
    const names = async () => await readdir(path.join(data, 'blobs'), { recursive: true });
    const before = await names();
    const first = await when(await drop(), 'done');
    const once = await names();
    expect(once.length).toBeGreaterThan(before.length);
    const second = await when(await drop(undefined, '1.4.3'), 'done');
    expect(second.sha256).toBe(first.sha256);
    expect((await gameNow()).versions.map(({ display_name: name }) => name)).toEqual(['0.0.1', '1.4.2', '1.4.3']);
    expect(await names()).toEqual(once);
    expect(await readdir(path.join(data, 'uploads'))).toEqual([]);
  });

  it('waits while the service is gone, and ends when it is back', async () => {
    const workers: Worker[] = [];
    const remember = (worker: Worker) => void workers.push(worker);
    process.on('worker', remember);
    const { test, build, drop, when, one } = await startWithLocalGame(100 * MIB, connect);
    process.off('worker', remember);
    // A file of the person's own is hashed as it is taken, which takes its time.
    const id = await drop(path.join(build, 'server.bin'));
    await until(() => one(id)?.step === 'parts', 'the parts');
    // The service is the first thread that an app opens.
    await workers[0]?.terminate();
    await until(() => test.local()?.crash?.count === 1, 'the crash to be reported');
    await test.whenState('local', 'connected');
    const view = await when(id, 'done');
    expect(view.bytes_verified).toBe(view.bytes_total);
  });

  it('goes on over the socket where the service has a process of its own', async () => {
    const { test, drop, when } = await startWithLocalGame(2 * MIB, connect);
    await test.client.call('settings.set', { keep_hosting: true });
    onTestFinished(async () => {
      await test.client.call('settings.set', { keep_hosting: false }).catch(() => undefined);
    });
    await test.whenState('local', 'connected');
    const view = await when(await drop(), 'done');
    expect(view.bytes_on_wire).toBe(view.bytes_total);
    await test.client.call('settings.set', { keep_hosting: false });
    await test.whenState('local', 'connected');
  });
});

describe('an app that is killed in the middle of a drop', () => {
  it('ends it after the next start, at whatever moment that was', async () => {
    const random = createRandom();
    const build = await makeBuild(rounds(24, 150) * MIB);
    for (let round = 0; round < rounds(1, 10); round += 1) await killOnce(build, random.below(rounds(150, 600)));
  });
});

async function killOnce(build: string, afterMs: number): Promise<void> {
  const folder = await makeTempFolder('killed');
  const app = await startCoreProcess(folder, build);
  await app.whenConnected('local');
  const { game_id } = await app.client.call('games.create', { instance_id: 'local', display_name: 'Tidebreak' });
  const { source } = await app.client.call('transfers.chooseFolder', {});
  let namespace_id = '';
  const next = ({ game }: GameView) => void (namespace_id = game?.namespaces[0]?.namespace_id ?? '');
  app.client.subscribe('game', { instance_id: 'local', game_id }, { next });
  await until(() => namespace_id !== '', 'the game');
  const place = { instance_id: 'local', game_id, namespace_id };
  await app.client.call('transfers.start', { source_id: source?.source_id ?? '', ...place, name: '1.4.2' });
  await sleep(afterMs);
  await app.kill();
  const test = await startTestCore({ folder });
  const { list, when } = follow(test);
  await test.whenState('local', 'connected');
  await until(() => list().length === 1, 'the transfer');
  const id = list()[0]?.id ?? '';
  if (list()[0]?.status !== 'done') await test.client.call('transfers.resume', { transfer_id: id });
  const view = await when(id, 'done');
  const client = test.core.instances.find('local').client();
  const { game } = await client.getGame({ params: { game_id } });
  expect(game.versions.filter(({ display_name: name }) => name === '1.4.2')).toHaveLength(1);
  expect(await readdir(path.join(folder, 'local', 'uploads')), `killed after ${afterMs} ms`).toEqual([]);
  const stored = await stat(path.join(folder, 'local', 'blobs', (view.sha256 ?? '').slice(0, 2), view.sha256 ?? ''));
  expect(stored.size).toBe(view.bytes_total);
  await test.core.close();
}
