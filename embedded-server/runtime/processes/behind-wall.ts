// Tells a wall apart from the program behind it: the program is the one with the number that the wall told, and the wall is all
// between it and the outermost process, which this service started.
import type { BehindWall } from './process-calls.ts';
import type { ProcessRow, ProcessSystem } from './system.ts';

export function findBehindWall(
  system: Pick<ProcessSystem, 'numberInside'>,
  rows: readonly ProcessRow[],
  outermost: number,
  inside: number,
): BehindWall {
  const parents = new Map(rows.map(({ pid, parent }) => [pid, parent]));
  const first = rows.filter(({ parent }) => parent === outermost).map(({ pid }) => pid);
  const program = rows.find(
    ({ pid }) => isBelow(parents, pid, outermost) && !first.includes(pid) && system.numberInside?.(pid) === inside,
  );
  return { wall: [...new Set([outermost, ...first, ...between(parents, program?.pid, outermost)])], program };
}

function between(parents: ReadonlyMap<number, number>, program: number | undefined, outermost: number): number[] {
  const found: number[] = [];
  for (let at = parents.get(program ?? 0) ?? 0; at > 1 && at !== outermost; at = parents.get(at) ?? 0) found.push(at);
  return found;
}

function isBelow(parents: ReadonlyMap<number, number>, pid: number, outermost: number): boolean {
  for (let at = parents.get(pid) ?? 0; at > 1; at = parents.get(at) ?? 0) if (at === outermost) return true;
  return false;
}
