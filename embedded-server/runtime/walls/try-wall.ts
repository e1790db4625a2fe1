// Builds one wall for a trial: behind it a program can change its copy of a file, and reach nothing that a server must not.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { quoted } from './shell-words.ts';
import { hasGroup, MOST_OPEN_FILES, type OwnCopy, type WallBuilder, type WallPlan } from './wall.ts';
import { prepareWall, wallEnvironment } from './wall-command.ts';
import { speakToWall, type Wall, wallPipes } from './wall-pipes.ts';
import { wallUser } from './wall-user.ts';
import { systemRoot } from './windows-helper.ts';

/** How walls are built here, and how servers behind them get their copies. */
export type WallKind = { builder: WallBuilder; copy: OwnCopy['kind'] };

type Prepare = typeof prepareWall;
type Program = { program: string; arguments: readonly string[] };

const LONGEST_MS = 10_000;
const FILE = 'file';
const OUTSIDE = 'outside';
const PLANTED = 'planted';
const READ_OUTSIDE = 'a file outside could be read';
const BEFORE = 'before\n';
const AFTER = 'after\n';

/** Answers what went wrong. */
export async function tryWall(parent: string, kind: WallKind, prepare = prepareWall): Promise<string> {
  const place = path.join(parent, 'trial.wall');
  try {
    await rm(place, { recursive: true, force: true });
    // Never with the folders above: the data folder may just have gone with its drive, and none may stand in its place.
    await mkdir(place);
    await writeFile(path.join(place, OUTSIDE), BEFORE);
    const said = hasNeighbours(kind)
      ? await tryBesideNeighbour(place, kind, prepare)
      : await tryAlone(place, kind, prepare);
    const changed = await readFile(path.join(place, 'server', FILE), 'utf8');
    if ((await readdir(place)).includes(PLANTED)) return 'a file outside could be written';
    if (changed.trim() === AFTER.trim()) return '';
    return said === '' ? 'a file could not be changed' : said;
  } catch (thrown) {
    return thrown instanceof Error ? thrown.message : String(thrown);
  } finally {
    await rm(place, { recursive: true, force: true });
  }
}

/** Whether servers are in one list of processes, where a wall alone keeps one from the other. */
function hasNeighbours({ builder }: WallKind): boolean {
  return builder === 'sandbox-exec';
}

async function tryBesideNeighbour(place: string, kind: WallKind, prepare: Prepare): Promise<string> {
  const { wall, folder } = await planTrial(place, 'neighbour', kind);
  const neighbour = await startBehind(prepare, wall, folder, shellProgram('sleep 10'));
  try {
    const pid = await neighbour.started;
    if (pid === undefined) return neighbour.said();
    const home = os.homedir();
    return await tryAlone(place, kind, prepare, [
      refused(`kill -0 ${pid}`, 'another server could be signalled'),
      refused(`kill -0 ${process.pid}`, 'the service could be signalled'),
      ...(home === '/' ? [] : [refused(`ls ${quoted(home)}`, 'the home folder could be read')]),
    ]);
  } finally {
    await neighbour.end();
  }
}

/** What a server tries to reach outside its folder comes first: its file is changed only once all of that was refused. */
function trialIn(place: string, builder: WallBuilder, refusals: readonly string[]): Program {
  if (builder === 'restricted-token') return trialOfWindows;
  const [outside, planted] = [path.join(place, OUTSIDE), path.join(place, PLANTED)].map(quoted);
  const script = [
    refused(`cat ${outside}`, READ_OUTSIDE),
    // In a temporary folder of its own a server may write what it likes at this place: what counts is what is seen outside.
    `(echo planted > ${planted}) 2>/dev/null || :`,
    ...refusals,
    `printf %s ${quoted(AFTER)} > ${FILE}`,
  ];
  return shellProgram(script.join('\n'));
}

const shellProgram = (script: string): Program => ({ program: '/bin/sh', arguments: ['-c', script] });

/** Paths are seen from the folder of the server: no character of theirs has to be quoted for cmd. */
const trialOfWindows: Program = {
  program: path.win32.join(systemRoot(process.env), 'System32', 'cmd.exe'),
  arguments: [
    '/d',
    '/s',
    '/c',
    [
      `(type ..\\${OUTSIDE} >nul 2>nul && (echo ${READ_OUTSIDE} 1>&2 & exit 1))`,
      `(echo planted>..\\${PLANTED}) 2>nul`,
      `echo ${AFTER.trim()}>${FILE}`,
    ].join(' & '),
  ],
};

async function tryAlone(
  place: string,
  kind: WallKind,
  prepare: Prepare,
  refusals: readonly string[] = [],
): Promise<string> {
  const { wall, folder } = await planTrial(place, 'server', kind);
  const { ended, closed, end, said } = await startBehind(prepare, wall, folder, trialIn(place, kind.builder, refusals));
  await Promise.race([ended, closed]);
  await end();
  return said();
}

function refused(command: string, sentence: string): string {
  return `if (${command}) >/dev/null 2>&1; then echo ${quoted(sentence)} >&2; exit 1; fi`;
}

async function planTrial(
  place: string,
  name: string,
  { builder, copy: kind }: WallKind,
): Promise<{ wall: WallPlan; folder: string }> {
  const at = (what: string) => path.join(place, `${name}-${what}`);
  const folder = path.join(place, name);
  const [build, work, root, tmp] = [at('build'), at('work'), at('root'), at('tmp')];
  for (const made of [folder, build, work, root, tmp]) await mkdir(made);
  await writeFile(path.join(kind === 'overlay' ? build : folder, FILE), BEFORE);
  const copy: OwnCopy = kind === 'overlay' ? { kind, build, work } : { kind };
  const user = wallUser('trial');
  // Beside the trial, so that servers find it there.
  const tools = path.dirname(place);
  return {
    wall: { builder, root, tmp, copy, kept: [], runtimes: [], user, openFiles: MOST_OPEN_FILES, tools },
    folder,
  };
}

type Behind = Pick<Wall, 'started' | 'ended'> & {
  closed: Promise<unknown>;
  said: () => string;
  end: () => Promise<void>;
};

async function startBehind(prepare: Prepare, wall: WallPlan, folder: string, program: Program): Promise<Behind> {
  const [first = '', ...given] = await prepare(wall, { folder, ...program });
  const child = spawn(first, given, {
    cwd: folder,
    env: wallEnvironment(wall.builder),
    stdio: ['ignore', 'ignore', 'pipe', ...wallPipes(wall.builder)],
    detached: hasGroup(wall.builder),
    windowsHide: true,
  });
  let said = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    said += chunk.toString();
  });
  const closed = once(child, 'close');
  const limit = setTimeout(() => kill(child, wall.builder), LONGEST_MS);
  const { started, ended, release } = speakToWall(child.stdio, {}, wall.builder);
  release();
  const end = async () => {
    // The wall stays until it is ended.
    kill(child, wall.builder);
    await closed;
    clearTimeout(limit);
  };
  return { started, ended, closed, said: () => said.trim(), end };
}

/** With all that is in its group; with the outermost process of other walls all of it goes. */
function kill(child: ChildProcess, builder: WallBuilder): void {
  if (child.pid === undefined) return;
  if (!hasGroup(builder)) {
    child.kill('SIGKILL');
    return;
  }
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    // It has ended already.
  }
}
