// Walls as they are built by hand: by each builder, as whoever runs the tests, and as an ordinary user where that is root.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, chown, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { onTestFinished } from 'vitest';
import type { WallKind } from '../../../../../embedded-server/runtime/walls/try-wall.ts';
import { type OwnCopy, WALL_ENVIRONMENT, type WallPlan } from '../../../../../embedded-server/runtime/walls/wall.ts';
import { prepareWall } from '../../../../../embedded-server/runtime/walls/wall-command.ts';
import { speakToWall, wallPipes } from '../../../../../embedded-server/runtime/walls/wall-pipes.ts';

export type User = { uid: number; gid: number };

export const ours: User = { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 };
export const ordinary: User = { uid: 1234, gid: 1234 };
/** What a server of root is. */
export const OWN_UID = 1_900_000_002;
const users = ours.uid === 0 ? [ours, ordinary] : [ours];

/** The tests install it where they can. */
export const hasBubblewrap = existsSync('/usr/bin/bwrap');

/** Every wall that this machine has to be able to build. Debian's bubblewrap has no overlays. */
export const walls: readonly { canBuild: boolean; title: string; user: User; kind: WallKind }[] = users.flatMap(
  (user) =>
    (
      [
        { builder: 'unshare', copy: 'overlay' },
        { builder: 'unshare', copy: 'made' },
        { builder: 'bubblewrap', copy: 'made' },
      ] as const
    ).map((kind) => ({
      canBuild: kind.builder === 'unshare' || hasBubblewrap,
      title: `${kind.builder} as ${user.uid === 0 ? 'root' : 'an ordinary user'}, with a copy by ${kind.copy}`,
      user,
      kind,
    })),
);

export type Scene = { place: string; build: string; folder: string; wall: WallPlan; user: User };

export async function wallScene(user: User, { builder, copy: kind }: WallKind): Promise<Scene> {
  // Not below the folder of the tests, which an ordinary user does not get into.
  const place = await mkdtemp("/tmp/slipway it's a wall-");
  onTestFinished(() => rm(place, { recursive: true, force: true }));
  const names = ['build', 'server', 'work', 'root', 'tmp'];
  const [build, folder, work, root, tmp] = names.map((name) => path.join(place, name)) as [
    string,
    string,
    string,
    string,
    string,
  ];
  for (const made of [place, build, folder, work, root, tmp]) {
    await mkdir(made, { recursive: true });
    await chmod(made, 0o755);
    await chown(made, user.uid, user.gid);
  }
  const file = path.join(kind === 'overlay' ? build : folder, 'file');
  await writeFile(file, 'before');
  await chown(file, user.uid, user.gid);
  const copy: OwnCopy = kind === 'overlay' ? { kind, build, work } : { kind };
  const wall: WallPlan = {
    builder,
    root,
    tmp,
    copy,
    kept: [],
    runtimes: [],
    user: user.uid === 0 ? { kind: 'own', uid: OWN_UID } : { kind: 'ours', ...user },
    openFiles: 1024,
  };
  return { place, build, folder, wall, user };
}

export const runScript = (scene: Scene, script: string) => runProgram(scene, ['/bin/sh', '-c', script]);

/** Starts a program behind the wall. */
export async function startProgram({ folder, wall, user }: Scene, command: readonly string[], variables = {}) {
  const [first = '', ...rest] = command;
  const [program = '', ...given] = await prepareWall(wall, { folder, program: first, arguments: rest });
  const child = spawn(program, given, {
    env: WALL_ENVIRONMENT,
    stdio: ['ignore', 'pipe', 'pipe', ...wallPipes(wall.builder)],
    ...user,
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr] as Readable[]) {
    stream.on('data', (chunk: Buffer) => (text += chunk.toString()));
  }
  const closed = once(child, 'close');
  const end = async () => {
    child.kill('SIGKILL');
    await closed;
  };
  onTestFinished(end);
  const { ended, release } = speakToWall(child.stdio, variables);
  release();
  const exit = Promise.race([ended, closed.then(() => ({ code: -1, signal: text }))]);
  return { text: () => text, exit, end, pid: child.pid ?? 0 };
}

/** Runs a program behind the wall; answers what it wrote, and how it ended. */
export async function runProgram(scene: Scene, command: readonly string[], variables = {}) {
  const { exit: ending, text, end } = await startProgram(scene, command, variables);
  const exit = await ending;
  await end();
  return { text: text(), exit };
}
