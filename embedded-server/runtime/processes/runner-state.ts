// What all servers of one runner share, and what it knows of each.

import type { Thread } from '../../platform/threads/open-thread.ts';
import type { Launched, ProcessPlan } from '../runner/runner.ts';
import type { Ending, Strikes } from '../runner/server-limits.ts';
import type { UsageSampler } from '../runner/usage-sampler.ts';
import type { FollowedServer, ProcessCalls } from './process-calls.ts';
import type { ServerGroups } from './server-groups.ts';

export type Running = {
  plan: ProcessPlan;
  followed: FollowedServer;
  launched: Launched;
  strikes: Strikes;
  /** Ends it because it took too much. */
  endFor(limit: Ending): Promise<void>;
  /** Called with how many processes of it were seen last. */
  seen(processes: number): void;
};

export type Shared = {
  thread: Thread<ProcessCalls>;
  groups: () => Promise<ServerGroups>;
  running: Map<string, Running>;
  sampler: UsageSampler;
  maxProcesses: number;
  /** The files of whoever started us, which no server gets. */
  inherited: Promise<readonly number[]>;
  onProblem: (thrown: unknown) => void;
};
