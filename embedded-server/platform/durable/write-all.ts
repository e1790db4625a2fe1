// Writes all of it: one write may take less than it was given without an error, as on a disk that is almost full. The app uses this as
// well.
import type { FileHandle } from 'node:fs/promises';

export async function writeAll(handle: Pick<FileHandle, 'write'>, bytes: Uint8Array, position: number): Promise<void> {
  for (let done = 0; done < bytes.length; ) {
    done += (await handle.write(bytes, done, bytes.length - done, position + done)).bytesWritten;
  }
}
