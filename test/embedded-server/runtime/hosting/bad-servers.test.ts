// Servers that go wrong, each as a real process: what becomes of them is a state and a sentence that a person understands.

import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import path from 'node:path';
import { expect, test, vi } from 'vitest';
import { processesOn } from '../../../../embedded-server/platform/listening/port-owner.ts';
import type { Server } from '../../../../src-shared/service/servers.ts';
import { textOf } from '../../../../src-shared/text/message.ts';
import { freePort } from '../../../support/free-port.ts';
import { addressOf, type Files, hostingForAll, nodeBuild } from '../../../support/hosting.ts';
import { writeForServer } from '../../../support/processes-of.ts';
import { rounds } from '../../../support/soak.ts';
import { until } from '../../../support/until.ts';

// Real servers, one of which writes until its log is full.
vi.setConfig({ testTimeout: 60_000 });

const openHosting = hostingForAll();
/** Calls a server silent soon. */
const openImpatient = hostingForAll({ listenWithinMs: 200 });

const LISTEN =
  "require('node:net').createServer((s) => s.on('error', () => {}).end('hello')).listen(+process.env.PORT, '127.0.0.1');";
const program = (name: string, ...files: [string, Files[string]][]): Files => ({
  'slipway.json': JSON.stringify({ program: name, ports: { game: { protocol: 'tcp' } } }),
  ...Object.fromEntries(files),
});
/** A program that does this once the test has signalled it, however long its former state took to be seen. */
const onSignal = (code: string) =>
  `const look = setInterval(() => { if (!require('node:fs').existsSync('signal')) return; clearInterval(look); ${code} }, 20);`;
/** The head of a Linux program for 64-bit ARM. */
const armProgram = Buffer.from('7f454c460201010000000000000000000200b70001000000', 'hex');

test.each<[string, Files, RegExp]>([
  ['a program that is not in the build', program('server'), /"server" is not in this build/],
  ['a program outside of the build', program('../../../bin/sh'), /not inside the build/],
  ['a folder as program', program('bin', ['bin/x', 'x']), /is a folder/],
  [
    'a text that is no program',
    program('run', ['run', { text: 'hello', mode: 0o755 }]),
    /neither a binary nor a script/,
  ],
  [
    'a script whose interpreter is missing',
    program('run', ['run', '#!/no/such/interpreter\n']),
    /\/no\/such\/interpreter/,
  ],
  ['a script with Windows line endings', program('run.sh', ['run.sh', '#!/bin/sh\r\necho hi\r\n']), /line end/i],
  [
    'a slipway.json that is no JSON',
    { 'slipway.json': '{' },
    /slipway\.json of this build is not JSON\. Line 1, column 2: it ends here/,
  ],
  [
    'a slipway.json that does not fit',
    { 'slipway.json': '{"program": 7}' },
    /slipway\.json is not valid, line 1, column 13, at program: It is a number\. Expected a text\..*upload the build again/,
  ],
  [
    'an argument that names no port',
    nodeBuild('', { arguments: ['{port:voice}'] }),
    /\{port:voice\}, but it has no ports/,
  ],
  ['nothing to start', { 'readme.txt': 'hello' }, /No program to start/],
])('%s fails with the reason', async (_, files, reason) => {
  const { deploy, create, untilState } = await openHosting();
  const { build } = await deploy(files);
  const { id } = await create(build);
  const failed = await untilState(id, 'failed', 'running');
  expect(failed.problem).toMatch(reason);
  expect(failed.state).toBe('failed');
  expect(failed.destroyed_at).toBeGreaterThan(0);
});

test.skipIf(process.arch === 'arm64')('a program for another processor fails with the reason', async () => {
  const { deploy, create, untilState } = await openHosting();
  const { build } = await deploy(program('server', ['server', { text: armProgram, mode: 0o755 }]));
  expect((await untilState((await create(build)).id, 'failed')).problem).toMatch(/arm64/i);
});

test('a server that exits at once has its code, and its last lines in the log', async () => {
  const { deploy, create, untilState, client, params } = await openHosting();
  const { build } = await deploy(nodeBuild("console.error('Error: listen EADDRINUSE'); process.exit(3)"));
  const { id } = await create(build);
  const crashed = await untilState(id, 'crashed');
  expect(crashed.problem).toMatch(/^Exited with code 3 after/);
  expect(crashed.hint).toContain('{port}');
  expect(crashed.exit).toMatchObject({ code: 3, by: 'itself' });
  const { lines } = await client.readServerLog({ params: { ...params, server_id: id }, query: {} });
  expect(lines.map(({ text }) => text)).toContain('Error: listen EADDRINUSE');
  expect(lines.at(-1)).toMatchObject({ stream: 'slipway', text: expect.stringContaining('Exited with code 3') });
});

