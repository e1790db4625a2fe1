// Makes a folder within one that has to be there. A data folder whose drive is gone must not be created again where it was.
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

/** With those above it. Of a disk that can only be read, a recursive one says that something is not there; on its own it says why. */
export async function makeFolders(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
  } catch (thrown) {
    if (errorCode(thrown) !== 'ENOENT') throw thrown;
    await makeFolder(folder);
  }
}
