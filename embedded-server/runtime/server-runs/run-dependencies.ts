// The dependencies of a server run, each as small as it can be: bytes, ports, the guard, the thread with processes.
import type { Transport } from '../../../src-shared/service/port-faults.ts';
import type { Resources, RunSettings } from '../../../src-shared/service/run-settings.ts';
import type { Message } from '../../../src-shared/text/message.ts';
import type { DataPaths } from '../../platform/storage/data-paths.ts';
import type { Thread } from '../../platform/threads/open-thread.ts';
import type { HostingCalls } from '../hosting-thread/messages.ts';
import type { ClaimKept } from '../kept/claim-kept.ts';
import type { PortName } from '../relay/messages.ts';
import type { ContainerImage } from '../runner/runner.ts';
import type { ServerLimits } from '../runner/server-limits.ts';
import type { ServerRecords } from '../server-records/records.ts';
import type { ServerRecord } from '../server-records/store.ts';
import type { WallFound } from '../walls/find-wall.ts';
import type { IsolationKind } from '../walls/isolation.ts';
import type { Guess } from './gather-run-settings.ts';
import type { PortPool } from './port-pool.ts';

export type GuardPort = {
  name: string;
  transports: readonly Transport[];
  targetPort: number;
  /** Added to its group's public port number to get its own. */
  offset: number;
  /** Whether its TCP connections begin by saying who the player is. */
  proxyProtocol?: 'v2' | undefined;
};
/** Ports whose public numbers stand in a row. */
export type GuardGroup = {
  name: string;
  ports: readonly GuardPort[];
  size: number;
  /** The only number that will do. */
  number: number | undefined;
  /** Numbers that are tried before any other. */
  known: readonly number[];
};
export type GuardRequest = {
  server_id: string;
  hostname: string;
  groups: readonly GuardGroup[];
  maxPlayers: number;
  /** Who is said to have its ports. */
  owner: Message;
  /** A player waits at a port that is not forwarded. */
  onKnock(): void;
  /** Whether this server is to get the ports of another one, who has them still. */
  mayTakeOver(holder_id: string): boolean;
};
/** Of a server without public ports here, all but `open` does nothing: its players go straight to it. */
export type Guard = {
  /** Opens a public port for each, and answers them by name. */
  open(request: GuardRequest): Promise<ReadonlyMap<string, number>>;
  /** The server itself listens at these: players are led to them from now on. */
  forward(server_id: string, ports: readonly PortName[]): void;
  /** It is ready: of ports that it shares with the one before it, new players come here from now on. */
  promote(server_id: string): void;
  /** Settles when it holds, and who is there at that moment has been counted. */
  setMaxPlayers(server_id: string, count: number): Promise<void>;
  /** Ends what players have open, and gives its public ports back. */
  close(server_id: string): Promise<void>;
};

/** Where a server belongs, in names that people know. */
export type RunContext = {
  namespaceName: string;
  versionName: string | undefined;
  regionName: string;
  /** The settings of its version, if it has one. */
  settings: RunSettings | undefined;
  maxPlayers: number;
  /** How many servers its namespace keeps. */
  serverCount: number;
};

/** A build ready to run: the folder that it was unpacked to, or the image that an engine has. */
export type PreparedBuild = ({ folder: string } | { image: ContainerImage }) & { release(): void };

/** The records of servers, as far as the life of one needs them. */
export type RunRecords = Pick<ServerRecords, 'one' | 'list' | 'alive' | 'allAlive' | 'change'>;

export type RunDependencies = {
  records: RunRecords;
  guard: Guard;
  ports: PortPool;
  host: Thread<HostingCalls>;
  belongs(server: ServerRecord): RunContext;
  /** Gives its players the network of the region it is in. */
  joinRegion(server: ServerRecord): Promise<void>;
  /** Unpacks the build, or has its image loaded, once for all servers that run it. */
  useBuild(server: ServerRecord, signal: AbortSignal): Promise<PreparedBuild>;
  /** Where kept folders are, and how a server gets its set. */
  kept: { paths: DataPaths; claim: ClaimKept };
  /** What can be known of a build that has no slipway.json. */
  guess(folder: string, signal: AbortSignal): Promise<Guess>;
  workingFolder(server_id: string): string;
  findWall(): Promise<WallFound>;
  /** Keeps what isolates a server that runs. */
  isolates(server_id: string, kind: IsolationKind): void;
  /** Has a server that this one replaces end as its namespace's policy says, and settles when it has. Rejects with the signal. */
  endHolder(holder_id: string, signal: AbortSignal): Promise<void>;
  /** The same for one that was started while that one still had its port. From now on it counts as one that nobody could join yet. */
  waitAgain(server: ServerRecord, holder_id: string, signal: AbortSignal): Promise<void>;
  /** Whether programs may run without a wall where none can be built. */
  mayHostUnisolated: boolean;
  /** Who programs without a wall run as, where that is another user than ours. */
  serverUser?: number | undefined;
  /** Servers run in a container of an image on a node, where nobody can install what one lacks. */
  isInImage: boolean;
  /** Writes a line of ours into the log of a server. */
  note(server_id: string, text: string): void;
  /** Nothing more is written about it. Never rejects. */
  closeLog(server_id: string): Promise<void>;
  onProblem(thrown: unknown): void;
  nodeProgram: string;
  /** The address that players use, and the one that the guard and servers with ports of their own listen on. */
  address(): { publicHost: string; listenHost: string };
  /** What a server may take when nobody says so. */
  machineResources: Resources;
  /** The most that a server gets, whatever it asks for. */
  serverLimits: ServerLimits;
  now(): number;
};
