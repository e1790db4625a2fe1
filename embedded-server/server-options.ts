// What the service is started with, and what its parts take of it.
import type { LeastPace } from './platform/front/pace.ts';
import type { HttpLimits } from './platform/http/http-limits.ts';
import type { ExposureOptions } from './platform/listening/exposure.ts';
import type { Log, LogEntry } from './platform/logging/log.ts';
import type { StorePlace } from './platform/object-store/object-store.ts';
import type { FleetOptions } from './runtime/hosting/on-fleet.ts';
import type { ServerLimits } from './runtime/runner/server-limits.ts';
import type { WallFound } from './runtime/walls/find-wall.ts';
import type { BackupOptions } from './service/backup/continuous-backup.ts';
import type { ThreadScripts } from './thread-scripts.ts';

export type ServerOptions = {
  dataFolder: string;
  /** How far it listens: this machine alone unless given. */
  exposure?: ExposureOptions;
  limits?: Partial<HttpLimits>;
  /** The first port to try; 0 takes any free one. */
  port: number;
  /** Others elsewhere know it by its port: it waits a moment for that one, and starts at no other. */
  keepsPort?: boolean;
  onLog: (entry: LogEntry) => void;
  /** So many lines a second of what is ordinary; left out: all. */
  logLines?: number;
  /** Where the data is backed up to all the time. */
  backup?: Omit<BackupOptions, 'folder' | 'log' | 'objectStore'>;
  /** Called once when the data folder is not there any more, as of a drive that was taken out. The service is to be closed then. */
  onFolderGone?: () => void;
  /** How many servers a new namespace keeps. The desktop wants to see one run; a remote waits to be told. */
  defaultServerCount?: number;
  /** The largest build that is taken, in bytes. */
  maxBuildBytes?: number;
  /** Where the bytes of builds are kept; files of the data folder unless given. */
  objectStore?: StorePlace;
  /** The scripts of threads that are not where the source has them. */
  threads?: Partial<ThreadScripts>;
  /** The Node that runs JavaScript servers; the one that runs this unless given. */
  nodeProgram?: string;
  /** The ports that servers and their guards are given. */
  serverPorts?: { from: number; to: number };
  /** The private addresses that servers can be shared at; those of this machine unless given. */
  lanAddresses?: () => string[];
  /** The most that any one server gets of memory, disk, processes and open files. */
  serverLimits?: ServerLimits;
  /** Hosts programs also where callers from elsewhere may upload them and nothing here can isolate them. */
  unsafeHosting?: boolean;
  /** What can isolate servers; found out unless given, as by a test of a machine where nothing can. */
  findWall?: (folder: string) => Promise<WallFound>;
  /** Where servers run other than in this process: on the nodes of an engine, or as a test has it. */
  fleet?: FleetOptions;
  /** How long a server may take to listen before people are told that it does not. */
  listenWithinMs?: number;
  /** The clock that tokens and links are dated by; tests turn it. */
  now?: () => number;
};

/** What the parts need from outside. */
export type Dependencies = Omit<
  ServerOptions,
  'dataFolder' | 'exposure' | 'limits' | 'port' | 'keepsPort' | 'onLog' | 'logLines' | 'backup'
> & {
  publicUrl?: () => string;
  /** The address that servers of players listen on. */
  portsHost?: string;
  /** What it speaks TLS with itself (PEM). */
  ownCertificate?: string | undefined;
  /** Said by whoever starts it: no value may stand for a service of this machine alone, which hosts without a wall. */
  isReachedByOthers: boolean;
  log?: Log;
  leastPace: LeastPace;
};
