// Writes to files the cheap way, at once, as long as the disk takes it quickly. A disk that made this thread wait gets what
// follows through other threads, since this one has servers to look after.
/* oxlint-disable node/no-sync -- a write into the system's memory takes microseconds; handing it to another thread takes more */
import { writeSync } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';

/** All of it, to the end of the file or to a place in it. A write may take less than it was given, when the disk becomes full. */
export type WriteAll = (file: FileHandle, bytes: Buffer, at?: number) => Promise<void>;

/** More than a busy processor alone explains. */
const SLOW_MS = 50;
const WARY_MS = 2_000;

export function createPacedWrites(now: () => number = () => performance.now()): WriteAll {
  let waryUntil = Number.NEGATIVE_INFINITY;
  const writeOnce = async (file: FileHandle, bytes: Buffer, at: number | null): Promise<number> => {
    const startedAt = now();
    if (startedAt < waryUntil) return (await file.write(bytes, 0, bytes.length, at)).bytesWritten;
    const written = writeSync(file.fd, bytes, 0, bytes.length, at);
    const endedAt = now();
    if (endedAt - startedAt > SLOW_MS) waryUntil = endedAt + WARY_MS;
    return written;
  };
  return async (file, bytes, at) => {
    for (let from = 0; from < bytes.length; ) {
      from += await writeOnce(file, bytes.subarray(from), at === undefined ? null : at + from);
    }
  };
}
