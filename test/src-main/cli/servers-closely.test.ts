// `slipway servers` where it looks at one server from close by, or does to it what the window does, against real servers.
import { once } from 'node:events';
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import net from 'node:net';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { expect, it, onTestFinished, vi } from 'vitest';
import type { Server } from '../../../src-shared/service/servers.ts';
import { runCommand, startCommand, whenEnded } from '../../support/command.ts';
import { startElevenRemote } from '../../support/eleven-remote.ts';
import { addressOf, endServers, helloServer, nodeBuild } from '../../support/hosting.ts';
import { type Serving, startServing } from '../../support/serving.ts';
import { startOnce } from '../../support/start-once.ts';
import { makeTempFolder } from '../../support/temp-folder.ts';
import { until } from '../../support/until.ts';

// Real servers.
vi.setConfig({ testTimeout: 60_000 });

/** Each test has a game of its own in it. */
const started = startOnce(() => startServing());
let games = 0;

/** A server of this program that is up, and a way to say what to do with it. */
async function startServer(program = helloServer) {
  const serving = await started();
  const game = await serving.createGame(`Tidebreak ${(games += 1)}`);
  const folder = path.join(await makeTempFolder('build'), 'harbor');
  await mkdir(folder);
  for (const [name, content] of Object.entries(nodeBuild(program))) {
    await writeFile(path.join(folder, name), content as string);
  }
  const where = ['--game', game.name_id, '--namespace', 'prod'];
  expect(await serving.run('push', folder, ...where, '--name', '1.0.0')).toMatchObject({ code: 0 });
  const created = await serving.run('servers', 'create', ...where, '--wait', '30', '--json');
  const { server }: { server: Server } = JSON.parse(created.stdout);
  const work = (name: string, ...args: string[]) => serving.run('servers', name, server.id, ...where, ...args);
  const params = {
    game_id: game.game_id,
    environment_id: game.namespaces[0]?.namespace_id ?? '',
    server_id: server.id,
  };
  onTestFinished(() => endServers(serving.client, game.game_id));
  return { ...serving, where, server, work, params };
}

async function whenOver(
  { client }: Pick<Serving, 'client'>,
  params: Awaited<ReturnType<typeof startServer>>['params'],
) {
  await until(async () => (await client.getServer({ params })).server.destroyed_at !== undefined);
}

it('shows, sets, cuts and clears the network of a server, and says the units of each figure', async () => {
  const { work } = await startServer();
  expect(await work('network')).toMatchObject({ code: 0, stdout: 'No simulation.\n', stderr: '' });
  const set = await work('network', '--latency', '80', '--loss', '1.5', '--bandwidth', '2000');
  expect(set).toMatchObject({ code: 0, stderr: '' });
  expect(set.stdout).toContain('80 ms more for each round trip');
  expect(set.stdout).toContain('1.5 % of the packets of each way');
  expect(set.stdout).toContain('2000 kbit/s of each player and each way');
  const cut = JSON.parse((await work('network', '--cut', '300', '--json')).stdout);
  expect(cut.network, 'what was set stays').toMatchObject({ latency_ms: 80, loss_percent: 1.5 });
  expect(cut.cut_until).toBeGreaterThan(Date.now());
  const preset = JSON.parse((await work('network', '--preset', 'mobile-4g', '--jitter', '5', '--json')).stdout);
  expect(preset.network).toMatchObject({ latency_ms: 60, jitter_ms: 5, loss_percent: 1, bandwidth_bits: 20_000_000 });
  const cleared = JSON.parse((await work('network', '--clear', '--cut', '0', '--json')).stdout);
  expect(cleared.network).toBeNull();
});

