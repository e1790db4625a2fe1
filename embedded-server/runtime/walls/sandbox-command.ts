// The command that starts a server behind a wall of macOS: a shell that lends no rights and watches for the end of the service,
// and below it sandbox-exec, which becomes the program.
import { realpath } from 'node:fs/promises';
import path from 'node:path';
import { type SandboxPlaces, sandboxProfile } from './sandbox-profile.ts';
import { quoted } from './shell-words.ts';
import { ENVIRONMENT_FD, LIFELINE_FD, STATUS_FD, WALL_ENVIRONMENT, type WallPlan } from './wall.ts';
import { runProgram } from './wall-script.ts';

const SANDBOX_EXEC = '/usr/bin/sandbox-exec';
/** One may start another while it is looked for. */
const PASSES = '1 2 3';

/**
 * The system ends no process with the one that started it. So this waits for the pipe of the service to close, and ends who is
 * in the group of the wall or carries the mark of the server. It has no variables itself, and the mark in two words: it would
 * find itself.
 */
const WATCH = [
  'while read -r line; do :; done',
  `for pass in ${PASSES}; do`,
  '  [ -n "$2" ] || break',
  `  found=$(ps -AEww -o pid=,command= | awk -v name="$2" -v value="$3" 'BEGIN { mark = " " name "=" value " " } index($0 " ", mark) { print $1 }')`,
  '  [ -z "$found" ] || kill -9 $found',
  'done',
  'kill -9 "-$1"',
].join('\n');

type Wanted = { openFiles: number; mark: { name: string; value: string } | undefined };

/** To be followed by the program and its arguments. */
export function sandboxCommand(
  places: SandboxPlaces,
  { openFiles, mark }: Wanted,
  sandboxExec = SANDBOX_EXEC,
): string[] {
  const { text, parameters } = sandboxProfile(places);
  const sandbox = [sandboxExec, ...parameters.flatMap((one) => ['-D', one]), '-p', text];
  const streams = `<&${LIFELINE_FD} >/dev/null 2>&1 ${STATUS_FD}>&- ${ENVIRONMENT_FD}<&- ${LIFELINE_FD}<&-`;
  const marked = mark === undefined ? '' : ` ${quoted(mark.name)} ${quoted(mark.value)}`;
  const script = [
    `env -i PATH=${WALL_ENVIRONMENT.PATH} sh -c ${quoted(WATCH)} sh "$$"${marked} ${streams} &`,
    ...runProgram(sandbox, openFiles, 'wait'),
  ];
  return ['/bin/sh', '-c', script.join('\n'), 'sh'];
}

export async function readSandboxPlaces(wall: WallPlan, folder: string): Promise<SandboxPlaces> {
  const { tmp, kept, runtimes, hidden } = wall;
  const real = (places: readonly string[]) => Promise.all(places.map((place) => realpath(place).catch(() => place)));
  const named = [folder, tmp, ...kept.map(({ source }) => source)];
  const [own, readable] = await Promise.all([real(named), real(runtimes)]);
  const [closed] = hidden === undefined ? [] : await real([hidden]);
  const shown = [...named, ...own, ...runtimes, ...readable];
  return {
    own,
    runtimes: [...new Set(readable)],
    hidden: closed,
    above: [...new Set(shown.flatMap(foldersAbove))],
  };
}

/** Without the root, which everybody sees. */
function foldersAbove(place: string): string[] {
  const found: string[] = [];
  for (let at = path.posix.dirname(place); at !== '/' && at !== '.'; at = path.posix.dirname(at)) found.push(at);
  return found;
}
