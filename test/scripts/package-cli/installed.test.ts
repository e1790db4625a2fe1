// The command line as people install it: the npm package, installed without a network, and the executable, from a place that no
// shell script would survive. Each is built once here and does what its users do.
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { copyFile, mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { findNode } from '../../../scripts/package-cli/find-node.ts';
import { main as packageCli } from '../../../scripts/package-cli.ts';
import { slipwayVersion } from '../../../src-shared/version.ts';
import { whenEnded } from '../../support/command.ts';
import { nodeBuild } from '../../support/hosting.ts';
import { ownPorts } from '../../support/service.ts';
import { isSoak } from '../../support/soak.ts';
import { makeTempFolder } from '../../support/temp-folder.ts';

const run = promisify(execFile);
const isHere = process.platform === 'linux' && process.arch === 'x64';
const MOST_BYTES = 5_000_000;
let made = '';
/** Where an executable wrote its Node, which is a hundred megabytes. */
let homeWithNode: string | undefined;
/** What begins each installed command line. */
const programs: Record<string, readonly [string, ...string[]]> = {};

beforeAll(async () => {
  const folder = await makeTempFolder('package-cli');
  made = path.join(folder, 'made');
  await packageCli(['--output', made, '--only', 'here']);
  const prefix = path.join(folder, 'prefix');
  const env = { ...process.env, npm_config_cache: path.join(folder, 'npm'), npm_config_offline: 'true' };
  await run('npm', ['install', '--global', '--prefix', prefix, tarball()], { env });
  programs['npm package'] = [process.execPath, path.join(prefix, 'lib/node_modules/slipway-cli/bin/slipway.js')];
  if (!isHere) return;
  const odd = path.join(folder, 'Über uns, 50 % 👋');
  await mkdir(odd);
  await copyFile(path.join(made, `slipway-${slipwayVersion}-linux-x64`), path.join(odd, 'anders heißend'));
  await symlink('anders heißend', path.join(odd, 'link zu slipway'));
  programs['executable'] = [path.join(odd, 'link zu slipway')];
}, 240_000);

const tarball = () => path.join(made, `slipway-cli-${slipwayVersion}.tgz`);

test('sums of all that was made are beside it, and the npm package is small', async () => {
  const { stdout } = await run('sha256sum', ['--check', 'SHA256SUMS'], { cwd: made });
  expect(stdout.match(/: OK$/gm)).toHaveLength(isHere ? 2 : 1);
  expect((await readdir(made)).filter((name) => name.startsWith('.'))).toEqual([]);
  expect((await stat(tarball())).size).toBeLessThan(MOST_BYTES);
});

test('the npm package says which Node it needs where that is too old', async () => {
  const [node, script = ''] = programs['npm package'] ?? [''];
  const old = path.join(await makeTempFolder('old-node'), 'old.cjs');
  await writeFile(old, "Object.defineProperty(process.versions, 'node', { value: '20.20.2' });");
  const ended = await whenEnded(spawn(node, ['--require', old, script, '--version']));
  expect(ended).toEqual({
    code: 1,
    stdout: '',
    stderr:
      'Slipway needs Node 22.16 or newer, and this is Node 20.20.2. Install a newer Node, or take the executable of Slipway, which has one inside.\n',
  });
});

test.each(['npm package', ...(isHere ? ['executable'] : [])])(
  'the %s runs a host without the other commands, and still tells of it with them',
  async (name) => {
    const [program, ...script] = programs[name] ?? [''];
    const { SLIPWAY_HOST_TOKEN: _token, ...env } = process.env;
    const lacking = await whenEnded(spawn(program, [...script, 'host', '--service', 'http://127.0.0.1:9'], { env }));
    expect(lacking).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('SLIPWAY_HOST_TOKEN') });
    const folder = await makeTempFolder('host');
    const alone = spawn(
      program,
      [...script, 'host', '--service', 'http://127.0.0.1:9', '--folder', path.join(folder, 'run'), '--cache', folder],
      { env: { ...env, SLIPWAY_HOST_TOKEN: 'none' } },
    );
    // It looks for its service; what it has begun meanwhile does not keep it.
    alone.stderr.once('data', () => alone.kill('SIGTERM'));
    expect(await whenEnded(alone)).toMatchObject({ code: 0, stderr: expect.stringContaining('told to stop') });
    const helped = await whenEnded(spawn(program, [...script, 'host', '--help'], { env }));
    expect(helped).toMatchObject({ code: 0, stdout: expect.stringContaining('--in-container'), stderr: '' });
  },
);

