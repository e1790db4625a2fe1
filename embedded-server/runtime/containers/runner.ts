// Runs servers as containers of Podman or Docker: each attached to us, held to its limits by the engine, and removed at its end.

import { setTimeout as sleep } from 'node:timers/promises';
import { openProcessThread, type ProcessThreadPlace } from '../processes/open-process-thread.ts';
import { CONTAINER_MARK, type ContainerPlan, type Runner, type Usage } from '../runner/runner.ts';
import { MOST_PROCESSES, overLimits, strike } from '../runner/server-limits.ts';
import { createUsageSampler } from '../runner/usage-sampler.ts';
import { containerState } from './container-state.ts';
import type { Engine, EngineFinder } from './engine.ts';
import { launch } from './launch.ts';
import { removeOf } from './remove.ts';
import type { Running, Shared } from './runner-state.ts';

export type ContainerRunnerOptions = {
  engines: EngineFinder;
  /** The thread that looks at processes. */
  thread: ProcessThreadPlace;
  /** Called with problems that are not of one server. */
  onProblem: (thrown: unknown) => void;
  /** Called when a server's container is gone, of the image that it ran. */
  onRemoved?: (image: string) => Promise<void>;
  /** How many processes a server may have. */
  maxProcesses?: number | undefined;
  sampleEveryMs?: number;
};

export function createContainerRunner(options: ContainerRunnerOptions): Runner<ContainerPlan> {
  const shared = createShared(options);
  const { thread, sampler, engines } = shared;
  sampler.onSamples((samples) => {
    for (const [server_id, { over = [] }] of samples) {
      const server = shared.running.get(server_id);
      const limit = server && strike(server.strikes, server.launched.enforced, over);
      if (limit !== undefined) server?.endFor(limit).catch(shared.onProblem);
    }
  });
  return {
    launch: (plan) => launch(shared, plan),
    endLeftover: async ({ server_id, identity }) => {
      const id = identity.slice(CONTAINER_MARK.length);
      return (await endLeftover(shared, await engines.find(), { server_id, id })) === 0 ? 'gone' : 'ended';
    },
    onUsage: (listener) => sampler.onSamples(listener),
    openPorts: async () => {
      if (shared.running.size === 0) return new Map();
      return new Map(await thread.call('openPorts', undefined));
    },
    close: async () => {
      sampler.stop();
      await thread.close();
    },
  };
}

function createShared(options: ContainerRunnerOptions): Shared {
  const { engines, onProblem } = options;
  const running = new Map<string, Running>();
  const maxProcesses = options.maxProcesses ?? MOST_PROCESSES;
  const thread = openProcessThread(options.thread, 'containers', (thrown) => {
    onProblem(thrown);
    // A new thread knows nobody.
    for (const [server_id, { launched }] of running) {
      const { pid } = launched;
      if (pid > 0) thread.call('follow', { server_id, pid, identity: '', groupFiles: [] }).catch(onProblem);
    }
  });
  const sampler = createUsageSampler({
    look: async () => {
      const samples = await thread.call('sample', undefined);
      return new Map(samples.map(({ server_id, ...usage }): [string, Usage] => [server_id, usage]));
    },
    judge: (server_id, sample) => {
      const plan = running.get(server_id)?.plan;
      return plan === undefined ? [] : overLimits({ limits: plan.limits, maxProcesses }, sample);
    },
    onProblem,
    ...(options.sampleEveryMs === undefined ? {} : { everyMs: options.sampleEveryMs }),
  });
  const onRemoved = options.onRemoved ?? (() => Promise.resolve());
  return { engines, thread, running, sampler, maxProcesses, onRemoved, onProblem };
}

const LOOK_AGAIN_MS = 100;
/** An engine that takes longer to make a container is not waited for. */
const LONGEST_MAKING_MS = 15_000;

/** Answers how many there were. `id` is empty where the last life did not come to know it. */
async function endLeftover(shared: Shared, engine: Engine, { server_id, id }: { server_id: string; id: string }) {
  if (id === '') return await endUnknown(shared, engine, server_id);
  return (await containerState(engine, id)) === undefined ? 0 : await removeOf(engine, server_id);
}

/** The command that makes a container outlives who gave it: only when it is over nothing comes any more. */
async function endUnknown({ thread, onProblem }: Shared, engine: Engine, server_id: string): Promise<number> {
  const giveUpAt = performance.now() + LONGEST_MAKING_MS;
  await thread.call('follow', { server_id, pid: 0, identity: '', groupFiles: [] });
  try {
    for (let ended = 0; ; await sleep(LOOK_AGAIN_MS)) {
      const isUnderWay = (await thread.call('members', server_id)).length > 0;
      ended += await removeOf(engine, server_id);
      if (!isUnderWay) return ended;
      if (performance.now() < giveUpAt) continue;
      onProblem(new Error(`${engine.name} still makes the container of server ${server_id}, which was ended`));
      return ended;
    }
  } finally {
    await thread.call('forget', server_id);
  }
}
