// Files that whoever started us left open, as a shell with `exec 200>lock`. Node closes only some of them for what it starts.
/* oxlint-disable node/no-sync -- the start of a process is one turn, and these two calls do not wait for a disk */
import { closeSync, openSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { devNull } from 'node:os';

type Stdio = 'pipe' | 'ignore' | number;

const CLOSED_ON_EXEC = 0o2_000_000;

/**
 * The numbers of all that a program started by us would have open too. What we open ourselves is not among them. Empty where a
 * system hands over nothing unasked, as all but Linux do.
 */
export async function findInheritedFiles(): Promise<number[]> {
  const names = await readdir('/proc/self/fd').catch(() => []);
  const isInherited = await Promise.all(names.map(isLeftOpen));
  return names.filter((_name, index) => isInherited[index]).map(Number);
}

async function isLeftOpen(name: string): Promise<boolean> {
  const text = await readFile(`/proc/self/fdinfo/${name}`, 'latin1').catch(() => '');
  const flags = /^flags:\s*([0-7]+)$/m.exec(text)?.[1];
  return flags !== undefined && (Number.parseInt(flags, 8) & CLOSED_ON_EXEC) === 0;
}

/** Calls `start` with what a program has open: these streams, and nothing to read in place of each inherited file. We keep ours. */
export function startWithout<T>(
  inherited: readonly number[],
  streams: readonly 'pipe'[],
  start: (stdio: Stdio[]) => T,
): T {
  const covered = inherited.filter((number) => number >= streams.length);
  if (covered.length === 0) return start([...streams]);
  const stdio = Array.from({ length: Math.max(...covered) + 1 }, (_none, number): Stdio => streams[number] ?? 'ignore');
  const nothing = openSync(devNull, 'r');
  try {
    for (const number of covered) stdio[number] = nothing;
    return start(stdio);
  } finally {
    closeSync(nothing);
  }
}
