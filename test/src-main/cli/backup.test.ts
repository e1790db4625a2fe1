// `slipway serve --backup` and `slipway backup`: a machine that is lost at any moment is brought up again on another one.
import { once } from 'node:events';
import path from 'node:path';
import { expect, it, vi } from 'vitest';
import { runCommand, runProcess } from '../../support/command.ts';
import { startServeProcess } from '../../support/serving.ts';
import { makeTempFolder } from '../../support/temp-folder.ts';
import { until } from '../../support/until.ts';

vi.setConfig({ testTimeout: 60_000 });

const copiesIn = (stdout: string) => (JSON.parse(stdout) as { copies: { name: string; generation: number }[] }).copies;

it('goes on elsewhere after kill -9, with the same line, and the service that was replaced ends', async () => {
  const place = path.join(await makeTempFolder('backup'), 'place');
  const words = ['--servers', '0', '--backup', place, '--restore'];
  const first = await startServeProcess({ words });
  const game = await first.createGame();
  const list = async () => copiesIn((await runCommand(['backup', 'list', place, '--json'], first)).stdout);
  await until(async () => (await list()).length > 1, 'the copy with the game');
  first.child.kill('SIGKILL');
  await once(first.child, 'close');

  const second = await startServeProcess({ words });
  expect(second.token).toBe(first.token);
  expect((await second.client.getGame({ params: { game_id: game.game_id } })).game.name_id).toBe(game.name_id);
  const table = await runCommand(['backup', 'list', place], second);
  expect(table.stdout).toMatch(/^COPY +MADE +SERVICE +SIZE\n000002-\S+\.db +\S+Z +2 +[\d.]+ [kM]B\n/);

  const old = await runProcess(['serve', '--data', first.dataFolder, '--port', '0', ...words], first);
  expect(old).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('was written by a later service') });

  const data = path.join(await makeTempFolder('third'), 'data');
  const restored = await runCommand(['backup', 'restore', place, '--data', data], second);
  expect(restored).toMatchObject({ code: 0, stdout: expect.stringMatching(/^Restored \S+ as it was at \S+Z\.\n$/) });
  const output: string[] = [];
  second.child.stderr?.on('data', (chunk: Buffer) => void output.push(chunk.toString()));
  const closed = once(second.child, 'close');
  await startServeProcess({ dataFolder: data, words });
  const [code] = (await closed) as [number];
  expect({ code, said: output.join('') }).toMatchObject({
    code: 1,
    said: expect.stringContaining('Another service took over the backup'),
  });
});

it('says what does not fit', async () => {
  const home = await makeTempFolder('home');
  const run = (...args: string[]) => runCommand(args, { home });
  expect(await run('serve', '--restore')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('goes with --backup'),
  });
  for (const args of [[], ['list'], ['restore', home], ['keep', home]]) {
    expect(await run('backup', ...args), args.join(' ')).toMatchObject({ code: 2, stdout: '' });
  }
  expect(await run('backup', 'list', home)).toMatchObject({ code: 0, stdout: 'There is no backup there.\n' });
  const none = await run('backup', 'restore', home, '--data', path.join(home, 'data'));
  expect(none).toMatchObject({ code: 1, stderr: expect.stringContaining('There is no backup in') });
});
