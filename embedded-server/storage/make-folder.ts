// Makes a folder within one that has to be there. A data folder whose drive is gone must not begin anew where it was.
import { mkdir } from 'node:fs/promises';
import { errorCode } from './data-errors.ts';

/** One that is there already is fine. */
export async function makeFolder(folder: string, mode = 0o700): Promise<void> {
  try {
    await mkdir(folder, { mode });
  } catch (thrown) {
    if (errorCode(thrown) !== 'EEXIST') throw thrown;
  }
}
