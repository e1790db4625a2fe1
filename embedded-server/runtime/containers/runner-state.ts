// What all containers of one runner share, and what it knows of each.

import type { Thread } from '../../platform/threads/open-thread.ts';
import type { ProcessCalls } from '../processes/process-calls.ts';
import type { Console } from '../runner/console.ts';
import type { Output } from '../runner/output.ts';
import type { ContainerPlan, Launched } from '../runner/runner.ts';
import type { Ending, Strikes } from '../runner/server-limits.ts';
import type { UsageSampler } from '../runner/usage-sampler.ts';
import type { Engine, EngineFinder } from './engine.ts';

export type Shared = {
  engines: EngineFinder;
  /** Looks at the processes in containers, where they are this machine's. */
  thread: Thread<ProcessCalls>;
  running: Map<string, Running>;
  sampler: UsageSampler;
  maxProcesses: number;
  /** Called when a server's container is gone, of the image that it ran. */
  onRemoved: (image: string) => Promise<void>;
  onProblem: (thrown: unknown) => void;
};

export type Running = {
  plan: ContainerPlan;
  launched: Launched;
  strikes: Strikes;
  /** Ends it because it took too much. */
  endFor(limit: Ending): Promise<void>;
};

/** A container that was made and started. */
export type Started = {
  engine: Engine;
  plan: ContainerPlan;
  id: string;
  /** Its first process; 0 where that has ended already, or is in another machine. */
  pid: number;
  output: Output;
  console: Console;
  /** Settles when the command that is attached to it has ended. */
  detached: Promise<void>;
};
