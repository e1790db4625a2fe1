// Waits for the request to stop: SIGTERM from a supervisor, SIGINT from Ctrl+C, SIGHUP from a closed terminal.
import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises';

/** A person is never this fast. */
const ECHO_MS = 300;

type Signalled = { on(signal: NodeJS.Signals, listener: () => void): unknown; exit(code: number): void };

/** Resolves at the first signal. Another one after that ends the process at once. */
export function stopSignal(io: Signalled = process): Promise<void> {
  return new Promise((resolve) => {
    let isAsked = false;
    let isImpatient = false;
    const stop = () => {
      if (isImpatient) io.exit(1);
      if (isAsked) return;
      isAsked = true;
      resolve();
      void heed();
    };
    /**
     * Libraries that flush at the end send the signal once more to themselves. That echo waits behind whatever we are busy with, so
     * a clock alone would take it for a person: it counts from the turn on in which the echo was heard.
     */
    const heed = async () => {
      await turn();
      await turn();
      await sleep(ECHO_MS, undefined, { ref: false });
      isImpatient = true;
    };
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) io.on(signal, stop);
  });
}
