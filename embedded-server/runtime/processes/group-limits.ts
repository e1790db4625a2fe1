// What is written into the files of a control group so that it holds its limits, and what is read from them later.
import type { Controller } from './group-places.ts';

/** The system counts threads as it counts processes. Without a figure there is no limit. */
export type GroupLimits = { memoryBytes: number | undefined; millicores: number | undefined; threads: number };

/** `optional` ones are missing on some kernels, and the limit holds without them. */
type Setting = { file: string; value: string; optional?: boolean };

const PERIOD_US = 100_000;
const LEAST_QUOTA_US = 1_000;

export function settingsFor(version: 1 | 2, controller: Controller, limits: GroupLimits): Setting[] {
  const { millicores, memoryBytes } = limits;
  const first = version === 1;
  switch (controller) {
    case 'memory': {
      if (memoryBytes === undefined) return [];
      const bytes = String(memoryBytes);
      return first
        ? [
            { file: 'memory.limit_in_bytes', value: bytes },
            { file: 'memory.memsw.limit_in_bytes', value: bytes, optional: true },
          ]
        : [
            { file: 'memory.max', value: bytes },
            { file: 'memory.swap.max', value: '0', optional: true },
            { file: 'memory.oom.group', value: '1', optional: true },
          ];
    }
    case 'cpu': {
      if (millicores === undefined) return [];
      const quota = String(Math.max(LEAST_QUOTA_US, Math.round((millicores * PERIOD_US) / 1000)));
      return first
        ? [
            { file: 'cpu.cfs_period_us', value: String(PERIOD_US) },
            { file: 'cpu.cfs_quota_us', value: quota },
          ]
        : [{ file: 'cpu.max', value: `${quota} ${PERIOD_US}` }];
    }
    case 'pids':
      return [{ file: 'pids.max', value: String(limits.threads) }];
  }
}

/** The file and the word in it that count how often the system ended something for want of memory. */
export function killsFile(version: 1 | 2): string {
  return version === 1 ? 'memory.oom_control' : 'memory.events';
}

/** The files of a group that say how much memory counts toward its limit, and how much of that is cache. */
export type GroupMemory = { usage: string; stat: string };

export function memoryFiles(version: 1 | 2): GroupMemory {
  return { usage: version === 1 ? 'memory.usage_in_bytes' : 'memory.current', stat: 'memory.stat' };
}

/** Without the cache that the system takes back before it ends anything. */
export function readMemory(usage: string, stat: string): number {
  return Math.max(0, Number(usage) - readCount(stat, 'inactive_file'));
}

/** "oom_kill 3" among other lines. */
export function readCount(text: string, word: string): number {
  const line = text.split('\n').find((one) => one.startsWith(`${word} `));
  return Number(line?.slice(word.length + 1) ?? 0);
}