test.runIf(process.platform === 'linux')(
  'a port that an older server of ours has is told with that server',
  async () => {
    const { deploy, create, untilState } = await openHosting();
    const port = await freePort();
    const fixed = (mark: string) => `
    require('node:net').createServer().listen(${port}, process.env.SLIPWAY_HOST);
    if (process.env.PORT) require('node:net').createServer().listen(Number(process.env.PORT), process.env.SLIPWAY_HOST);
    // ${mark}`;
    const { build: first } = await deploy(nodeBuild(fixed('first')));
    const older = await untilState((await create(first)).id, 'running');
    const { build: second } = await deploy(nodeBuild(fixed('second')));
    const crashed = await untilState((await create(second)).id, 'crashed');
    expect(crashed.hint).toMatch(
      new RegExp(`^Port ${port} is taken by the server ${older.id.slice(0, 8)} in "prod"\\.`),
    );
  },
);

test.runIf(process.platform === 'linux')(
  'a port of slipway.json that a server of ours has is told with that server, in the log and in what to do',
  async () => {
    const { deploy, create, untilState, client, params } = await openHosting();
    const port = await freePort();
    const insists = (mark: string) => `
    const socket = require('node:dgram').createSocket('udp4');
    socket.on('error', () => {
      console.error("[2026-11-27 05:12:33][net]: failed to bind socket and port ${port} (98 'Address already in use')");
      process.exit(1);
    });
    socket.bind(${port}, process.env.SLIPWAY_HOST); // ${mark}`;
    const { build: first } = await deploy(nodeBuild(insists('first'), { ports: {} }));
    const older = await untilState((await create(first)).id, 'running');
    await until(async () => (await processesOn(port, 'udp')).length > 0, 'the older server to listen');
    const ports = { game: { protocol: 'udp', internal_port: port } };
    const { build: second } = await deploy(nodeBuild(insists('second'), { ports }));
    const { id } = await create(second);
    const crashed = await untilState(id, 'crashed');
    const owner = `the server ${older.id.slice(0, 8)} in "prod"`;
    expect(crashed.hint).toBe(
      `Port ${port}, which its slipway.json names as internal_port, is taken by ${owner}. Stop that one now, or wait until it has ended, and start this one again.`,
    );
    const { lines } = await client.readServerLog({ params: { ...params, server_id: id }, query: {} });
    expect(lines.map(({ text }) => text).join('\n')).toContain(`Port ${port} (UDP) is taken by ${owner}.`);
  },
);

test('a port that is taken between the choice and the start is replaced by another', async () => {
  const { deploy, create, untilState, server } = await openHosting();
  const waiting = `
    const fs = require('node:fs');
    const mark = 'logs/mark';
    const go = () => { ${LISTEN} };
    if (fs.existsSync(mark)) go();
    else {
      fs.writeFileSync(mark + '.new', process.env.PORT);
      fs.renameSync(mark + '.new', mark);
      const timer = setInterval(() => { if (fs.existsSync(mark + '.taken')) { clearInterval(timer); go(); } }, 5);
    }
  `;
  const { build } = await deploy(nodeBuild(waiting));
  const { id } = await create(build);
  const mark = path.join(server.dataFolder, 'servers', id, 'logs', 'mark');
  await until(() => existsSync(mark));
  const port = Number(await readFile(mark, 'utf8'));
  const other = createServer().listen(port, '127.0.0.1');
  await new Promise((resolve) => other.once('listening', resolve));
  await writeForServer(id, 'logs/mark.taken');
  const running = await untilState(id, 'running', 'crashed');
  expect(running.state).toBe('running');
  expect(running.network.ports['game']?.internal_port).not.toBe(port);
  other.close();
});

test('a server that listens elsewhere is silent, and its message says where it listens', async () => {
  const { deploy, create, untilSays } = await openImpatient();
  const elsewhere = "require('node:net').createServer(() => {}).listen(0, '127.0.0.1')";
  const { build } = await deploy(nodeBuild(elsewhere));
  const { id } = await create(build);
  const silent = await untilSays(
    id,
    /does not listen on TCP \d+ \(game\) yet\. It listens on TCP 127\.0\.0\.1:\d+ instead\./,
  );
  expect(silent.state).toBe('silent');
  expect(silent.hint).toContain('{port}');
  expect(silent.started_at).toBeUndefined();
});

test.skipIf(process.platform !== 'linux')(
  'a server that listens on another address is told which one is reached',
  async () => {
    const { deploy, create, untilSays } = await openImpatient();
    const elsewhere = "require('node:net').createServer(() => {}).listen(+process.env.PORT, '127.0.0.2')";
    const { build } = await deploy(nodeBuild(elsewhere));
    const { id } = await create(build);
    const silent = await untilSays(id, /It listens on TCP 127\.0\.0\.2:\d+, where 127\.0\.0\.1 does not reach it\./);
    expect(silent.state).toBe('silent');
    expect(silent.hint).toContain('{host}');
  },
);

