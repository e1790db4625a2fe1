// What is read of a file or folder, and undefined where it is not there.
import { errorCode } from './data-errors.ts';

/** Every other failure stays one. */
export async function ifThere<T>(read: Promise<T>): Promise<T | undefined> {
  try {
    return await read;
  } catch (thrown) {
    if (errorCode(thrown) === 'ENOENT') return undefined;
    throw thrown;
  }
}
