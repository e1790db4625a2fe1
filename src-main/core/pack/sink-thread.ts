// The sink thread of a pack: compresses, hashes and writes what the pack thread has read, while that one reads on. It loads
// little, as what Node cleans up after each block it compressed takes the longer, the more a thread has loaded.
import { parentPort, workerData } from 'node:worker_threads';
import { errorCode } from './error-code.ts';
import { createPackSink, type SinkOptions } from './pack-sink.ts';
import type { FromSink, ToSink } from './sink-messages.ts';

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- who starts this thread says so in this form
const sink = createPackSink(workerData as SinkOptions);

parentPort?.on('message', (message: ToSink) => {
  handle(message).catch((thrown: unknown) => {
    say({ t: 'failed', message: thrown instanceof Error ? thrown.message : String(thrown), code: errorCode(thrown) });
  });
});

async function handle(message: ToSink): Promise<void> {
  if (message.t === 'end') {
    say({ t: 'made', made: await sink.end() });
    return;
  }
  await sink.take(message.block);
  say({ t: 'written' });
}

function say(message: FromSink): void {
  parentPort?.postMessage(message);
}
