// The wall of macOS. Its life is the same on each Unix, with a stand-in for sandbox-exec that writes down what it was told and
// becomes the program; what the sandbox itself forbids is tried on macOS alone.
import { fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdir, readFile, realpath, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { findWall } from '../../../../embedded-server/runtime/walls/find-wall.ts';
import { readSandboxPlaces, sandboxCommand } from '../../../../embedded-server/runtime/walls/sandbox-command.ts';
import { tryWall } from '../../../../embedded-server/runtime/walls/try-wall.ts';
import { WALL_ENVIRONMENT, type WallPlan } from '../../../../embedded-server/runtime/walls/wall.ts';
import type { prepareWall } from '../../../../embedded-server/runtime/walls/wall-command.ts';
import { speakToWall, wallPipes } from '../../../../embedded-server/runtime/walls/wall-pipes.ts';
import { makeTempFolder } from '../../../support/temp-folder.ts';
import { until } from '../../../support/until.ts';

const MARK = { name: 'SLIPWAY_SERVER_ID', value: 'a-server' };

/** Says its variables and arguments in a file, and becomes what comes after them. */
const STAND_IN = `#!/bin/sh
/usr/bin/env > "$0.variables"
for one in "$@"; do printf '%s\\0' "$one"; done > "$0.arguments"
while [ "$1" != -p ]; do shift; done
shift 2
exec "$@"
`;

async function wallHere(folderName = 'server') {
  const place = await realpath(await makeTempFolder('sandbox'));
  const [folder, tmp] = [path.join(place, folderName), path.join(place, 'tmp')];
  for (const made of [folder, tmp]) await mkdir(made);
  const standIn = path.join(place, 'sandbox-exec');
  await writeFile(standIn, STAND_IN);
  await chmod(standIn, 0o755);
  const wall: WallPlan = {
    builder: 'sandbox-exec',
    root: path.join(place, 'root'),
    tmp,
    copy: { kind: 'made' },
    kept: [],
    runtimes: [],
    hidden: place,
    user: { kind: 'ours', uid: 1, gid: 1 },
    openFiles: 64,
  };
  const command = async (script: string) => {
    const places = await readSandboxPlaces(wall, folder);
    return [...sandboxCommand(places, { openFiles: 64, mark: MARK }, standIn), '/bin/sh', '-c', script];
  };
  return { place, folder, tmp, standIn, wall, command };
}

async function start(made: Awaited<ReturnType<typeof wallHere>>, script: string, variables = {}) {
  const [program = '', ...given] = await made.command(script);
  const child = spawn(program, given, {
    cwd: made.folder,
    env: { ...WALL_ENVIRONMENT, [MARK.name]: MARK.value },
    stdio: ['pipe', 'pipe', 'pipe', ...wallPipes('sandbox-exec')],
    detached: true,
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => (text += chunk.toString()));
  const closed = once(child, 'close');
  const end = async () => {
    if (child.exitCode === null && child.signalCode === null) process.kill(-(child.pid ?? 0), 'SIGKILL');
    await closed;
  };
  onTestFinished(end);
  return { ...speakToWall(child.stdio, variables), child, text: () => text, end };
}

describe.runIf(process.platform !== 'win32')('a wall of macOS', () => {
  test('has its program wait for its variables, and says its number, its code and what it was given to read', async () => {
    const made = await wallHere();
    const { started, ended, release, child, text, end } = await start(
      made,
      'read word; echo "$word $$ $PLAIN"; exit 7',
      {
        PLAIN: `it's "so"`,
      },
    );
    const pid = await started;
    expect(text(), 'nothing of the program yet').toBe('');
    release();
    child.stdin?.write('typed\n');
    expect(await ended).toEqual({ code: 7, signal: null });
    await end();
    expect(text()).toBe(`typed ${pid} it's "so"\n`);
  });

  test('says which signal ended its program', async () => {
    const { ended, release } = await start(await wallHere(), 'kill -SEGV $$');
    release();
    expect(await ended).toEqual({ code: null, signal: 'SIGSEGV' });
  });

  test('shows none of the variables of a build to what builds it', async () => {
    const made = await wallHere();
    const { ended, release } = await start(made, 'exit 0', { DYLD_INSERT_LIBRARIES: '/planted', BASH_ENV: '/planted' });
    release();
    await ended;
    expect(await readFile(`${made.standIn}.variables`, 'utf8')).not.toContain('planted');
  });

  test('names folders to the sandbox by what they really are, whatever characters are in them', async () => {
    const made = await wallHere(`it's "a" back\\slash (allow default)`);
    const linked = path.join(made.place, 'linked');
    await symlink(made.folder, linked);
    const places = await readSandboxPlaces(made.wall, linked);
    expect(places.own).toEqual([made.folder, made.tmp]);
    expect(places.above).toContain(made.place);
    const { ended, release } = await start(made, 'exit 0');
    release();
    expect(await ended).toEqual({ code: 0, signal: null });
    const told = (await readFile(`${made.standIn}.arguments`, 'utf8')).split('\0');
    expect(told.slice(0, 2)).toEqual(['-D', `OWN0=${made.folder}`]);
    expect(told[told.indexOf('-p') + 1], 'no path in the rules').not.toContain(made.place);
  });

  test('ends with all that its program started when the service is killed', async () => {
    const made = await wallHere();
    const beats = path.join(made.folder, 'beats');
    const script = `(while :; do date > ${JSON.stringify(beats)}; sleep 0.05; done) & echo up; wait`;
    const service = fork(new URL('support/start-and-wait.ts', import.meta.url), [
      JSON.stringify(await made.command(script)),
    ]);
    const [pid] = (await once(service, 'message')) as [number];
    await until(() => existsSync(beats), 'the program to run');
    service.kill('SIGKILL');
    await until(() => !isGroupAlive(pid), 'all of it to end');
  });

  test.each([
    ['a file outside could be read', []],
    ['a file outside could be written', ['outside']],
    ['another server could be signalled', ['outside', 'planted']],
    ['the service could be signalled', ['outside', 'planted', 'another server']],
    ['the home folder could be read', ['outside', 'planted', 'signalled']],
  ])('is not claimed where it holds nothing back: %s', async (why, withoutLines) => {
    const { place, standIn } = await wallHere();
    const prepare: typeof prepareWall = async (wall, { folder, arguments: [, script = ''] }) => {
      const command = sandboxCommand(await readSandboxPlaces(wall, folder), { openFiles: 64, mark: MARK }, standIn);
      const less = script.split('\n').filter((line) => !withoutLines.some((one) => line.includes(one)));
      return [...command, '/bin/sh', '-c', less.join('\n')];
    };
    expect(await tryWall(place, { builder: 'sandbox-exec', copy: 'made' }, prepare)).toBe(why);
    expect(existsSync(path.join(place, 'trial.wall')), 'and leaves nothing').toBe(false);
  });

  test('stays when its program has ended, as others of the server may live on, and leaves nothing when it is ended', async () => {
    const made = await wallHere();
    const { ended, release, child, end } = await start(made, '(sleep 30 &); exit 0');
    release();
    expect(await ended).toEqual({ code: 0, signal: null });
    expect(isGroupAlive(child.pid ?? 0)).toBe(true);
    await end();
    await until(() => !isGroupAlive(child.pid ?? 0), 'all of it to end');
  });
});

/** One that has ended and that nobody has collected yet is none. */
function isGroupAlive(group: number): boolean {
  try {
    process.kill(-group, 0);
    return true;
  } catch {
    return false;
  }
}

// Not run for want of such a machine: on macOS this is the trial of the service at its start, and has to hold there.
if (process.platform === 'darwin') {
  test('macOS builds one, by the trial of the service: own files change, and nothing else is in reach', async () => {
    expect(await findWall(await makeTempFolder('find wall'))).toEqual({
      isThere: true,
      builder: 'sandbox-exec',
      copy: 'made',
    });
  });
}
