// Finds the disk that a folder is on, or would be on: the disk of its nearest parent that exists.
import { stat } from 'node:fs/promises';
import path from 'node:path';

/** What cannot be looked at is passed over as what is not there: a drive that went away says many things. */
export async function nearestThere(folder: string): Promise<{ folder: string; disk: string } | undefined> {
  try {
    return { folder, disk: String((await stat(folder, { bigint: true })).dev) };
  } catch {
    const above = path.dirname(folder);
    return above === folder ? undefined : await nearestThere(above);
  }
}
