// The life of one server from its start until nothing of it is left.

import type { Console } from '../runner/console.ts';
import type { Output } from '../runner/output.ts';
import type { Exit, Launched, ProcessPlan } from '../runner/runner.ts';
import type { Ending } from '../runner/server-limits.ts';
import type { FollowedServer } from './process-calls.ts';
import type { Running, Shared } from './runner-state.ts';
import type { ServerGroup } from './server-groups.ts';
import { signalAll } from './signals.ts';
import { askWindowsToEnd } from './windows.ts';

export type ExitReason = { code: number | null; signal: string | null };

export type Started = {
  plan: ProcessPlan;
  followed: FollowedServer;
  group: ServerGroup;
  output: Output;
  console: Console;
  exit: Promise<ExitReason>;
  /** Until it is in its groups and followed. */
  settling: Promise<void>;
};

type State = { hasExited: boolean; isEnding: boolean; endedFor: Ending | undefined };
type End = { gone: Promise<void>; finish: () => Promise<void> };

export function liveOn(shared: Shared, started: Started): Running {
  const { onProblem } = shared;
  const { plan, followed, settling } = started;
  const state: State = { hasExited: false, isEnding: false, endedFor: undefined };
  const exited = watchExit(started, state);
  const end = createEnd(shared, started, exited);
  const seen = (processes: number) => {
    if (state.hasExited && processes === 0) void end.finish();
  };
  const look = async () => {
    await Promise.all([exited, settling]);
    seen((await shared.thread.call('members', plan.server_id)).length);
  };
  look().catch(onProblem);
  const endFor = async (limit: Ending) => {
    state.endedFor ??= limit;
    await endAll(shared, followed, end);
  };
  const launched = createLaunched(shared, started, { state, exited, end });
  const running = { plan, followed, launched, strikes: { memory: 0, processes: 0 }, endFor, seen };
  shared.running.set(plan.server_id, running);
  shared.sampler.start();
  return running;
}

function createLaunched(
  shared: Shared,
  { plan: { server_id }, followed, group, console }: Started,
  { state, exited, end }: { state: State; exited: Promise<Exit>; end: End },
): Launched {
  const { thread, sampler, onProblem } = shared;
  return {
    get pid() {
      return (followed.program ?? followed).pid;
    },
    get identity() {
      return (followed.program ?? followed).identity;
    },
    enforced: group.enforced,
    exited,
    gone: end.gone,
    isTreeAlive: async () => (await thread.call('members', server_id)).length > 0,
    openPorts: async () => (await thread.call('openPorts', undefined)).find(([id]) => id === server_id)?.[1],
    ownsConnection: (connection) => thread.call('ownsConnection', { server_id, connection }),
    usage: async () => (await sampler.sample()).get(server_id),
    type: console.type,
    stop: () => {
      state.isEnding = true;
      askToEnd(shared, followed, state).catch(onProblem);
    },
    kill: async () => {
      state.isEnding = true;
      await endAll(shared, followed, end);
    },
  };
}

async function endAll({ thread }: Shared, followed: FollowedServer, { finish }: End): Promise<void> {
  await thread.call('end', followed);
  await finish();
}

async function watchExit({ group, output, exit }: Started, state: State): Promise<Exit> {
  const { code, signal } = await exit;
  state.hasExited = true;
  await output.drained();
  const isFailure = code !== 0 && !state.isEnding;
  const outOfMemory = state.endedFor === 'memory' || (isFailure && (await group.memoryKills()) > 0);
  return { code, signal, outOfMemory, ...(state.endedFor === 'processes' ? { tooManyProcesses: true } : {}) };
}

/** Nothing of it runs any more: what was held for it is given back, once. */
function createEnd(shared: Shared, started: Started, exited: Promise<Exit>): End {
  let settleGone = () => {};
  const gone = new Promise<void>((resolve) => {
    settleGone = resolve;
  });
  const giveBack = async () => {
    // One that ends at once must not lose its groups while it is put into them. What fails there, its starter hears.
    await started.settling.catch(() => {});
    await exited.catch(shared.onProblem);
    await release(shared, started).catch(shared.onProblem);
    settleGone();
  };
  let giving: Promise<void> | undefined;
  return { gone, finish: () => (giving ??= giveBack()) };
}

async function release(shared: Shared, { plan, followed, group, output, console }: Started): Promise<void> {
  // All who wrote are gone, so this is short. Only who was handed a pipe from outside the tree could hold one open.
  await output.drained();
  output.close();
  console.close();
  if (plan.wall !== undefined) await shared.thread.call('end', followed);
  shared.running.delete(followed.server_id);
  if (shared.running.size === 0) shared.sampler.stop();
  await group.remove();
  await shared.thread.call('forget', followed.server_id);
}

/** Asks each of its processes once. The group's number is its first process's, and may be a stranger's once that one is gone. */
async function askToEnd({ thread }: Shared, { server_id, pid, wall }: FollowedServer, state: State): Promise<void> {
  if (process.platform === 'win32') {
    await askWindowsToEnd(pid);
    return;
  }
  // A wall is in the same group, and its end would be the end of all.
  const isOneByOne = state.hasExited || wall !== undefined;
  if (!isOneByOne) signalAll([-pid], 'SIGTERM');
  signalAll(await thread.call(isOneByOne ? 'members' : 'strays', server_id), 'SIGTERM');
}
