// A server that waits for the one whose place it takes, as only one of them can have its port or its kept folders. Pure.
import type { Server } from '../../../src-shared/service/servers.ts';
import type { Reason } from '../../../src-shared/text/reasons/english.ts';
import { t } from '../../text/t.ts';
import { isEnded, stateOf } from './server-format.ts';

const reasons = new Set<string | undefined>(['port.waits-for-players', 'kept.waits-for-players'] satisfies Reason[]);

/** Why it waits, as short as there is room on a lane; its problem says more. */
export function formatHeld({ problem }: Server): string {
  const port = typeof problem === 'object' ? problem.params?.['port'] : undefined;
  return typeof port === 'number' || typeof port === 'string'
    ? t('The old server has port {port} until it ends.', { port })
    : t('The old server has the kept folders until it ends.');
}

/** The server that it waits for; undefined where it waits for none, or that is not known here. */
export function waitsFor(server: Server, servers: readonly Server[]): Server | undefined {
  const { problem } = server;
  if (stateOf(server) !== 'preparing' || typeof problem !== 'object' || !reasons.has(problem.reason)) return undefined;
  const holder = problem.params?.['server'];
  return typeof holder === 'string' ? servers.find((one) => !isEnded(one) && one.id.startsWith(holder)) : undefined;
}
