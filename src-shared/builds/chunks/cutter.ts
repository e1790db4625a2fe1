// Cuts bytes into chunks where the content says, so that what is before and behind a change is cut as it was. The way is that of
// FastCDC: a gear hash of the last 32 bytes, tested more strictly before the average size than after it.

/** Chunks of this size on average, where that makes no list that is too long. */
const AVERAGE_BYTES = 16_384;
const MOST_CHUNKS = 32_768;

/** The average size of the chunks of so many bytes: a power of two. */
export function averageFor(bytes: number): number {
  let average = AVERAGE_BYTES;
  while (bytes / average > MOST_CHUNKS) average *= 2;
  return average;
}

/** One random number for each byte, always the same ones: what two sides cut is only alike with the same numbers. */
const gear = makeGear();

function makeGear(): Int32Array {
  let state = 0x9e3779b9;
  return Int32Array.from({ length: 256 }, () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return mixed ^ (mixed >>> 14);
  });
}

/** Finds the ends of chunks in bytes that come in pieces. */
export type Cutter = {
  /** Where the present chunk ends in this piece; `undefined` when it goes on behind it. */
  end(bytes: Uint8Array, from: number): number | undefined;
};

/** `average` is a power of two. */
export function createCutter(average: number): Cutter {
  const [least, most] = [average / 4, average * 4];
  const bits = Math.log2(average);
  const stages = [
    { until: average, mask: highBits(bits + 2) },
    { until: most, mask: highBits(bits - 2) },
  ];
  let size = 0;
  let hash = 0;
  /** Behind the byte that ends the chunk, or -1. */
  const roll = (bytes: Uint8Array, from: number, stop: number, mask: number): number => {
    let rolling = hash;
    for (let at = from; at < stop; at += 1) {
      rolling = ((rolling << 1) + (gear[bytes[at] ?? 0] ?? 0)) | 0;
      if ((rolling & mask) === 0) return at + 1;
    }
    hash = rolling;
    return -1;
  };
  const restart = (end: number) => {
    [size, hash] = [0, 0];
    return end;
  };
  return {
    end: (bytes, from) => {
      // No chunk ends that early, so this much is not even looked at.
      const passed = Math.min(Math.max(0, least - size), bytes.length - from);
      let at = from + passed;
      size += passed;
      for (const { until, mask } of stages) {
        const stop = Math.min(bytes.length, at + Math.max(0, until - size));
        const found = roll(bytes, at, stop, mask);
        if (found !== -1) return restart(found);
        size += stop - at;
        at = stop;
      }
      return size === most ? restart(at) : undefined;
    },
  };
}

/** The high bits of the hash are those that depend on the most bytes. */
function highBits(count: number): number {
  return -(2 ** (32 - count)) | 0;
}
