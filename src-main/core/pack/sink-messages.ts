// What the pack thread and its sink thread say to each other. The memory of blocks is of both.
import type { Made, SinkOptions } from './pack-sink.ts';

export type ToSink =
  | { t: 'open'; options: SinkOptions }
  | { t: 'take'; block: Uint8Array }
  | { t: 'end' }
  /** Lets go of the file, with or without an end. */
  | { t: 'close' };
export type FromSink =
  /** The oldest block that was taken is written. */
  | { t: 'written' }
  | { t: 'made'; made: Made }
  | { t: 'failed'; message: string; code: string | undefined }
  /** Nothing is under way with the file; another may be opened. */
  | { t: 'closed' };
