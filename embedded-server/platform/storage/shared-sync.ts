// Syncs files with one call for all who wait, as each holds a thread of Node's small pool that writes need as well.
import type { FileHandle } from 'node:fs/promises';

/** Resolves when all that was written into the file before the call is on disk. */
export type SyncFile = (handle: Pick<FileHandle, 'datasync'>) => Promise<void>;
export type SharedSync = { begin(file: string): SyncFile };

export function createSharedSyncs(): SharedSync {
  const running = new Map<string, Promise<void>>();
  const planned = new Map<string, Promise<void>>();
  const failures = new Map<string, number>();

  /** From its first step on nobody may join: it may miss what is written from then. */
  const run = async (file: string, handle: Pick<FileHandle, 'datasync'>) => {
    await running.get(file)?.catch(() => undefined);
    planned.delete(file);
    const work = handle.datasync();
    running.set(file, work);
    try {
      await work;
    } catch (thrown) {
      failures.set(file, (failures.get(file) ?? 0) + 1);
      throw thrown;
    } finally {
      if (running.get(file) === work) running.delete(file);
    }
  };
  return {
    begin: (file) => {
      const before = failures.get(file);
      return async (handle) => {
        const mine = planned.get(file) ?? run(file, handle);
        planned.set(file, mine);
        await mine;
        // The system tells of lost bytes once, and perhaps reported them for another part of this file.
        if (failures.get(file) !== before) throw new Error('Bytes of this file did not get to the disk');
      };
    },
  };
}
