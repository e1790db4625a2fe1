// Runs the service in a thread of its own, as the app does, so that who measures it doesn't take its time.
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { FromWorker } from '../../src-main/core/local-service/worker-messages.ts';

export type ServiceThread = { url: string; token: string; readyMs: number; stop(): Promise<void> };

const file = new URL('../../src-main/core/local-service/service-worker.ts', import.meta.url);

export async function startServiceThread(dataFolder: string): Promise<ServiceThread> {
  const startedAt = performance.now();
  const worker = new Worker(file, {
    workerData: { dataFolder, port: 0 },
    resourceLimits: { maxYoungGenerationSizeMb: 6 },
  });
  const ready = await new Promise<{ url: string; token: string }>((resolve, reject) => {
    worker.on('message', (message: FromWorker) => {
      if (message.t === 'ready') resolve(message);
      if (message.t === 'failed') reject(new Error(message.error.message));
    });
    worker.once('error', reject);
  });
  const stop = async () => {
    const ended = once(worker, 'exit');
    worker.postMessage({ t: 'stop' });
    await ended;
  };
  return { url: ready.url, token: ready.token, readyMs: performance.now() - startedAt, stop };
}
