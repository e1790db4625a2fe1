// Fills blocks of one size, one after the other, and gives them to the sink. Files are read straight into them.
import { BLOCK_BYTES, BLOCKS_HELD, type PackSink } from './pack-sink.ts';

export type BlockWriter = ReturnType<typeof createBlockWriter>;

export function createBlockWriter(sink: PackSink) {
  // While the sink has its own, one more is filled.
  const free = Array.from({ length: BLOCKS_HELD }, () => Buffer.allocUnsafeSlow(BLOCK_BYTES));
  let block = Buffer.allocUnsafeSlow(BLOCK_BYTES);
  let filled = 0;
  const next = async () => {
    await sink.write(block.subarray(0, filled));
    free.push(block);
    block = free.shift() ?? Buffer.allocUnsafeSlow(BLOCK_BYTES);
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
  return {
    room,
    advance,
    put: (bytes: Buffer) => each(bytes.length, (part, at) => bytes.copy(part, 0, at)),
    zeros: (length: number) => each(length, (part) => part.fill(0)),
    /** The last block is as long as what is in it. */
    finish: async () => {
      if (filled > 0) await next();
    },
  };
}
