// Starts one server as a process, and puts it into its groups before it can do a thing.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { messageFor } from '../../../src-shared/text/message.ts';
import { createConsole } from '../runner/console.ts';
import { readOutput } from '../runner/output.ts';
import type { Launched, ProcessPlan } from '../runner/runner.ts';
import { BYTES_PER_MEGABYTE, THREADS_PER_PROCESS } from '../runner/server-limits.ts';
import { hasGroup } from '../walls/wall.ts';
import { prepareWall, wallEnvironment } from '../walls/wall-command.ts';
import { speakToWall, type Wall, wallPipes } from '../walls/wall-pipes.ts';
import { startWithout } from './inherited-files.ts';
import { linuxIdentity } from './linux.ts';
import type { FollowedServer } from './process-calls.ts';
import { type ExitReason, liveOn } from './process-run.ts';
import type { Shared } from './runner-state.ts';
import type { ServerGroup } from './server-groups.ts';
import { signalAll } from './signals.ts';
import { refuse, startError } from './start-errors.ts';
import { SERVER_MARKER } from './system.ts';

type Child = ChildProcess & { stdin: Writable; stdout: Readable; stderr: Readable };
type Started = { child: Child; identity: string; exit: Promise<ExitReason>; wall: Wall | undefined };

const PROGRAM_PIPES = ['pipe', 'pipe', 'pipe'] as const;

export async function launch(shared: Shared, plan: ProcessPlan): Promise<Launched> {
  const groups = await shared.groups();
  const { memory } = plan.limits;
  const group = await groups.make(plan.server_id, {
    memoryBytes: memory === undefined ? undefined : memory * BYTES_PER_MEGABYTE,
    millicores: plan.limits.cpu,
    threads: shared.maxProcesses * THREADS_PER_PROCESS,
  });
  try {
    const command = await wallCommand(plan, shared.maxProcesses);
    const { child, identity, exit, wall } = startChild(plan, command, {
      isHeld: group.files.length > 0 && plan.wall === undefined,
      inherited: await shared.inherited,
    });
    const output = readOutput({ out: child.stdout, err: child.stderr }, plan.onOutput, shared.onProblem);
    const console = createConsole(child.stdin, shared.onProblem);
    const pid = await pidOf(child, plan.program);
    const { files: groupFiles, memory: groupMemory } = group;
    const followed: FollowedServer = {
      server_id: plan.server_id,
      pid,
      identity,
      groupFiles,
      groupMemory,
      user: plan.user,
    };
    const settling = settleIn(shared, followed, group, wall);
    const { launched } = liveOn(shared, { plan, followed, group, output, console, exit, settling });
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

async function wallCommand(plan: ProcessPlan, processes: number): Promise<string[] | undefined> {
  if (plan.wall === undefined) return undefined;
  const mark = { name: SERVER_MARKER, value: plan.server_id };
  return await prepareWall(plan.wall, { ...plan, mark, processes });
}

/**
 * All in one turn, so that the process can't have ended unseen. Where it gets groups it is stopped before it has come to its
 * first line: what it starts is then born in them.
 */
function startChild(
  plan: ProcessPlan,
  command: readonly string[] | undefined,
  { isHeld, inherited }: { isHeld: boolean; inherited: readonly number[] },
): Started {
  const child = spawnServer(plan, command, inherited);
  if (!hasPipes(child)) throw new Error('A server was started without pipes');
  const ownExit = new Promise<ExitReason>((resolve) => {
    child.once('exit', (code, signal) => resolve({ code, signal }));
  });
  const wall =
    plan.wall === undefined
      ? undefined
      : speakToWall(child.stdio, { [SERVER_MARKER]: plan.server_id, ...plan.environment }, plan.wall.builder);
  const exit = wall === undefined ? ownExit : Promise.race([wall.ended, ownExit]);
  if (child.pid === undefined) return { child, identity: '', exit, wall };
  if (isHeld) signalAll([child.pid], 'SIGSTOP');
  return { child, identity: process.platform === 'linux' ? linuxIdentity(child.pid) : '', exit, wall };
}

/** `command`: what builds its wall, and starts it behind that. */
function spawnServer(
  plan: ProcessPlan,
  command: readonly string[] | undefined,
  inherited: readonly number[],
): ChildProcess {
  const shared = { cwd: plan.folder, detached: true, windowsHide: true };
  const marker = { [SERVER_MARKER]: plan.server_id };
  if (command === undefined || plan.wall === undefined) {
    const env = { ...marker, ...plan.environment };
    const rights = plan.user === undefined ? {} : { uid: plan.user, gid: plan.user };
    return startWithout(inherited, PROGRAM_PIPES, (stdio) =>
      spawn(plan.program, [...plan.arguments], { ...shared, ...rights, env, stdio }),
    );
  }
  const [program = '', ...given] = command;
  const { builder } = plan.wall;
  const env = { ...marker, ...wallEnvironment(builder) };
  return startWithout(inherited, [...PROGRAM_PIPES, ...wallPipes(builder)], (stdio) =>
    spawn(program, given, { ...shared, detached: hasGroup(builder), env, stdio }),
  );
}

function hasPipes(child: ChildProcess): child is Child {
  return child.stdin !== null && child.stdout !== null && child.stderr !== null;
}

async function pidOf(child: Child, program: string): Promise<number> {
  await once(child, 'spawn'); // rejects with the error that comes instead
  if (child.pid === undefined) throw startError(program, undefined);
  return child.pid;
}

/** Puts it into its groups, with what it may have started already, and lets it go on. */
async function settleIn(
  { thread }: Shared,
  followed: FollowedServer,
  group: ServerGroup,
  wall: Wall | undefined,
): Promise<void> {
  await group.add([followed.pid]);
  followed.identity = await thread.call('follow', followed);
  if (wall !== undefined) {
    await settleBehindWall(thread, followed, group, wall);
  } else if (group.files.length > 0) {
    await group.add(await thread.call('members', followed.server_id));
    signalAll([followed.pid], 'SIGCONT');
  }
}

/** The program waits behind its wall until both are in their groups: what it starts is then born in them. */
async function settleBehindWall(
  thread: Shared['thread'],
  followed: FollowedServer,
  group: ServerGroup,
  wall: Wall,
): Promise<void> {
  const inside = await wall.started;
  if (inside === undefined) throw refuse('no-wall', messageFor('start.wall-failed'));
  const { program, wall: ofWall } = await thread.call('findWallProcesses', { outermost: followed.pid, inside });
  await group.add([...ofWall, ...(program === undefined ? [] : [program.pid])]);
  if (program !== undefined) followed.program = { pid: program.pid, identity: program.identity };
  followed.wall = ofWall;
  await thread.call('follow', followed);
  wall.release();
}
