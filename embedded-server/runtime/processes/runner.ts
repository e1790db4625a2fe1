// Runs servers as plain processes of this machine: each in a session and, where the system lets us, in control groups of its
// own, followed as a whole tree.

import path from 'node:path';
import type { ProcessPlan, Runner, Usage } from '../runner/runner.ts';
import { MOST_PROCESSES, overLimits, strike } from '../runner/server-limits.ts';
import { createUsageSampler, type UsageSample, type UsageSampler } from '../runner/usage-sampler.ts';
import { checkProgram } from './check-program.ts';
import { findInheritedFiles } from './inherited-files.ts';
import { launch } from './launch.ts';
import { openProcessThread, type ProcessThreadPlace } from './open-process-thread.ts';
import type { Running, Shared } from './runner-state.ts';
import { openServerGroups, readGroupPlaces, type ServerGroups } from './server-groups.ts';

export type ProcessRunnerOptions = {
  /** The thread that looks at processes. */
  thread: ProcessThreadPlace;
  /** Called with problems that are not of one server. */
  onProblem: (thrown: unknown) => void;
  /** Whether control groups are used where the system has them. */
  useGroups?: boolean;
  /** How many processes a server may have. */
  maxProcesses?: number | undefined;
  sampleEveryMs?: number;
};

export type ProcessRunner = Runner<ProcessPlan> & {
  /** What `onUsage` tells, with times and rates. */
  sampler: UsageSampler;
};

export function createProcessRunner(options: ProcessRunnerOptions): ProcessRunner {
  const shared = createShared(options);
  const { thread, groups, sampler } = shared;
  sampler.onSamples((samples) => {
    for (const [server_id, sample] of samples) judge(shared, shared.running.get(server_id), sample);
  });
  return {
    sampler,
    launch: async (plan) => {
      await checkProgram({ ...plan, program: programOf(plan) });
      return await launch(shared, plan);
    },
    endLeftover: async ({ server_id, pid, identity }) => {
      const group = await (await groups()).existing(server_id);
      const ended = await thread.call('end', { server_id, pid, identity, groupFiles: group.files });
      await group.remove();
      return ended === 0 ? 'gone' : 'ended';
    },
    onUsage: (listener) => sampler.onSamples(listener),
    openPorts: async () => new Map(await thread.call('openPorts', undefined)),
    close: async () => {
      sampler.stop();
      await (await groups()).close();
      await thread.close();
    },
  };
}

/** Where the program is before it starts: an overlay shows it in the folder of the server only behind the wall. */
function programOf({ program, folder, wall }: ProcessPlan): string {
  const inside = path.relative(folder, program);
  if (wall?.copy.kind !== 'overlay' || inside.startsWith('..')) return program;
  return path.join(wall.copy.build, inside);
}

function createShared(options: ProcessRunnerOptions): Shared {
  const { onProblem } = options;
  const running = new Map<string, Running>();
  const maxProcesses = options.maxProcesses ?? MOST_PROCESSES;
  const thread = openProcessThread(options.thread, 'processes', (thrown) => {
    onProblem(thrown);
    // A new thread knows nobody.
    for (const { followed } of running.values()) thread.call('follow', followed).catch(onProblem);
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
  let opening: Promise<ServerGroups> | undefined;
  const open = async () => await openServerGroups(options.useGroups === false ? undefined : await readGroupPlaces());
  const groups = () => (opening ??= open());
  return { thread, groups, running, sampler, maxProcesses, inherited: findInheritedFiles(), onProblem };
}

function judge({ onProblem }: Shared, server: Running | undefined, { processes, over = [] }: UsageSample): void {
  if (server === undefined) return;
  server.seen(processes);
  const limit = strike(server.strikes, server.launched.enforced, over);
  if (limit !== undefined) server.endFor(limit).catch(onProblem);
}
