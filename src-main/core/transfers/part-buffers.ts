// The buffers that parts are read into: few and large, used again and again, two for each part under way.

const BUFFER_BYTES = 1_048_576;

export type BufferPair = readonly [Buffer, Buffer];
export type PartBuffers = {
  take(): BufferPair;
  /** Only when nothing is written from them any more. */
  give(pair: BufferPair): void;
};

export function createPartBuffers(kept = 8): PartBuffers {
  const free: BufferPair[] = [];
  return {
    take: () => free.pop() ?? [Buffer.allocUnsafeSlow(BUFFER_BYTES), Buffer.allocUnsafeSlow(BUFFER_BYTES)],
    give: (pair) => {
      if (free.length < kept) free.push(pair);
    },
  };
}
