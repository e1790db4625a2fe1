// Has the disk work on a file while bytes still come. What an early sync finds wrong is said at the end.

/** So many bytes at least are worth a sync of their own; what is left for the end is then little. */
const SYNC_BYTES = 64 * 1_048_576;

export type EarlyWriteback = {
  /** So many bytes more are in the file. */
  written(bytes: number): void;
  /** Resolves when no early sync is under way, however it went. */
  idle(): Promise<void>;
  /** Resolves when all that was written is on the disk. */
  end(): Promise<void>;
};

export function createEarlyWriteback(sync: () => Promise<void>): EarlyWriteback {
  let unsynced = 0;
  let running: Promise<void> | undefined;
  let failure: { thrown: unknown } | undefined;
  const run = async () => {
    try {
      await sync();
    } catch (thrown) {
      failure ??= { thrown };
    }
    running = undefined;
  };
  return {
    written: (bytes) => {
      unsynced += bytes;
      if (unsynced < SYNC_BYTES || running !== undefined) return;
      unsynced = 0;
      running = run();
    },
    idle: async () => await running,
    end: async () => {
      await running;
      if (failure !== undefined) throw failure.thrown;
      await sync();
    },
  };
}
