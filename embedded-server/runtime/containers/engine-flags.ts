// Works out the options that an engine needs on this machine to start containers at all. Pure.
import { MOST_OPEN_FILES } from '../walls/wall.ts';
import type { EngineFacts } from './engine-facts.ts';
import { initFlags } from './first-process.ts';

/** What has to be known of the machine beside what the engine tells. */
export type MachineFacts = {
  /** Groups of the first kind with a tree of the second beside them. */
  hasHybridGroups: boolean;
  hasSystemd: boolean;
  /** Where runc is, if it is there. */
  runc: string | undefined;
  /** A program that can be the first process of any container: one that needs no libraries. */
  init: string | undefined;
  /** How many files and processes we may have at most: what we may not exceed, our containers cannot either. */
  hardLimits: { files: number; processes: number } | undefined;
};

export type EngineFlags = {
  /** In front of each command. */
  global: readonly string[];
  /** For `create` alone. */
  create: readonly string[];
  /** For `create` of an image that has no first process of its own; empty where the machine has none either. */
  init: readonly string[];
};

/** Podman lets what starts its containers have no more than this many. */
const MOST_PROCESSES = 32_768;

export function flagsFor(facts: EngineFacts, machine: MachineFacts, maxOpenFiles = MOST_OPEN_FILES): EngineFlags {
  const { runtime } = facts;
  const init = initFlags(facts, machine.init);
  if (runtime === undefined || !facts.isLocal) return { global: [], create: [], init };
  return {
    init,
    global: [...runtimeFlags(runtime, machine), ...(machine.hasSystemd ? [] : withoutSystemd(runtime))],
    create: machine.hardLimits === undefined ? [] : limitFlags(machine.hardLimits, maxOpenFiles),
  };
}

type Runtime = NonNullable<EngineFacts['runtime']>;

/** crun ends with "hybrid" where both kinds of groups are mounted; runc takes the first kind. */
function runtimeFlags({ name, cgroupVersion }: Runtime, { hasHybridGroups, runc }: MachineFacts): string[] {
  const isRefused = name === 'crun' && cgroupVersion === 'v1' && hasHybridGroups;
  return isRefused && runc !== undefined ? ['--runtime', runc] : [];
}

function withoutSystemd({ cgroupManager, eventLogger }: Runtime): string[] {
  return [
    ...(cgroupManager === 'systemd' ? ['--cgroup-manager=cgroupfs'] : []),
    ...(eventLogger === 'journald' ? ['--events-backend=file'] : []),
  ];
}

/** Podman asks for a million of each by default, which the system refuses to whoever may not raise limits. */
function limitFlags({ files, processes }: { files: number; processes: number }, maxOpenFiles: number): string[] {
  const both = (most: number) => `${most}:${most}`;
  return [
    `--ulimit=nofile=${both(Math.min(files, maxOpenFiles))}`,
    `--ulimit=nproc=${both(Math.min(processes, MOST_PROCESSES))}`,
  ];
}

/** The hard limits in /proc/self/limits; one without a limit counts as endless. */
export function readHardLimits(text: string): MachineFacts['hardLimits'] {
  const hard = (name: string) => {
    const found = new RegExp(`^${name} +\\S+ +(\\S+)`, 'm').exec(text)?.[1];
    return found === 'unlimited' ? Number.POSITIVE_INFINITY : Number(found ?? Number.NaN);
  };
  const [files, processes] = [hard('Max open files'), hard('Max processes')];
  return Number.isNaN(files) || Number.isNaN(processes) ? undefined : { files, processes };
}
