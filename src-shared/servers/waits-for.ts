// A new server waits for the old one whose port or kept folders it takes, as only one of them can have these, while players are there.
import type { Server } from '../service/servers.ts';
import type { Reason } from '../text/reasons/english.ts';

const reasons = new Set<string | undefined>(['port.waits-for-players', 'kept.waits-for-players'] satisfies Reason[]);

/** The beginning of the id of the server that it waits for; undefined where it waits for none. */
export function holderOf({ state, problem }: Pick<Server, 'state' | 'problem'>): string | undefined {
  if (state !== 'preparing' || typeof problem !== 'object' || !reasons.has(problem.reason)) return undefined;
  const holder = problem.params?.['server'];
  return typeof holder === 'string' ? holder : undefined;
}
