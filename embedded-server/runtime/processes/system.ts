// What has to be known of an operating system to follow trees of processes. Each system has a file of its own.
import type { Connection, OpenPort } from '../runner/runner.ts';
import type { GroupMemory } from './group-limits.ts';

export type ProcessRow = {
  pid: number;
  parent: number;
  /** The process group and the session; 0 where there is no such thing. */
  group: number;
  session: number;
  /** With the pid it tells this process from a later one that got the same pid. */
  identity: string;
  cpuMs: number;
  memoryBytes: number;
};

/** Who made a connection, as a question about processes by their identities; undefined where it is gone. */
export type FindCaller = (
  connection: Connection,
) => Promise<((members: ReadonlyMap<number, string>) => boolean) | undefined>;

export type ProcessSystem = {
  /** All processes that run. Ended ones that nobody has collected yet don't count. */
  list(): Promise<ProcessRow[]>;
  /** The ids of servers that these processes carry in their environment. */
  markersOf(pids: readonly number[]): Promise<ReadonlyMap<number, string>>;
  /** The number that a process has in its own namespace; undefined where there is no such thing. */
  numberInside?(pid: number): number | undefined;
  openPorts(pids: readonly number[]): Promise<ReadonlyMap<number, OpenPort[]>>;
  /** Left out where that can't be found out. */
  findCaller?: FindCaller;
  /** The processes in these groups of ours; empty where there is no such thing. */
  membersOf(groupFiles: readonly string[]): Promise<number[]>;
  /** The processes that run as this user; left out where no server gets a user of its own. */
  runBy?(user: number): Promise<number[]>;
  /** What counts toward the limit of memory of a group of ours; undefined where that cannot be read. */
  memoryOf?(group: GroupMemory): number | undefined;
  /** `freeze` is left out where it can't be done. A process that is gone already is no error. */
  freeze(pids: readonly number[]): Promise<void>;
  kill(pids: readonly number[]): Promise<void>;
};

/** Set in the environment of each server, so that what it started is found whoever its parent is by now. */
export const SERVER_MARKER = 'SLIPWAY_SERVER_ID';
