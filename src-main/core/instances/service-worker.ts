// Runs the local service in a thread of the app's process, so that it never holds up the thread that owns windows.
import { parentPort, workerData } from 'node:worker_threads';
import { startServer } from '../../../embedded-server/index.ts';
import { asAppError } from '../../../src-shared/errors/app-error.ts';
import type { FromWorker, ToWorker, WorkerStart } from './worker-messages.ts';

const app = parentPort;
if (app === null) throw new Error('The service worker runs only as a worker of the app');
const say = (message: FromWorker) => app.postMessage(message);
const start: WorkerStart = workerData;
/** The bundle of the app has the service's own thread beside this file; from source the service knows where it is. */
const bundled = import.meta.url.endsWith('.js') ? { hashThread: new URL('hash-thread.js', import.meta.url) } : {};

try {
  const server = await startServer({
    ...{ ...start, ...bundled, defaultServerCount: 1 },
    onLog: (entry) => say({ t: 'log', entry }),
  });
  const { url, port, token, notices } = server;
  app.on('message', (message: ToWorker) => {
    if (message.t === 'stop') void server.close().then(() => app.close());
  });
  say({ t: 'ready', url, port, token, notices });
} catch (thrown) {
  const error = asAppError(thrown);
  const cause = error.cause instanceof Error ? error.cause.message : undefined;
  say({ t: 'log', entry: { time: new Date().toISOString(), level: 'error', message: error.message, cause } });
  say({ t: 'failed', error: error.toBody() });
  app.close();
}
