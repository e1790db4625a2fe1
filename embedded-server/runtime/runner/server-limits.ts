// Holds servers to their limits by looking, where the system itself doesn't. Pure but for the ending, which is passed in.
import type { LaunchPlan, Limited } from './runner.ts';
import type { UsageSample } from './usage-sampler.ts';

/** A server with its limits, and how often in a row it was seen over each that ends it. */
export type Limits = Pick<LaunchPlan, 'limits'> & { maxProcesses: number };
export type Ending = 'memory' | 'processes';
export type Strikes = Record<Ending, number>;

/**
 * The most that any one server gets, as whoever runs the service says: megabytes of memory and disk, processes, and files that each of its
 * programs may have open. Of memory and disk there is no most unless it is said.
 */
export type ServerLimits = {
  memory?: number | undefined;
  disk?: number | undefined;
  processes?: number | undefined;
  openFiles?: number | undefined;
};
export const MOST_PROCESSES = 512;
export const BYTES_PER_MEGABYTE = 1_048_576;
/** What the system bounds is threads: enough for any server, too few to bring a machine down. */
export const THREADS_PER_PROCESS = 4;
/** One look may catch a moment; two in a row are a habit. */
const LOOKS_OVER_LIMIT = 2;
/** A rate over one second is never exact. */
const CPU_TOLERANCE = 1.1;

export function overLimits({ limits: { cpu, memory }, maxProcesses }: Limits, sample: UsageSample): Limited[] {
  const over: Limited[] = [];
  if (memory !== undefined && sample.memoryBytes > memory * BYTES_PER_MEGABYTE) over.push('memory');
  if (cpu !== undefined && sample.millicores > cpu * CPU_TOLERANCE) over.push('cpu');
  if (sample.processes >= maxProcesses) over.push('processes');
  return over;
}

/** Counts one more look; answers for what the server has to end now, if for anything. */
export function strike(
  strikes: Strikes,
  enforced: Readonly<Record<Limited, boolean>>,
  over: readonly Limited[],
): Ending | undefined {
  for (const limit of ['memory', 'processes'] as const) {
    strikes[limit] = over.includes(limit) && !enforced[limit] ? strikes[limit] + 1 : 0;
    if (strikes[limit] >= LOOKS_OVER_LIMIT) return limit;
  }
  return undefined;
}
