// The wall of Windows, as far as other systems can tell: what its program is told, and that it is made once. It has never run
// on Windows, for want of such a machine; there the trial of the service decides, in the last test.
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { findWall } from '../../../../embedded-server/runtime/walls/find-wall.ts';
import { planWall, wallVariables } from '../../../../embedded-server/runtime/walls/plan-wall.ts';
import { tryWall } from '../../../../embedded-server/runtime/walls/try-wall.ts';
import type { WallPlan } from '../../../../embedded-server/runtime/walls/wall.ts';
import { wallEnvironment } from '../../../../embedded-server/runtime/walls/wall-command.ts';
import { speakToWall } from '../../../../embedded-server/runtime/walls/wall-pipes.ts';
import { numberOf, restrictedCommand } from '../../../../embedded-server/runtime/walls/windows-command.ts';
import {
  compilerCommand,
  helperIn,
  readyHelper,
  windowsEnvironment,
  windowsHelperSource,
} from '../../../../embedded-server/runtime/walls/windows-helper.ts';
import { makeTempFolder } from '../../../support/temp-folder.ts';

const DATA = String.raw`C:\Users\Ada B\AppData\Slipway`;
const FOLDER = String.raw`${DATA}\servers\a`;
const wall: WallPlan = {
  builder: 'restricted-token',
  root: '',
  tmp: `${FOLDER}.wall\\tmp`,
  copy: { kind: 'made' },
  kept: [{ source: `${DATA}\\kept\\n\\0\\files\\world`, place: 'world' }],
  runtimes: [String.raw`C:\Users\Ada B\scoop\apps\node`, String.raw`C:\Users\Ada B`, String.raw`D:\java\bin`],
  hidden: DATA,
  user: { kind: 'ours', uid: 0, gid: 0 },
  owner: 'namespace/0',
  openFiles: 64,
};
const limits = { folder: FOLDER, memory: 536_870_912, processes: 64 };

function valuesOf(command: readonly string[], option: string): string[] {
  return command.flatMap((word, at) => (word === option ? [command[at + 1] ?? ''] : []));
}

test('a server is given its folder, its temporary files and what it keeps, and nothing else of our data', () => {
  const command = restrictedCommand('wall.exe', wall, limits);
  expect(command[0]).toBe('wall.exe');
  expect(command.at(-1), 'before its program').toBe('--');
  expect(valuesOf(command, '--folder')).toEqual([FOLDER]);
  expect(valuesOf(command, '--own')).toEqual([FOLDER, wall.tmp, wall.kept[0]?.source]);
  expect(valuesOf(command, '--readable'), 'none above our data').toEqual([wall.runtimes[0], wall.runtimes[2]]);
  expect(valuesOf(command, '--memory')).toEqual(['536870912']);
  expect(valuesOf(command, '--processes')).toEqual(['64']);
  const free = restrictedCommand('wall.exe', wall, { folder: FOLDER, memory: undefined, processes: undefined });
  expect(free).not.toContain('--memory');
});

test('each server has a number of its own, and the next one with the same kept folders has the same', () => {
  const numberIn = (owner: string) => valuesOf(restrictedCommand('wall.exe', { ...wall, owner }, limits), '--sid')[0];
  expect(numberIn('namespace/0')).toMatch(/^S-1-9(-\d{1,10}){4}$/);
  expect(numberIn('namespace/0')).toBe(numberIn('namespace/0'));
  expect(numberIn('namespace/1')).not.toBe(numberIn('namespace/0'));
  expect(numberIn('runtimes')).not.toBe(valuesOf(restrictedCommand('wall.exe', wall, limits), '--shared')[0]);
  expect(numberOf('x')).not.toBe(numberOf('y'));
});

test('what builds the wall sees no variable of a build, and none of ours that decides what code runs', () => {
  const ours = { SystemRoot: String.raw`D:\Windows`, TEMP: 'T', COR_PROFILER: '{x}', PATH: 'evil', SLIPWAY_TOKEN: 'x' };
  expect(windowsEnvironment(ours)).toEqual({
    SystemRoot: ours.SystemRoot,
    TEMP: 'T',
    PATH: String.raw`D:\Windows\System32`,
  });
  expect(Object.keys(wallEnvironment('restricted-token'))).toContain('PATH');
});

test('its variables reach the program a line each, whatever is in them, before it has a number', async () => {
  const [variables, status] = [new PassThrough(), new PassThrough()];
  const odd = { PLAIN: 'a "b" = c\r\n.\n', ÜMLAUT: '€' };
  const spoken = speakToWall([null, null, null, status, variables], odd, 'restricted-token');
  const lines = String(await variables.toArray().then((chunks) => Buffer.concat(chunks as Buffer[]))).split('\n');
  expect(lines.at(-2)).toBe('.');
  const told = lines.slice(0, -2).map((line) => Buffer.from(line, 'base64').toString());
  expect(told).toEqual([`PLAIN=${odd.PLAIN}`, 'ÜMLAUT=€']);
  spoken.release(); // once more, as for other walls: nothing happens
  status.write('pid 4711\ncode 3221225477\n');
  expect(await spoken.started).toBe(4711);
  expect(await spoken.ended, 'a code that stands for no signal').toEqual({ code: 3_221_225_477, signal: null });
});

