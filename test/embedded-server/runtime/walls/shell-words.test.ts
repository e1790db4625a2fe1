// Variables that a shell sets before it becomes the program: as they were given, also those that are the shell's own.
import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { settingVariables } from '../../../../embedded-server/runtime/walls/shell-words.ts';

const variables = {
  GAME: "it's a $HOME",
  'with.dots': 'x y',
  UID: '5',
  EUID: '6',
  PPID: '7',
  OPTIND: 'many',
  RANDOM: '8',
  SECONDS: 'none',
  SHELLOPTS: 'x',
  BASHOPTS: 'y',
  BASH_VERSION: 'z',
  SHLVL: '40',
  LINENO: 'a',
  _: 'underscore',
};
const shells = [['sh'], ['dash'], ['bash', '--posix'], ['bash'], ['busybox', 'sh']].filter(
  ([program = '', ...before]) => spawnSync(program, [...before, '-c', ':']).status === 0,
);

it.skipIf(process.platform === 'win32').each(shells)('%s %s hands them on', (...words) => {
  const [shell = '', ...before] = words.filter((word) => word !== undefined);
  const show = 'process.stdout.write(JSON.stringify(process.env))';
  const script = `${settingVariables(variables)}\nexec "$@"`;
  const said = spawnSync(shell, [...before, '-c', script, 'wall', process.execPath, '-e', show], { encoding: 'utf8' });
  expect(said.stderr).toBe('');
  expect(JSON.parse(said.stdout)).toMatchObject(variables);
});
