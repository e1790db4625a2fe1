// Sends the memory image that the system may have left of a server that crashed to the service, where crash bundles are made; or says
// why there is none.
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Message, messageFor } from '../../../src-shared/text/message.ts';
import { type CoreDump, type CoreSearch, findCore, MOST_CORE_BYTES, readMasked } from '../crash-bundles/core-dump.ts';
import { whyNoCore } from '../crash-bundles/why-no-core.ts';
import { BYTES_PER_MEGABYTE } from '../runner/server-limits.ts';
import type { ServerRecord } from '../server-records/store.ts';
import { callService, RefusedCall, type ServicePlace } from './service-call.ts';

/** The next server of its namespace waits meanwhile. */
const SEND_CORE_WITHIN_MS = 60_000;
const SAY_WITHIN_MS = 5_000;
const AGAIN_MS = 1_000;

type Crashed = CoreSearch & { exit: ServerRecord['exit']; isContained: boolean };

export async function sendCore(place: ServicePlace, crashed: Crashed): Promise<void> {
  const why = await whyNotSent(place, crashed);
  if (why !== undefined) await put(place, 'no-core', () => Readable.from([JSON.stringify(why)]), SAY_WITHIN_MS);
}

async function whyNotSent(place: ServicePlace, crashed: Crashed): Promise<Message | undefined> {
  const core = await findCore(crashed);
  if (core === undefined) return await whyNoCore({ exit: crashed.exit ?? {}, isContained: crashed.isContained });
  if (core.bytes > MOST_CORE_BYTES) return tooLarge(core);
  try {
    await put(place, 'core', () => Readable.from(readMasked(core, [])), SEND_CORE_WITHIN_MS);
    return undefined;
  } catch (thrown) {
    return messageFor('bundle.core-not-sent', { why: thrown instanceof Error ? thrown.message : String(thrown) });
  }
}

function tooLarge({ bytes }: CoreDump): Message {
  const [size, most] = [bytes, MOST_CORE_BYTES].map((count) => String(Math.round(count / BYTES_PER_MEGABYTE)));
  return messageFor('bundle.core-too-large', { size: size ?? '', most: most ?? '' });
}

/** Again and again while the service is away. Throws why it did not come there. */
async function put(place: ServicePlace, path: string, body: () => Readable, withinMs: number): Promise<void> {
  const signal = AbortSignal.timeout(withinMs);
  for (;;) {
    try {
      (await callService(place, { method: 'PUT', path, body: body(), signal })).resume();
      return;
    } catch (thrown) {
      if (signal.aborted || thrown instanceof RefusedCall) throw thrown;
      await sleep(AGAIN_MS);
    }
  }
}
