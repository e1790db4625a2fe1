// Large buffers that bodies are read into, written and hashed from, reused instead of allocated for each read.
// Each is in memory that threads share, and begins with a page: what could grow is mapped by itself.

export type BufferPool = { take(): Buffer; give(buffer: Buffer): void };

/** After so long without one that came back, all that are free are let go. */
const IDLE_MS = 10_000;

export function createBufferPool(size: number): BufferPool {
  const free: Buffer[] = [];
  const release = setTimeout(() => free.splice(0), IDLE_MS).unref();
  return {
    take: () => free.pop() ?? Buffer.from(new SharedArrayBuffer(size, { maxByteLength: size }), 0, size),
    give: (buffer) => {
      free.push(buffer);
      release.refresh();
    },
  };
}
