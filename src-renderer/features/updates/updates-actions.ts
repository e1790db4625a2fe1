// Follows how it stands with newer versions, and asks for the steps to one. What fails is a sentence of the core, in its place.
import { asAppError } from '../../../src-shared/errors/app-error.ts';
import { client } from '../../bridge/client.ts';
import { phrase } from '../../text/t.ts';
import { say } from '../../ui/notices/notices-actions.ts';
import { useUpdates } from './updates-store.ts';

/** Mirrors both until the answer is called. */
export function followUpdates(): () => void {
  const stops = [
    client.subscribe('updates', {}, { next: (update) => useUpdates.setState({ update }) }),
    client.subscribe('updates.news', {}, { next: (news) => useUpdates.setState({ news }) }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

/** Asks for one step: looking for a newer version, bringing it, or becoming it. */
export async function takeStep(step: 'updates.check' | 'updates.load' | 'updates.install'): Promise<void> {
  try {
    await client.call(step, {});
  } catch (thrown) {
    say({ state: 'failed', title: phrase('The update failed'), detail: asAppError(thrown).toMessage() });
  }
}

/** Opens what is new. */
export function openNews(): void {
  useUpdates.setState({ isNewsOpen: true });
}

/** Closes it, and it is not opened by itself again. */
export async function closeNews(): Promise<void> {
  useUpdates.setState({ isNewsOpen: false });
  if (useUpdates.getState().news?.is_unread !== true) return;
  try {
    await client.call('updates.newsRead', {});
  } catch (thrown) {
    say({ state: 'failed', title: phrase('What is new will be shown again'), detail: asAppError(thrown).toMessage() });
  }
}
