// `slipway push` to a `slipway serve` over a slow line, real processes both, and each ended by kill -9 in the middle: what came is
// kept, and little goes over the line twice.
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it, vi } from 'vitest';
import { startCommand, whenEnded } from '../../support/command.ts';
import { startFaultProxy } from '../../support/fault-proxy.ts';
import { freePort } from '../../support/free-port.ts';
import { lastJson } from '../../support/last-json.ts';
import { createRandom } from '../../support/random.ts';
import { startServeProcess } from '../../support/serving.ts';
import { rounds } from '../../support/soak.ts';
import { makeTempFolder } from '../../support/temp-folder.ts';
import { until } from '../../support/until.ts';
import { blobs, randomProgram } from '../../support/upload.ts';

vi.setConfig({ testTimeout: 120_000 });

const MIB = 1_048_576;
const MB = 1_000_000;

async function startOverLine(bytes: number, bytesPerSecond: number) {
  const dataFolder = await makeTempFolder('served');
  const port = await freePort();
  const serve = () => startServeProcess({ dataFolder, words: ['--servers', '0', '--port', String(port)] });
  let serving = await serve();
  const { name_id: game } = await serving.createGame();
  const line = await startFaultProxy(serving.url);
  line.shape(bytesPerSecond);
  const folder = path.join(await makeTempFolder('build'), 'harbor-server');
  await mkdir(folder);
  await writeFile(path.join(folder, 'server.bin'), randomProgram(bytes));
  const args = ['push', folder, '--game', game, '--name', '1.4.2', '--url', line.url, '--json'];
  const options = { home: serving.home, env: { SLIPWAY_TOKEN: serving.token } };
  const push = () => {
    const child = startCommand(args, options);
    return { child, ended: whenEnded(child) };
  };
  const sent = () =>
    line.requests
      .filter(({ method, path: to }) => method === 'PUT' && to.startsWith('/uploads/'))
      .reduce((sum, { bodyBytes }) => sum + bodyBytes, 0);
  const killRemote = async () => {
    const ended = once(serving.child, 'exit');
    serving.child.kill('SIGKILL');
    await ended;
    serving = await serve();
  };
  return { push, sent, killRemote, dataFolder };
}

it('survives kill -9 of the push and of the remote, and sends little twice', async () => {
  const random = createRandom();
  const [bytes, rate] = [rounds(12, 120) * MIB, rounds(4, 8) * MB];
  const { push, sent, killRemote, dataFolder } = await startOverLine(bytes, rate);
  const some = (count: number, what: 'push' | 'remote') =>
    Array.from({ length: count }, () => ({ at: MIB + random.below(0.9 * bytes - MIB), what }));
  const kills = [...some(rounds(1, 10), 'push'), ...some(rounds(1, 5), 'remote')].toSorted((a, b) => a.at - b.at);
  let pushing = push();
  for (const { at, what } of kills) {
    await until(() => sent() >= at || pushing.child.exitCode !== null);
    if (what === 'remote') {
      await killRemote();
      continue;
    }
    pushing.child.kill('SIGKILL');
    await pushing.ended;
    pushing = push();
  }
  let last = await pushing.ended;
  // The remote was away when it asked for the first time.
  if (last.code === 3) last = await push().ended;
  expect(last).toMatchObject({ code: 0, stderr: '' });
  const result = lastJson(last.stdout) as { sha256: string; bytes_total: number };
  expect(await blobs(dataFolder)).toContain(result.sha256);
  console.log(`${sent()} bytes for ${result.bytes_total}, ${kills.length} kills`);
  // Less than half of a part for each.
  expect(sent()).toBeLessThanOrEqual(result.bytes_total + kills.length * 2 * MIB);
});
