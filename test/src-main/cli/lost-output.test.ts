// What a command says is lost on its way: a reader that has seen enough, a full disk. Real pipes, real processes.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { open } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { expect, it, onTestFinished, vi } from 'vitest';
import { slipwayProgram } from '../../support/bundled.ts';
import { whenEnded } from '../../support/command.ts';
import { startServeProcess } from '../../support/serving.ts';
import { makeTempFolder } from '../../support/temp-folder.ts';
import { until } from '../../support/until.ts';
import { writeTree } from '../../support/write-tree.ts';

// Processes of their own.
vi.setConfig({ testTimeout: 60_000 });

/** Both readers leave at once, before anything is said. */
async function endsUnheard(child: ChildProcess): Promise<unknown> {
  const exit = once(child, 'exit');
  child.stdout?.destroy();
  child.stderr?.destroy();
  return (await exit)[0];
}

it('a push that nobody listens to any more is done to its end, and an answer that nobody wants is no failure', async () => {
  const { start, createGame, client } = await startServeProcess();
  const game = await createGame();
  const build = await writeTree({ 'server.js': 'console.log(1);' });
  const place = ['--game', game.name_id, '--namespace', 'prod'];
  for (const [name, more] of [
    ['1.0.0', ['--json']],
    ['1.0.1', []],
  ] as const) {
    expect(await endsUnheard(start('push', build, ...place, '--name', name, ...more))).toBe(0);
    const { game: now } = await client.getGame({ params: { game_id: game.game_id } });
    const { version_id: version } = now.versions.find(({ display_name: one }) => one === name) ?? {};
    expect(now.namespaces.find(({ name_id: one }) => one === 'prod')?.version_id).toBe(version);
  }
  expect(await endsUnheard(start('games'))).toBe(0);
  expect(await endsUnheard(start('games', '--json'))).toBe(0);
  const child = start('versions', '--game', game.name_id);
  if (child.stderr === null) throw new Error('A child with a pipe has one');
  const output = text(child.stderr);
  const exit = once(child, 'exit');
  child.stdout?.destroy();
  expect([(await exit)[0], await output]).toEqual([0, '']);
});

it('a service whose log nobody reads any more serves on', async () => {
  const { child, client, createGame } = await startServeProcess();
  child.stderr?.destroy();
  child.stdout?.destroy();
  for (let calls = 0; calls < 20; calls += 1) await client.listGames({ query: {} });
  await createGame();
  await until(async () => (await client.listGames({ query: {} })).games.length === 1);
  const exit = once(child, 'exit');
  child.kill('SIGTERM');
  expect(await exit).toEqual([0, null]);
});

it.runIf(process.platform === 'linux')(
  'an answer that a full disk did not take is reported in a sentence, and is no success',
  async () => {
    const { url, token } = await startServeProcess();
    const full = await open('/dev/full', 'w');
    onTestFinished(() => full.close());
    const env = { ...process.env, SLIPWAY_HOME: await makeTempFolder('home'), SLIPWAY_URL: url, SLIPWAY_TOKEN: token };
    const child = spawn(process.execPath, [slipwayProgram, 'games', '--json'], {
      stdio: ['ignore', full.fd, 'pipe'],
      env,
    });
    const { code, stderr } = await whenEnded(child);
    expect(code).toBe(1);
    expect(stderr).toBe(
      'The answer of this command could not be written: the disk is full (ENOSPC). Free some space on it, then try again.\n',
    );
  },
);
