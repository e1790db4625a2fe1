// What `slipway push` shows: a bar on a real terminal, plain lines in a log, and to programs always a last line with the result.
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it, vi } from 'vitest';
import { hasTerminals, runCommand, runOnTerminal, startCommand, whenEnded } from '../../support/command.ts';
import { startFaultProxy } from '../../support/fault-proxy.ts';
import { lastJson } from '../../support/last-json.ts';
import { startWithGame } from '../../support/service.ts';
import { makeTempFolder } from '../../support/temp-folder.ts';
import { until } from '../../support/until.ts';
import { randomProgram } from '../../support/upload.ts';

// Processes of their own.
vi.setConfig({ testTimeout: 60_000 });

const MIB = 1_048_576;
const isPart = /^\/uploads\//;

async function startPushing(bytes: number) {
  const home = await makeTempFolder('home');
  const folder = path.join(await makeTempFolder('build'), 'harbor-server');
  await mkdir(folder);
  await writeFile(path.join(folder, 'server.bin'), randomProgram(bytes));
  const service = await startWithGame();
  const proxy = await startFaultProxy(service.server.url);
  const env = { SLIPWAY_URL: proxy.url, SLIPWAY_TOKEN: service.server.token };
  const args = ['push', folder, '--game', service.game.name_id, '--namespace', 'prod'];
  return { home, folder, service, proxy, env, args };
}

it.runIf(hasTerminals)(
  'draws a bar on a terminal that never leaves its line, and says what is wrong in whole sentences above it',
  async () => {
    const { args, proxy, home, env } = await startPushing(20 * MIB);
    const body =
      '{"code":"ERROR","message":"The harbor master is at lunch, and nobody else has the keys to the sluice."}';
    proxy.fail({ method: 'PUT', match: isPart, times: 1, fault: { kind: 'status', status: 503, body } });
    const { code, stdout } = await runOnTerminal([...args, '--limit', '8000'], 60, { home, env });
    expect(code).toBe(0);
    const drawn = stdout.split('\r\u001b[K').slice(1);
    const bars = drawn.filter((line) => line.startsWith('Sending  ['));
    expect(bars.some((line) => /^Sending {2}\[#+-+\] \d+ %/.test(line))).toBe(true);
    const shares = bars.map((line) => /^Sending {2}\[[#-]{24}\] (\d+) %/.exec(line)?.[1]);
    expect(shares).not.toContain(undefined);
    const [waiting, ...more] = drawn.filter((line) => line.startsWith('Waiting  '));
    expect([waiting, ...more].every((line) => /^Waiting {2}Try 2 in \d+ s\.$/.test(line ?? ''))).toBe(true);
    // The last one is followed by the result, which a terminal breaks as it likes.
    for (const line of drawn.slice(0, -1)) expect((line.split('\r\n').at(-1) ?? '').length).toBeLessThan(60);
    expect(stdout.match(/The harbor master is at lunch, and nobody else has the keys to the sluice\./g)).toHaveLength(
      1,
    );
    expect(stdout).toMatch(/prod switched to .+\.\r\nprod keeps 0 servers, so none starts by itself\. .+\r\n$/);
  },
);

it('writes whole lines where there is no terminal, and few of them', async () => {
  const { args, proxy, home, env } = await startPushing(2 * MIB);
  proxy.fail({ method: 'PUT', match: isPart, times: 1, fault: { kind: 'status', status: 503 } });
  const { code, stderr } = await runCommand(args, { home, env });
  expect(code).toBe(0);
  expect(['\r', '\u001b'].filter((sign) => stderr.includes(sign))).toEqual([]);
  expect(stderr).toMatch(/^Waiting {2}.+ Try 2 in \d+ s\.$/m);
  expect(stderr).toMatch(/The version is there\n$/);
});

const nothing = { event: 'result', build_id: null, version_id: null, sha256: null, bytes_sent: 0 };

it('ends with a result for programs also where nothing was begun, in the state that its exit code says', async () => {
  const { folder, args, proxy, home, env, service } = await startPushing(1000);
  const end = async (words: readonly string[], more: Record<string, string> = {}) => {
    const { code, stdout, stderr } = await runCommand([...words, '--json'], { home, env: { ...env, ...more } });
    const result = lastJson(stdout) as { problem?: { message: string } };
    expect(stderr).toBe(`${result.problem?.message}\n`);
    return { code, result };
  };
  const failed = (code: string) => ({ code: 1, result: { ...nothing, state: 'failed', problem: { code } } });
  const [push, _folder, ...place] = args;
  expect(await end([push ?? '', folder, '--game', 'nobody'])).toMatchObject(failed('GAME_NOT_FOUND'));
  expect(await end([...args.slice(0, -1), 'nowhere'])).toMatchObject(failed('NAMESPACE_NOT_FOUND'));
  expect(await end([push ?? '', `${folder}-gone`, ...place])).toMatchObject(failed('PACK_SOURCE_UNREADABLE'));
  expect(await end(args, { SLIPWAY_TOKEN: 'wrong' })).toMatchObject(failed('API_UNAUTHORIZED'));
  await writeFile(path.join(folder, '.env'), 'PASSWORD=x');
  expect(await end(args)).toMatchObject(failed('PACK_SECRETS'));
  await rm(path.join(folder, '.env'));
  proxy.offline();
  const away = { code: 3, result: { ...nothing, state: 'paused', problem: { code: 'INSTANCE_UNREACHABLE' } } };
  expect(await end(args)).toMatchObject(away);
  expect(await end(['promote', '1', ...place, '--data', service.server.dataFolder])).toMatchObject(away);
  proxy.heal();
  const promote = ['promote', '9.9', ...place, '--data', service.server.dataFolder];
  expect(await end(promote)).toMatchObject(failed('VERSION_NOT_FOUND'));
  // Words that do not fit are not known to be meant for a program.
  expect(await runCommand(['push', '--json'], { home, env })).toMatchObject({ code: 2, stdout: '' });
});

it('ends with a result after Ctrl-C, which says how to resume', async () => {
  const { args, proxy, home, env } = await startPushing(MIB);
  proxy.fail({ method: 'PUT', match: isPart, fault: { kind: 'half-open' } });
  const child = startCommand([...args, '--json'], { home, env });
  const ended = whenEnded(child);
  await until(() => proxy.requests.some(({ path: at, bodyBytes }) => isPart.test(at) && bodyBytes > 0));
  child.kill('SIGINT');
  const { code, stdout, stderr } = await ended;
  expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining('run the same command to resume') });
  const [last, before] = stdout.trimEnd().split('\n').toReversed();
  expect(JSON.parse(last ?? '')).toMatchObject({ event: 'result', state: 'paused', build_id: expect.any(String) });
  expect(JSON.parse(before ?? '')).toMatchObject({ event: 'progress' });
});
