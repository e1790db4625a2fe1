// The first day with a remote, as two real processes: what was pushed runs there without more, the command says where to join, and
// with --wait-healthy a version that crashes is gone again.
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it, vi } from 'vitest';
import { runCommand, whenEnded } from '../../support/command.ts';
import { lastJson } from '../../support/last-json.ts';
import { startServeProcess } from '../../support/serving.ts';
import { startOnce } from '../../support/start-once.ts';
import { makeTempFolder } from '../../support/temp-folder.ts';
import { until } from '../../support/until.ts';

vi.setConfig({ testTimeout: 120_000 });

const listens = `
const http = require('node:http');
http.createServer((_, answer) => answer.end('hello')).listen(Number(process.env.PORT), process.env.SLIPWAY_HOST);
`;
/** The first test has it fresh. Each has a game of its own. */
const started = startOnce(() => startServeProcess({ words: [] }));
const ports = { game: { protocol: 'http', routing: { game_guard: {} } } };

async function makeBuild(program: string, its: object = ports): Promise<string> {
  const folder = path.join(await makeTempFolder('build'), 'harbor');
  await mkdir(folder);
  await writeFile(path.join(folder, 'slipway.json'), JSON.stringify({ program: 'server.js', ports: its }));
  await writeFile(path.join(folder, 'server.js'), program);
  return folder;
}

it('runs what is pushed to a fresh remote, and what crashes is rolled back', async () => {
  const serving = await started();
  const home = await makeTempFolder('home');
  const run = (...args: string[]) => runCommand(args, { home, env: { SLIPWAY_TOKEN: serving.token } });
  expect(await run('remote', 'add', serving.url, '--name', 'eu')).toMatchObject({ code: 0 });
  const place = ['--remote', 'eu', '--game', 'Tidebreak', '--namespace', 'prod'];
  const good = await makeBuild(listens);
  const pushed = await run('push', good, ...place, '--create-game', '--name', '1.0.0');
  expect(pushed).toMatchObject({ code: 0, stdout: expect.stringContaining('prod switched to 1.0.0.') });
  expect(pushed.stdout).toMatch(/prod keeps 1 server: reachable\nJoin {5}http:\/\/\S+:\d+\n/);
  const address = /Join {5}(\S+)/.exec(pushed.stdout)?.[1] ?? '';
  expect(await (await fetch(address)).text()).toBe('hello');

  const bad = await makeBuild(`${listens}setTimeout(() => process.exit(3), 1_000);`);
  const crashed = await run('push', bad, ...place, '--name', '1.1.0', '--wait-healthy', '20', '--json');
  expect(crashed).toMatchObject({ code: 1, stderr: expect.stringContaining('prod was rolled back to 1.0.0.') });
  expect(lastJson(crashed.stdout)).toMatchObject({ event: 'result', state: 'done', health: 'unhealthy' });
  const { games } = await serving.client.listGames({ query: {} });
  const { game } = await serving.client.getGame({ params: { game_id: games[0]?.game_id ?? '' } });
  const running = game.namespaces.find(({ name_id: name }) => name === 'prod')?.version_id;
  expect(game.versions.find(({ version_id: id }) => id === running)?.display_name).toBe('1.0.0');
  expect(lastJson(crashed.stdout)['rolled_back_to']).toBe(running);

  const better = await makeBuild(`${listens}// 1.2.0`);
  const healthy = await run('push', better, ...place, '--name', '1.2.0', '--wait-healthy', '1', '--json');
  expect(healthy).toMatchObject({ code: 0 });
  expect(lastJson(healthy.stdout)).toMatchObject({ health: 'healthy', servers: { keeps: 1, state: 'reachable' } });
  const switched = await run('switch', '1.0.0', ...place);
  expect(switched.stdout).toContain('prod keeps 1 server: reachable');
  const present = async () => (await run('history', ...place)).stdout.split('\n')[1];
  expect(await present()).toMatch(/ 1\.0\.0 .* runs /);
  expect(await run('servers', 'keep', '--count', '0', ...place)).toMatchObject({ code: 0 });
  await expect.poll(present, { timeout: 10_000 }).toMatch(/ 1\.0\.0 .* no servers running /);
});

