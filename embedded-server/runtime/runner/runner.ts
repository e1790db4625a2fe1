// What runs a server, as an interface: processes of this machine, or containers. One suite of tests holds for all of them.
import type { ImageKind } from '../../../src-shared/service/builds.ts';
import type { LogStream } from '../../../src-shared/service/servers.ts';
import type { WallPlan } from '../walls/wall.ts';

type AnyPlan = {
  server_id: string;
  arguments: readonly string[];
  /** The whole environment; nothing is added from ours. */
  environment: Readonly<Record<string, string>>;
  /** The server's own working folder. */
  folder: string;
  /** Millicores and megabytes. Without a figure there is no limit. */
  limits: { cpu?: number | undefined; memory?: number | undefined };
  /** What the server wrote. While the promise that it may answer is open, that stream is not read on. */
  onOutput: (stream: LogStream, chunk: Buffer) => Promise<void> | undefined;
};

/** A server that is a program of this machine. */
export type ProcessPlan = AnyPlan & {
  /** The program, absolute. Never given to a shell. */
  program: string;
  /** What it is kept behind; without it, it runs with our rights, or with those of `user`. */
  wall?: WallPlan;
  /** The number of the user and of the group that it runs as, where it is another one than ours. */
  user?: number;
};

/** A server that is in a container image, with the program that the image names. */
export type ContainerPlan = AnyPlan & {
  image: ContainerImage;
  /** The ports that it is told, where they have to be led out of a machine that an engine runs its containers in. */
  publish: readonly { protocol: 'tcp' | 'udp'; port: number }[];
  /** Folders that outlive the server, each with its place below the root of the image. */
  kept: readonly { source: string; place: string }[];
};

export type LaunchPlan = ProcessPlan | ContainerPlan;

/** An image that the engine has. */
export type ContainerImage = {
  name: string;
  /** What it says that it listens on: `7777/udp`. */
  ports: readonly string[];
  /** Its volumes, by their paths below its root: what it says outlives a server. */
  volumes: readonly string[];
  /** The program that it starts. */
  program: string;
  /** Who its server is, as the image says it; empty for root. */
  user: string;
  /** What to start, where the image does not say it itself. */
  process?: { arguments: readonly string[]; environment: Readonly<Record<string, string>>; cwd: string; user: string };
  /** Servers in it cannot be reached at the addresses of this machine: they have to listen on all of theirs. */
  isElsewhere: boolean;
};

/**
 * How a server ended: by itself with a code, or by a signal; `outOfMemory` when it took more memory than it may,
 * `tooManyProcesses` when it was ended because it started more processes than it may.
 */
export type Exit = { code: number | null; signal: string | null; outOfMemory: boolean; tooManyProcesses?: boolean };

export type Limited = 'memory' | 'cpu' | 'processes';

/** A port that the server (or a process that it started) listens on. */
export type OpenPort = { protocol: 'tcp' | 'udp'; address: string; port: number };

/** A connection to a port of ours from another port, both at the same address of this machine. */
export type Connection = { address: string; port: number; callerPort: number };

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
  /** Undefined where the system cannot tell. */
  openPorts(): Promise<OpenPort[] | undefined>;
  usage(): Promise<Usage | undefined>;
  /** Whether it is one of its processes that has connected to us; undefined where the system cannot tell. */
  ownsConnection(connection: Connection): Promise<boolean | undefined>;
  /** Types a line into its standard input. Throws why nobody would read it. */
  type(line: string): void;
  /** Asks it to end: SIGTERM to its group. */
  stop(): void;
  /** Ends the whole tree, also those who left the group or ignore signals; settles when nothing of it is left. */
  kill(): Promise<void>;
};

/** What tells a container's identity from a process's in the records. Alone it stands for one that nobody has seen yet. */
export const CONTAINER_MARK = 'container:';

export type Leftover = { server_id: string; pid: number; identity: string };

export type Runner<Plan extends AnyPlan = LaunchPlan> = {
  launch(plan: Plan): Promise<Launched>;
  /** Ends what a lost life of the app left running; never touches a process that only has the same pid. */
  endLeftover(leftover: Leftover): Promise<'gone' | 'ended'>;
  /** Tells, about each second, what all servers that run use, by their ids. The answer ends it. */
  onUsage(listener: (usages: ReadonlyMap<string, Usage>) => void): () => void;
  /** What all servers that run listen on, by their ids: much cheaper than to ask each. */
  openPorts(): Promise<ReadonlyMap<string, OpenPort[]>>;
  /** Lets go of what it holds itself. Servers that run are left running. */
  close(): Promise<void>;
};

/** A stored build that may hold the image of a container. */
export type StoredImage = { sha256: string; file: string; kind: ImageKind };

/** A folder of an image that is to be copied to one of ours, which is not there yet; `server_id`: for whom. */
export type CopyOut = { server_id: string; image: string; place: string; to: string };
