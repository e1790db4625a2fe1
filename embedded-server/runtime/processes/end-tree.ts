// Ends the whole tree of a server: freezes everybody in it, so that none starts another meanwhile, and then kills them.
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '../../../src-shared/errors/app-error.ts';
import { messageFor } from '../../../src-shared/text/message.ts';
import type { FollowedServer } from './process-calls.ts';
import type { ProcessRow, ProcessSystem } from './system.ts';
import { indexSeen, type Known, type Root, treeOf } from './tree.ts';

/** All processes of the machine, and the server that each says it belongs to. */
export type Pass = { rows: ProcessRow[]; markers: ReadonlyMap<number, string> };

/** One that starts others faster than we stop them is ended as fast as we can instead. */
const FREEZE_ROUNDS = 20;
const LONGEST_WAIT_MS = 50;
const GIVE_UP_MS = 30_000;

/** Answers how many processes it ended. */
export async function endTree(
  system: ProcessSystem,
  look: () => Promise<Pass>,
  server: FollowedServer & { known: Map<number, string> },
  self: number,
): Promise<number> {
  const frozen = new Map<number, string>();
  const ended = new Set<number>();
  const giveUpAt = performance.now() + GIVE_UP_MS;
  for (let round = 0, waitMs = 1; ; round += 1) {
    const { rows, markers } = await look();
    const grouped = await pidsByGroupOrUser(system, server);
    const plan = planKill(rows, { ...server, markers, grouped, frozen, self, atOnce: round >= FREEZE_ROUNDS });
    if (plan.step === 'done') return ended.size;
    const identities = new Map(rows.map(({ pid, identity }) => [pid, identity]));
    for (const pid of plan.pids) server.known.set(pid, identities.get(pid) ?? '');
    if (plan.step === 'freeze') {
      await system.freeze(plan.pids);
      for (const pid of plan.pids) frozen.set(pid, identities.get(pid) ?? '');
      continue;
    }
    await system.kill(plan.pids);
    for (const pid of plan.pids) ended.add(pid);
    if (performance.now() > giveUpAt) throw wontEnd(plan.pids);
    await sleep(waitMs);
    waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS);
  }
}

/** What is a server's whatever its parents, its session and its environment are. */
export async function pidsByGroupOrUser(
  system: Pick<ProcessSystem, 'membersOf' | 'runBy'>,
  { groupFiles, user }: Pick<FollowedServer, 'groupFiles' | 'user'>,
): Promise<number[]> {
  const grouped = await system.membersOf(groupFiles);
  return user === undefined ? grouped : [...grouped, ...((await system.runBy?.(user)) ?? [])];
}

function wontEnd(pids: readonly number[]): AppError {
  const [pid = 0] = pids;
  const message =
    pids.length === 1
      ? messageFor('process.does-not-end', { pid })
      : messageFor('process.do-not-end', { pids: pids.join(', ') });
  return new AppError('ERROR', message, { metadata: { pids } });
}

/** First all stand still, so that none can start another unseen; then all are ended at once. */
type KillStep = { step: 'freeze' | 'kill'; pids: number[] } | { step: 'done' };

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

/** What to do next to end a tree for good. Pure, so that its guards are tested without killing anything. */
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