it('refuses with a sentence and 2 what is no figure of a network, before anything is asked', async () => {
  const home = await makeTempFolder('home');
  const wrong = [
    [['--latency', 'fast'], '--latency takes milliseconds from 0 to 10000, not "fast".'],
    [['--latency', '10001'], '--latency takes milliseconds from 0 to 10000'],
    [['--loss', '101'], '--loss takes a percentage from 0 to 100'],
    [['--loss', '-1'], '--loss'],
    [['--bandwidth', '1'], '--bandwidth takes kilobits a second from 8 to 100000000'],
    [['--seed', '1.5'], '--seed takes a whole number'],
    [['--cut', '601'], '--cut takes seconds from 0 to 600'],
    [['--preset', 'moon'], 'There are lan, home-wifi, mobile-4g, transatlantic, terrible.'],
    [['--clear', '--loss', '3'], '--clear takes all away'],
  ] as const;
  for (const [args, sentence] of wrong) {
    const ended = await runCommand(['servers', 'network', 'x', '--game', 'g', '--namespace', 'n', ...args], { home });
    expect(ended, args.join(' ')).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining(sentence) });
  }
});

it('counts the players of a server, and says what its ports carried', async () => {
  const { work, server } = await startServer(
    "require('node:net').createServer((player) => player.write('hello')).listen(Number(process.env.PORT), '127.0.0.1');",
  );
  const player = net.connect(addressOf(server));
  await once(player, 'data');
  // Who says nothing is no player.
  await until(async () => (await work('players')).stdout.includes('connected'), 'the connection to be known');
  const early = await work('players');
  expect(early.stdout).toMatch(/^Players {2}0 \(1 connected, not counted as a player yet\)\nPORT +CONNECTED /);
  player.write('hello');
  await until(async () => JSON.parse((await work('players', '--json')).stdout).players.now === 1);
  const said = JSON.parse((await work('players', '--json')).stdout);
  expect(said.ports.game).toMatchObject({ connections: 1, refused: 0 });
  expect(said.players.limit, 'nobody has set one').toBeNull();
  const shown = await work('players');
  expect(shown.stdout).toMatch(/^Players {2}1\n/);
  expect(shown.stdout).toContain('FROM PLAYERS');
  player.destroy();
});

it('says what a server uses, once or until it ends', async () => {
  const { work, start, where, server, run } = await startServer();
  await until(async () => JSON.parse((await work('usage', '--json')).stdout).usage !== null);
  expect((await work('usage')).stdout).toMatch(
    /^\d+ millicores, .+B, \d+ process(?:es)?, \d+ connections?, .+ in, .+ out\n$/,
  );
  const follower = start('servers', 'usage', server.id, '--follow', ...where, '--json');
  if (follower.stdout === null) throw new Error('A child with a pipe has one');
  const closed = once(follower, 'close');
  const times: number[] = [];
  for await (const line of createInterface({ input: follower.stdout })) {
    const point = JSON.parse(line);
    expect(point).toMatchObject({ event: 'usage', cpu: expect.any(Number), memory: expect.any(Number) });
    times.push(point.at);
    if (times.length === 3) await run('servers', 'stop', server.id, ...where, '--grace', '0');
  }
  expect(await closed).toEqual([0, null]);
  expect(times, 'each moment once, in order').toEqual([...new Set(times)].toSorted((a, b) => a - b));
  expect((await work('usage')).stdout).toMatch(/^It has ended\. Before that it used /);
  expect(await work('usage', '--follow'), 'what has ended is not waited for').toMatchObject({ code: 0 });
});

it.each(['usage', 'logs'])('follows the %s of a server no longer than the service lets it', async (word) => {
  const { server, run, where, home, url } = await startServer();
  const made = await run('tokens', 'create', ...where, '--can', 'read', '--json');
  const { token, token_id: id } = JSON.parse(made.stdout) as { token: string; token_id: string };
  const env = { SLIPWAY_URL: url, SLIPWAY_TOKEN: token };
  const follower = startCommand(['servers', word, server.id, '--follow', ...where], { home, env });
  if (follower.stdout === null) throw new Error('A child with a pipe has one');
  await once(follower.stdout, 'data');
  expect(await run('tokens', 'revoke', id, ...where.slice(0, 2))).toMatchObject({ code: 0 });
  const { code, stderr } = await whenEnded(follower);
  expect({ code, lines: stderr.trimEnd().split('\n').length }).toEqual({ code: 1, lines: 1 });
});

