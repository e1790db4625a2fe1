// The life of one container from its start until it is removed.

import { readSync } from 'node:fs';
import { constants, open } from 'node:fs/promises';
import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises';
import { errorCode } from '../../platform/storage/data-errors.ts';
import { CONTAINER_MARK, type Exit, type Launched } from '../runner/runner.ts';
import type { Ending } from '../runner/server-limits.ts';
import { type ContainerState, containerState, exitOf, isNoContainer } from './container-state.ts';
import { removeContainer } from './remove.ts';
import { EngineFailure } from './run-engine.ts';
import type { Running, Shared, Started } from './runner-state.ts';

export function isContainer(identity: string): boolean {
  return identity.startsWith(CONTAINER_MARK);
}

type State = { hasExited: boolean; isEnding: boolean; endedFor: Ending | undefined };

const LOOK_AGAIN_MS = 500;

export async function liveOn(shared: Shared, started: Started): Promise<Launched> {
  const { engine, plan, id, pid } = started;
  const { server_id } = plan;
  if (engine.isLocal && pid > 0) {
    await shared.thread.call('follow', { server_id, pid, identity: '', groupFiles: [] });
  }
  const state: State = { hasExited: false, isEnding: false, endedFor: undefined };
  const exited = watchExit(shared, started, state);
  const gone = exited.then(() => release(shared, started));
  const kill = async () => {
    state.isEnding = true;
    if (!state.hasExited) await send(started, 'KILL');
    await gone;
  };
  const launched: Launched = {
    pid,
    identity: `${CONTAINER_MARK}${id}`,
    enforced: engine.enforces,
    exited,
    gone,
    kill,
    isTreeAlive: () => Promise.resolve(!state.hasExited),
    openPorts: async () => (await shared.thread.call('openPorts', undefined)).find(([one]) => one === server_id)?.[1],
    ownsConnection: (connection) => shared.thread.call('ownsConnection', { server_id, connection }),
    usage: async () => (await shared.sampler.sample()).get(server_id),
    type: started.console.type,
    stop: () => void send(started, 'TERM').catch(shared.onProblem),
  };
  const endFor: Running['endFor'] = async (limit) => {
    state.endedFor ??= limit;
    await kill();
  };
  shared.running.set(server_id, { plan, launched, strikes: { memory: 0, processes: 0 }, endFor });
  shared.sampler.start();
  return launched;
}

/** To its first process, which is the one that engines tell to end. One that is over needs none. */
async function send({ engine, id }: Started, name: 'TERM' | 'KILL'): Promise<void> {
  try {
    await engine.run(['kill', `--signal=${name}`, id]);
  } catch (thrown) {
    const isOver = isNoContainer(thrown) || (await containerState(engine, id))?.Running !== true;
    if (!isOver) throw thrown;
  }
}

async function watchExit(shared: Shared, started: Started, state: State): Promise<Exit> {
  await started.detached;
  const ended = await untilEnded(shared, started);
  state.hasExited = true;
  await started.output.drained();
  const exit = exitOf(ended);
  return {
    ...exit,
    outOfMemory: exit.outOfMemory || state.endedFor === 'memory' || (await wasTooMuch(started, exit, state)),
    ...(state.endedFor === 'processes' ? { tooManyProcesses: true } : {}),
  };
}

/** Ended by force, and not by us. */
async function wasTooMuch({ engine, id }: Started, { signal }: Exit, { isEnding }: State): Promise<boolean> {
  return signal === 'SIGKILL' && !isEnding && engine.isLocal && (await ranOutOfMemory(id));
}

/** The command that was attached to it may have been ended by somebody, and the container runs on. */
async function untilEnded(shared: Shared, { engine, id }: Started): Promise<ContainerState | undefined> {
  for (;;) {
    try {
      const state = await containerState(engine, id);
      if (state?.Running !== true) return state;
    } catch (thrown) {
      // An engine that does not answer now may do so later; nobody else knows how the server is.
      if (!(thrown instanceof EngineFailure)) throw thrown;
      shared.onProblem(thrown);
    }
    await sleep(LOOK_AGAIN_MS);
  }
}

async function release(shared: Shared, { engine, plan, id, output, console }: Started): Promise<void> {
  const { onProblem } = shared;
  output.close();
  console.close();
  shared.running.delete(plan.server_id);
  if (shared.running.size === 0) shared.sampler.stop();
  await removeContainer(engine, id).catch(onProblem);
  if (engine.isLocal) await shared.thread.call('forget', plan.server_id).catch(onProblem);
  await shared.onRemoved(plan.image.name).catch(onProblem);
}

const MESSAGES = '/dev/kmsg';
const LONGEST_MESSAGE = 16_384;
/** What the kernel keeps is bounded; this is far more. */
const MOST_MESSAGES = 200_000;
/** So many take about a millisecond. */
const MESSAGES_AT_ONCE = 256;

/**
 * Asks the kernel's own messages whether a container ran out of memory. With control groups of the first kind engines often
 * miss it, as the group that tells them is gone by then. Where the messages are not ours to read, nothing is known.
 *
 * A machine keeps up to 100,000s of them, each of which is a read of its own: microseconds here, but forty times as long by way of
 * the thread pool, which adds up to seconds, and to a minute where the machine is busy.
 */
async function ranOutOfMemory(containerId: string): Promise<boolean> {
  const handle = await open(MESSAGES, constants.O_RDONLY | constants.O_NONBLOCK).catch(() => undefined);
  if (handle === undefined) return false;
  try {
    const buffer = Buffer.alloc(LONGEST_MESSAGE);
    for (let count = 0; count < MOST_MESSAGES; count += 1) {
      if (count % MESSAGES_AT_ONCE === 0) await turn();
      // oxlint-disable-next-line node/no-sync -- the file never blocks
      const message = nextMessage(buffer, () => readSync(handle.fd, buffer));
      if (message === undefined) return false;
      if (message.includes('oom-kill:') && message.includes(containerId)) return true;
    }
    return false;
  } finally {
    await handle.close();
  }
}

/** One read is one message. Undefined after the last one. */
function nextMessage(buffer: Buffer, read: () => number): string | undefined {
  try {
    const bytesRead = read();
    return bytesRead === 0 ? undefined : buffer.toString('latin1', 0, bytesRead);
  } catch (thrown) {
    // The message was written over while it was read; the next read goes on behind it.
    return errorCode(thrown) === 'EPIPE' ? '' : undefined;
  }
}
