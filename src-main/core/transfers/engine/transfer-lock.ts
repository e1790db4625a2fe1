// One process at a time works on a transfer. The lock is the system's own lock on a small SQLite file, so it ends with its
// process, whatever ended that.
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { takeLock } from '../../platform/storage/file-lock.ts';

/** Answers how to let go, or undefined while somebody else has it. */
export async function lockTransfer(folder: string, id: string): Promise<(() => Promise<void>) | undefined> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const file = path.join(folder, `${id}.claim`);
  const lock = takeLock(file, 0);
  if (lock === undefined) return undefined;
  return async () => {
    // Removed while it is held: who opens the name after that gets a file of its own, and who has this one open gets nothing new.
    await rm(file, { force: true }).catch(() => undefined); // Windows removes no open file; then it stays, empty
    lock.release();
  };
}
