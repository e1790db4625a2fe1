// What the app and the worker thread that runs the local service say to each other.

import type { LogEntry } from '../../../embedded-server/index.ts';
import type { ErrorBody } from '../../../src-shared/errors/app-error.ts';

export type WorkerStart = { dataFolder: string; port: number };

export type FromWorker =
  | { t: 'log'; entries: LogEntry[] }
  | { t: 'ready'; url: string; port: number; token: string; notices: string[] }
  | { t: 'failed'; error: ErrorBody };

export type ToWorker = { t: 'stop' };
