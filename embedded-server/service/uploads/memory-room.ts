// Room in memory that several share: who finds none can wait a little for others to leave.

export type MemoryRoom = ReturnType<typeof createMemoryRoom>;

export function createMemoryRoom() {
  let used = 0;
  let waiting: (() => void)[] = [];
  const changed = () => {
    const callbacks = waiting;
    waiting = [];
    for (const tell of callbacks) tell();
  };
  return {
    used: () => used,
    /** False when with these bytes more than `most` were in use. */
    take: (bytes: number, most: number): boolean => {
      if (used + bytes > most) return false;
      used += bytes;
      return true;
    },
    leave: (bytes: number) => {
      used -= bytes;
      changed();
    },
    /** Something is as nobody who waits has seen it. */
    changed,
    /** Resolves when it may be worth a new try, or after so long. */
    change: (ms: number): Promise<void> =>
      new Promise((resolve) => {
        const enough = setTimeout(resolve, ms);
        waiting.push(() => {
          clearTimeout(enough);
          resolve();
        });
      }),
  };
}
