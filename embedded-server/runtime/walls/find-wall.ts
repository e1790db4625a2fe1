// Finds out what kind of wall this machine can build, by building one: what systems forbid is too varied to be read off.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { WallPlan } from './wall.ts';
import { WALL_ENVIRONMENT, wallCommand } from './wall-command.ts';
import { speakToWall, WALL_PIPES } from './wall-pipes.ts';
import { makeWallRoot } from './wall-root.ts';
import { wallUser } from './wall-user.ts';

/** `copy`: how servers behind it get their copies. Without a wall, `why` is what the system said. */
export type WallFound = { isThere: true; copy: 'overlay' | 'made' } | { isThere: false; why: string };

const LONGEST_MS = 10_000;
const FILE = 'file';
const BEFORE = 'before\n';
const AFTER = 'after\n';
/** Characters that end a path in the options of an overlay. */
const NOT_FOR_OVERLAYS = /[,:\\"\n]/;

/** `folder`: an existing one of ours, on the disk where servers get theirs. */
export async function findWall(folder: string): Promise<WallFound> {
  if (process.platform !== 'linux') return { isThere: false, why: process.platform };
  if (!NOT_FOR_OVERLAYS.test(folder) && (await tryWall(folder, 'overlay')) === '') {
    return { isThere: true, copy: 'overlay' };
  }
  const why = await tryWall(folder, 'made');
  return why === '' ? { isThere: true, copy: 'made' } : { isThere: false, why };
}

/** Has a program change its copy of a file. Answers what went wrong. */
async function tryWall(parent: string, kind: 'overlay' | 'made'): Promise<string> {
  const place = path.join(parent, 'trial.wall');
  const build = path.join(place, 'build');
  const folder = path.join(place, 'server');
  const work = path.join(place, 'work');
  const root = path.join(place, 'root');
  try {
    await rm(place, { recursive: true, force: true });
    // Never with the folders above: the data folder may just have gone with its drive, and none may stand in its place.
    for (const made of [place, build, folder, work, root]) await mkdir(made);
    await writeFile(path.join(kind === 'overlay' ? build : folder, FILE), BEFORE);
    const copy: WallPlan['copy'] = kind === 'overlay' ? { kind, build, work } : { kind };
    const said = await runBehind({ root, copy, runtimes: [], user: wallUser('trial') }, folder);
    const changed = await readFile(path.join(folder, FILE), 'utf8');
    if (changed === AFTER) return '';
    return said === '' ? 'a file could not be changed' : said;
  } catch (thrown) {
    return thrown instanceof Error ? thrown.message : String(thrown);
  } finally {
    await rm(place, { recursive: true, force: true });
  }
}

async function runBehind(wall: WallPlan, folder: string): Promise<string> {
  await makeWallRoot(wall, folder);
  const change = `printf %s '${AFTER}' > ${FILE}`;
  const [program = '', ...given] = wallCommand(wall, { folder, program: '/bin/sh', arguments: ['-c', change] });
  const child = spawn(program, given, {
    env: WALL_ENVIRONMENT,
    stdio: ['ignore', 'ignore', 'pipe', ...WALL_PIPES],
  });
  let said = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    said += chunk.toString();
  });
  const closed = once(child, 'close');
  const limit = setTimeout(() => child.kill('SIGKILL'), LONGEST_MS);
  const { ended, release } = speakToWall(child.stdio, {});
  release();
  await Promise.race([ended, closed]);
  // The wall stays until it is ended; with its outermost process all of it goes.
  child.kill('SIGKILL');
  await closed;
  clearTimeout(limit);
  return said.trim();
}
