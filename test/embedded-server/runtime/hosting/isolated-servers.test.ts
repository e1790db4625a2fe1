// Servers behind a wall, as the service starts them: what a program that attacks can reach, and what it keeps of its build.
import { chmod, readdir, symlink } from 'node:fs/promises';
import path from 'node:path';
import { expect, test, vi } from 'vitest';
import { addressOf, type Files, hello, hostingForAll, nodeBuild, startHosting } from '../../../support/hosting.ts';
import { processesOf } from '../../../support/processes-of.ts';
import { makeTempFolder } from '../../../support/temp-folder.ts';
import { until } from '../../../support/until.ts';

// Real servers.
vi.setConfig({ testTimeout: 60_000 });

const openHosting = hostingForAll();

const PORTS = { ports: { game: { protocol: 'tcp' } } };
const LISTEN = "require('node:net').createServer(() => {}).listen(+process.env.PORT, process.env.SLIPWAY_HOST);";

/** The number of ptrace, whose request 16 is to attach. */
const PTRACE = process.arch === 'arm64' ? 117 : 101;
const EPERM = '1';

/** Tries each of these and says what came of it, as one line of its log. */
const attacks = (dataFolder: string) => `
  const fs = require('node:fs');
  const { execFileSync, spawnSync } = require('node:child_process');
  const attempt = (what) => { try { return what(); } catch (thrown) { return thrown.code ?? thrown.message; } };
  const data = ${JSON.stringify(dataFolder)};
  const status = fs.readFileSync('/proc/self/status', 'utf8');
  console.log('SEEN ' + JSON.stringify({
    token: attempt(() => fs.readFileSync(data + '/owner-token', 'utf8')),
    data: attempt(() => fs.readdirSync(data)),
    servers: attempt(() => fs.readdirSync(data + '/servers')),
    homes: attempt(() => fs.readdirSync('/root')),
    shadow: attempt(() => fs.readFileSync('/etc/shadow', 'utf8')),
    service: attempt(() => fs.readdirSync('/proc').filter((name) => /^\\d+$/.test(name)).length),
    kill: attempt(() => process.kill(${process.pid}, 0)),
    usr: attempt(() => fs.writeFileSync('/usr/planted', '')),
    outside: attempt(() => fs.writeFileSync('../planted', '')),
    mount: spawnSync('mount', ['-t', 'tmpfs', 'none', '/tmp']).status,
    namespace: spawnSync('unshare', ['--user', 'true']).status,
    capabilities: /^CapEff:\\s*(\\S+)$/m.exec(status)[1],
    noNewRights: /^NoNewPrivs:\\s*(\\S+)$/m.exec(status)[1],
    links: attempt(() => { fs.symlinkSync(data + '/owner-token', 'link'); return fs.readFileSync('link', 'utf8'); }),
    trace: attempt(() => fs.readFileSync('/proc/1/environ', 'utf8').includes('SLIPWAY')),
    attach: spawnSync('perl', ['-e', 'syscall(${PTRACE}, 16, 1, 0, 0); print $!+0']).stdout?.toString(),
    openFiles: Number(execFileSync('sh', ['-c', 'ulimit -Hn'])),
    user: process.getuid(),
  }));
  ${LISTEN}
`;

async function linesOf({ client, params }: Awaited<ReturnType<typeof startHosting>>, server_id: string) {
  const { lines } = await client.readServerLog({ params: { ...params, server_id }, query: { limit: 100 } });
  return lines.map(({ text }) => text);
}

test('a program that attacks reaches nothing but its copy of its build', async () => {
  const hosting = await startHosting();
  const { deploy, create, untilState, server } = hosting;
  const { build } = await deploy(nodeBuild(attacks(server.dataFolder), PORTS));
  const { id } = await create(build);
  expect((await untilState(id, 'running', 'crashed', 'failed')).problem).toBeUndefined();
  const line = (await linesOf(hosting, id)).find((text) => text.startsWith('SEEN '))?.slice(5) ?? '{}';
  const seen = JSON.parse(line) as Record<string, unknown>;
  expect(seen).toMatchObject({
    token: 'ENOENT',
    data: ['servers'],
    servers: [id],
    homes: 'ENOENT',
    shadow: 'EACCES',
    kill: 'ESRCH',
    usr: 'EROFS',
    capabilities: '0000000000000000',
    noNewRights: '1',
    links: 'ENOENT',
    attach: EPERM,
  });
  // In temporary files of its own it may write what it likes at this place.
  expect(await readdir(path.join(server.dataFolder, 'servers'))).not.toContain('planted');
  expect(seen['trace'], 'nothing of the service in what it may read').not.toBe(true);
  expect(seen['openFiles']).toBeLessThanOrEqual(16_384);
  expect(seen['service'], 'itself and its wall').toBeLessThan(8);
  expect(seen['mount']).not.toBe(0);
  const { inspection } = await hosting.client.inspectServer({ params: { ...hosting.params, server_id: id } });
  expect(inspection.isolation).toBe('wall');
  if (process.getuid?.() === 0) expect(seen['user'], 'a user of its own').toBeGreaterThan(1_000_000);
  else expect(seen['namespace'], 'none below its own').not.toBe(0);
});

