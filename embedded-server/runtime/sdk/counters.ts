// The counters of a server. It has those that its slipway.json names, as in Agones it has those of its specification.
import type { SdkCounter } from '../../../src-shared/service/server-sdk.ts';
import { SdkError } from './sdk-error.ts';

export type CounterUpdate = {
  name: string;
  count?: number | undefined;
  capacity?: number | undefined;
  countDiff: number;
};

export function createCounters(given: Readonly<Record<string, SdkCounter>>, onChanged: () => void) {
  const counters = new Map(Object.entries(given));
  const find = (name: string): SdkCounter => {
    const found = counters.get(name);
    if (found !== undefined) return found;
    throw new SdkError(
      'notFound',
      `There is no counter "${name.slice(0, 63)}". Name it under "counters" in slipway.json.`,
    );
  };
  const messageOf = (name: string, { count, capacity }: SdkCounter) => ({ name, ...textsOf({ count, capacity }) });
  return {
    get: (name: string) => messageOf(name, find(name)),
    update: (change: CounterUpdate) => {
      const after = updated(find(change.name), change);
      counters.set(change.name, after);
      onChanged();
      return messageOf(change.name, after);
    },
    message: () =>
      counters.size === 0
        ? {}
        : { counters: Object.fromEntries([...counters].map(([name, counter]) => [name, textsOf(counter)])) },
    view: () => Object.fromEntries(counters),
  };
}

/** As in Agones a capacity may be set below the count, which is refused once the count is changed. */
function updated(before: SdkCounter, { count: set, capacity = before.capacity, countDiff }: CounterUpdate): SdkCounter {
  const count = (set ?? before.count) + countDiff;
  if (capacity < 0) throw new SdkError('outOfRange', `A capacity is at least 0. This would be ${capacity}.`);
  const hasCount = set !== undefined || countDiff !== 0;
  if (hasCount && (count < 0 || count > capacity)) {
    throw new SdkError('outOfRange', `The count is from 0 to the capacity of ${capacity}. This would be ${count}.`);
  }
  return { count, capacity };
}

/** JSON has numbers of 64 bits as texts, and what is 0 is left out. */
function textsOf({ count, capacity }: SdkCounter) {
  return {
    ...(count === 0 ? {} : { count: String(count) }),
    ...(capacity === 0 ? {} : { capacity: String(capacity) }),
  };
}
