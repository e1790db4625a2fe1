// `slipway servers` as pipelines use it, against a real `slipway serve` that runs real servers.

import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import net from 'node:net';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { expect, it, onTestFinished, vi } from 'vitest';
import type { Server } from '../../../src-shared/service/servers.ts';
import { runCommand, whenEnded } from '../../support/command.ts';
import { startElevenRemote } from '../../support/eleven-remote.ts';
import { startFaultProxy } from '../../support/fault-proxy.ts';
import { addressOf, endServers, helloServer, machineResources, nodeBuild } from '../../support/hosting.ts';
import { startServing } from '../../support/serving.ts';
import { startOnce } from '../../support/start-once.ts';
import { makeTempFolder } from '../../support/temp-folder.ts';
import { until } from '../../support/until.ts';

// Real servers.
vi.setConfig({ testTimeout: 60_000 });

/** Each test has a game of its own in it. */
const started = startOnce(() => startServing());
let games = 0;

const chatty = `${helloServer}
let count = 0;
setInterval(() => console.log('tick ' + (count += 1)), 50);
`;

/** A service with a game whose `prod` runs a build of this program. */
async function startWithBuild(program = helloServer, manifest?: object) {
  const serving = await started();
  const game = await serving.createGame(`Tidebreak ${(games += 1)}`);
  const folder = path.join(await makeTempFolder('build'), 'harbor');
  await mkdir(folder);
  for (const [name, content] of Object.entries(nodeBuild(program, manifest))) {
    await writeFile(path.join(folder, name), content as string);
  }
  const where = ['--game', game.name_id, '--namespace', 'prod'];
  const pushed = await serving.run('push', folder, ...where, '--name', '1.0.0');
  expect(pushed).toMatchObject({ code: 0 });
  const place = { game_id: game.game_id, environment_id: game.namespaces[0]?.namespace_id ?? '' };
  onTestFinished(() => endServers(serving.client, game.game_id));
  return { ...serving, game, where, place };
}

const metadata = [{ path: ['resources'], message: 'Invalid input: expected object, received undefined' }];
const refusal = {
  status: 400,
  answer: JSON.stringify({ code: 'API_BAD_BODY', message: 'Bad body.', ray_id: 'x', metadata }),
};

function saysAll(body: string): boolean {
  const { resources = {} } = JSON.parse(body) as { resources?: { cpu?: number; memory?: number } };
  return resources.cpu !== undefined && resources.memory !== undefined;
}

async function pass(url: string, { url: at = '', method = 'GET', headers }: IncomingMessage, body: string) {
  const { authorization = '' } = headers;
  const sent = method === 'GET' ? {} : { body };
  const passed = { authorization, 'content-type': 'application/json' };
  const answer = await fetch(url + at, { method, headers: passed, ...sent });
  return { status: answer.status, answer: await answer.text() };
}

/** A stand-in for an instance of others: our service, but for a create call that has to say how much a server may use. */
async function startStrictInstance(url: string): Promise<string> {
  const respond = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await text(request);
    const isCreate = request.method === 'POST' && request.url?.endsWith('/servers') === true;
    const { status, answer } = isCreate && !saysAll(body) ? refusal : await pass(url, request, body);
    response.writeHead(status, { 'content-type': 'application/json' }).end(answer);
  };
  const proxy = createServer((request, response) => void respond(request, response));
  await once(proxy.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => {
    proxy.closeAllConnections();
    proxy.close();
  });
  return `http://127.0.0.1:${(proxy.address() as net.AddressInfo).port}`;
}

function only(stdout: string): { server: Server } {
  expect(stdout.trimEnd().split('\n')).toHaveLength(1);
  return JSON.parse(stdout);
}