it('goes back to no version where none ran before, and calls that so everywhere', async () => {
  const serving = await started();
  await serving.createGame('tidewrack');
  const place = ['--game', 'tidewrack', '--namespace', 'prod'];
  const bad = await makeBuild('process.exit(3);');
  const crashed = await serving.run('push', bad, ...place, '--name', '1.0.0', '--wait-healthy', '20');
  expect(crashed).toMatchObject({ code: 1, stderr: expect.stringContaining('prod runs no version again, as before.') });
  const { stdout: history } = await serving.run('history', ...place);
  expect(history.split('\n')[1]).toMatch(/ \(no version\) .* no servers running /);
  expect(history).toMatch(/ 1\.0\.0 .* crashed (?:once|\d times)/);
  const { stdout: versions } = await serving.run('versions', '--game', 'tidewrack');
  expect(versions.trim().split('\n')).toEqual([
    expect.stringMatching(/^VERSION/),
    expect.stringMatching(/^1\.0\.0 .* - /),
  ]);
});

it('says that the version runs when it is stopped while it watches the servers', async () => {
  const serving = await started();
  const { game_id, namespaces } = await serving.createGame('harbor');
  const environment_id = namespaces.find(({ name_id: name }) => name === 'prod')?.namespace_id ?? '';
  const place = ['--game', 'harbor', '--namespace', 'prod'];
  const child = serving.start('push', await makeBuild(listens), ...place, '--name', '1.0.0', '--wait-healthy', '600');
  const ended = whenEnded(child);
  await until(async () => {
    const { servers } = await serving.client.listServers({ params: { game_id, environment_id }, query: {} });
    return servers.some(({ state }) => state === 'running');
  }, 'the server to run');
  child.kill('SIGINT');
  const { stderr } = await ended;
  expect(stderr).toContain('Stopped. prod runs 1.0.0 by now; whether its servers stay reachable was not seen.');
  expect(stderr).not.toMatch(/AbortError|Slipway failed/);
});

it('says that a namespace keeps no servers, and refuses to watch them before anything is sent', async () => {
  const serving = await startServeProcess();
  const place = ['--game', 'Tidebreak', '--create-game', '--namespace', 'staging'];
  const build = await makeBuild(listens);
  const refused = await serving.run('push', build, ...place, '--name', '1', '--wait-healthy');
  expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('keeps 0 servers') });
  const pushed = await serving.run('push', build, ...place, '--name', '1');
  expect(pushed).toMatchObject({ code: 0, stdout: expect.stringContaining('staging keeps 0 servers, so none starts') });
  const words = await serving.run('push', build, '--game', 'Tidebreak', '--wait-healthy');
  expect(words).toMatchObject({ code: 2, stderr: expect.stringContaining('--wait-healthy goes with --namespace') });
});

it('says of a server without a port that it runs without one, and of one that crashes at once that it ended', async () => {
  const serving = await started();
  const home = await makeTempFolder('home');
  const run = (...args: string[]) => runCommand(args, { home, env: { SLIPWAY_TOKEN: serving.token } });
  await run('remote', 'add', serving.url, '--name', 'eu');
  const place = ['--remote', 'eu', '--game', 'Bots', '--namespace', 'prod'];
  const bot = await makeBuild('setInterval(() => {}, 1_000);', {});
  const { stdout } = await run('push', bot, ...place, '--create-game', '--name', '1.0.0');
  expect(stdout).toContain('prod keeps 1 server: running without a port, so there is no address to join\n');
  const program = `console.error('no map \\u001b[2Jhere'); setTimeout(() => process.exit(3), 300);`;
  const bad = await makeBuild(program, {});
  const crashed = await run('push', bad, ...place, '--name', '1.1.0');
  expect(crashed.stdout).toMatch(/prod keeps 1 server: it ended\. Exited with code 3/);
  expect(crashed.stdout).toMatch(/\n {2}no map here\nRead its log with slipway servers logs [\da-f-]{36}\n/);
  const watched = await run('push', bot, ...place, '--name', '1.2.0', '--wait-healthy', '1', '--json');
  expect(lastJson(watched.stdout)).toMatchObject({ health: 'healthy', servers: { state: 'running', addresses: [] } });
});
