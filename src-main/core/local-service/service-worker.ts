// Runs the local service in a thread of the app's process, so that it never holds up the thread that owns windows.
import { parentPort, workerData } from 'node:worker_threads';
import {
  bundledThreads,
  endServersLeft,
  type LogEntry,
  type RunningServer,
  startServer,
} from '../../../embedded-server/index.ts';
import { createBatch } from '../../../src-shared/batch.ts';
import { asAppError } from '../../../src-shared/errors/app-error.ts';
import type { FromWorker, ToWorker, WorkerData } from './worker-messages.ts';

const LOG_EVERY_MS = 50;
/** More cannot be read, and cost what answers need. */
const LINES_A_SECOND = 2_000;

const app = parentPort;
if (app === null) throw new Error('The service worker runs only as a worker of the app');
const say = (message: FromWorker) => app.postMessage(message);
const { onlyEndServers, ...start }: WorkerData = workerData;
/** Log lines travel together; what is not ordinary goes at once, in case the thread ends with it. */
const log = createBatch<LogEntry>(LOG_EVERY_MS, (entries) => say({ t: 'log', entries }));
const onLog = (entry: LogEntry) => {
  log.add(entry);
  if (entry.level !== 'info') log.flush();
};
/** The bundle of the app has the service's own threads beside this file; from source the service knows where it is. */
const bundled = import.meta.url.endsWith('.js') ? { threads: bundledThreads(import.meta.url) } : {};

try {
  if (onlyEndServers === true) {
    await endServersLeft({ ...start, ...bundled, onLog });
    endThread();
  } else await serve();
} catch (thrown) {
  const error = asAppError(thrown);
  const cause = error.cause instanceof Error ? error.cause.message : undefined;
  onLog({ time: new Date().toISOString(), level: 'error', message: error.message, cause });
  say({ t: 'failed', error: error.toBody() });
  app?.close();
}

async function serve(): Promise<void> {
  const server = await startServer({
    ...start,
    ...bundled,
    defaultServerCount: 1,
    onLog,
    logLines: LINES_A_SECOND,
    onFolderGone: () => say({ t: 'gone' }),
  });
  const { url, port, token, dataId, notices } = server;
  const files = serveFiles(server);
  app?.on('message', (message: ToWorker) => {
    if (message.t === 'stop') void server.close().then(endThread);
    else if (message.t === 'take') void files.take(message);
    // Not simply else: Node's own --watch posts messages of another kind here.
    else if (message.t === 'cancel') files.cancel(message.id);
  });
  log.flush();
  say({ t: 'ready', url, port, token, dataId, notices });
}

function endThread(): void {
  log.flush();
  app?.close();
}

type Take = Extract<ToWorker, { t: 'take' }>;

/** The service's end of a hand-over: takes the files that the app names, and says how far it is and how it went. */
function serveFiles({ takeFile }: Pick<RunningServer, 'takeFile'>) {
  const underWay = new Map<number, AbortController>();
  return {
    take: async ({ id, upload_id, ...file }: Take): Promise<void> => {
      const controller = new AbortController();
      underWay.set(id, controller);
      try {
        await takeFile(upload_id, file, controller.signal, (bytes) => say({ t: 'taking', id, bytes }));
        say({ t: 'taken', id });
      } catch (thrown) {
        say({ t: 'refused', id, error: asAppError(thrown).toBody() });
      } finally {
        underWay.delete(id);
      }
    },
    cancel: (id: number) => underWay.get(id)?.abort(),
  };
}