test('a server changes, adds and removes what it likes in its build, and the next one finds the build as it was', async () => {
  const hosting = await openHosting();
  const { deploy, create, untilState } = hosting;
  const program = `
    const fs = require('node:fs');
    console.log('WORLD ' + fs.readFileSync('world/level.dat', 'utf8') + fs.readdirSync('.').sort().join());
    fs.writeFileSync('world/level.dat', 'changed ');
    fs.chmodSync('world/level.dat', 0o600);
    fs.mkdirSync('world/new');
    fs.rmSync('slipway.json');
    console.log('WORLD ' + fs.readFileSync('world/level.dat', 'utf8') + fs.readdirSync('.').sort().join());
    ${LISTEN}
  `;
  const { build } = await deploy({ ...nodeBuild(program, PORTS), 'world/level.dat': 'first ' });
  for (const _ of ['first server', 'second server']) {
    const { id } = await create(build);
    expect((await untilState(id, 'running', 'crashed', 'failed')).problem).toBeUndefined();
    const said = (await linesOf(hosting, id)).filter((text) => text.startsWith('WORLD '));
    expect(said).toEqual(['WORLD first logs,server.js,slipway.json,world', 'WORLD changed logs,server.js,world']);
  }
});

test('a server of its own making reads the variables that it is given, odd names and all', async () => {
  const hosting = await openHosting();
  const { deploy, create, untilState } = hosting;
  const { build } = await deploy(nodeBuild(`console.log('TEXT ' + process.env.TEXT); ${LISTEN}`, PORTS));
  const text = 'it\'s "quoted" $HOME `id` \\ and\nnew';
  const { id } = await create(build, { runtime: { build, environment: { TEXT: text } } });
  expect((await untilState(id, 'running', 'crashed', 'failed')).problem).toBeUndefined();
  expect((await linesOf(hosting, id)).join('\n')).toContain(`TEXT ${text}`);
});

test('a server that ends says its code, its folder goes, and nothing of its wall stays', async () => {
  const hosting = await openHosting();
  const { deploy, create, untilState, server } = hosting;
  const { build } = await deploy(nodeBuild('setTimeout(() => process.exit(7), 100);', PORTS));
  const { id } = await create(build);
  expect((await untilState(id, 'crashed', 'failed')).exit).toMatchObject({ code: 7, by: 'itself' });
  expect((await processesOf(id)).length).toBe(0);
  await until(
    async () => !(await readdir(path.join(server.dataFolder, 'servers'))).some((name) => name.startsWith(id)),
    'its folder to go',
  );
});

test('a server ends within its grace, behind a start script as well', async () => {
  const hosting = await openHosting();
  const { deploy, create, untilState, call, path: base } = hosting;
  const { build } = await deploy({
    'slipway.json': JSON.stringify({ program: 'start.sh', ...PORTS }),
    'start.sh': { text: '#!/bin/sh\n"$SLIPWAY_NODE" server.js &\nwait\n', mode: 0o755 },
    'server.js': `process.on('SIGTERM', () => setTimeout(() => { console.log('saved'); process.exit(0); }, 500)); ${LISTEN}`,
  });
  const environment = { SLIPWAY_NODE: process.execPath };
  const { id } = await create(build, { runtime: { build, environment }, lifecycle: { kill_timeout: 20_000 } });
  expect((await untilState(id, 'running', 'crashed', 'failed')).problem).toBeUndefined();
  await call('DELETE', `${base}/servers/${id}`);
  expect(await untilState(id, 'stopped', 'crashed')).toMatchObject({ state: 'stopped', exit: { by: 'you' } });
  expect(await linesOf(hosting, id)).toContain('saved');
  expect((await processesOf(id)).length).toBe(0);
});

