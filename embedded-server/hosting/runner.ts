// What runs a server, as an interface: processes of this machine, or containers. One suite of tests holds for all of them.
import type { LogStream } from '../../src-shared/service/servers.ts';

export type LaunchPlan = {
  serverId: string;
  /** The program, absolute. Never given to a shell. */
  program: string;
  arguments: readonly string[];
  /** The whole environment; nothing is added from ours. */
  environment: Readonly<Record<string, string>>;
  /** The server's own working folder. */
  folder: string;
  /** Millicores and megabytes. */
  resources: { cpu: number; memory: number };
  /** What the server wrote. While the promise that it may answer is open, that stream is not read on. */
  onOutput: (stream: LogStream, chunk: Buffer) => Promise<void> | undefined;
};

/**
 * How a server ended: by itself with a code, or by a signal; `outOfMemory` when it took more memory than it may,
 * `tooManyProcesses` when it was ended because it started more processes than it may.
 */
export type Exit = { code: number | null; signal: string | null; outOfMemory: boolean; tooManyProcesses?: boolean };

export type Limited = 'memory' | 'cpu' | 'processes';

/** A port that the server (or a process that it started) listens on. */
export type OpenPort = { protocol: 'tcp' | 'udp'; address: string; port: number };

/** What the whole tree of the server uses: CPU time since it started, memory now. `over`: what it takes too much of. */
export type Usage = { cpuMs: number; memoryBytes: number; processes: number; over?: readonly Limited[] };

export type Launched = {
  pid: number;
  /** With the pid it tells this process from a later one that got the same pid. */
  identity: string;
  /** Which limits the system itself holds it to. The others are only looked at, about each second. */
  enforced: Readonly<Record<Limited, boolean>>;
  /** Settles when the first process has ended and what it wrote is read. Never rejects. */
  exited: Promise<Exit>;
  /** Settles when nothing of its tree is left: later than `exited` where it left others running. Never rejects. */
  gone: Promise<void>;
  /** Whether anything of the tree runs: a server may fork, end, and serve on. */
  isTreeAlive(): Promise<boolean>;
  /** Undefined where the system can not tell. */
  openPorts(): Promise<OpenPort[] | undefined>;
  usage(): Promise<Usage | undefined>;
  /** Asks it to end: SIGTERM to its group. */
  stop(): void;
  /** Ends the whole tree, also those who left the group or ignore signals; settles when nothing of it is left. */
  kill(): Promise<void>;
};

export type Leftover = { serverId: string; pid: number; identity: string };

export type Runner = {
  launch(plan: LaunchPlan): Promise<Launched>;
  /** Ends what a lost life of the app left running; never touches a process that only has the same pid. */
  endLeftover(leftover: Leftover): Promise<'gone' | 'ended'>;
  /** Tells, about each second, what all servers that run use, by their ids. The answer ends it. */
  onUsage(listener: (usages: ReadonlyMap<string, Usage>) => void): () => void;
  /** What all servers that run listen on, by their ids: much cheaper than to ask each. */
  openPorts(): Promise<ReadonlyMap<string, OpenPort[]>>;
  /** Lets go of what it holds itself. Servers that run are left running. */
  close(): Promise<void>;
};
