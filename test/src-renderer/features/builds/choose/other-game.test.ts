// Which builds look like builds of another game.
import { expect, test } from 'vitest';
import { strangeProgram } from '../../../../../src-renderer/features/builds/choose/other-game.ts';
import type { ProgramFound } from '../../../../../src-shared/builds/doctor/report.ts';
import { someReport } from '../../../support/some-report.ts';

const native = (path: string, format: ProgramFound['format'] = 'elf'): ProgramFound => ({
  path,
  format,
  cpus: [],
  bytes: 1,
});

test.each<[string, ProgramFound[], ProgramFound | undefined, string[], string | undefined]>([
  ['another program', [native('server.py', 'python')], native('index.js', 'javascript'), ['duel'], 'index.js'],
  ['the same name in another language', [native('a.py', 'python')], native('a.js', 'javascript'), ['duel'], 'a.js'],
  ['the same program', [native('index.js', 'javascript')], native('index.js', 'javascript'), ['duel'], undefined],
  [
    'a starter beside the same program',
    [native('start.sh', 'script'), native('bin/game')],
    native('bin/game'),
    [],
    undefined,
  ],
  ['its next version', [native('paper-1.21.jar', 'jar')], native('paper-1.20.4.jar', 'jar'), ['duel'], undefined],
  ['its build for another system', [native('Tide.exe', 'pe')], native('tide-linux.x86_64'), ['duel'], undefined],
  ['another program under the name of the game', [native('b')], native('a'), ['pocket_regatta-server'], undefined],
  ['a game whose last build is not known', [native('b')], undefined, ['duel'], undefined],
])('%s', (_, programs, last, names, before) => {
  expect(strangeProgram(someReport({ programs }), last, 'Pocket Regatta', names)).toBe(before);
});
