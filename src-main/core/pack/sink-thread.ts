// The sink thread of a pack: compresses, hashes and writes what the pack thread has read, while that one reads on. It loads
// little, as what Node cleans up after each block it compressed takes the longer, the more a thread has loaded.
import { parentPort } from 'node:worker_threads';
import { errorCode } from '../platform/error-code.ts';
import { createPackSink, type PackSink } from './pack-sink.ts';
import type { FromSink, ToSink } from './sink-messages.ts';

let sink: PackSink | undefined;

parentPort?.on('message', (message: ToSink) => {
  handle(message).catch((thrown: unknown) => {
    say({ t: 'failed', message: thrown instanceof Error ? thrown.message : String(thrown), code: errorCode(thrown) });
  });
});

async function handle(message: ToSink): Promise<void> {
  if (message.t === 'open') {
    sink = createPackSink(message.options);
  } else if (message.t === 'close') {
    await sink?.idle();
    say({ t: 'closed' });
  } else if (sink === undefined) {
    throw new Error('The sink thread of a pack got bytes before a file');
  } else if (message.t === 'end') {
    say({ t: 'made', made: await sink.end() });
  } else {
    await sink.take(message.block);
    say({ t: 'written' });
  }
}

function say(message: FromSink): void {
  parentPort?.postMessage(message);
}
