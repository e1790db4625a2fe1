// Answers a watchable call: at once when the caller's index is older than the data, else after the next change.
import type { GoneSignal } from './waiters.ts';
import type { WatchHub } from './watch-hub.ts';

export type Watched<T> = {
  hub: WatchHub;
  key: string;
  index: string | undefined;
  signal: GoneSignal;
  /** Names what is read, when everyone who waits for this key gets the same: then one reads for all. */
  share?: string;
  /** Reads the present data with its revision; throws when it is gone. */
  read: () => { revision: number; data: T };
};

type Answer<T> = T & { watch: { index: string } };

export async function answerWatched<T extends object>(watched: Watched<T>): Promise<Answer<T>> {
  const { hub, key, index, signal, share, read } = watched;
  const present = read();
  if (index === undefined || BigInt(index) < BigInt(present.revision)) return answer(present);
  const round = await hub.changed(key, signal);
  if (round === undefined || share === undefined) return answer(read());
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what was put there under this name
  const known = round.get(share) as Answer<T> | undefined;
  if (known !== undefined) return known;
  const first = answer(read());
  round.set(share, first);
  return first;
}

/** The same data gives the same answer, so that it is written as JSON once. */
function answer<T extends object>({ revision, data }: { revision: number; data: T }): Answer<T> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what was put there for this data
  const known = answers.get(data) as Answer<T> | undefined;
  if (known !== undefined && known.watch.index === String(revision)) return known;
  const made = { ...data, watch: { index: String(revision) } };
  answers.set(data, made);
  return made;
}

const answers = new WeakMap<object, object>();
