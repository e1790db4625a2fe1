// Finds the program behind a wall: it is the one below the wall's outermost process that has the number which the wall told.
import type { BehindWall } from './process-calls.ts';
import type { ProcessRow, ProcessSystem } from './system.ts';

export function findBehindWall(
  system: Pick<ProcessSystem, 'numberInside'>,
  rows: readonly ProcessRow[],
  outermost: number,
  inside: number,
): BehindWall | undefined {
  const parents = new Map(rows.map(({ pid, parent }) => [pid, parent]));
  for (const { pid, identity } of rows) {
    const wall = between(parents, pid, outermost);
    if (wall !== undefined && system.numberInside?.(pid) === inside) return { pid, identity, wall };
  }
  return undefined;
}

/** Those above a process up to the outermost one; undefined where it isn't below that. */
function between(parents: ReadonlyMap<number, number>, pid: number, outermost: number): number[] | undefined {
  const above: number[] = [];
  for (let at = parents.get(pid) ?? 0; at > 1; at = parents.get(at) ?? 0) {
    above.push(at);
    if (at === outermost) return above;
  }
  return undefined;
}
