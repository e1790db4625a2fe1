// What the pack thread and its sink thread say to each other. The memory of blocks is of both.
import type { Made } from './pack-sink.ts';

export type ToSink = { t: 'take'; block: Uint8Array } | { t: 'end' };
export type FromSink =
  /** The oldest block that was taken is written. */
  { t: 'written' } | { t: 'made'; made: Made } | { t: 'failed'; message: string; code: string | undefined };
