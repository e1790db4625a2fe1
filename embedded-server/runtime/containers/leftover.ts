// Ends the container that a lost life of ours left of a server, also one whose id nobody wrote down.
import { setTimeout as sleep } from 'node:timers/promises';
import { containerState } from './container-state.ts';
import type { Engine } from './engine.ts';
import { removeOf } from './remove.ts';
import type { Shared } from './runner-state.ts';

const LOOK_AGAIN_MS = 100;
/** An engine that takes longer to make a container is not waited for. */
const LONGEST_MAKING_MS = 15_000;

/** Answers how many there were. `id` is empty where the last life did not come to know it. */
export async function endLeftover(shared: Shared, engine: Engine, { serverId, id }: { serverId: string; id: string }) {
  if (id === '') return await endUnknown(shared, engine, serverId);
  return (await containerState(engine, id)) === undefined ? 0 : await removeOf(engine, serverId);
}

/** The command that makes a container outlives who gave it: only when it is over nothing comes any more. */
async function endUnknown({ thread, onProblem }: Shared, engine: Engine, serverId: string): Promise<number> {
  const giveUpAt = performance.now() + LONGEST_MAKING_MS;
  await thread.call('follow', { serverId, pid: 0, identity: '', groupFiles: [] });
  try {
    for (let ended = 0; ; await sleep(LOOK_AGAIN_MS)) {
      const isUnderWay = (await thread.call('members', serverId)).length > 0;
      ended += await removeOf(engine, serverId);
      if (!isUnderWay) return ended;
      if (performance.now() < giveUpAt) continue;
      onProblem(new Error(`${engine.name} still makes the container of server ${serverId}, which was ended`));
      return ended;
    }
  } finally {
    await thread.call('forget', serverId);
  }
}