test('a server is told of its own temporary folder, and Node takes paths as they are', async () => {
  const server = { owner: 'a', kept: [], copy: { kind: 'made' }, folder: '/data/servers/a', hidden: '/data' } as const;
  const plan = { program: '/data/servers/a/game', nodeProgram: '/usr/bin/node' };
  const planned = await planWall({ ...server, ...plan, builder: 'restricted-token' });
  expect(planned).toMatchObject({ owner: 'a', tools: '/data/servers' });
  expect(wallVariables(planned)).toMatchObject({
    TEMP: planned.tmp,
    TMP: planned.tmp,
    NODE_PRESERVE_SYMLINKS_MAIN: '1',
  });
});

test('the compiler is the one of Windows, and is told where from and where to', () => {
  const [compiler, ...told] = compilerCommand({ SystemRoot: String.raw`D:\Windows` }, 'in.cs', 'out.exe');
  expect(compiler).toBe(String.raw`D:\Windows\Microsoft.NET\Framework64\v4.0.30319\csc.exe`);
  expect(told).toEqual(['/nologo', '/optimize+', '/target:exe', '/out:out.exe', 'in.cs']);
});

test('its program is compiled once for a folder, even by servers that start at once', async () => {
  const folder = await makeTempFolder('helper');
  let compiled = 0;
  const compile = async (source: string, program: string) => {
    compiled += 1;
    expect(await readFile(source, 'utf8')).toBe(windowsHelperSource());
    await copyFile(source, program);
  };
  const made = await Promise.all([readyHelper(folder, compile), readyHelper(folder, compile)]);
  expect(made).toEqual([helperIn(folder), helperIn(folder)]);
  const before = compiled;
  expect(await readyHelper(folder, compile)).toBe(helperIn(folder));
  expect(compiled).toBe(before);
  expect(await readdir(folder), 'and nothing beside it').toEqual([path.basename(helperIn(folder))]);
});

test('a compiler that refuses leaves nothing, and is tried again', async () => {
  const folder = await makeTempFolder('helper');
  const refuse = () => Promise.reject(new Error('blocked by your administrator'));
  await expect(readyHelper(folder, refuse)).rejects.toThrow('blocked by your administrator');
  expect(await readdir(folder)).toEqual([]);
});

test('where its program cannot be made there is no wall, and that is said', async () => {
  if (process.platform === 'win32') return;
  const folder = await makeTempFolder('find wall');
  const found = await findWall(folder, [{ builder: 'restricted-token', copy: 'made' }]);
  expect(found).toMatchObject({ isThere: false, why: expect.stringContaining('csc.exe') });
  expect(await readdir(folder)).toEqual([]);
});

/** A stand-in for its program, which forbids nothing: it says its number, runs a shell in place of cmd, and says its code. */
const OPEN_TO_ALL = [
  'while read -r line <&4; do [ "$line" = . ] && break; done',
  'echo "pid $$" >&3',
  '/bin/cp ../outside "$TARGET" 2>/dev/null',
  'echo after > file',
  'echo "code 0" >&3',
  'read -r line <&5',
];

test('its trial finds what is written outside, and leaves nothing', async () => {
  if (process.platform === 'win32') return;
  const folder = await makeTempFolder('find wall');
  const prepare = (target: string) => async () => ['/bin/sh', '-c', OPEN_TO_ALL.join('\n').replace('$TARGET', target)];
  const kind = { builder: 'restricted-token', copy: 'made' } as const;
  expect(await tryWall(folder, kind, prepare('../planted'))).toBe('a file outside could be written');
  expect(await tryWall(folder, kind, prepare('copied')), 'where nothing is seen outside').toBe('');
  expect(await readdir(folder)).toEqual([]);
});

const MCS = '/usr/bin/mcs';
if (existsSync(MCS)) {
  test('its program is C# that a compiler of version 5 takes without a warning', async () => {
    const folder = await makeTempFolder('compiled');
    await mkdir(folder, { recursive: true });
    const [source, program] = [path.join(folder, 'wall.cs'), path.join(folder, 'wall.exe')];
    await writeFile(source, windowsHelperSource());
    await promisify(execFile)(MCS, ['-langversion:5', '-warn:4', '-warnaserror', `-out:${program}`, source]);
    expect(existsSync(program)).toBe(true);
  });
}

if (process.platform === 'win32') {
  test('Windows builds one, by the trial of the service: own files change, and nothing else is in reach', async () => {
    const found = await findWall(await makeTempFolder('find wall'));
    expect(found).toEqual({ isThere: true, builder: 'restricted-token', copy: 'made' });
  });
}