it('creates a server of what the namespace runs, answers it as the read of a server does, and it can be joined', async () => {
  const { run, where, client, place } = await startWithBuild();
  const created = await run(
    'servers',
    'create',
    ...where,
    '--wait',
    '30',
    '--tag',
    'job=42',
    '--env',
    'RCON_PASSWORD=hunter2',
    '--json',
  );
  expect(created).toMatchObject({ code: 0, stderr: '' });
  const { server } = only(created.stdout);
  expect(server).toMatchObject({ state: 'running', tags: { job: '42' }, resources: machineResources });
  const { server: read } = await client.getServer({ params: { ...place, server_id: server.id } });
  expect({ ...server, players: undefined }).toEqual({ ...read, players: undefined });
  const socket = net.connect(addressOf(server));
  expect(await text(socket)).toMatch(/^hello /);
  const listed = await run('servers', 'list', ...where, '--json');
  expect(JSON.parse(listed.stdout)).toMatchObject({ servers: [{ id: server.id }] });
  expect(listed.stdout, 'a list ends up in logs').toContain('"RCON_PASSWORD":"***"');
  expect((await run('servers', 'list', ...where)).stdout).toContain(`game tcp://127.0.0.1:${addressOf(server).port}`);
  const stopped = await run('servers', 'stop', server.id, ...where, '--grace', '5');
  expect(stopped).toMatchObject({ code: 0, stdout: `${server.id} was told to end.\n` });
  await until(async () => {
    const now = await client.getServer({ params: { ...place, server_id: server.id } });
    return now.server.destroyed_at !== undefined;
  });
  expect(JSON.parse((await run('servers', 'list', ...where, '--json')).stdout)).toEqual({ servers: [] });
  expect((await run('servers', 'list', '--all', ...where)).stdout).toContain('stopped');
});

it('says what a server may use where the instance wants to be told, and says so', async () => {
  const { run, where, url } = await startWithBuild();
  const strict = await startStrictInstance(url);
  const flags = ['--url', strict, '--memory', '300', '--wait', '30', '--json'];
  const created = await run('servers', 'create', ...where, ...flags);
  expect(created.code).toBe(0);
  expect(created.stderr).toBe(
    'This instance wants to be told what a server may use: 1000 millicores and 300 MB. Change that with --cpu and --memory.\n',
  );
  expect(only(created.stdout).server.resources).toEqual({ cpu: 1000, memory: 300 });
});

it('gives a server what the command says in place of what the version says', async () => {
  const { run, where } = await startWithBuild(`${helloServer}\nconsole.log(process.argv.slice(2), process.env.MODE);`);
  const flags = ['--arg=--fast', '--arg', 'two words', '--env', 'MODE=a=b', '--port', 'web=http', '--cpu', '250'];
  const created = await run('servers', 'create', ...where, ...flags, '--version', '1.0.0', '--wait', '30', '--json');
  expect(created).toMatchObject({ code: 0, stderr: '' });
  const { server } = only(created.stdout);
  expect(server).toMatchObject({
    resources: { ...machineResources, cpu: 250 },
    network: { ports: { web: { protocol: 'http' } } },
  });
  expect((await run('servers', 'logs', server.id, ...where)).stdout).toContain("[ '--fast', 'two words' ] a=b");
});

it('follows a log until the server has ended, and misses no line and tells none twice', async () => {
  const { run, start, where } = await startWithBuild(chatty);
  const created = await run('servers', 'create', ...where, '--wait', '30', '--json');
  const { server } = only(created.stdout);
  const follower = start('servers', 'logs', server.id, '-f', '--lines', '1000', ...where, '--json');
  const ended = whenEnded(follower);
  await run('servers', 'stop', server.id, ...where);
  const { code, stdout, stderr } = await ended;
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  const lines = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as { event: string; number: number; text: string });
  expect(lines.map(({ number }) => number)).toEqual(lines.map((_, at) => at + 1));
  expect(lines.every(({ event }) => event === 'line')).toBe(true);
  expect(lines.at(-1)?.text).toBe('Ended: stopped.');
  const last = await run('servers', 'logs', server.id, '--lines', '2', ...where);
  expect(last.stdout.trimEnd().split('\n')).toHaveLength(2);
  expect(last.stdout).toMatch(/-- Ended: stopped\.\n$/);
  expect(last.stderr, 'what came before').toBe(`-- ${lines.length - 2} lines are left out here.\n`);
});

