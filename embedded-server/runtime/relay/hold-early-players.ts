// Whether players are led to a port: from when the server itself is known to listen there. Who comes before waits a moment, while
// somebody looks.
import { setTimeout as sleep } from 'node:timers/promises';

export type Forwarding = {
  isOn(): boolean;
  start(): void;
  /** Settles with whether players are led there by then. */
  whenOn(): Promise<boolean>;
  /** How many wait for that. */
  waiting(): number;
  /** Who waits is turned away. */
  close(): void;
};

const MOST_WAITING = 64;
const LOOKS = 5;
const LOOK_EACH_MS = 200;

/** `onKnock`: somebody has come, and waits. */
export function holdEarlyPlayers(isOn: boolean, onKnock: () => void): Forwarding {
  let hasStarted = isOn;
  let knockedAt = Number.NEGATIVE_INFINITY;
  let waiting = 0;
  const decided = new AbortController();
  const knock = () => {
    if (performance.now() - knockedAt < LOOK_EACH_MS / 2) return;
    knockedAt = performance.now();
    onKnock();
  };
  return {
    isOn: () => hasStarted,
    start: () => {
      hasStarted = true;
      decided.abort();
    },
    waiting: () => waiting,
    whenOn: async () => {
      if (hasStarted || waiting >= MOST_WAITING) return hasStarted;
      waiting += 1;
      for (let look = 0; look < LOOKS && !decided.signal.aborted; look += 1) {
        knock();
        await sleep(LOOK_EACH_MS, undefined, { signal: decided.signal }).catch(() => undefined);
      }
      waiting -= 1;
      return hasStarted;
    },
    close: () => decided.abort(),
  };
}
