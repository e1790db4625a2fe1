// Fills blocks one after the other and gives them to the sink. Files are read straight into them. Blocks begin where the content
// says, so that what comes after a change is cut as it was before, and packs to the same bytes.
import type { OpenSink } from './open-sink.ts';
import { BLOCK_BYTES } from './pack-sink.ts';

/** A file of this size has blocks of its own. */
const LARGE_BYTES = BLOCK_BYTES / 2;
/** So many bytes are in a block at least, and then one file in so many begins the next. */
const LEAST_BYTES = 1_048_576;
const ONE_IN = 16;

export type BlockWriter = ReturnType<typeof createBlockWriter>;

export function createBlockWriter(sink: OpenSink) {
  let block = sink.give();
  let filled = 0;
  const next = async () => {
    if (filled === 0) return;
    await sink.take(block, filled);
    block = sink.give();
    filled = 0;
  };
  /** What is free in this block; never empty. */
  const room = () => block.subarray(filled);
  const advance = async (bytes: number) => {
    filled += bytes;
    if (filled === BLOCK_BYTES) await next();
  };
  const each = async (length: number, fill: (part: Buffer, at: number) => void) => {
    for (let done = 0; done < length; ) {
      const part = room().subarray(0, length - done);
      fill(part, done);
      done += part.length;
      await advance(part.length);
    }
  };
  let wasLarge = false;
  return {
    room,
    advance,
    put: (bytes: Buffer) => each(bytes.length, (part, at) => bytes.copy(part, 0, at)),
    zeros: (length: number) => each(length, (part) => part.fill(0)),
    /** Called before each file; begins a block where one should begin. */
    beforeFile: async (path: string, size: number) => {
      const isLarge = size >= LARGE_BYTES;
      if (isLarge || wasLarge || (filled >= LEAST_BYTES && numberOf(path) % ONE_IN === 0)) await next();
      wasLarge = isLarge;
    },
    finish: next,
  };
}

/** Scattered, but always the same for a path (FNV-1a). */
function numberOf(path: string): number {
  let number = 0x811c9dc5;
  for (let at = 0; at < path.length; at += 1) number = Math.imul(number ^ path.charCodeAt(at), 0x01000193);
  return number >>> 0;
}
