// Tells a wall apart from the program behind it: the wall is its outermost process and the one that this started, which is the
// first of the wall's namespace. The program is the one below with the number that the wall told.
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
  return { wall: [outermost, ...first], program };
}

function isBelow(parents: ReadonlyMap<number, number>, pid: number, outermost: number): boolean {
  for (let at = parents.get(pid) ?? 0; at > 1; at = parents.get(at) ?? 0) if (at === outermost) return true;
  return false;
}
