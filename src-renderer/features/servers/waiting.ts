// A server that waits for the one whose place it takes, as only one of them can have its port or its kept folders. Pure.
import { holderOf } from '../../../src-shared/servers/waits-for.ts';
import type { Server } from '../../../src-shared/service/servers.ts';
import { t } from '../../text/t.ts';
import { isEnded } from './server-format.ts';

/** Why it waits, as short as there is room on a lane; its problem says more. */
export function formatHeld({ problem }: Server): string {
  const port = typeof problem === 'object' ? problem.params?.['port'] : undefined;
  return typeof port === 'number' || typeof port === 'string'
    ? t('The old server has port {port} until it ends.', { port })
    : t('The old server has the kept folders until it ends.');
}

/** The server that it waits for; undefined where it waits for none, or that is not known here. */
export function waitsFor(server: Server, servers: readonly Server[]): Server | undefined {
  const holder = holderOf(server);
  return holder === undefined ? undefined : servers.find((one) => !isEnded(one) && one.id.startsWith(holder));
}
