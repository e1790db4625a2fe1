// Starts and stops the local service, keeps the last lines of its log, and tells when it ends by itself.
import { goneError } from '../../../embedded-server/index.ts';
import { valueSource } from '../../../src-shared/bridge/source.ts';
import type { AppError } from '../../../src-shared/errors/app-error.ts';
import type { HandOver } from './hand-over.ts';
import { endKeptService, type KeptReady, keepService, type ServiceCommand } from './kept-service.ts';
import { createKnownFolders } from './known-folders.ts';
import { createServiceThread } from './service-thread.ts';
import type { WorkerStart } from './worker-messages.ts';

/** How many lines of its log are kept for the window. */
const LOG_LINES = 400;
const LOG_EVERY_MS = 200;

export type LocalReady = {
  url: string;
  port: number;
  token: string;
  notices: string[];
  readyMs: number;
  /** Only where it runs in a thread of the app. */
  handOver?: HandOver;
};
export type LocalService = ReturnType<typeof createLocalService>;

export type LocalStart = WorkerStart & {
  /** With this the service gets a process of its own, which is left running at the end. */
  keep: ServiceCommand | undefined;
  /** Beside it a fresh folder is offered, where the data folder itself is away. */
  freshBeside: string;
};

function keptWords({ pid, isJoined }: KeptReady): string {
  return `Local runs in process ${pid} of its own${isJoined ? ', which was left running' : ''}.`;
}

export type LocalServiceOptions = {
  workerFile: URL;
  appFolder: string;
  /** Takes what nobody caught to the app's log. */
  onUnexpected(error: AppError): void;
};

export function createLocalService({ workerFile, appFolder, onUnexpected }: LocalServiceOptions) {
  const log = valueSource<string[]>([], { every: LOG_EVERY_MS });
  const write = (lines: readonly string[]) => log.set([...log.snapshot(), ...lines].slice(-LOG_LINES));
  const folders = createKnownFolders(appFolder);
  let onEnded: (problem: AppError) => void = () => {};
  let present = { dataFolder: '', beside: '' };
  /** The folder that went while it was in use. */
  let gone: string | undefined;
  const thread = createServiceThread(workerFile, {
    onLines: write,
    onLost: (problem, wasReady) => {
      if (problem.cause !== undefined) onUnexpected(problem);
      if (wasReady) onEnded(problem);
    },
    onFolderGone: () => {
      gone = present.dataFolder;
      onEnded(goneError(present.dataFolder, present.beside));
    },
  });
  const startThread = async (options: WorkerStart) => {
    await endKeptService(appFolder);
    const { dataId, notices, ...ready } = await thread.start(options);
    return { ...ready, notices: [...notices, ...(await folders.remember(options.dataFolder, dataId))] };
  };
  return {
    log,
    start: async ({ keep, freshBeside, ...options }: LocalStart): Promise<LocalReady> => {
      await thread.stop();
      const startedAt = performance.now();
      const { dataFolder } = options;
      present = { dataFolder, beside: freshBeside };
      await folders.refuseGone(dataFolder, { beside: freshBeside, wasInUse: gone === dataFolder });
      gone = undefined;
      const ready = await (keep === undefined ? startThread(options) : keepService(appFolder, keep, options));
      if ('pid' in ready) write([keptWords(ready)]);
      return { notices: [], ...ready, readyMs: Math.round(performance.now() - startedAt) };
    },
    stop: thread.stop,
    /** Called when the service ends although nobody stopped it. */
    whenEnded: (listener: (problem: AppError) => void) => {
      onEnded = listener;
    },
  };
}