test('a server that is late is silent first and runs in the end', async () => {
  const { deploy, create, untilState } = await openImpatient();
  const { build } = await deploy(nodeBuild(onSignal(LISTEN)));
  const { id } = await create(build);
  expect((await untilState(id, 'silent')).problem).toContain('It has no open port at all');
  await writeForServer(id, 'signal');
  const running = await untilState(id, 'running');
  expect(running.problem).toBeUndefined();
});

test('a silent server that opens another port late is told about that one', async () => {
  const { deploy, create, untilSays } = await openImpatient();
  const { build } = await deploy(
    nodeBuild(onSignal("require('node:net').createServer(() => {}).listen(0, '127.0.0.1')")),
  );
  const { id } = await create(build);
  await untilSays(id, /It has no open port at all/);
  await writeForServer(id, 'signal');
  await untilSays(id, /It listens on TCP 127\.0\.0\.1:\d+ instead/);
});

test('a server that forks and ends well lives on in what it started', async () => {
  const { deploy, create, untilState, call, path: base } = await openHosting();
  const forking = `
    if (process.argv[2] === 'child') { ${LISTEN} }
    else require('node:child_process').spawn(process.execPath, [__filename, 'child'], { detached: true, stdio: 'ignore' }).unref();
  `;
  const { build } = await deploy(nodeBuild(forking));
  const { id } = await create(build);
  await untilState(id, 'running');
  await call('DELETE', `${base}/servers/${id}?override_kill_timeout=100`);
  await untilState(id, 'stopped');
});

test('a server that closes its outputs runs on', async () => {
  const { deploy, create, untilState } = await openHosting();
  const { build } = await deploy(
    nodeBuild(`require('node:fs').closeSync(1); require('node:fs').closeSync(2); ${LISTEN}`),
  );
  expect((await untilState((await create(build)).id, 'running', 'crashed')).state).toBe('running');
});

/** More than a log holds. */
const FLOOD_MB = rounds(320, 1000);

test(`a flood of ${FLOOD_MB} MB is taken to its end, within the bounds of a log, and holds up nobody`, async () => {
  const { deploy, create, untilState, call, client, params } = await openHosting();
  const flood = `
    ${LISTEN}
    const fs = require('node:fs');
    const block = Buffer.from(Array.from({ length: 100 }, (_, n) => 'x'.repeat(999) + (n % 10)).join('\\n') + '\\n');
    for (let left = ${FLOOD_MB}e6; left > 0; ) left -= fs.writeSync(1, block);
    fs.writeSync(1, 'the last one\\n');
  `;
  const { build } = await deploy(nodeBuild(flood));
  const { id } = await create(build);
  await untilState(id, 'running');
  const read = () => client.readServerLog({ params: { ...params, server_id: id }, query: { limit: 1 } });
  await until(async () => {
    expect((await call('GET', '/healthz')).status).toBe(200);
    return (await read()).lines[0]?.text === 'the last one';
  }, 'the last line');
  const { extent } = await read();
  expect(extent.dropped).toBeGreaterThan(0);
  expect(extent.last).toBe(extent.dropped + extent.count);
});

test('a server that ignores being asked is killed when its grace is over, and that is no crash', async () => {
  const { deploy, create, untilState, call, path: base } = await openHosting();
  const { build } = await deploy(nodeBuild(`process.on('SIGTERM', () => console.log('no')); ${LISTEN}`));
  const { id } = await create(build, { lifecycle: { kill_timeout: 300 } });
  await untilState(id, 'running');
  await call('DELETE', `${base}/servers/${id}`);
  expect(await untilState(id, 'stopped', 'crashed')).toMatchObject({
    state: 'stopped',
    exit: { signal: 'SIGKILL', by: 'you' },
  });
});

test.each([
  ['', ''],
  [' in a session of its own', 'setsid '],
])('a server behind a start script%s has its grace to save, though the script is gone at once', async (_, start) => {
  const { deploy, create, untilState, call, path: base, client, params } = await openHosting();
  const saves = `process.on('SIGTERM', () => setTimeout(() => { console.log('saved'); process.exit(0); }, 700)); ${LISTEN}`;
  const { build } = await deploy({
    'slipway.json': JSON.stringify({ program: 'start.sh', ports: { game: { protocol: 'tcp' } } }),
    'start.sh': { text: `#!/bin/sh\n${start}"${process.execPath}" "$(dirname "$0")/server.js" &\nwait\n`, mode: 0o755 },
    'server.js': saves,
  });
  const { id } = await create(build, { lifecycle: { kill_timeout: 20_000 } });
  await untilState(id, 'running');
  await call('DELETE', `${base}/servers/${id}`);
  expect(await untilState(id, 'stopped', 'crashed')).toMatchObject({ state: 'stopped', exit: { by: 'you' } });
  const { lines } = await client.readServerLog({ params: { ...params, server_id: id }, query: { limit: 50 } });
  expect(lines.map(({ text }) => text)).toContain('saved');
});

