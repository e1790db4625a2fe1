// The buffers that parts are read into: few and large, used again and again, a ring of four for each part under way.

const RING = 4;
const BUFFER_BYTES = 524_288;

export type BufferRing = readonly Buffer[];
export type PartBuffers = {
  take(): BufferRing;
  /** Only when nothing is written from them any more. */
  give(ring: BufferRing): void;
};

export function createPartBuffers(kept = 8): PartBuffers {
  const free: BufferRing[] = [];
  return {
    take: () => free.pop() ?? Array.from({ length: RING }, () => Buffer.allocUnsafeSlow(BUFFER_BYTES)),
    give: (ring) => {
      if (free.length < kept) free.push(ring);
    },
  };
}
