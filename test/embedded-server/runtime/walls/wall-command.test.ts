// Walls as they are built by hand: as whoever runs the tests, and as an ordinary user where that is root.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { describe, expect, onTestFinished, test } from 'vitest';
import { findWall } from '../../../../embedded-server/runtime/walls/find-wall.ts';
import type { OwnCopy, WallPlan } from '../../../../embedded-server/runtime/walls/wall.ts';
import { WALL_ENVIRONMENT, wallCommand } from '../../../../embedded-server/runtime/walls/wall-command.ts';
import { speakToWall, WALL_PIPES } from '../../../../embedded-server/runtime/walls/wall-pipes.ts';
import { makeWallRoot } from '../../../../embedded-server/runtime/walls/wall-root.ts';
import { makeTempFolder } from '../../../support/temp-folder.ts';

const isLinux = process.platform === 'linux';
const ours = { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 };
const ordinary = { uid: 1234, gid: 1234 };
const users = ours.uid === 0 ? [ours, ordinary] : [ours];

type User = { uid: number; gid: number };

async function scene(user: User, kind: OwnCopy['kind']) {
  // Not below the folder of the tests, which an ordinary user does not get into.
  const place = await mkdtemp("/tmp/slipway it's a wall-");
  onTestFinished(() => rm(place, { recursive: true, force: true }));
  const [build, folder, work, root] = ['build', 'server', 'work', 'root'].map((name) => path.join(place, name)) as [
    string,
    string,
    string,
    string,
  ];
  for (const made of [place, build, folder, work, root]) {
    await mkdir(made, { recursive: true });
    await chmod(made, 0o755);
    await chown(made, user.uid, user.gid);
  }
  const file = path.join(kind === 'overlay' ? build : folder, 'file');
  await writeFile(file, 'before');
  await chown(file, user.uid, user.gid);
  const copy: OwnCopy = kind === 'overlay' ? { kind, build, work } : { kind };
  const wall: WallPlan = {
    root,
    copy,
    runtimes: [],
    user: user.uid === 0 ? { kind: 'own', uid: 1_900_000_002 } : { kind: 'ours', ...user },
  };
  return { build, folder, wall };
}

type Made = { folder: string; wall: WallPlan };

const run = (made: Made, user: User, script: string) => runProgram(made, user, ['/bin/sh', '-c', script]);

/** Runs a program behind the wall; answers what it wrote, and how it ended. */
async function runProgram({ folder, wall }: Made, user: User, command: string[], variables = {}) {
  const [first = '', ...rest] = command;
  await makeWallRoot(wall, folder);
  const [program = '', ...given] = wallCommand(wall, { folder, program: first, arguments: rest });
  const child = spawn(program, given, {
    env: WALL_ENVIRONMENT,
    stdio: ['ignore', 'pipe', 'pipe', ...WALL_PIPES],
    ...user,
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr] as Readable[]) {
    stream.on('data', (chunk: Buffer) => (text += chunk.toString()));
  }
  const closed = once(child, 'close');
  const { ended, release } = speakToWall(child.stdio, variables);
  release();
  const exit = await Promise.race([ended, closed.then(() => ({ code: -1, signal: text }))]);
  child.kill('SIGKILL');
  await closed;
  return { text, exit };
}

describe.runIf(isLinux)('a wall', () => {
  for (const user of users) {
    const who = user.uid === 0 ? 'root' : 'an ordinary user';
    for (const kind of ['overlay', 'made'] as const) {
      test(`built by ${who}, with a copy by ${kind}, keeps changes to its folder`, async () => {
        const made = await scene(user, kind);
        const { exit, text } = await run(made, user, 'cat file; echo after > file; mkdir new; ls; exit 5');
        expect(text).toContain('before');
        expect(exit).toEqual({ code: 5, signal: null });
        expect(await readFile(path.join(made.folder, 'file'), 'utf8')).toBe('after\n');
        expect((await stat(path.join(made.folder, 'new'))).isDirectory()).toBe(true);
        if (kind === 'overlay') expect(await readFile(path.join(made.build, 'file'), 'utf8')).toBe('before');
      });
    }

    test(`built by ${who} shows no other folder and no other process, and lends no rights`, async () => {
      const made = await scene(user, 'overlay');
      const look = `ls ..; ls -d /proc/[0-9]* | wc -l; ls /root /home /var/lib /run/user; grep -E "CapEff|NoNewPrivs" /proc/self/status; id -u; mount -t tmpfs none /tmp; kill -9 ${process.pid}; touch /etc/planted`;
      const { text } = await run(made, user, look);
      expect(text).toMatch(/^server\n[1-9]\n/);
      expect(text.match(/No such file or directory/g)).toHaveLength(4);
      expect(text).toMatch(/CapEff:\t0{16}\nNoNewPrivs:\t1\n/);
      expect(text).toContain(`${user.uid === 0 ? 1_900_000_002 : user.uid}\n`);
      expect(text).toMatch(/mount: .*(denied|superuser)/);
      expect(text).toMatch(/No such process/);
      expect(text).toMatch(/\/etc\/planted.*(Read-only|denied)/);
    });

    test(`built by ${who} sets variables only for the program, whatever their names and texts are`, async () => {
      const made = await scene(user, 'overlay');
      const texts = { PLAIN: `it's "so" $HOME`, 'odd.name': 'one\ntwo', LD_PRELOAD: '/planted.so' };
      const { text } = await runProgram(made, user, ['/usr/bin/env'], texts);
      // Said by what sets the odd name, and by the program: nothing that builds the wall was asked to load it.
      const warning = /^ERROR: ld\.so: .*planted\.so.*\n/gm;
      expect(text.match(warning)).toHaveLength(2);
      const lines = text.replaceAll(warning, '').split('\n').toSorted();
      expect(lines).toEqual(['', 'LD_PRELOAD=/planted.so', `PLAIN=${texts.PLAIN}`, 'odd.name=one', 'two']);
    });

    test(`built by ${who} says which signal ended the program`, async () => {
      const made = await scene(user, 'overlay');
      const { exit, text } = await run(made, user, 'kill -SEGV $$');
      expect(exit).toEqual({ code: null, signal: 'SIGSEGV' });
      expect(text, 'nothing in the log that the program did not write').toBe('');
    });
  }

  test('is found by building one', async () => {
    expect(await findWall(await makeTempFolder('find wall'))).toEqual({ isThere: true, copy: 'overlay' });
  });

  test('gets its copies made where the name of the folder can be no part of an overlay', async () => {
    expect(await findWall(await makeTempFolder('find,wall'))).toEqual({ isThere: true, copy: 'made' });
  });
});
