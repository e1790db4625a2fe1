// Feeds a range of a file, reading ahead: while one piece is worked on, the system fetches the next.
import type { FileHandle } from 'node:fs/promises';
import type { Feed } from './byte-reader.ts';

const READ_BYTES = 1_048_576;

type Reading = { buffer: Buffer; read: Promise<number> };

export function createFileFeed(handle: FileHandle, start: number, end: number): Feed {
  let position = start;
  let ahead: Reading | undefined;
  let spare: Buffer[] = [Buffer.allocUnsafeSlow(READ_BYTES), Buffer.allocUnsafeSlow(READ_BYTES)];
  let lent: Buffer | undefined;

  const begin = (): Reading | undefined => {
    const buffer = spare.pop();
    if (buffer === undefined || position >= end) return undefined;
    const read = handle
      .read(buffer, 0, Math.min(buffer.length, end - position), position)
      .then(({ bytesRead }) => bytesRead);
    read.catch(() => undefined); // whoever takes it is told
    return { buffer, read };
  };
  const giveBack = () => {
    if (lent !== undefined) spare.push(lent);
    lent = undefined;
  };
  return {
    next: async () => {
      giveBack();
      const reading = ahead ?? begin();
      ahead = undefined;
      if (reading === undefined) return undefined;
      const bytes = await reading.read;
      lent = reading.buffer;
      position += bytes;
      if (bytes === 0) return undefined;
      ahead = begin();
      return reading.buffer.subarray(0, bytes);
    },
    jump: async (bytes) => {
      const stale = ahead;
      ahead = undefined;
      await stale?.read;
      if (stale !== undefined) spare.push(stale.buffer);
      const passed = Math.min(bytes, end - position);
      position += passed;
      return passed;
    },
    close: async () => {
      await ahead?.read.catch(() => undefined);
      spare = [];
    },
  };
}
