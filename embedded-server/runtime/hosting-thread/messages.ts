// What the service and its hosting thread say to each other about servers. Bytes of logs stay on disk and in the thread.

import type {
  LineStream,
  LogExtent,
  LogLineView,
  ReadLog,
  SearchAnswer,
  SearchLog,
} from '../../../src-shared/servers/log.ts';
import type { PortProtocol } from '../../../src-shared/service/run-settings.ts';
import type { ServerSdk } from '../../../src-shared/service/server-sdk.ts';
import type { Question } from '../queries/ask.ts';
import type {
  ContainerImage,
  ContainerPlan,
  CopyOut,
  Exit,
  Leftover,
  Limited,
  OpenPort,
  ProcessPlan,
  StoredImage,
} from '../runner/runner.ts';
import type { ServerLimits } from '../runner/server-limits.ts';
import type { SdkSettings } from '../sdk/sdk-settings.ts';

/** A port that the server was told to listen on, and the address it has to be reached at; listening on another one does not count. */
export type ExpectedPort = { name: string; protocol: PortProtocol; port: number; reachedAt: string };

type Watched = {
  expected: readonly ExpectedPort[];
  /** Where it may write log files of its own; they are shown with what it writes out. */
  logFolder: string;
  /** What is typed to have it end, before it is sent a signal. */
  stopCommand?: string;
  /** Its part of the Agones SDK; absent where a program could not reach it. */
  sdk?: SdkSettings;
  /** How it is asked who plays on it. */
  players?: Question;
};
export type StartPlan = Watched & (Omit<ProcessPlan, 'onOutput'> | Omit<ContainerPlan, 'onOutput'>);

/** What a server uses at one moment: millicores, bytes, processes; and what of it is more than it may. */
export type UsageNow = {
  server_id: string;
  cpu: number;
  memory: number;
  processes: number;
  over: readonly Limited[];
};

export type HostingCalls = {
  /** Has the engine load the image of a build, once; undefined where its file is no image but a plain archive. */
  loadImage: { input: StoredImage; output: ContainerImage | undefined };
  /** Answers whether the image has that folder. */
  copyOut: { input: CopyOut; output: boolean };
  /** The build with this hash is gone, and so is its image; with the last server that runs it, where the answer is false. */
  removeImage: { input: string; output: boolean };
  start: { input: StartPlan; output: { pid: number; identity: string } };
  /** Asks it to end, ends it after the grace, and settles when nothing of it is left. */
  stop: { input: { server_id: string; graceMs: number }; output: undefined };
  /** Types a line into the standard input of a server, and notes it in its log. */
  type: { input: { server_id: string; line: string }; output: undefined };
  /** What a server listens on; nothing where it has ended, or where the system does not tell. */
  openPorts: { input: string; output: OpenPort[] };
  /** Writes a line of ours into the log of a server. */
  note: { input: { server_id: string; text: string }; output: undefined };
  /** Lines of a log as another one takes them, from this number on; fewer where they are long. */
  copyLog: { input: { server_id: string; from: number; limit: number }; output: { from: number; lines: CopiedLine[] } };
  /** Writes lines of another log at the end of this one; settles when they are on the disk. */
  appendLog: { input: { server_id: string; lines: readonly CopiedLine[] }; output: undefined };
  /** The number of the last line of a log; 0 where there is none. */
  lastLine: { input: string; output: number };
  /** The server has ended and nothing more is written about it. */
  closeLog: { input: string; output: undefined };
  readLog: { input: { server_id: string; request: ReadLog }; output: LogPageView };
  /** Lines of one stream as they were written, in base64. */
  readRawLog: {
    input: { server_id: string; request: ReadLog };
    output: { lines: string[]; times: number[]; last: number };
  };
  searchLog: { input: { server_id: string; request: SearchLog }; output: SearchAnswer };
  removeLog: { input: string; output: undefined };
  /** Answers those of which something was still there. */
  endLeftovers: { input: readonly Leftover[]; output: string[] };
  /** Ends whatever still runs, and lets go of everything. */
  close: { input: undefined; output: undefined };
};

/** Lines as people read them, which ones there are, and up to which this page has everything. */
export type LogPageView = { lines: LogLineView[]; extent: LogExtent; last: number };

/** A line as it stood in a log, its bytes in base64. */
export type CopiedLine = { at: number; stream: LineStream; bytes: string; cut: boolean };

/** What the thread starts with. */
export type HostingStart = {
  logFolder: string;
  processThread: string;
  listenWithinMs: number | undefined;
  serverLimits: ServerLimits;
};

export type HostingEvent =
  /** It can be joined; with what it is known to have open at that moment. */
  | { t: 'listening'; server_id: string; at: number; open: OpenPort[] }
  /** It runs, but after a while it does not listen where it should; with what it did open, and what it wrote last. */
  | { t: 'silent'; server_id: string; open: OpenPort[] | undefined; tail: string[] }
  /** It listens, but after a while it has not said through the SDK that it is ready. */
  | { t: 'notReady'; server_id: string }
  /** It asks through the SDK to be ended, or has not said for so many seconds that it is well. */
  | { t: 'shutdown'; server_id: string }
  | { t: 'unhealthy'; server_id: string; seconds: number }
  /** `ranMs`: how long its program ran; undefined of one that is lost. */
  | { t: 'ended'; server_id: string; exit: Exit; tail: string[]; ranMs?: number }
  /** What it says of itself through the SDK is another; and how many play, where it says that. */
  | { t: 'sdk'; server_id: string; sdk: ServerSdk; players: number | undefined }
  /** How many play, as it answers the query of its game; undefined where it does not answer any more. */
  | { t: 'queried'; server_id: string; players: number | undefined }
  | { t: 'usage'; at: number; servers: UsageNow[] }
  /** The last line that a log has now. */
  | { t: 'log'; server_id: string; last: number }
  | { t: 'problem'; what: string };

/** What a running server is told about by its process. */
export type ServerEvent = Extract<
  HostingEvent,
  { t: 'listening' | 'silent' | 'notReady' | 'shutdown' | 'unhealthy' | 'ended' }
>;
