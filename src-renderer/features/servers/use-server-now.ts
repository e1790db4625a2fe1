// The time by the clock of an instance, which is the one that its servers' times go by: it, or this machine's, may be set wrong.
import { useNow } from '../../ui/use-now.ts';
import { useInstances } from '../instances/instances-store.ts';

/** Renewed as `useNow` is. */
export function useServerNow(instance_id: string, ticking: boolean, everyMs?: number): number {
  const ahead = useInstances(({ instances }) => instances?.find(({ id }) => id === instance_id)?.clock_skew_ms ?? 0);
  return useNow(ticking, everyMs) + ahead;
}