test('a server is killed at once when a person is tired of waiting for its grace', async () => {
  const { deploy, create, untilState, call, path: base } = await openHosting();
  const { build } = await deploy(nodeBuild(`process.on('SIGTERM', () => {}); ${LISTEN}`));
  const { id } = await create(build, { lifecycle: { kill_timeout: 60_000 } });
  await untilState(id, 'running');
  await call('DELETE', `${base}/servers/${id}`);
  await untilState(id, 'stopping');
  await call('DELETE', `${base}/servers/${id}?override_kill_timeout=0`);
  await untilState(id, 'stopped');
});

test('a server that takes more memory than it may is ended as out of memory', async () => {
  const { deploy, create, untilState } = await openHosting();
  const greedy = `${LISTEN} const all = []; setInterval(() => all.push(Buffer.alloc(16 * 1024 * 1024, 1)), 20)`;
  const { build } = await deploy(nodeBuild(greedy));
  const { id } = await create(build, { resources: { cpu: 1000, memory: 128 } });
  const ended = await untilState(id, 'crashed');
  expect(ended).toMatchObject({ exit: { out_of_memory: true, by: 'limit' } });
  expect(ended.problem).toContain('128 MB');
});

test('no more servers than the namespace may have, and the refusal says so', async () => {
  const { deploy, create, untilState, client, namespace } = await openHosting();
  const { build } = await deploy(nodeBuild());
  await client.updateMatchmakerConfig({ params: namespace, body: { lobby_count_max: 1, max_players: 8 } });
  await untilState((await create(build)).id, 'running');
  await expect(create(build)).rejects.toThrow(
    /SERVERS_SERVER_FAILED_TO_CREATE.*may have 1 servers at once, and 1 are running/,
  );
});

test('no more players than the namespace may have, and the refusals are counted', async () => {
  const { deploy, create, untilState, client, namespace, read, params } = await openHosting();
  const stay =
    "require('node:net').createServer((s) => { s.on('error', () => {}).resume(); s.write('hi'); }).listen(+process.env.PORT, '127.0.0.1');";
  const { build } = await deploy(nodeBuild(stay));
  await client.updateMatchmakerConfig({ params: namespace, body: { lobby_count_max: 9, max_players: 1 } });
  const { id } = await create(build);
  const { port } = addressOf(await untilState(id, 'running'));
  const first = connect(port, '127.0.0.1');
  first.write('hello');
  await new Promise((resolve) => first.once('data', resolve));
  const second = connect(port, '127.0.0.1');
  await new Promise((resolve) => second.on('error', () => {}).once('close', resolve));
  await until(async () => (await read(id)).players?.refused === 1);
  await until(async () => (await read(id)).players?.now === 1, 'the first to have stayed for long enough');
  expect((await read(id)).players).toEqual({ now: 1, limit: 1, refused: 1 });
  const { lines } = await client.readServerLog({ params: { ...params, server_id: id }, query: {} });
  const said = lines.map(({ text }) => text).filter((text) => text.startsWith('Turned away'));
  expect(said).toEqual([
    expect.stringMatching(/^Turned away a player from 127\.0\.0\.1:\d+, at the port "game" \(tcp\): the 1 places/),
  ]);
  const { inspection } = await client.inspectServer({ params: { ...params, server_id: id } });
  expect(inspection.traffic['game']).toMatchObject({ refused: 1, last_refused_why: 'full' });
  first.destroy();
});

test('kept servers that crash are started again, three times at most within a minute', async () => {
  const { deploy, policy, switchTo, list } = await openHosting();
  const { version } = await deploy(nodeBuild('process.exit(1)'));
  await policy({ server_count: 1 });
  await switchTo(version);
  const ended = async (): Promise<Server[]> => (await list(true)).filter(({ state }) => state === 'crashed');
  for (const count of [1, 2, 3, 4]) await until(async () => (await ended()).length >= count);
  await until(async () => textOf((await ended())[0]?.hint ?? '').includes('no more are started'));
  expect(await list(true)).toHaveLength(4);
});

test('a build that was deleted keeps its running servers, and starts no new ones', async () => {
  const { deploy, create, untilState, call, path: base, read } = await openHosting();
  const { build } = await deploy(nodeBuild());
  const { id } = await create(build);
  await untilState(id, 'running');
  expect((await call('DELETE', `${base}/builds/${build}`)).status).toBe(200);
  expect((await read(id)).state).toBe('running');
  await expect(create(build)).rejects.toThrow('BUILDS_BUILD_NOT_FOUND');
});