it('ends the following of a log with 0 at Ctrl-C, and when its reader has seen enough', async () => {
  const { run, start, where } = await startWithBuild(chatty);
  const created = await run('servers', 'create', ...where, '--wait', '30', '--json');
  const { server } = only(created.stdout);
  for (const enough of ['SIGINT', 'pipe'] as const) {
    const follower = start('servers', 'logs', server.id, '-f', '--lines', '1000', ...where);
    const { stdout, stderr } = follower;
    if (stdout === null || stderr === null) throw new Error('A child with pipes has them');
    const exit = once(follower, 'exit');
    const output = text(stderr);
    for await (const line of createInterface({ input: stdout })) if (line.startsWith('tick')) break;
    if (enough === 'SIGINT') follower.kill('SIGINT');
    stdout.destroy();
    expect(await exit, enough).toEqual([0, null]);
    expect(await output).toBe('');
  }
});

it('says what does not fit, what is not there and what does not come up, each with its exit code', async () => {
  const { run, where, place, home, url, token } = await startWithBuild('setTimeout(() => process.exit(3), 200);');
  const wrong = [
    ['servers'],
    ['servers', 'list'],
    ['servers', 'stop', place.game_id, ...where, '--grace', 'soon'],
    ['servers', 'create', ...where, '--port', 'game=carrier-pigeon'],
    ['servers', 'create', ...where, '--datacenter', 'moon'],
    ['servers', 'logs', place.game_id, ...where, '--lines', '0'],
  ];
  for (const args of wrong) expect(await run(...args), args.join(' ')).toMatchObject({ code: 2, stdout: '' });
  const nobody = await run('servers', 'stop', place.game_id, ...where);
  expect(nobody).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('no such server') });
  const ended = await run('servers', 'create', ...where, '--wait', '30', '--json');
  expect(ended).toMatchObject({ code: 1, stderr: expect.stringContaining(' ended. ') });
  const problem = { code: 'SERVERS_SERVER_FAILED_TO_CREATE', message: ended.stderr.trimEnd() };
  expect(JSON.parse(ended.stdout)).toEqual({ event: 'problem', problem });
  const unknown = await run('servers', 'create', ...where, '--version', '9.9');
  expect(unknown).toMatchObject({ code: 1, stderr: expect.stringContaining('Its newest are: 1.0.0, 0.0.1.') });
  const remote = await startElevenRemote(url);
  const env = { SLIPWAY_URL: remote.url, SLIPWAY_TOKEN: token };
  const there = ['--game', place.game_id, '--namespace', 'prod'];
  for (const args of [['create'], ['logs', place.game_id]]) {
    const refused = await runCommand(['servers', ...args, ...there], { home, env });
    expect(refused, args.join(' ')).toMatchObject({ code: 1, stdout: '' });
  }
  const list = await runCommand(['servers', 'list', ...there], { home, env });
  expect(list.stderr).toBe('This instance does not list its servers. Add a server by its id to follow it.\n');
});

it('takes the beginning of an id, and says of those that ended why', async () => {
  const { run, where } = await startWithBuild('setTimeout(() => process.exit(3), 400);');
  const { server } = only((await run('servers', 'create', ...where, '--json')).stdout);
  await until(async () => (await run('servers', 'list', ...where)).stdout.split('\n').length === 2, 'it to end');
  const listed = await run('servers', 'list', '--all', ...where);
  expect(listed.stdout).toMatch(/WHY IT ENDED\n[0-9a-f-]{36} .* 3/);
  expect(await run('servers', 'logs', server.id.slice(0, 8), ...where)).toMatchObject({ code: 0 });
  const hint = 'A module is missing from the build.';
  const missing = await startWithBuild("require('no-such-module');");
  await missing.run('servers', 'create', ...missing.where, '--wait', '30');
  expect((await missing.run('servers', 'list', '--all', ...missing.where)).stdout).toContain(hint);
  const none = await run('servers', 'logs', 'ffff0000', ...where);
  expect(none).toMatchObject({ code: 1, stderr: expect.stringContaining('no server with the id "ffff0000"') });
});

/** A server that says what was typed into it, and a way to do so. */
async function startTyped() {
  const serving = await startWithBuild(
    `${helloServer}\nrequire('node:readline').createInterface({ input: process.stdin }).on('line', (line) => console.log('typed ' + line));`,
  );
  const { run, where, home, url, token } = serving;
  const { server } = only((await run('servers', 'create', ...where, '--wait', '30', '--json')).stdout);
  const type = (stdin: string, given: { isTerminal?: boolean; through?: string } = {}) =>
    runCommand(['servers', 'console', server.id, ...where], {
      home,
      env: { SLIPWAY_URL: given.through ?? url, SLIPWAY_TOKEN: token },
      stdin,
      isTerminal: given.isTerminal ?? false,
    });
  const log = async () => (await run('servers', 'logs', server.id, ...where)).stdout;
  return { ...serving, server, type, log };
}

