// What to do next to end a tree of processes for good. Pure, so that its guards can be tested without killing anything.
import type { ProcessRow } from './system.ts';
import { indexSeen, type Known, type Root, treeOf } from './tree.ts';

/** First all stand still, so that none can start another unseen; then all are ended at once. */
export type KillStep = { step: 'freeze' | 'kill'; pids: number[] } | { step: 'done' };

export type KillRoot = Root & {
  known: Known;
  markers: ReadonlyMap<number, string>;
  /** What is in the groups that were made for it. */
  grouped: readonly number[];
  /** What stands still by now: pid and identity. */
  frozen: Known;
  /** Whether to end without freezing: where that can't be done, or was tried often enough. */
  atOnce: boolean;
  self: number;
};

export function planKill(processes: readonly ProcessRow[], root: KillRoot): KillStep {
  const spared = sparedPids(processes, root.self);
  const seen = indexSeen(
    processes.filter(({ pid }) => !spared.has(pid)),
    root.markers,
  );
  const tree = treeOf(root, seen, root.known, root.grouped);
  if (tree.length === 0) return { step: 'done' };
  const moving = tree.filter(({ pid, identity }) => root.frozen.get(pid) !== identity);
  if (moving.length > 0 && !root.atOnce) return { step: 'freeze', pids: moving.map(({ pid }) => pid) };
  return { step: 'kill', pids: tree.map(({ pid }) => pid) };
}

/** We, those who started us, and the first process: whatever it looks like, ending them is never meant. */
function sparedPids(processes: readonly ProcessRow[], self: number): Set<number> {
  const parents = new Map(processes.map(({ pid, parent }) => [pid, parent]));
  const spared = new Set([0, 1]);
  for (let pid = self; pid > 0 && !spared.has(pid); pid = parents.get(pid) ?? 0) spared.add(pid);
  for (const { pid } of processes) if (pid <= 1) spared.add(pid);
  return spared;
}
