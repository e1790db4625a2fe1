// The memory image that the system may have left of a server that crashed, sent to the service, where crash bundles are made.
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { type CoreSearch, findCore, readMasked } from '../crash-bundles/core-dump.ts';
import { MOST_CORE_BYTES } from '../fleet/host-protocol.ts';
import { callService, RefusedCall, type ServicePlace } from './service-call.ts';

/** The next server of its namespace waits meanwhile. */
const WITHIN_MS = 60_000;
const AGAIN_MS = 1_000;

/** Throws why it did not come there. */
export async function sendCore(place: ServicePlace, search: CoreSearch): Promise<void> {
  const { core } = await findCore(search);
  if (core === undefined) return;
  if (core.bytes > MOST_CORE_BYTES) throw new Error(`The core dump is ${core.bytes} bytes long, and is not sent`);
  const signal = AbortSignal.timeout(WITHIN_MS);
  for (;;) {
    try {
      const body = Readable.from(readMasked(core, []));
      (await callService(place, { method: 'PUT', path: 'core', body, signal })).resume();
      return;
    } catch (thrown) {
      if (signal.aborted || thrown instanceof RefusedCall) throw thrown;
      await sleep(AGAIN_MS);
    }
  }
}
