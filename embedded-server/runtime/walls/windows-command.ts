// The command that starts a server behind a wall of Windows. Pure.
import { createHash } from 'node:crypto';
import path from 'node:path';
import type { WallPlan } from './wall.ts';

/** Numbers of programs, which no user and no group of a machine ever has. */
const AUTHORITY = 'S-1-9';
/** Of what runs programs: all servers may read it, and it is written into the rights of its folder once. */
const RUNTIMES = 'runtimes of slipway';

type Wanted = {
  folder: string;
  /** In bytes, of all its processes together. */
  memory: number | undefined;
  processes: number | undefined;
};

/** To be followed by the program and its arguments. */
export function restrictedCommand(helper: string, wall: WallPlan, { folder, memory, processes }: Wanted): string[] {
  const own = [folder, wall.tmp, ...wall.kept.map(({ source }) => source)];
  const { hidden } = wall;
  // What is given to a folder is given to all below it, and our data must not be.
  const readable = wall.runtimes.filter((one) => hidden === undefined || !isAbove(one, hidden));
  return [
    helper,
    '--folder',
    folder,
    '--sid',
    numberOf(wall.owner ?? folder),
    '--shared',
    numberOf(RUNTIMES),
    ...(memory === undefined ? [] : ['--memory', String(memory)]),
    ...(processes === undefined ? [] : ['--processes', String(processes)]),
    ...own.flatMap((one) => ['--own', one]),
    ...readable.flatMap((one) => ['--readable', one]),
    '--',
  ];
}

/** The same for all servers that have one set of kept folders after the other. */
export function numberOf(owner: string): string {
  const hash = createHash('sha256').update(owner).digest();
  return [AUTHORITY, ...[0, 4, 8, 12].map((at) => hash.readUInt32BE(at))].join('-');
}

function isAbove(folder: string, place: string): boolean {
  const inside = path.win32.relative(folder, place);
  return inside !== '..' && !inside.startsWith('..\\') && !path.win32.isAbsolute(inside);
}

/** A line each, so that no character of theirs ends one, and a dot at the end. */
export function windowsVariables(environment: Readonly<Record<string, string>>): string {
  const lines = Object.entries(environment).map(([name, value]) => Buffer.from(`${name}=${value}`).toString('base64'));
  return [...lines, '.', ''].join('\n');
}