test.skipIf(!isHere)('two first starts at once write the plain Node that the executable was made of', async () => {
  const scene = await startScene('executable');
  await Promise.all([scene.serve(await makeTempFolder('first')), scene.serve(await makeTempFolder('second'))]);
  const [id = ''] = await readdir(path.join(scene.home, 'node'));
  const names = await readdir(path.join(scene.home, 'node', id));
  expect(names).toEqual(['node']);
  const written = path.join(scene.home, 'node', id, 'node');
  expect(await hashOf(written)).toBe(await hashOf(await findNode('linux-x64')));
  homeWithNode = scene.home;
});

test.skipIf(!isHere)('the executable says why it cannot serve where it cannot write its Node', async () => {
  const scene = await startScene('executable');
  await writeFile(path.join(scene.home, 'node'), 'a file where a folder belongs');
  const ended = await whenEnded(scene.start(['serve', '--data', path.join(scene.home, 'data'), '--port', '0']));
  expect(ended.code).toBe(1);
  expect(ended.stderr).toContain(`Slipway keeps the Node that runs hosted servers in ${path.join(scene.home, 'node')}`);
});

// Both begin by the same file, so one of them takes the whole walk each time.
test.each([...(isHere ? ['executable'] : []), ...(isHere && !isSoak ? [] : ['npm package'])])(
  '%s: helps, serves, pushes, hosts JavaScript, and goes on after kill -9',
  async (kind) => {
    const scene = await startScene(kind, homeWithNode);
    const { stdout: version } = await whenEnded(scene.start(['--version', '--json']));
    expect(JSON.parse(version)).toMatchObject({ version: slipwayVersion, platform: process.platform });
    expect((await whenEnded(scene.start(['--help']))).stdout).toContain('Usage: slipway <command>');
    const data = await makeTempFolder('served');
    const first = await scene.serve(data);
    const build = path.join(scene.home, 'build');
    await mkdir(build);
    for (const [name, text] of Object.entries(nodeBuild())) await writeFile(path.join(build, name), text as string);
    const place = ['--game', 'tidebreak', '--namespace', 'prod', '--json'];
    const push = ['push', build, '--name', '1.0.0', '--create-game', ...place];
    const pushed = await whenEnded(scene.start(push, first.env));
    expect(pushed).toMatchObject({ code: 0, stdout: expect.stringContaining('"state":"done"') });
    first.child.kill('SIGKILL');
    await once(first.child, 'close');
    const again = await scene.serve(data);
    const versions = await whenEnded(scene.start(['versions', '--game', 'tidebreak', '--json'], again.env));
    expect(versions.stdout).toContain('"1.0.0"');
    const created = await whenEnded(scene.start(['servers', 'create', ...place, '--wait', '60'], again.env));
    expect(created.stderr).toBe('');
    expect(created.code).toBe(0);
  },
  120_000,
);

async function startScene(kind: string, home?: string) {
  const folder = home ?? (await makeTempFolder('home'));
  const [program, ...before] = programs[kind] ?? [''];
  const { SLIPWAY_URL: _url, SLIPWAY_TOKEN: _token, ...rest } = process.env;
  const start = (args: readonly string[], env: Record<string, string> = {}): ChildProcess =>
    spawn(program, [...before, ...args], { env: { ...rest, SLIPWAY_HOME: folder, ...env } });
  const serve = async (data: string) => {
    const { from, to } = ownPorts();
    const ports = ['--port', '0', '--server-ports', `${from}-${to}`];
    const child = start(['serve', '--data', data, ...ports, '--json']);
    const closed = once(child, 'close');
    onTestFinished(async () => {
      child.kill('SIGTERM');
      await closed;
    });
    child.stderr?.resume();
    const [line] = (await once(createInterface(child.stdout as NodeJS.ReadableStream), 'line')) as [string];
    const { url, token } = JSON.parse(line) as { url: string; token: string };
    return { child, env: { SLIPWAY_URL: url, SLIPWAY_TOKEN: token } };
  };
  return { home: folder, start, serve };
}

async function hashOf(file: string): Promise<string> {
  return createHash('sha256')
    .update(await readFile(file))
    .digest('hex');
}
