// Starts one server as a process, and puts it into its groups before it can do a thing.
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { BYTES_PER_MEGABYTE, THREADS_PER_PROCESS } from '../runner/limits.ts';
import { readOutput } from '../runner/output.ts';
import type { Launched, ProcessPlan } from '../runner/runner.ts';
import { linuxIdentity } from './linux.ts';
import type { FollowedServer } from './process-calls.ts';
import { type ExitReason, liveOn } from './process-run.ts';
import type { Shared } from './runner-state.ts';
import type { ServerGroup } from './server-groups.ts';
import { signalAll } from './signals.ts';
import { startError } from './start-errors.ts';
import { SERVER_MARKER } from './system.ts';

type Child = ChildProcessByStdio<null, Readable, Readable>;

export async function launch(shared: Shared, plan: ProcessPlan): Promise<Launched> {
  const groups = await shared.groups();
  const group = await groups.make(plan.server_id, {
    memoryBytes: plan.resources.memory * BYTES_PER_MEGABYTE,
    millicores: plan.resources.cpu,
    threads: shared.maxProcesses * THREADS_PER_PROCESS,
  });
  try {
    const { child, identity, exit } = startChild(plan, group.files.length > 0);
    const output = readOutput({ out: child.stdout, err: child.stderr }, plan.onOutput, shared.onProblem);
    const pid = await pidOf(child, plan.program);
    const followed = { server_id: plan.server_id, pid, identity, groupFiles: group.files };
    const settling = settleIn(shared, followed, group);
    const { launched } = liveOn(shared, { plan, followed, group, output, exit, settling });
    await settling.catch(async (thrown: unknown) => {
      await launched.kill();
      throw thrown;
    });
    return launched;
  } catch (thrown) {
    await group.remove();
    throw startError(plan.program, thrown);
  }
}

/**
 * All in one turn, so that the process can't have ended unseen. Where it gets groups it is stopped before it has come to its
 * first line: what it starts is then born in them.
 */
function startChild(plan: ProcessPlan, isHeld: boolean): { child: Child; identity: string; exit: Promise<ExitReason> } {
  const child = spawn(plan.program, [...plan.arguments], {
    cwd: plan.folder,
    env: { [SERVER_MARKER]: plan.server_id, ...plan.environment },
    detached: true,
    windowsHide: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const exit = new Promise<ExitReason>((resolve) => {
    child.once('exit', (code, signal) => resolve({ code, signal }));
  });
  if (child.pid === undefined) return { child, identity: '', exit };
  if (isHeld) signalAll([child.pid], 'SIGSTOP');
  return { child, identity: process.platform === 'linux' ? linuxIdentity(child.pid) : '', exit };
}

async function pidOf(child: Child, program: string): Promise<number> {
  await once(child, 'spawn'); // rejects with the error that comes instead
  if (child.pid === undefined) throw startError(program, undefined);
  return child.pid;
}

/** Puts it into its groups, with what it may have started already, and lets it go on. */
async function settleIn({ thread }: Shared, followed: FollowedServer, group: ServerGroup): Promise<void> {
  await group.add([followed.pid]);
  followed.identity = await thread.call('follow', followed);
  if (group.files.length === 0) return;
  await group.add(await thread.call('members', followed.server_id));
  signalAll([followed.pid], 'SIGCONT');
}
