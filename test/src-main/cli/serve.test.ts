// `slipway serve` as scripts use it: one line of JSON when ready, exit codes, and sentences on stderr.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import packageJson from '../../../package.json' with { type: 'json' };
import { slipwayVersion } from '../../../src-shared/version.ts';
import { slipwayProgram } from '../../support/bundled.ts';
import { openWaiting, readAll, statuses } from '../../support/raw-http.ts';
import { makeTempFolder } from '../../support/temp-folder.ts';

const canLoseRights = process.platform === 'linux' && process.getuid?.() === 0 && existsSync('/usr/bin/setpriv');

function slipway(...args: string[]): ChildProcess {
  const child = spawn(process.execPath, [slipwayProgram, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  onTestFinished(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  });
  return child;
}

async function text(stream: NodeJS.ReadableStream | null): Promise<string> {
  let all = '';
  for await (const chunk of stream ?? []) all += String(chunk);
  return all;
}

async function ended(child: ChildProcess): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const closed = once(child, 'close');
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  await closed;
  return { code: child.exitCode, stdout, stderr };
}

async function ready(child: ChildProcess): Promise<Record<string, string>> {
  const [chunk] = await once(child.stdout ?? child, 'data');
  return JSON.parse(String(chunk)) as Record<string, string>;
}

it.each(['SIGTERM', 'SIGINT'] as const)(
  'says where it answers in one line, and stops cleanly on %s',
  async (signal) => {
    const folder = await makeTempFolder();
    const child = slipway('serve', '--data', folder, '--port', '0', '--json');
    const line = await ready(child);
    expect(Object.keys(line)).toEqual(['url', 'local_url', 'token', 'data']);
    expect(line['data']).toBe(folder);
    const health = await fetch(`${line['url']}/healthz`, { headers: { connection: 'close' } });
    expect(await health.json()).toMatchObject({ status: 'ok', version: slipwayVersion });
    child.kill(signal);
    expect(await ended(child)).toMatchObject({ code: 0, stdout: '' });
  },
);

it('writes its log as lines of JSON, each request with its ray id, and no secret', async () => {
  const child = slipway('serve', '--data', await makeTempFolder(), '--port', '0', '--json');
  const written = text(child.stderr);
  const { url = '', token = '' } = await ready(child);
  const response = await fetch(`${url}/cloud/games?token=${token}`, {
    headers: { authorization: `Bearer ${token}`, connection: 'close' },
  });
  const signed = 'c2lnbmF0dXJlLW9mLWEtcGFydC10aGF0LWlzLXNlY3JldA';
  await fetch(`${url}/uploads/${crypto.randomUUID()}/1?expires=1&signature=${signed}`, {
    headers: { connection: 'close' },
  });
  child.kill('SIGTERM');
  await once(child, 'close');
  const lines = (await written).trimEnd().split('\n');
  const entries = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  for (const line of entries) {
    expect(line).toMatchObject({ level: expect.any(String), message: expect.any(String), time: expect.any(String) });
  }
  const requests = entries.filter(({ message }) => message === 'request');
  expect(requests).toContainEqual(
    expect.objectContaining({
      ray_id: response.headers.get('rvt-ray-id'),
      method: 'GET',
      path: '/cloud/games',
      status: 200,
    }),
  );
  expect(requests).toHaveLength(2);
  expect(lines.join()).not.toContain(token.slice(-30));
  expect(lines.join()).not.toContain(signed);
});

it('stops cleanly while somebody waits for a change', async () => {
  const child = slipway('serve', '--data', await makeTempFolder(), '--port', '0', '--json');
  const { url, token } = await ready(child);
  const headers = { authorization: `Bearer ${token}`, connection: 'close' };
  const first = (await (await fetch(`${url}/cloud/games`, { headers })).json()) as { watch: { index: string } };
  const target = `/cloud/games?watch_index=${first.watch.index}`;
  const waiting = await openWaiting(Number(new URL(url ?? '').port), target, `Authorization: Bearer ${token}\r\n`);
  const answer = readAll(waiting);
  child.kill('SIGTERM');
  expect(statuses(await answer)).toEqual([200]);
  expect((await ended(child)).code).toBe(0);
});

it('refuses a folder that is in use with a sentence and exit code 1', async () => {
  const folder = await makeTempFolder();
  const owner = slipway('serve', '--data', folder, '--port', '0', '--json');
  await ready(owner);
  const { code, stdout, stderr } = await ended(slipway('serve', '--data', folder, '--port', '0', '--json'));
  expect(code).toBe(1);
  expect(stdout).toBe('');
  expect(stderr).toBe(
    `Another Slipway (process ${owner.pid}) already uses ${folder}. It answers at ${/at (\S+)\. /.exec(stderr)?.[1]}. Stop it first, or start with another folder.\n`,
  );
});

it.each([
  [['serve', '--port', 'x'], '--port takes a whole number'],
  [['serve', '--port', '70000'], '--port takes a whole number'],
  [['serve', '--nonsense'], 'slipway serve --help'],
  [['serve', 'extra'], 'slipway serve --help'],
  [['dance'], 'There is no command "dance". See slipway --help.'],
  [['swich'], 'There is no command "swich". Did you mean switch? See slipway --help.'],
])('refuses %j with a sentence and exit code 2', async (args, sentence) => {
  const { code, stdout, stderr } = await ended(slipway(...args));
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toContain(sentence);
  expect(stderr).not.toMatch(/\n\s+at /);
});

it.each([[['--help']], [['help']], [[]], [['serve', '--help']]])('helps with %j', async (args) => {
  const { code, stdout } = await ended(slipway(...args));
  expect(code).toBe(0);
  expect(stdout).toContain('Usage: slipway');
});

it('says its version, the one of the package', async () => {
  const { code, stdout } = await ended(slipway('--version'));
  expect({ code, stdout }).toEqual({ code: 0, stdout: `${packageJson.version}\n` });
});

it('starts at the port that callers from elsewhere know or not at all, and moves on where nobody else knows it', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void other.close());
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  const words = ['serve', '--data', path.join(await makeTempFolder(), 'data'), '--port', String(port), '--json'];
  const { code, stdout, stderr } = await ended(
    slipway(...words, '--trust-proxy', '--public-url', 'https://games.example'),
  );
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toMatch(new RegExp(`^Port ${port} is taken by .+, so it did not start\\. End that program .+$`, 'm'));
  expect(stderr).not.toContain('service ready');
  const alone = await ready(slipway(...words));
  expect(Number(new URL(alone['url'] ?? '').port)).toBeGreaterThan(port);
});

it.skipIf(!canLoseRights)('says which right a port below 1024 needs, and takes no other one instead', async () => {
  const data = path.join(await makeTempFolder(), 'data');
  const command = [process.execPath, slipwayProgram, 'serve', '--data', data, '--port', '443'];
  const child = spawn('setpriv', ['--bounding-set=-net_bind_service', '--inh-caps=-net_bind_service', ...command], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const { code, stderr } = await ended(child);
  expect(code).toBe(1);
  expect(stderr).toContain('Port 443 needs rights that this user does not have');
});
