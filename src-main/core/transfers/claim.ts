// One process at a time works on a transfer. The claim is the system's own lock on a small SQLite file, so it ends with its
// process, whatever ended that.
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** Answers how to let go, or undefined while somebody else has it. */
export async function claim(folder: string, id: string): Promise<(() => Promise<void>) | undefined> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const file = path.join(folder, `${id}.claim`);
  const database = new DatabaseSync(file);
  try {
    database.exec('PRAGMA journal_mode = MEMORY; PRAGMA busy_timeout = 0; BEGIN EXCLUSIVE');
  } catch (thrown) {
    database.close();
    if (thrown instanceof Error && 'errcode' in thrown && thrown.errcode === SQLITE_BUSY) return undefined;
    throw thrown;
  }
  return async () => {
    // Removed while it is held: who opens the name after that gets a file of its own, and who has this one open gets nothing new.
    await rm(file, { force: true }).catch(() => undefined); // Windows removes no open file; then it stays, empty
    database.close();
  };
}

const SQLITE_BUSY = 5;
