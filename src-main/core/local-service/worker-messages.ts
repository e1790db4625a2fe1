// What the app and the worker thread that runs the local service say to each other.

import type { FileToTake, LogEntry } from '../../../embedded-server/index.ts';
import type { ErrorBody } from '../../../src-shared/errors/app-error.ts';
import type { Message } from '../../../src-shared/text/message.ts';

export type WorkerStart = {
  dataFolder: string;
  port: number;
  /** The Node that runs JavaScript servers, where it is not the one that runs the app. */
  nodeProgram?: string;
};
/** Or nothing is served: only the servers that a crash left running are ended. */
export type WorkerData = WorkerStart & { onlyEndServers?: true };

export type FromWorker =
  | { t: 'log'; entries: LogEntry[] }
  | { t: 'ready'; url: string; port: number; token: string; dataId: string; notices: Message[] }
  /** The data folder is not there any more; a stop is awaited. */
  | { t: 'gone' }
  | { t: 'failed'; error: ErrorBody }
  | { t: 'taking'; id: number; bytes: number }
  | { t: 'taken'; id: number }
  | { t: 'refused'; id: number; error: ErrorBody };

/** A file that the service takes as all the bytes of an upload. */
export type FileOrder = { upload_id: string } & FileToTake;

export type ToWorker = { t: 'stop' } | ({ t: 'take'; id: number } & FileOrder) | { t: 'cancel'; id: number };
