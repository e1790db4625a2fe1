// Large buffers that bodies are read into and written from, used again and again instead of made anew for each read.

export type BufferPool = { take(): Buffer; give(buffer: Buffer): void };

/** Keeps up to `most` of them while nobody needs them. */
export function createBufferPool(size: number, most: number): BufferPool {
  const free: Buffer[] = [];
  return {
    take: () => free.pop() ?? Buffer.allocUnsafeSlow(size),
    give: (buffer) => {
      if (free.length < most) free.push(buffer);
    },
  };
}
