// Removes a folder that nobody may write to, with all that is in it, or a file. For threads.
/* oxlint-disable node/no-sync -- it runs in the unpacking thread, which has nothing else to do meanwhile */
import { chmodSync, type Dirent, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { errorCode } from '../../platform/storage/data-errors.ts';

export function removeTree(folder: string): void {
  unlock(folder);
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
}

/** A folder gives up its names only to those who may write to it. Windows asks the same of each file. */
function unlock(folder: string): void {
  for (const entry of unlockedNames(folder)) {
    const place = path.join(folder, entry.name);
    if (entry.isDirectory()) unlock(place);
    else if (process.platform === 'win32' && entry.isFile()) chmodSync(place, 0o600);
  }
}

function unlockedNames(folder: string): Dirent[] {
  try {
    chmodSync(folder, 0o700);
    return readdirSync(folder, { withFileTypes: true });
  } catch (thrown) {
    if (errorCode(thrown) === 'ENOENT' || errorCode(thrown) === 'ENOTDIR') return [];
    throw thrown;
  }
}
