// Starts and stops the local service, keeps the last lines of its log, and tells when it ends by itself.
import { goneError, holdsData } from '../../../embedded-server/index.ts';
import { valueSource } from '../../../src-shared/bridge/source.ts';
import { AppError } from '../../../src-shared/errors/app-error.ts';
import type { Message } from '../../../src-shared/text/message.ts';
import type { FileAdopter } from './adopt-file.ts';
import {
  type BackgroundReady,
  endBackgroundService,
  isThere,
  type ServiceCommand,
  startBackgroundService,
} from './background-service.ts';
import { createKnownFolders } from './missing-drive.ts';
import { createServiceThread } from './service-thread.ts';
import type { WorkerStart } from './worker-messages.ts';

/** How many lines of its log are kept for the window. */
const LOG_LINES = 400;
const LOG_EVERY_MS = 200;

export type LocalReady = {
  url: string;
  port: number;
  token: string;
  notices: Message[];
  readyMs: number;
  /** Whether its process lives, where it has one of its own. */
  isThere?: () => boolean;
  /** Only where it runs in a thread of the app. */
  fileAdopter?: FileAdopter;
};

export type LocalStart = WorkerStart & {
  /** With this the service gets a process of its own, which is left running at the end. */
  keep: ServiceCommand | undefined;
  /** Beside it a fresh folder is offered, where the data folder itself is away. */
  freshBeside: string;
};

function formatKept({ pid, isJoined }: BackgroundReady): string {
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
  const use = createUse();
  let onEnded: (problem: AppError) => void = () => {};
  const thread = createServiceThread(workerFile, {
    onLines: write,
    onLost: (problem, wasReady) => {
      if (problem.cause !== undefined) onUnexpected(problem);
      if (wasReady) onEnded(problem);
    },
    onFolderGone: () => onEnded(use.lose()),
  });
  const startThread = async (options: WorkerStart, waiting: number | undefined) => {
    await endBackgroundService(appFolder, waiting);
    const { dataId, notices, ...ready } = await thread.start(options);
    return { ...ready, notices: [...notices, ...(await folders.remember(options.dataFolder, dataId))] };
  };
  const startProcess = async (options: WorkerStart, command: ServiceCommand, waiting: number | undefined) => {
    const ready = await startBackgroundService(appFolder, command, { ...options, waiting });
    use.keep(ready.pid);
    write([formatKept(ready)]);
    return { ...ready, isThere: () => isThere(ready.pid) };
  };
  return {
    log,
    start: async ({ keep, freshBeside, ...options }: LocalStart): Promise<LocalReady> => {
      await thread.stop();
      const startedAt = performance.now();
      const { dataFolder } = options;
      const wasInUse = use.begin({ dataFolder, beside: freshBeside });
      await folders.refuseGone(dataFolder, { beside: freshBeside, wasInUse });
      const waiting = use.renew();
      const ready = await (keep === undefined ? startThread(options, waiting) : startProcess(options, keep, waiting));
      return { notices: [], ...ready, readyMs: Math.round(performance.now() - startedAt) };
    },
    stop: thread.stop,
    endServers: ({ keep: _keep, freshBeside: _beside, ...options }: LocalStart) => thread.endServers(options),
    whyAway: use.whyAway,
    /** Called when the service ends although nobody stopped it. */
    whenEnded: (listener: (problem: AppError) => void) => {
      onEnded = listener;
    },
  };
}

/** Which folder is in use, whether it went meanwhile, and which process serves it where that is one of its own. */
function createUse() {
  let place = { dataFolder: '', beside: '' };
  let gone: string | undefined;
  let kept: number | undefined;
  const lose = (): AppError => {
    gone = place.dataFolder;
    return goneError(place.dataFolder, place.beside);
  };
  return {
    lose,
    /** Answers whether this folder went while it was in use. */
    begin: (next: typeof place): boolean => {
      place = next;
      return gone === next.dataFolder;
    },
    /** Forgets what was; answers the process that waits for a folder that went. */
    renew: (): number | undefined => {
      const waiting = gone === undefined ? undefined : kept;
      gone = undefined;
      kept = undefined;
      return waiting;
    },
    keep: (pid: number) => void (kept = pid),
    /** Why one in a process of its own does not answer, as it tells nobody: it ended, or waits for its folder to be back. */
    whyAway: async (): Promise<AppError | undefined> => {
      if (kept === undefined) return undefined;
      if (!isThere(kept)) return new AppError('SERVICE_STOPPED');
      return (await holdsData(place.dataFolder)) ? undefined : lose();
    },
  };
}
