// The core with the real service in its thread and a real bridge: what the window is told in good and bad times.

import { once } from 'node:events';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import type { GameRow, GameView } from '../../../src-shared/games/bridge.ts';
import type { LocalView } from '../../../src-shared/instances/bridge.ts';
import { textOf } from '../../../src-shared/text/message.ts';
import { coreForAll, startTestCore } from '../../support/core.ts';
import type { CoreTestOptions } from '../../support/core-options.ts';
import { translate } from '../../support/in-german.ts';
import { makeTempFolder } from '../../support/temp-folder.ts';
import { createTurnedClock } from '../../support/turned-clock.ts';
import { until } from '../../support/until.ts';

const openCore = coreForAll();

async function startCore(options?: CoreTestOptions) {
  const started = await (options === undefined ? openCore() : startTestCore(options));
  const { client } = started;
  const seen = { local: undefined as LocalView | undefined, games: [] as GameRow[] };
  client.subscribe('instances', {}, { next: (all) => (seen.local = all.find((one) => one.kind === 'local')) });
  client.subscribe('games', { instance_id: 'local' }, { next: (games) => (seen.games = games) });
  const connected = () => until(() => seen.local?.state === 'connected', 'Local to be connected');
  return { ...started, seen, connected };
}

it('starts the service and tells how it got connected', async () => {
  const { seen, connected, folder, states } = await startCore({});
  await connected();
  expect(states).toEqual(['starting', 'connecting', 'connected']);
  expect(seen.local).toMatchObject({ name: 'Local', kind: 'local', data_folder: path.join(folder, 'local') });
  expect(seen.local?.ready_ms).toBeGreaterThan(0);
  expect(seen.local?.free_bytes).toBeGreaterThan(0);
  expect(seen.local?.url).toBe(`http://127.0.0.1:${seen.local?.port}`);
});

it('creates a game and follows it, list and whole', async () => {
  const { client, seen, connected } = await startCore();
  await connected();
  const { game_id } = await client.call('games.create', { instance_id: 'local', display_name: 'Tidebreak' });
  await until(() => seen.games.some(({ id }) => id === game_id));
  expect(seen.games.find(({ id }) => id === game_id)).toMatchObject({
    display_name: 'Tidebreak',
    total_player_count: 0,
  });
  let view: GameView | undefined;
  const stop = client.subscribe('game', { instance_id: 'local', game_id }, { next: (next) => (view = next) });
  await until(() => view?.game !== null && view !== undefined);
  expect(view?.game?.namespaces).toHaveLength(2);
  expect(view).not.toHaveProperty('stale_since');
  stop();
});

it("brings the service's own sentence to the window when a name does not fit", async () => {
  const { client, connected } = await startCore();
  await connected();
  const failure = client.call('games.create', { instance_id: 'local', display_name: ' ' });
  await expect(failure).rejects.toMatchObject({
    code: 'VALIDATION_ERROR',
    metadata: { errors: [{ path: ['display-name', 'invalid'] }] },
  });
});

it('keeps what was read and the log while a service that died is away, and goes on when it was started again', async () => {
  const time = createTurnedClock();
  const { client, seen, connected, crash } = await startCore({ clock: time.clock });
  await connected();
  const { game_id } = await client.call('games.create', { instance_id: 'local', display_name: 'Lasting' });
  let log: string[] = [];
  client.subscribe('instances.log', { instance_id: 'local' }, { next: (lines) => (log = lines) });
  let view: GameView | undefined;
  const stop = client.subscribe('game', { instance_id: 'local', game_id }, { next: (next) => (view = next) });
  await until(() => view?.game !== null && view !== undefined);
  await crash();
  await until(() => seen.local?.crash?.count === 1);
  await connected();
  await crash();
  await until(() => seen.local?.state === 'reconnecting');
  expect(seen.local).toMatchObject({ problem: { code: 'SERVICE_STOPPED' }, crash: { count: 2 } });
  await until(() => view?.stale_since !== undefined);
  expect(view?.game).not.toBeNull();
  expect(log.join('\n')).toContain('service ready');
  await expect(client.call('games.create', { instance_id: 'local', display_name: 'X' })).rejects.toMatchObject({
    code: 'INSTANCE_UNREACHABLE',
  });
  await client.call('instances.restart', { instance_id: 'local' });
  await connected();
  await until(() => view?.stale_since === undefined);
  expect(seen.games.map((row) => row.display_name)).toEqual(['Lasting']);
  stop();
});

it('restarts once for each request, also when they come together', async () => {
  const { client, seen, connected } = await startCore();
  await connected();
  await Promise.all([1, 2, 3].map(() => client.call('instances.restart', { instance_id: 'local' })));
  await connected();
  expect(seen.local).not.toHaveProperty('problem');
});

it('offers a fresh folder beside a damaged one, and leaves that as it is', async () => {
  const folder = await makeTempFolder();
  const damaged = path.join(folder, 'local', 'slipway.db');
  await mkdir(path.dirname(damaged));
  await writeFile(damaged, 'not a database');
  const { client, seen, connected } = await startCore({ folder });
  await until(() => seen.local?.state === 'stopped');
  expect(seen.local).toMatchObject({
    state: 'stopped',
    problem: { code: 'DATA_FOLDER_DAMAGED' },
    fresh_folder: path.join(folder, 'local-fresh'),
  });
  const moved = await client.call('instances.useFreshFolder', { instance_id: 'local' });
  expect(moved).toEqual({ data_folder: path.join(folder, 'local-fresh') });
  await connected();
  expect(await readFile(damaged, 'utf8')).toBe('not a database');
  expect(JSON.parse(await readFile(path.join(folder, 'settings.json'), 'utf8'))).toMatchObject(moved);
});

it('tells which port it took when the requested one is taken', async () => {
  const other = createServer();
  other.listen(0, '127.0.0.1');
  await once(other, 'listening');
  onTestFinished(() => void other.close());
  const { port } = other.address() as AddressInfo;
  const { seen, connected } = await startCore({ port });
  await connected();
  expect(seen.local?.port).not.toBe(port);
  const notice = seen.local?.notice ?? '';
  expect(textOf(notice)).toContain(`Port ${port} is taken by`);
  expect(translate(notice)).toContain(`Port ${port} ist von`);
});

it('moves to a folder that the person picks, and stays when they pick none', async () => {
  const picked = path.join(await makeTempFolder(), 'elsewhere');
  const { client, seen, connected } = await startCore({ picked });
  await connected();
  expect(await client.call('instances.chooseFolder', { instance_id: 'local' })).toEqual({ data_folder: picked });
  await connected();
  expect(seen.local?.data_folder).toBe(picked);
  const none = await startCore();
  await none.connected();
  expect(await none.client.call('instances.chooseFolder', { instance_id: 'local' })).toEqual({ data_folder: null });
});

it('shows the data folder with the shell', async () => {
  const { client, host, seen, connected } = await startCore();
  await connected();
  await client.call('instances.showFolder', { instance_id: 'local' });
  expect(host.shown).toEqual([seen.local?.data_folder]);
});

it('knows no other instance', async () => {
  const { client } = await startCore();
  await expect(client.call('instances.restart', { instance_id: 'x' })).rejects.toMatchObject({
    code: 'INSTANCE_NOT_FOUND',
  });
});
