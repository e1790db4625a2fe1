// Finds out what kind of wall this machine can build, by building one: what systems forbid is too varied to be read off.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type Message, messageFor } from '../../../src-shared/text/message.ts';
import { MOST_OPEN_FILES, type OwnCopy, type WallBuilder, type WallPlan } from './wall.ts';
import { prepareWall, WALL_ENVIRONMENT } from './wall-command.ts';
import { speakToWall, WALL_PIPES } from './wall-pipes.ts';
import { readWallFacts, remedyFor } from './wall-remedy.ts';
import { wallUser } from './wall-user.ts';

/** How walls are built here, and how servers behind them get their copies. */
export type WallKind = { builder: WallBuilder; copy: OwnCopy['kind'] };
/** Without a wall, `why` is what the system said, and `remedy` what to install or allow. */
export type WallFound = ({ isThere: true } & WallKind) | { isThere: false; why: string; remedy: Message };

const LONGEST_MS = 10_000;
const FILE = 'file';
const BEFORE = 'before\n';
const AFTER = 'after\n';
/** Characters that end a path in the options of an overlay. */
const NOT_FOR_OVERLAYS = /[,:\\"\n]/;

/** The best first: an overlay takes no time and no room, and a wall of util-linux is the one that servers start behind soonest. */
const FOR_ROOT: readonly WallKind[] = [
  { builder: 'unshare', copy: 'overlay' },
  { builder: 'unshare', copy: 'made' },
  { builder: 'bubblewrap', copy: 'made' },
];
const FOR_OTHERS: readonly WallKind[] = [
  { builder: 'unshare', copy: 'overlay' },
  { builder: 'bubblewrap', copy: 'overlay' },
  { builder: 'unshare', copy: 'made' },
  { builder: 'bubblewrap', copy: 'made' },
  { builder: 'setuid-bubblewrap', copy: 'made' },
];

/** `folder`: an existing one of ours, on the disk where servers get theirs. */
export async function findWall(folder: string, kinds = kindsHere()): Promise<WallFound> {
  if (process.platform !== 'linux') {
    return { isThere: false, why: process.platform, remedy: messageFor('isolation.do-use-linux') };
  }
  const refusals: string[] = [];
  for (const kind of kinds) {
    if (kind.copy === 'overlay' && NOT_FOR_OVERLAYS.test(folder)) continue;
    const why = await tryWall(folder, kind);
    if (why === '') return { isThere: true, ...kind };
    // Why there is no overlay would say nothing of why there is no wall.
    if (kind.copy === 'made') refusals.push(why);
  }
  return { isThere: false, why: refusals.join('; '), remedy: remedyFor(await readWallFacts()) };
}

function kindsHere(): readonly WallKind[] {
  return process.getuid?.() === 0 ? FOR_ROOT : FOR_OTHERS;
}

/** Has a program change its copy of a file. Answers what went wrong. */
async function tryWall(parent: string, { builder, copy: kind }: WallKind): Promise<string> {
  const place = path.join(parent, 'trial.wall');
  const build = path.join(place, 'build');
  const folder = path.join(place, 'server');
  const work = path.join(place, 'work');
  const root = path.join(place, 'root');
  const tmp = path.join(place, 'tmp');
  try {
    await rm(place, { recursive: true, force: true });
    // Never with the folders above: the data folder may just have gone with its drive, and none may stand in its place.
    for (const made of [place, build, folder, work, root, tmp]) await mkdir(made);
    await writeFile(path.join(kind === 'overlay' ? build : folder, FILE), BEFORE);
    const copy: WallPlan['copy'] = kind === 'overlay' ? { kind, build, work } : { kind };
    const said = await runBehind(
      { builder, root, tmp, copy, kept: [], runtimes: [], user: wallUser('trial'), openFiles: MOST_OPEN_FILES },
      folder,
    );
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
  const change = `printf %s '${AFTER}' > ${FILE}`;
  const command = await prepareWall(wall, { folder, program: '/bin/sh', arguments: ['-c', change] });
  const [program = '', ...given] = command;
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
