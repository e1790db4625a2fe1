// What lies in a folder that may not be there: not made yet, or gone with its drive.
import { readdir } from 'node:fs/promises';
import { errorCode } from './data-errors.ts';

export async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (thrown) {
    if (errorCode(thrown) === 'ENOENT') return [];
    throw thrown;
  }
}
