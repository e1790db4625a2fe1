// `slipway push --wait-healthy`: whether the servers of a namespace are reached, and stay so.
import { setTimeout as sleep } from 'node:timers/promises';
import { listed, type Message, messageFor } from '../../src-shared/text/message.ts';
import {
  type KeptAt,
  type KeptServers,
  LOOK_EVERY_MS,
  lookAtKept,
  readKeeps,
  sinceWhen,
} from './servers-after-switch.ts';

/** What became of servers that were to stay up. */
export type Health = { state: 'healthy' } | { state: 'unhealthy'; why: Message };

export const REACHABLE_WITHIN_MS = 120_000;

/** Healthy once all are reachable, or run where they have no port, and none of them ended for so long after that. */
export async function watchHealth(at: KeptAt, seconds: number, since: number, signal: AbortSignal): Promise<Health> {
  const keeps = (await readKeeps(at)) ?? 1;
  let latest = Date.now() + REACHABLE_WITHIN_MS;
  let upSince = Infinity;
  for (;;) {
    signal.throwIfAborted();
    const { waits, ...kept } = await lookAtKept(at, keeps, since);
    const now = Date.now();
    // The time of new servers begins when none of them waits for an old one to end.
    if (waits) latest = now + REACHABLE_WITHIN_MS;
    if (kept.state === 'ended') return unhealthy(messageFor('cli.health-ended'), kept);
    upSince = sinceWhen(kept, upSince, now);
    if (now - upSince >= seconds * 1000) return { state: 'healthy' };
    if (upSince === Infinity && now > latest) {
      return unhealthy(messageFor('cli.health-not-reachable', { seconds: REACHABLE_WITHIN_MS / 1000 }), kept);
    }
    await sleep(LOOK_EVERY_MS, undefined, { signal });
  }
}

function unhealthy(first: Message, { why }: KeptServers): Health {
  return { state: 'unhealthy', why: listed([first, ...(why === undefined ? [] : [why])], ' ') };
}
