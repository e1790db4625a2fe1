// Answers a watchable call: at once when the caller's index is older than the data, else after the next change.
import type { WatchHub } from './watch-hub.ts';

export type Watched<T> = {
  hub: WatchHub;
  key: string;
  index: string | undefined;
  signal: AbortSignal;
  /** Reads the present data with its revision; throws when it is gone. */
  read: () => { revision: number; data: T };
};

export async function answerWatched<T>(watched: Watched<T>): Promise<T & { watch: { index: string } }> {
  let present = watched.read();
  if (watched.index !== undefined && BigInt(watched.index) >= BigInt(present.revision)) {
    await watched.hub.changed(watched.key, watched.signal);
    present = watched.read();
  }
  return { ...present.data, watch: { index: String(present.revision) } };
}
