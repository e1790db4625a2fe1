// The players that a server names through the SDK. Until it sets a capacity nobody is refused: Agones would refuse all.
import { SdkError } from './sdk-error.ts';
import { MOST_PLAYERS, MOST_VALUE_LENGTH } from './sdk-settings.ts';

export function createPlayerTracking(onChanged: () => void) {
  const ids = new Set<string>();
  let capacity: number | undefined;
  let isUsed = false;
  const use = () => {
    isUsed = true;
    onChanged();
  };
  return {
    /** False where it is there already. */
    connect: (id: string): boolean => {
      if (id === '' || id.length > MOST_VALUE_LENGTH) {
        throw new SdkError('invalid', `The id of a player has 1 to ${MOST_VALUE_LENGTH} characters.`);
      }
      if (ids.has(id)) return false;
      const most = Math.min(capacity ?? MOST_PLAYERS, MOST_PLAYERS);
      if (ids.size >= most) throw new SdkError('exhausted', `Players are already at capacity: ${most}.`);
      ids.add(id);
      use();
      return true;
    },
    disconnect: (id: string): boolean => {
      const had = ids.delete(id);
      if (had) use();
      return had;
    },
    isConnected: (id: string) => ids.has(id),
    ids: () => [...ids],
    capacity: () => capacity ?? 0,
    setCapacity: (value: number): void => {
      if (value < 0) throw new SdkError('outOfRange', `A capacity is at least 0. This would be ${value}.`);
      capacity = value;
      use();
    },
    size: () => ids.size,
    /** Undefined until it was used. */
    count: () => (isUsed ? ids.size : undefined),
    view: () => {
      if (!isUsed) return {};
      const limit = capacity === undefined ? {} : { capacity };
      return { players: { count: ids.size, ...limit, ids: [...ids] } };
    },
  };
}
