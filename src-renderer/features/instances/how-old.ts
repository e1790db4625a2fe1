// How old what is shown of an instance is, and since when it does not answer. Pure, and tested without React.
import type { InstanceFacts, InstanceView } from '../../../src-shared/instances/bridge.ts';
import { t } from '../../text/t.ts';
import { formatSince } from '../../ui/format.ts';

/** When it answered last; where that is not known, since when it does not. */
export function lastAnswered({ fresh_at: seen, stale_since: stale }: Pick<InstanceFacts, 'fresh_at' | 'stale_since'>) {
  return seen ?? stale;
}

/** How old what is shown is: it was last live at this time. */
export function formatAsOf(instance: InstanceView, now: number): string {
  const at = lastAnswered(instance);
  if (at === undefined) return t('Nothing was read from it yet.');
  return t('What is shown is as of {since}.', { since: formatSince(at, now) });
}

/** That an instance does not answer, and when it did last; undefined where that is not what is to be said, or it never did. */
export function formatAway(instance: InstanceView, now: number): string | undefined {
  const at = lastAnswered(instance);
  return instance.state !== 'reconnecting' || at === undefined
    ? undefined
    : t('Unreachable since {since}', { since: formatSince(at, now) });
}
