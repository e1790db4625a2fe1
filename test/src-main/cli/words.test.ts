// What people mistype: options, ids and names. Each is said in a sentence of ours, with its exit code.
import path from 'node:path';
import { expect, it } from 'vitest';
import { runCommand, runProcess } from '../../support/command.ts';
import { startServing } from '../../support/serving.ts';
import { makeTempFolder } from '../../support/temp-folder.ts';
import { writeTree } from '../../support/write-tree.ts';

it.each([
  [['games', '--gane', 'x'], 'There is no option --gane. See slipway games --help.'],
  [['push', '.', '--game'], '--game wants a value behind it. See slipway push --help.'],
  [['push', '.', '--game', '--json'], '--game wants a value behind it. See slipway push --help.'],
  [['games', '--json=yes'], '--json takes no value. See slipway games --help.'],
  [['data', 'check', '-z'], 'There is no option -z. See slipway data --help.'],
  [['pack', '.', '--out'], '--out wants a value behind it. See slipway pack --help.'],
  [['serve', 'here'], 'There is one word too many: "here". See slipway serve --help.'],
])('%j ends with 2', async (args, sentence) => {
  const ended = await runCommand(args, { home: await makeTempFolder() });
  expect(ended).toEqual({ code: 2, stdout: '', stderr: `${sentence}\n` });
});

it.each([
  [['--version'], 0],
  [['doctor', '/nowhere/at/all'], 1],
  [['serve', 'here'], 2],
  [['games', '--url', 'http://127.0.0.1:9'], 3],
])('a process of its own ends with the code, too: %j', async (args, code) => {
  const ended = await runProcess(args, { home: await makeTempFolder(), env: { SLIPWAY_TOKEN: 'owner.x' } });
  expect(ended.code).toBe(code);
});

it('programs learn on stdout, too, what ended without an answer', async () => {
  const home = await makeTempFolder();
  const problemOf = ({ stdout }: { stdout: string }): unknown => JSON.parse(stdout);
  const nobody = await runCommand(['games', '--url', 'http://127.0.0.1:9', '--json'], {
    home,
    env: { SLIPWAY_TOKEN: 'owner.x' },
  });
  expect(problemOf(nobody)).toEqual({
    event: 'problem',
    problem: { code: 'INSTANCE_UNREACHABLE', message: nobody.stderr.trimEnd() },
  });
  const nothing = await runCommand(['doctor', path.join(home, 'none'), '--json'], { home });
  expect(problemOf(nothing)).toMatchObject({ event: 'problem', problem: { code: 'FOLDER_UNREADABLE' } });
});

it('an id that is none and a name that does not fit are refused in words', async () => {
  const { run, createGame } = await startServing();
  const game = await createGame();
  const place = ['--game', game.name_id, '--namespace', 'prod'];
  for (const what of ['stop', 'logs']) {
    const stderr = 'There is no server with the id "harbor" here. See slipway servers list.\n';
    expect(await run('servers', what, 'harbor', ...place)).toEqual({ code: 1, stdout: '', stderr });
  }
  const build = await writeTree({ 'server.js': 'console.log(1);' });
  for (const [name, sentence] of [
    ['x'.repeat(200), 'The version is not valid: its name is longer than 128 bytes, which is 128 plain letters.'],
    [
      ' 1.0',
      'The version is not valid: its name takes single spaces between words, none at its start or end, and no invisible characters.',
    ],
  ] as const) {
    const { code, stdout, stderr } = await run('push', build, ...place, '--name', name);
    expect({ code, stdout, stderr: stderr.trimEnd().split('\n').at(-1) }).toEqual({
      code: 1,
      stdout: '',
      stderr: sentence,
    });
  }
  const made = await run('push', build, '--game', 'two  spaces', '--create-game');
  expect(made.stderr).toContain("The game's name is not valid: its name takes single spaces");
});