it('types lines from a pipe into a server', async () => {
  const { run, where, server, type, log } = await startTyped();
  expect(await type('save-all\n\nsay two words\n')).toMatchObject({
    code: 0,
    stderr: '',
  });
  await until(async () => (await log()).includes('typed say two words'));
  const stdout = await log();
  expect(stdout).toContain('-- > save-all\n');
  expect(stdout).toContain('typed save-all\n');
  await run('servers', 'stop', server.id, ...where, '--grace', '0');
  await until(async () => (await run('servers', 'list', ...where, '--json')).stdout === '{"servers":[]}\n');
  const late = await type('save-all\n');
  expect(late.code).not.toBe(0);
  expect(late.stderr).toContain('has ended');
});

it('types what was pasted at a terminal in its order, to the last line before the end', async () => {
  const { url, type, log } = await startTyped();
  const proxy = await startFaultProxy(url);
  proxy.fail({ method: 'POST', times: 1, fault: { kind: 'delay', ms: 200 } });
  const typed = await type('first\nsecond\nlast\n', { isTerminal: true, through: proxy.url });
  expect(typed).toMatchObject({ code: 0, stderr: '' });
  const lines = (await log()).split('\n').filter((line) => line.includes('-- > '));
  expect(lines.map((line) => line.replace(/.*-- > /, ''))).toEqual(['first', 'second', 'last']);
});

it('says how many servers a namespace keeps and what a switch does with them, and sets it', async () => {
  const { run, where, client, place } = await startWithBuild();
  const hosting = async (...words: string[]) => {
    const { stdout, stderr } = await run('servers', 'keep', ...where, ...words, '--json');
    expect(stderr).toBe('');
    return JSON.parse(stdout).hosting;
  };
  const before = await hosting();
  expect(before).toMatchObject({ on_version_switch: 'drain' });
  expect(await hosting('--count', '2')).toEqual({ ...before, server_count: 2 });
  await until(async () => (await run('servers', 'list', ...where)).stdout.split('\n').length === 4, 'both of them');
  const words = ['--on-switch', 'stop', '--drain-limit', '90', '--restart', 'never', '--count', '0'];
  const after = { server_count: 0, on_version_switch: 'stop', drain_limit: 90_000, restart: 'never' };
  expect(await hosting(...words)).toEqual(after);
  const params = { game_id: place.game_id, namespace_id: place.environment_id };
  expect((await client.getHosting({ params })).hosting).toEqual(after);
  expect((await run('servers', 'keep', ...where)).stdout).toBe(
    'Keeps      0 servers\nSwitch     old servers end at once\nRestarts   never\n',
  );
  for (const wrong of [['--count', '-1'], ['--on-switch', 'later'], ['--drain-limit', 'soon'], ['SERVER']]) {
    expect(await run('servers', 'keep', ...where, ...wrong), wrong.join(' ')).toMatchObject({ code: 2, stdout: '' });
  }
});

it('says until when a server drains', async () => {
  // Nobody can be counted on it, so it has the whole time.
  const { run, where, client, place } = await startWithBuild('setInterval(() => {}, 1_000);', {});
  await run('servers', 'keep', ...where, '--count', '1', '--on-switch', 'drain', '--drain-limit', '600');
  const states = async () => (await client.listServers({ params: place, query: {} })).servers.map(({ state }) => state);
  await until(async () => (await states())[0] === 'running', 'it to run');
  const folder = await makeTempFolder('build');
  for (const [name, content] of Object.entries(nodeBuild('setInterval(() => {}, 2_000);', {}))) {
    await writeFile(path.join(folder, name), content as string);
  }
  await run('push', folder, ...where, '--name', '1.1.0');
  await until(async () => (await states()).includes('draining'), 'it to drain');
  const { stdout } = await run('servers', 'list', ...where);
  const end = / draining until (\S+) /.exec(stdout)?.[1] ?? '';
  expect(Date.parse(end) - Date.now()).toBeGreaterThan(500_000);
});