it('restarts a server, and answers the one that comes in its place', async () => {
  const { work, client, params, server } = await startServer();
  const ended = await work('restart', '--json');
  expect(ended).toMatchObject({ code: 0, stderr: '' });
  const { server: next, replaces } = JSON.parse(ended.stdout);
  expect(replaces).toBe(server.id);
  expect(next.id).not.toBe(server.id);
  const { server: old } = await client.getServer({ params });
  expect(old.destroyed_at).toBeDefined();
});

it('writes a crash bundle, and replaces a file only when told to', async () => {
  const { work, client, params } = await startServer(
    `${helloServer}\nprocess.stdin.on('data', () => { throw new Error('the boat sank'); });`,
  );
  await work('console').catch(() => undefined);
  await client.typeIntoServer({ params, body: { line: 'sink' } });
  await whenOver({ client }, params);
  const listed = await work('crash-bundle', '--dry-run');
  expect(listed).toMatchObject({ code: 0, stderr: '' });
  const folder = await makeTempFolder('bundles');
  const file = path.join(folder, 'crash.zip');
  const saved = await work('crash-bundle', '--output', file, '--json');
  expect(saved).toMatchObject({ code: 0, stderr: '' });
  const bytes = await readFile(file);
  expect(bytes.subarray(0, 2).toString()).toBe('PK');
  expect(JSON.parse(saved.stdout)).toEqual({ file, bytes: bytes.length });
  if (process.platform !== 'win32') expect((await stat(file)).mode & 0o077, 'for its owner alone').toBe(0);
  await writeFile(file, 'mine');
  const refused = await work('crash-bundle', '--output', file);
  expect(refused).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('already exists') });
  expect(await readFile(file, 'utf8')).toBe('mine');
  expect(await work('crash-bundle', '--output', file, '--force')).toMatchObject({ code: 0 });
  expect((await readFile(file)).subarray(0, 2).toString()).toBe('PK');
  expect(await readdir(folder), 'nothing is left beside it').toEqual(['crash.zip']);
  expect(await work('crash-bundle')).toMatchObject({ code: 2 });
});

// A service answers whoever waits for one more line after 40 seconds: following that ends by this alone takes too long.
it('ends the following of a log when the server has ended, also when it had ended before', {
  timeout: 30_000,
}, async () => {
  const { work, client, params } = await startServer(
    `${helloServer}\nprocess.stdin.on('data', () => process.exit(0));`,
  );
  const following = work('logs', '-f');
  await client.typeIntoServer({ params, body: { line: 'end' } });
  expect(await following).toMatchObject({
    code: 0,
    stderr: '',
    stdout: expect.stringMatching(/-- Ended: exited\.\n$/),
  });
  for (const lines of ['1', '1000']) {
    const again = await work('logs', '-f', '--lines', lines);
    expect(again, lines).toMatchObject({ code: 0, stdout: expect.stringMatching(/-- Ended: exited\.\n$/) });
  }
});

it('says what an instance does not offer', async () => {
  const { url, token, params, home } = await startServer();
  const remote = await startElevenRemote(url);
  const env = { SLIPWAY_URL: remote.url, SLIPWAY_TOKEN: token };
  const there = ['--game', params.game_id, '--namespace', 'prod'];
  for (const name of ['network', 'players', 'usage', 'restart']) {
    const refused = await runCommand(['servers', name, params.server_id, ...there], { home, env });
    expect(refused, name).toMatchObject({ code: 1, stdout: '', stderr: expect.stringMatching(/\.\n$/) });
  }
});
