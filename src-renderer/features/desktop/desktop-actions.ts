// Follows what came from outside, and hands over what a person decided about it.
import type { AnswerOutcome, CrashNotice, DesktopAnswer } from '../../../src-shared/desktop/bridge.ts';
import { formatNews } from '../../../src-shared/desktop/news.ts';
import { asAppError } from '../../../src-shared/errors/app-error.ts';
import type { DeviceLinkView } from '../../../src-shared/instances/bridge.ts';
import { client } from '../../bridge/client.ts';
import { errorText, plural, t, translate } from '../../text/t.ts';
import { say } from '../../ui/notices/notices-actions.ts';
import type { NoticeAction } from '../../ui/notices/notices-store.ts';
import { rollBack } from '../namespaces/namespaces-actions.ts';
import { useDesktop } from './desktop-store.ts';

/** Mirrors the questions until the answer is called. */
export function followDesktop(): () => void {
  return client.subscribe('desktop.requests', {}, { next: (requests) => useDesktop.setState({ requests }) });
}

/** Says which servers crashed or did not start, until the answer is called. What was there before is no news. */
export function followCrashes(): () => void {
  let known: ReadonlySet<string> | undefined;
  return client.subscribe(
    'desktop.crashes',
    {},
    {
      next: (crashes) => {
        const fresh = known === undefined ? [] : crashes.filter(({ id }) => known?.has(id) !== true);
        known = new Set(crashes.map(({ id }) => id));
        for (const news of fresh) void sayCrash(news);
      },
    },
  );
}

/** So long the message waits to know the way back. */
const WAY_BACK_MS = 2_000;

async function sayCrash(news: CrashNotice): Promise<void> {
  const { title, body } = formatNews({ t, plural, translate }, news);
  const back = news.kind === 'servers_crashed' ? await wayBack(news.place) : undefined;
  const look = { label: t('Show log'), run: () => location.assign(news.hash) };
  // One at a time, as they would cover the very log that says why; the bell has all of them.
  say(
    { state: news.kind === 'servers_failed' ? 'failed' : 'crashed', title, detail: body },
    back === undefined ? [look] : [back, look],
    { subject: 'crashes' },
  );
}

/** Where nothing ran well, or that is not known in time, the message stands without it. */
async function wayBack(place: CrashNotice['place']): Promise<NoticeAction | undefined> {
  if (place === undefined) return undefined;
  const { name, ...target } = place;
  try {
    const signal = AbortSignal.timeout(WAY_BACK_MS);
    const { previous } = await client.call('namespaces.history', { ...target, limit: 1 }, { signal });
    if (previous === undefined) return undefined;
    const label = t('Roll back {name} to {version}', { name, version: previous.display_name });
    return { label, run: () => void rollBack(target, previous.version_id) };
  } catch {
    return undefined; // the page of the namespace says why it does not answer
  }
}

/** Answers a question with yes; the sentence says why that failed. */
export async function accept(
  answer: Omit<DesktopAnswer, 'accept'>,
): Promise<{ outcome: AnswerOutcome } | { problem: string }> {
  try {
    return { outcome: await client.call('desktop.answer', { ...answer, accept: true }) };
  } catch (thrown) {
    return { problem: asAppError(thrown).message };
  }
}

/** Puts a question away. Nothing is done. */
export async function dismiss(requestId: string): Promise<void> {
  try {
    await client.call('desktop.answer', { request_id: requestId, accept: false });
  } catch (thrown) {
    say({ state: 'failed', title: t('The question could not be dismissed'), detail: asAppError(thrown).message });
  }
}

/** Says in the window what becomes of a device link that was begun from outside, until it has ended. */
export function watchDeviceLink(link: DeviceLinkView): void {
  const stop = client.subscribe(
    'instances.deviceLinks',
    {},
    {
      next: (links) => {
        const now = links.find(({ id }) => id === link.id);
        if (now?.state === 'waiting') return;
        sayEnd(now);
        queueMicrotask(() => stop());
      },
    },
  );
}

function sayEnd(link: DeviceLinkView | undefined): void {
  if (link?.state === 'done')
    say({ state: 'done', title: t('{host} was added', { host: new URL(link.url).host }), detail: link.url });
  if (link?.state === 'failed') {
    say({ state: 'failed', title: t('Could not sign in'), detail: errorText(link.problem) ?? link.url });
  }
  if (link?.state === 'expired') {
    say({
      state: 'failed',
      title: t('Nobody opened the device link in time'),
      detail: t('Start again with a new one.'),
    });
  }
}
