// `slipway completion` in a real bash, and in zsh and fish where they are installed: a script that does not parse helps nobody.
import { execFile } from 'node:child_process';
import { access, constants, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { runCommand } from '../../support/command.ts';
import { makeTempFolder } from '../../support/temp-folder.ts';

const run = promisify(execFile);

async function scriptFor(shell: string): Promise<string> {
  const home = await makeTempFolder();
  const { code, stdout, stderr } = await runCommand(['completion', shell], { home });
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  const file = path.join(home, `slipway.${shell}`);
  await writeFile(file, stdout);
  return file;
}

async function find(program: string): Promise<boolean> {
  const folders = (process.env['PATH'] ?? '').split(path.delimiter);
  const found = folders.map((folder) =>
    access(path.join(folder, program), constants.X_OK).then(
      () => true,
      () => false,
    ),
  );
  return (await Promise.all(found)).includes(true);
}

describe.runIf(await find('bash'))('in bash', () => {
  const complete = async (file: string, ...words: string[]) => {
    const script = `source "$0"; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _slipway; echo "\${COMPREPLY[@]}"`;
    const { stdout } = await run('bash', ['-u', '-c', script, file, ...words]);
    return stdout.trim().split(' ');
  };

  it('completes commands, their works and their options', async () => {
    const file = await scriptFor('bash');
    expect(await complete(file, 'slipway', 'ro')).toEqual(['rollback']);
    expect(await complete(file, 'slipway', '')).toEqual(
      expect.arrayContaining(['push', 'servers', 'doctor', 'completion']),
    );
    expect(await complete(file, 'slipway', 'servers', '')).toEqual(
      'list create keep stop restart logs console players usage network crash-bundle files'.split(' '),
    );
    expect(await complete(file, 'slipway', 'push', './x', '--na')).toEqual(['--namespace', '--name']);
    expect(await complete(file, 'slipway', 'servers', 'logs', '--fol')).toEqual(['--follow']);
    expect(await complete(file, 'slipway', 'push', './x'), 'files are left to bash').toEqual(['']);
  });
});

describe.each(['zsh', 'fish'])('in %s', (shell) => {
  it('names every command with what it does', async () => {
    const home = await makeTempFolder();
    const { stdout } = await runCommand(['completion', shell], { home });
    const { stdout: help } = await runCommand(['--help'], { home });
    const names = [...help.matchAll(/^ {2}([a-z]+) {2,}\S/gm)].map(([, name]) => name ?? '');
    expect(names.length).toBeGreaterThan(10);
    for (const name of names) expect(stdout).toMatch(new RegExp(`[' ]${name}[: ]`));
    expect(stdout).toContain('namespace');
  });
});

it.each([
  ['bash', '--'],
  ['zsh', '--'],
  ['fish', '-l '],
])('has every option of every command in %s', async (shell, before) => {
  const home = await makeTempFolder();
  const { stdout: script } = await runCommand(['completion', shell], { home });
  const { stdout: help } = await runCommand(['--help'], { home });
  const lines = script.split('\n');
  for (const [, name = ''] of help.matchAll(/^ {2}([a-z]+) {2,}\S/gm)) {
    const { stdout } = await runCommand([name, '--help'], { home });
    const own = lines.filter((line) => new RegExp(`[ _]${name}[)']`).test(line)).join('\n');
    for (const [, option] of stdout.matchAll(/^ {2}(?:\S+ )*?--([a-z\d-]+)/gm)) {
      expect(`${own}\n`, `${name} --${option}`).toMatch(new RegExp(`${before}${option}[ )"\n]`));
    }
  }
});

describe.each([
  ['zsh', '-n', await find('zsh')],
  ['fish', '--no-execute', await find('fish')],
])('for %s', (shell, onlyRead, isHere) => {
  it.runIf(isHere)(`is a script that it can read${isHere ? '' : ` (no ${shell})`}`, async () => {
    await run(shell, [onlyRead, await scriptFor(shell)]);
  });
});
