// Runs servers as containers of Podman or Docker: each attached to us, held to its limits by the engine, and removed at its end.

import { openThread } from '../../platform/threads/open-thread.ts';
import type { ProcessCalls } from '../processes/process-calls.ts';
import { overLimits, strike } from '../runner/limits.ts';
import { CONTAINER_MARK, type ContainerPlan, type Runner, type Usage } from '../runner/runner.ts';
import { createUsageSampler } from '../runner/usage-sampler.ts';
import type { EngineFinder } from './engine.ts';
import { launch } from './launch.ts';
import { endLeftover } from './leftover.ts';
import type { Running, Shared } from './runner-state.ts';

export type ContainerRunnerOptions = {
  engines: EngineFinder;
  /** The script of the thread that looks at processes: process-thread.ts, or what it was bundled to. */
  thread: URL;
  /** Told what went wrong beside the servers. */
  onProblem: (thrown: unknown) => void;
  /** Told when a server's container is gone, of the image that it ran. */
  onRemoved?: (image: string) => Promise<void>;
  /** How many processes a server may have. */
  maxProcesses?: number;
  sampleEveryMs?: number;
};

const MAX_PROCESSES = 512;

export function createContainerRunner(options: ContainerRunnerOptions): Runner<ContainerPlan> {
  const shared = createShared(options);
  const { thread, sampler, engines } = shared;
  sampler.onSamples((samples) => {
    for (const [serverId, { over = [] }] of samples) {
      const server = shared.running.get(serverId);
      const limit = server && strike(server.strikes, server.launched.enforced, over);
      if (limit !== undefined) server?.endFor(limit).catch(shared.onProblem);
    }
  });
  return {
    launch: (plan) => launch(shared, plan),
    endLeftover: async ({ serverId, identity }) => {
      const id = identity.slice(CONTAINER_MARK.length);
      return (await endLeftover(shared, await engines.find(), { serverId, id })) === 0 ? 'gone' : 'ended';
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
  const maxProcesses = options.maxProcesses ?? MAX_PROCESSES;
  const thread = openThread<ProcessCalls>({
    script: options.thread,
    name: 'containers',
    // A new thread knows nobody.
    onLost: (thrown) => {
      onProblem(thrown);
      for (const [serverId, { launched }] of running) {
        const { pid } = launched;
        if (pid > 0) thread.call('follow', { serverId, pid, identity: '', groupFiles: [] }).catch(onProblem);
      }
    },
  });
  const sampler = createUsageSampler({
    look: async () => {
      const samples = await thread.call('sample', undefined);
      return new Map(samples.map(({ serverId, ...usage }): [string, Usage] => [serverId, usage]));
    },
    judge: (serverId, sample) => {
      const plan = running.get(serverId)?.plan;
      return plan === undefined ? [] : overLimits({ resources: plan.resources, maxProcesses }, sample);
    },
    onProblem,
    ...(options.sampleEveryMs === undefined ? {} : { everyMs: options.sampleEveryMs }),
  });
  const onRemoved = options.onRemoved ?? (() => Promise.resolve());
  return { engines, thread, running, sampler, maxProcesses, onRemoved, onProblem };
}
