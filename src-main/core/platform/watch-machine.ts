// Notices that the machine slept, by the clock on the wall, and that its network is another one: then lines only seem to be
// open, and what waits for its next try need not wait.
import { networkInterfaces } from 'node:os';

const LOOK_EVERY_MS = 2_000;
/** A busy machine may look this much later; only a sleep takes longer. */
const SLEPT_MS = 20_000;

export type MachineEvents = { onAwake(): void; onNetwork(): void };

export type Look = { now: () => number; addresses: () => string; everyMs?: number };

const system: Look = { now: Date.now, addresses: ownAddresses };

export function watchMachine({ onAwake, onNetwork }: MachineEvents, look: Look = system): { close(): void } {
  const every = look.everyMs ?? LOOK_EVERY_MS;
  let lookedAt = look.now();
  let addresses = look.addresses();
  const timer = setInterval(() => {
    const now = look.now();
    const slept = now - lookedAt > every + SLEPT_MS;
    lookedAt = now;
    const others = look.addresses();
    const moved = others !== addresses;
    addresses = others;
    if (slept) onAwake();
    else if (moved) onNetwork();
  }, every);
  timer.unref();
  return { close: () => clearInterval(timer) };
}

function ownAddresses(): string {
  const own = Object.values(networkInterfaces()).flatMap((found) => found ?? []);
  return own
    .filter(({ internal }) => !internal)
    .map(({ address }) => address)
    .toSorted()
    .join();
}
