// Follows what came from outside, and hands over what a person decided about it.
import type { AnswerOutcome, DesktopAnswer } from '../../../src-shared/desktop/bridge.ts';
import { asAppError } from '../../../src-shared/errors/app-error.ts';
import type { DeviceLinkView } from '../../../src-shared/instances/bridge.ts';
import { client } from '../../bridge/client.ts';
import { errorText, phrase } from '../../text/t.ts';
import { say } from '../../ui/notices/notices-actions.ts';
import { useDesktop } from './desktop-store.ts';

/** Mirrors the questions until the answer is called. */
export function followDesktop(): () => void {
  return client.subscribe('desktop.requests', {}, { next: (requests) => useDesktop.setState({ requests }) });
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
    say({
      state: 'failed',
      title: phrase('The question could not be dismissed'),
      detail: asAppError(thrown).toMessage(),
    });
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
    say({ state: 'done', title: phrase('{host} was added', { host: new URL(link.url).host }), detail: link.url });
  if (link?.state === 'failed') {
    say({ state: 'failed', title: phrase('Could not sign in'), detail: errorText(link.problem) ?? link.url });
  }
  if (link?.state === 'expired') {
    say({
      state: 'failed',
      title: phrase('Nobody opened the device link in time'),
      detail: phrase('Start again with a new one.'),
    });
  }
}
