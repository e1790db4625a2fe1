// The time by the clock of an instance, which is the one that its servers' times go by: it, or this machine's, may be set wrong.
import type { Server } from '../../../src-shared/service/servers.ts';
import { useNow, useNowSince } from '../../ui/use-now.ts';
import { useInstances } from '../instances/instances-store.ts';
import { countsSeconds } from './server-format.ts';

/** Renewed as `useNow` is. */
export function useServerNow(instance_id: string, ticking: boolean, everyMs?: number): number {
  return useNow(ticking, everyMs) + useAhead(instance_id);
}

function useAhead(instance_id: string): number {
  return useInstances(({ instances }) => instances?.find(({ id }) => id === instance_id)?.clock_skew_ms ?? 0);
}

/** Renewed as `useNowSince` is; `from` is by the clock of the instance, too. */
export function useServerNowSince(instance_id: string, from: number | undefined): number {
  const ahead = useAhead(instance_id);
  return useNowSince(from === undefined ? undefined : from - ahead) + ahead;
}

/** Most servers run for minutes and more: then nothing is redrawn with each second. */
export function useNowOf(instance_id: string, servers: readonly Server[]): number {
  const seldom = useServerNow(instance_id, true, 10_000);
  const often = useServerNow(
    instance_id,
    servers.some((server) => countsSeconds(server, seldom)),
  );
  return Math.max(seldom, often);
}
