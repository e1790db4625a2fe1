// The dependencies of a server run, each as small as it can be: bytes, ports, the guard, the thread with processes.
import type { Resources, RunSettings } from '../../../src-shared/service/run-settings.ts';
import type { Thread } from '../../platform/threads/open-thread.ts';
import type { HostingCalls } from '../hosting-thread/messages.ts';
import type { ContainerImage } from '../runner/runner.ts';
import type { ServerRecords } from '../server-records/records.ts';
import type { ServerRecord } from '../server-records/store.ts';
import type { WallFound } from '../walls/find-wall.ts';
import type { IsolationKind } from '../walls/isolation.ts';
import type { Guess } from './run-settings.ts';

export type GuardPort = { name: string; protocol: 'tcp' | 'udp'; targetPort: number };
export type Guard = {
  /** Opens a public port for each, and answers them by name. */
  open(server: {
    server_id: string;
    hostname: string;
    ports: readonly GuardPort[];
    maxPlayers: number;
  }): Promise<ReadonlyMap<string, number>>;
  setMaxPlayers(server_id: string, count: number): void;
  /** Ends what players have open, and gives its public ports back. */
  close(server_id: string, publicPorts: readonly number[]): Promise<void>;
};

export type PortPool = {
  /** A port that is free for both transports; the requested one if it is free. */
  take(requested?: number, protocol?: 'tcp' | 'udp'): Promise<number>;
  giveBack(port: number): void;
};

/** Where a server belongs, in names that people know. */
export type RunContext = {
  namespaceName: string;
  versionName: string | undefined;
  regionName: string;
  /** The settings of its version, if it has one. */
  settings: RunSettings | undefined;
  maxPlayers: number;
};

/** A build ready to run: the folder that it was unpacked to, or the image that an engine has. */
export type PreparedBuild = ({ folder: string } | { image: ContainerImage }) & { release(): void };

export type RunDependencies = {
  records: ServerRecords;
  guard: Guard;
  ports: PortPool;
  host: Thread<HostingCalls>;
  belongs(server: ServerRecord): RunContext;
  /** Gives its players the network of the region it is in. */
  joinRegion(server: ServerRecord): Promise<void>;
  /** Unpacks the build, or has its image loaded, once for all servers that run it. */
  useBuild(server: ServerRecord, signal: AbortSignal): Promise<PreparedBuild>;
  /** What can be known of a build that has no slipway.json. */
  guess(folder: string, signal: AbortSignal): Promise<Guess>;
  workingFolder(server_id: string): string;
  findWall(): Promise<WallFound>;
  /** Keeps what isolates a server that runs. */
  isolates(server_id: string, kind: IsolationKind): void;
  /** Whether programs may run without a wall where none can be built. */
  mayHostUnisolated: boolean;
  /** Writes a line of ours into the log of a server. */
  note(server_id: string, text: string): void;
  /** Nothing more is written about it. Never rejects. */
  closeLog(server_id: string): Promise<void>;
  nodeProgram: string;
  /** The address that players use, and the one that the guard and servers with ports of their own listen on. */
  address(): { publicHost: string; listenHost: string };
  /** What a server may take when nobody says so. */
  defaultResources: Resources;
  now(): number;
};
