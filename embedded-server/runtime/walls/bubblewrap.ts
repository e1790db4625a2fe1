// The wall of one server as bubblewrap builds it, where that alone is allowed to. Pure.
import path from 'node:path';
import { isWithin, type VisiblePaths } from './visible-paths.ts';
import type { WallPlan } from './wall.ts';
import { becomeOwn, runProgram } from './wall-script.ts';

const SHARED_MEMORY_BYTES = 256 * 1_048_576;
/** What gives the server its files and its user id. The program has none of them. */
const CAPABILITIES = ['CHOWN', 'DAC_OVERRIDE', 'FOWNER', 'SETUID', 'SETGID', 'SETPCAP', 'KILL'];

export function bubblewrapCommand(wall: WallPlan, folder: string, visible: VisiblePaths): string[] {
  return [
    'bwrap',
    '--die-with-parent',
    '--unshare-pid',
    '--unshare-ipc',
    ...userFlags(wall),
    ...visible.links.flatMap(({ place, target }) => ['--symlink', target, place]),
    '--proc',
    '/proc',
    '--dev',
    '/dev',
    '--perms',
    '1777',
    ...ofMemory(wall, '/dev/shm'),
    '--bind',
    wall.tmp,
    '/tmp',
    '--dir',
    '/run',
    '--dir',
    '/var',
    '--symlink',
    '/tmp',
    '/var/tmp',
    ...outermost(visible.folders).flatMap((place) => [...folders(place), '--ro-bind', place, place]),
    ...(visible.covered === undefined ? [] : ['--perms', '0755', ...ofMemory(wall, visible.covered)]),
    ...folders(folder),
    ...showFolder(wall, folder),
    ...wall.kept.flatMap(({ source, place }) => ['--bind', source, path.posix.join(folder, place)]),
    '--remount-ro',
    '/',
    '--chdir',
    folder,
    '--',
    'sh',
    '-c',
    script(wall),
    'sh',
  ];
}

function userFlags({ builder, user }: WallPlan): string[] {
  if (user.kind === 'own')
    return ['--cap-drop', 'ALL', ...CAPABILITIES.flatMap((name) => ['--cap-add', `CAP_${name}`])];
  return builder === 'setuid-bubblewrap' ? [] : ['--unshare-user', '--disable-userns'];
}

/** One that is setuid takes no size from others. */
function ofMemory({ builder }: WallPlan, place: string): string[] {
  const size = builder === 'setuid-bubblewrap' ? [] : ['--size', String(SHARED_MEMORY_BYTES)];
  return [...size, '--tmpfs', place];
}

/** Each that has another above it is visible already. */
function outermost(places: readonly string[]): string[] {
  return places.filter((place) => !places.some((other) => other !== place && isWithin(other, place)));
}

/** Whoever the server is must get through: bubblewrap makes what is missing for root alone. */
function folders(place: string): string[] {
  const above: string[] = [];
  for (let at = path.posix.dirname(place); at !== '/'; at = path.posix.dirname(at)) above.unshift(at);
  return above.flatMap((one) => ['--perms', '0755', '--dir', one]);
}

/** bubblewrap has overlays since 0.11. */
function showFolder({ copy }: WallPlan, folder: string): string[] {
  if (copy.kind === 'made') return ['--bind', folder, folder];
  return ['--overlay-src', copy.build, '--overlay', folder, copy.work, folder];
}

function script({ user, openFiles }: WallPlan): string {
  if (user.kind === 'ours') return runProgram([], openFiles).join('\n');
  return ['set -eu', `chown -hR ${user.uid}:${user.uid} .`, ...runProgram(becomeOwn(user), openFiles)].join('\n');
}
