// Finds circles in a graph: each group of nodes that reach each other is reported once, by one of its shortest circles.

type TargetsOf = (node: string) => readonly string[];

export function findCycles(nodes: readonly string[], targetsOf: TargetsOf): readonly (readonly string[])[] {
  const cycles: string[][] = [];
  const reported = new Set<string>();
  for (const start of nodes) {
    if (reported.has(start)) continue;
    const cycle = shortestCircle(start, targetsOf);
    if (!cycle || cycle.some((node) => reported.has(node))) continue;
    for (const node of cycle) reported.add(node);
    cycles.push(cycle);
  }
  return cycles;
}

/** Breadth first from the start until it is met again. */
function shortestCircle(start: string, targetsOf: TargetsOf): string[] | undefined {
  const cameFrom = new Map<string, string>();
  const queue = [start];
  for (const node of queue) {
    for (const next of targetsOf(node)) {
      if (next === start) return pathTo(node, cameFrom);
      if (cameFrom.has(next)) continue;
      cameFrom.set(next, node);
      queue.push(next);
    }
  }
  return undefined;
}

function pathTo(node: string, cameFrom: ReadonlyMap<string, string>): string[] {
  const steps = [node];
  for (let at = cameFrom.get(node); at !== undefined; at = cameFrom.get(at)) steps.unshift(at);
  return steps;
}
