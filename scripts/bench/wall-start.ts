// How much longer a program takes to start behind a wall: from the spawn to its first output, with and without in turn.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import { findWall } from '../../embedded-server/runtime/walls/find-wall.ts';
import { planWall, wallFolders } from '../../embedded-server/runtime/walls/plan-wall.ts';
import type { WallKind } from '../../embedded-server/runtime/walls/try-wall.ts';
import { type OwnCopy, WALL_ENVIRONMENT, type WallBuilder } from '../../embedded-server/runtime/walls/wall.ts';
import { prepareWall } from '../../embedded-server/runtime/walls/wall-command.ts';
import { speakToWall, wallPipes } from '../../embedded-server/runtime/walls/wall-pipes.ts';
import type { Measure } from './measure.ts';
import { median } from './median.ts';

const ROUNDS = 30;
const PROGRAM = '/bin/echo';

export const wallStart: Measure = {
  name: 'wall-start',
  goal: 'a server starts behind a wall at most 60 ms later than without',
  run: async () => {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'slipway-bench-'));
    try {
      const wall = await findWall(folder);
      if (!wall.isThere) return `not measured: ${wall.why}`;
      const build = path.join(folder, 'build');
      await mkdir(build);
      await writeFile(path.join(build, 'world'), '');
      const bare: number[] = [];
      const walled: number[] = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        bare.push(await untilWrites(PROGRAM, ['up']));
        walled.push(await behindWall(path.join(folder, String(round)), build, wall));
      }
      const [without, within] = [median(bare), median(walled)];
      return `${(within - without).toFixed(0)} ms more (${within.toFixed(0)} ms behind a wall, ${without.toFixed(0)} ms without)`;
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
};

async function behindWall(folder: string, build: string, { builder, copy: kind }: WallKind): Promise<number> {
  const { root, work, tmp } = wallFolders(folder);
  for (const made of [folder, root, work, tmp]) await mkdir(made, { recursive: true });
  await chmod(folder, 0o700);
  const copy: OwnCopy = kind === 'overlay' ? { kind, build, work } : { kind };
  const wall = await planWall({
    kept: [],
    owner: path.basename(folder),
    builder,
    copy,
    folder,
    hidden: path.dirname(folder),
    program: PROGRAM,
    nodeProgram: process.execPath,
  });
  const startedAt = performance.now();
  const [program = '', ...given] = await prepareWall(wall, { folder, program: PROGRAM, arguments: ['up'] });
  const madeMs = performance.now() - startedAt;
  return madeMs + (await untilWrites(program, given, builder));
}

async function untilWrites(program: string, given: readonly string[], builder?: WallBuilder): Promise<number> {
  const startedAt = performance.now();
  const pipes = builder === undefined ? [] : wallPipes(builder);
  const child = spawn(program, given, { env: WALL_ENVIRONMENT, stdio: ['ignore', 'pipe', 'inherit', ...pipes] });
  const closed = once(child, 'close');
  if (builder !== undefined) speakToWall(child.stdio, {}).release();
  if (child.stdout === null) throw new Error('It was started without a pipe');
  await once(child.stdout, 'data');
  const ms = performance.now() - startedAt;
  child.kill('SIGKILL');
  await closed;
  return ms;
}
