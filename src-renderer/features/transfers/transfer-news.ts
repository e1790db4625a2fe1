// Says what became of transfers: a toast for the end of each, and for screen readers each quarter that is done.
import type { TransferView } from '../../../src-shared/transfers/bridge.ts';
import { goTo } from '../../routes/route-store.ts';
import { hashOf } from '../../routes/routes.ts';
import { useLanguage } from '../../text/language.ts';
import { errorText, t, translate } from '../../text/t.ts';
import { say } from '../../ui/notices/notices-actions.ts';
import { useInstances } from '../instances/instances-store.ts';
import { failureLead } from './transfer-format.ts';
import { percentOf } from './transfers-selectors.ts';
import { useTransfers } from './transfers-store.ts';

/** Compares two states of the list. */
export function tellNews(before: readonly TransferView[], after: readonly TransferView[]): void {
  const known = new Map(before.map((view) => [view.id, view]));
  for (const view of after) {
    const old = known.get(view.id);
    if (old === undefined) continue;
    if (old.status !== view.status) tellEnd(view);
    const words = progressNews(old, view);
    if (words !== undefined) useTransfers.setState({ announcement: words });
  }
}

function tellEnd(view: TransferView): void {
  const where = instanceName(view.instance_id);
  const show = { label: t('Show transfers'), run: () => goTo({ page: 'transfers' }) };
  if (view.status === 'done') {
    say(
      {
        state: 'done',
        title: t('{title} is on {where}', { title: titleOf(view), where }),
        detail: translate(view.outcome) ?? t('It can be switched to now.'),
      },
      [],
      { hash: hashOf({ page: 'game', instance_id: view.instance_id, game_id: view.game_id }) },
    );
  } else if (view.status === 'failed' || view.status === 'not_confirmed') {
    const title = t('{title} did not reach {where}: {reason}', {
      title: titleOf(view),
      where,
      reason: lowered(failureLead(view)),
    });
    say({ state: 'failed', title, detail: errorText(view.problem) ?? '' }, [show], {
      hash: hashOf({ page: 'transfers' }),
    });
  }
}

const spoken: Partial<Record<TransferView['status'], (title: string) => string>> = {
  waiting: (title) => t('{title} waits for the network.', { title }),
  paused: (title) => t('{title} is paused.', { title }),
  cancelled: (title) => t('{title} is cancelled.', { title }),
  running: (title) => t('{title} resumed.', { title }),
};

/** What is new: a state, or another quarter. */
function progressNews(old: TransferView, view: TransferView): string | undefined {
  if (old.status !== view.status) {
    return spoken[view.status]?.(titleOf(view));
  }
  const quarter = Math.floor((percentOf(view) ?? 0) / 25);
  if (view.status !== 'running' || quarter <= Math.floor((percentOf(old) ?? 0) / 25) || quarter === 4) return undefined;
  return t('{title}: {percent}% uploaded.', { title: titleOf(view), percent: quarter * 25 });
}

/** Within a sentence. German keeps the capital of its nouns. */
function lowered(words: string): string {
  return useLanguage.getState().language === 'de' ? words : words.toLowerCase();
}

function titleOf({ game_name: game, name }: TransferView): string {
  return game === undefined ? name : `${game} ${name}`;
}

function instanceName(id: string): string {
  return useInstances.getState().instances?.find((instance) => instance.id === id)?.name ?? t('its instance');
}
