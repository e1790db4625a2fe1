// The buffer that one way of a connection reads into. It is used again and again, and its size follows the traffic: large
// reads are what makes a relay fast, and a thousand players who send little must not hold a large one each.

const SIZES = [4_096, 16_384, 65_536, 262_144] as const;
/** So many of each size are kept for the next who needs one. */
const KEPT = 8;

const free = new Map<number, Buffer[]>(SIZES.map((size) => [size, []]));

export type ReadBuffer = {
  /** Where the next read goes. */
  current(): Buffer;
  /** Call only when nobody needs the bytes of the last read any more. */
  fit(lastRead: number): void;
  release(): void;
};

export function createReadBuffer(): ReadBuffer {
  let level = 0;
  let buffer = take(0);
  return {
    current: () => buffer,
    fit: (lastRead) => {
      const fitting = nextLevel(level, lastRead);
      if (fitting === level) return;
      give(buffer);
      level = fitting;
      buffer = take(fitting);
    },
    release: () => {
      give(buffer);
      level = 0;
      buffer = Buffer.alloc(0);
    },
  };
}

/** One step up when the buffer was full; straight down to what fits when it was nearly empty. */
function nextLevel(level: number, lastRead: number): number {
  const size = SIZES[level] ?? 0;
  if (lastRead >= size) return Math.min(level + 1, SIZES.length - 1);
  if (lastRead >= size / 8) return level;
  return SIZES.findIndex((each) => each > lastRead);
}

function take(level: number): Buffer {
  const size = SIZES[level] ?? SIZES[0];
  return free.get(size)?.pop() ?? Buffer.allocUnsafeSlow(size);
}

function give(buffer: Buffer): void {
  const kept = free.get(buffer.length);
  if (kept !== undefined && kept.length < KEPT) kept.push(buffer);
}
