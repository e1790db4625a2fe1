// Follows what stands behind the bell, gives the core what the window said, and tells of servers that crashed or did not start.
import type { CrashNotice, KeptNotice } from '../../../src-shared/desktop/bridge.ts';
import { formatNews } from '../../../src-shared/desktop/news.ts';
import { RAN_WELL_MS } from '../../../src-shared/servers/trouble-spans.ts';
import { client } from '../../bridge/client.ts';
import { goTo } from '../../routes/route-store.ts';
import { parseHash } from '../../routes/routes.ts';
import { plural, t, translate } from '../../text/t.ts';
import { retireSubject, show } from '../../ui/notices/notices-actions.ts';
import { type Message, type Notice, type NoticeAction, useNotices } from '../../ui/notices/notices-store.ts';
import { changeToast } from '../../ui/notices/toasts-actions.ts';
import { endToastOnceSwitched } from '../namespaces/end-toast-once-switched.ts';
import { rollBack } from '../namespaces/namespaces-actions.ts';
import { switchSubject } from '../namespaces/switch-actions.ts';
import { endToastOnceWell } from '../servers/end-toast-once-well.ts';

/** Mirrors the bell until the answer is called. What stood there before is no news. */
export function followNotices(): () => void {
  let known: ReadonlyMap<string, KeptNotice> | undefined;
  const next = (kept: readonly KeptNotice[]) => {
    useNotices.setState({ kept });
    if (known !== undefined) for (const notice of kept) tell(notice, known.get(notice.id));
    known = new Map(kept.map((notice) => [notice.id, notice]));
  };
  const stops = [
    client.subscribe('desktop.notices', {}, { next }),
    useNotices.subscribe(({ unkept }, before) => {
      for (const notice of unkept) if (!before.unkept.includes(notice)) void keep(notice);
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

/** What the core cannot take stays in this run. */
async function keep(notice: Notice): Promise<void> {
  const { id: _id, at: _at, ...words } = notice;
  try {
    await client.call('desktop.keepNotice', words);
    useNotices.setState(({ unkept }) => ({ unkept: unkept.filter((one) => one !== notice) }));
  } catch {
    // The bell shows it all the same.
  }
}

/** Whoever opened the bell has seen what is there. */
export function readNotices(): void {
  if (useNotices.getState().kept.some((one) => !one.is_read))
    void client.call('desktop.readNotices', {}).catch(() => undefined);
}

/** Empties the bell. */
export function forgetNotices(): void {
  useNotices.setState({ unkept: [] });
  void client.call('desktop.forgetNotices', {}).catch(() => undefined);
}

/** How a notice is said. */
export function messageOf(notice: KeptNotice): Message {
  if (notice.kind === 'said') return notice;
  const { title, body } = formatNews({ t, plural, translate }, notice);
  return { state: notice.kind === 'servers_failed' ? 'failed' : 'crashed', title, detail: body };
}

/** Pops up for what is new, and once more when a namespace gave up or was rolled back. What goes on changes the words of what still stands. */
function tell(notice: KeptNotice, before: KeptNotice | undefined): void {
  if (notice.kind === 'said') return;
  if (isNews(notice, before)) void sayCrash(notice);
  else if (before !== undefined && notice.count !== before.count) changeToast(notice.id, messageOf(notice));
}

function isNews(notice: CrashNotice, before: KeptNotice | undefined): boolean {
  if (notice.is_old === true) return false;
  if (before?.kind !== notice.kind || before.is_old === true) return true;
  if (notice.rolled_back_to !== before.rolled_back_to) return true;
  return notice.gave_up === true && before.gave_up !== true;
}

async function sayCrash(notice: CrashNotice): Promise<void> {
  const back = await wayBack(notice);
  // It leads to the crash that its words tell of by then.
  const look = { label: t('Show log'), run: () => openNotice(asKept(notice)) };
  const now = asKept(notice);
  // One at a time, as they would cover the very log that says why; the bell has all of them.
  if (now.kind !== 'said' && now.rolled_back_to !== undefined && now.place !== undefined)
    retireSubject(switchSubject(now.place));
  // The service may have rolled back while the way was asked for.
  const isLeft = back === undefined || now.kind === 'said' || now.rolled_back_to !== undefined;
  show(notice.id, messageOf(now), isLeft ? [look] : [back, look], { subject: 'crashes' });
  retireCrash(notice);
}

/** As it stands behind the bell by now. */
function asKept(notice: CrashNotice): KeptNotice {
  return useNotices.getState().kept.find(({ id }) => id === notice.id) ?? notice;
}

/**
 * A crash is over as soon as the namespace runs another version, whoever switched it, and once a server of this one runs well. That the
 * service rolled back stands until the namespace leaves what it was rolled back to. The bell keeps it.
 */
function retireCrash(notice: CrashNotice): void {
  const { id, kind, place } = notice;
  if (place?.version === undefined) return;
  const { version } = place;
  endToastOnceSwitched(id, place, (runs, name) => {
    const now = asKept(notice);
    const back = now.kind === 'said' ? undefined : now.rolled_back_to;
    return runs !== version.id && (back === undefined || name !== back);
  });
  endToastOnceWell(id, { ...place, version_id: version.id }, kind === 'servers_failed' ? 0 : RAN_WELL_MS);
}

/** Shows the page that a notice is about. */
export function openNotice({ hash }: { hash: string }): void {
  goTo(parseHash(hash));
}

/** So long the message waits to know the way back. */
const WAY_BACK_MS = 2_000;

/** While the namespace runs what crashed. Where nothing ran well, or that is not known in time, the message stands without it. */
export async function wayBack({ kind, place, rolled_back_to: to }: CrashNotice): Promise<NoticeAction | undefined> {
  if (kind !== 'servers_crashed' || place === undefined || to !== undefined) return undefined;
  const { name, version, ...target } = place;
  try {
    const signal = AbortSignal.timeout(WAY_BACK_MS);
    const { previous, rows } = await client.call('namespaces.history', { ...target, limit: 1 }, { signal });
    const isOver = version !== undefined && rows.some((row) => row.is_current && row.version_id !== version.id);
    if (previous === undefined || isOver) return undefined;
    const label = t('Roll back {name} to {version}', { name, version: previous.display_name });
    return { label, run: () => void rollBack(target, previous.version_id, version?.id) };
  } catch {
    return undefined; // the page of the namespace says why it does not answer
  }
}
