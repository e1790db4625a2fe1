// Says what became of transfers: a toast for the end of each, and for screen readers each quarter that is done.
import type { TransferView } from '../../../src-shared/transfers/bridge.ts';
import { goTo, hashWithin } from '../../routes/route-store.ts';
import { hashOf } from '../../routes/routes.ts';
import { useLanguage } from '../../text/language.ts';
import { errorText, phrase, t } from '../../text/t.ts';
import { retireSubject, say } from '../../ui/notices/notices-actions.ts';
import type { NoticeAction } from '../../ui/notices/notices-store.ts';
import { useInstances } from '../instances/instances-store.ts';
import { switchSubject } from '../namespaces/switch-actions.ts';
import { failureLead } from './transfer-format.ts';
import { hasEnded, isFailed, percentOf } from './transfers-selectors.ts';
import { useTransfers } from './transfers-store.ts';

type OnTheWay = {
  transfer_id: string | undefined;
  version: string;
  where: string;
  detail: string;
  /** The game that it is for, once that is there. */
  game?: { instance_id: string; game_id: string };
};

/** Says that a transfer began, until its end is said. A small one may have come to it already. */
export function sayOnTheWay({ transfer_id, version, where, detail, game }: OnTheWay, actions?: NoticeAction[]): void {
  const view = useTransfers.getState().list?.find(({ id }) => id === transfer_id);
  if (view !== undefined && hasStopped(view)) return;
  const title = t('{version} is on its way to {instance}', { version, instance: where });
  const subject = transfer_id === undefined ? {} : { subject: arrivalSubject(transfer_id) };
  say({ state: 'uploading', title, detail }, actions, { ...subject, ...(game && { hash: hashWithin(game) }) });
}

function arrivalSubject(transferId: string): string {
  return `transfer:${transferId}`;
}

/** Whether it has ended, or stands until a person does something about it. */
function hasStopped(view: TransferView): boolean {
  return hasEnded(view) || isFailed(view);
}

function endOf(view: TransferView): number {
  return 'ended_at' in view ? view.ended_at : 0;
}

/** Compares two states of the list. */
export function tellNews(before: readonly TransferView[], after: readonly TransferView[]): void {
  const known = new Map(before.map((view) => [view.id, view]));
  // Of ends that come together the last one is what a namespace runs.
  for (const view of after.toSorted((a, b) => endOf(a) - endOf(b))) {
    const old = known.get(view.id);
    if (old === undefined) continue;
    if (old.status !== view.status) tellEnd(view);
    const words = progressNews(old, view);
    if (words !== undefined) useTransfers.setState({ announcement: words });
  }
  const left = new Set(after.filter((view) => !hasStopped(view)).map(({ id }) => id));
  for (const { id } of [...before, ...after]) if (!left.has(id)) retireSubject(arrivalSubject(id));
}

function tellEnd(view: TransferView): void {
  const where = instanceName(view.instance_id);
  const instead = arrivalSubject(view.id);
  const show = { label: t('Show transfers'), run: () => goTo({ page: 'transfers' }) };
  if (view.status === 'done') {
    say(
      {
        state: 'done',
        title: phrase('{title} is on {where}', { title: titleOf(view), where }),
        detail: view.outcome ?? t('It can be switched to now.'),
      },
      [],
      {
        hash: hashOf({ page: 'game', instance_id: view.instance_id, game_id: view.game_id }),
        instead,
        ...(view.switches ? { subject: switchSubject(view) } : {}),
      },
    );
  } else if (isFailed(view)) {
    const title = t('{title} did not reach {where}: {reason}', {
      title: titleOf(view),
      where,
      reason: lowered(failureLead(view)),
    });
    say({ state: 'failed', title, detail: errorText(view.problem) ?? '' }, [show], {
      hash: hashOf({ page: 'transfers' }),
      instead,
    });
  }
}

const spoken: Partial<Record<TransferView['status'], (title: string, old: TransferView) => string>> = {
  waiting: (title) => t('{title} waits for the network.', { title }),
  paused: (title) => t('{title} is paused.', { title }),
  cancelled: (title) => t('{title} is cancelled.', { title }),
  running: (title, old) =>
    hasBegun(old) ? t('{title} resumed.', { title }) : t('{title} is being uploaded.', { title }),
};

/** Whether anything of it went out before. Only what waits in the queue may be fresh. */
function hasBegun(view: TransferView): boolean {
  return view.status !== 'queued' || view.bytes_on_wire > 0;
}

/** What is new: a state, or another quarter. */
function progressNews(old: TransferView, view: TransferView): string | undefined {
  if (old.status !== view.status) {
    return spoken[view.status]?.(titleOf(view), old);
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