test('a server runs by a Node that is a link to elsewhere', async () => {
  const nodeProgram = path.join(await makeTempFolder(), 'node');
  await symlink(process.execPath, nodeProgram);
  await chmod(path.dirname(nodeProgram), 0o755);
  const hosting = await startHosting({ nodeProgram });
  const { deploy, create, untilState } = hosting;
  const { build } = await deploy(nodeBuild(LISTEN, PORTS));
  const { id } = await create(build);
  expect((await untilState(id, 'running', 'crashed', 'failed')).state, String(await linesOf(hosting, id))).toBe(
    'running',
  );
});

test('a setuid file of a build gives no rights, and a server may replace its own program', async () => {
  const hosting = await openHosting();
  const files: Files = {
    'slipway.json': JSON.stringify({ program: 'start.sh', ...PORTS }),
    'start.sh': {
      text: '#!/bin/sh\ncp start.sh other && mv other start.sh && ls -l id && exec node server.js\n',
      mode: 0o755,
    },
    'server.js': `const { statSync } = require('node:fs'); console.log('MODE ' + (statSync('id').mode & 0o7777).toString(8)); ${LISTEN}`,
    id: { text: '#!/bin/sh\nid\n', mode: 0o6755 },
  };
  const { build } = await hosting.deploy(files);
  for (let round = 0; round < 2; round += 1) {
    const { id } = await hosting.create(build);
    expect((await hosting.untilState(id, 'running', 'crashed', 'failed', 'exited')).state).toBe('running');
    expect(await linesOf(hosting, id)).toContainEqual('MODE 755');
    await hosting.client.destroyServer({
      params: { ...hosting.params, server_id: id },
      query: { override_kill_timeout: 0 },
    });
  }
});

/** More than the system lets it, which counts four threads for each process: each goes by itself after a while, whatever holds it. */
const FORK_BOMB = `#!/bin/sh
echo began
n=0
while [ $n -lt 400 ]; do
  n=$((n + 1))
  sleep 40 &
done
wait
`;

test('a fork bomb is held by its limit: the service and another server answer all the while, and all of it goes', async () => {
  const hosting = await startHosting({ serverLimits: { processes: 50 } });
  const { deploy, create, untilState, read } = hosting;
  const { build: calm } = await deploy(nodeBuild());
  const { port } = addressOf(await untilState((await create(calm)).id, 'running'));
  const { build } = await deploy({
    'slipway.json': JSON.stringify({ program: 'start.sh', ports: {} }),
    'start.sh': { text: FORK_BOMB, mode: 0o755 },
  });
  const { id } = await create(build);
  let most = 0;
  const hasEnded = async () => {
    most = Math.max(most, (await processesOf(id)).length);
    expect(await hello(port)).toContain('hello');
    return (await read(id)).state === 'crashed';
  };
  await until(hasEnded, 'its end');
  expect(most).toBeGreaterThan(40);
  const { exit } = await read(id);
  // By the system where it counts for us, else by whoever looks each second.
  expect((await linesOf(hosting, id)).some((line) => /cannot fork/i.test(line)) || exit?.by === 'limit').toBe(true);
  expect(await processesOf(id)).toEqual([]);
  expect(await hello(port)).toContain('hello');
});

test('no server gets more than whoever runs the service allows', async () => {
  const hosting = await startHosting({ serverLimits: { memory: 400, disk: 2, processes: 20, openFiles: 200 } });
  const { deploy, create, untilState, client, params } = hosting;
  const program = `
    const fs = require('node:fs');
    console.log('FILES ' + require('node:child_process').execFileSync('sh', ['-c', 'ulimit -Hn']));
    ${LISTEN}
    setTimeout(() => fs.writeFileSync('world', Buffer.alloc(3 * 1048576, 1)), 500);
  `;
  const { build } = await deploy(nodeBuild(program, { ...PORTS }));
  const { id } = await create(build);
  const ended = await untilState(id, 'crashed', 'failed');
  expect(ended.resources.memory, 'less than it asked for').toBe(400);
  expect(ended.problem).toBe('It wrote more than the 2 MB of disk that this service allows a server.');
  expect(ended.hint).toMatch(/--server-disk/);
  expect(await linesOf(hosting, id)).toContain('FILES 200');
  expect((await client.getServer({ params: { ...params, server_id: id } })).server.id).toBe(id);
});
