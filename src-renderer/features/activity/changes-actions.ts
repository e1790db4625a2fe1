// Reads what changed in a game, again and again while its page is open.
import { asAppError } from '../../../src-shared/errors/app-error.ts';
import { client } from '../../bridge/client.ts';
import { useActivity } from './activity-store.ts';

/** So long after a call that changes something, the instance tells it. */
const AFTER_MS = 600;

type Place = { instance_id: string; game_id: string };

/** Reads the changes, and once more after each call that changed something, until the answer is called. */
export function followChanges(place: Place): () => void {
  const over = new AbortController();
  let last: string | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = client.subscribe(
    'activity',
    {},
    {
      next: (rows) => {
        const newest = rows.findLast(({ method }) => method !== 'GET')?.id;
        if (newest === last) return;
        last = newest;
        clearTimeout(timer);
        timer = setTimeout(() => void read(place, over.signal), AFTER_MS);
      },
    },
  );
  void read(place, over.signal);
  return () => {
    over.abort();
    clearTimeout(timer);
    stop();
  };
}

async function read(place: Place, signal: AbortSignal): Promise<void> {
  try {
    const changes = await client.call('activity.changes', place, { signal });
    if (!signal.aborted) useActivity.setState({ changes, changesProblem: undefined });
  } catch (thrown) {
    if (!signal.aborted) useActivity.setState({ changesProblem: asAppError(thrown).message });
  }
}

/** Another game has others. */
export function forgetChanges(): void {
  useActivity.setState({ changes: undefined, changesProblem: undefined });
}
