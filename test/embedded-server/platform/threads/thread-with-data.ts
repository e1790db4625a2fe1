// A thread that takes its data as it begins or, where that was too early for them, as its first message.
import { parentPort, workerData } from 'node:worker_threads';
import { serveThread } from '../../../../embedded-server/platform/threads/serve-thread.ts';

type Data = { word: string };
export type DataCalls = {
  word: { input: undefined; output: Data & { isLater: boolean } };
  die: { input: undefined; output: undefined };
};

function begin(data: Data, isLater: boolean): void {
  serveThread<DataCalls>({ word: () => ({ ...data, isLater }), die: () => process.exit(1) });
}

const known: Data | null | undefined = workerData;
if (known) begin(known, false);
else parentPort?.once('message', (data: Data) => begin(data, true));
