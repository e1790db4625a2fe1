// The buffers that bodies are read into, written and hashed from: large ones for senders that are fast, small ones for the many
// that may be slow. All of them together are bounded. Each is in memory that threads share, and begins with a page: what could
// grow is mapped by itself.

export type BufferSize = 'small' | 'large';
export type BufferPool = {
  /** Undefined: there may be no more of them now. */
  take(size: BufferSize): Buffer | undefined;
  give(buffer: Buffer): void;
  /** Lets go of one that something may still write into. */
  drop(buffer: Buffer): void;
  /** Calls once, when there is room for a small one at least; in the order they came. */
  whenRoom(listener: () => void): void;
  isLarge(buffer: Buffer): boolean;
};
export type BufferBounds = {
  /** Bytes of one; whole blocks, so that what is written ends where the next can go past the system's cache. */
  small: number;
  large: number;
  mostLarge: number;
  /** Of all, in bytes. */
  most: number;
};

/** After so long without one that came back, all that are free are let go. */
const IDLE_MS = 10_000;

export function createBufferPool({ small, large, mostLarge, most }: BufferBounds): BufferPool {
  const sizes = { small, large };
  const free: Record<BufferSize, Buffer[]> = { small: [], large: [] };
  const waiting: (() => void)[] = [];
  let bytes = 0;
  let larges = 0;
  const forget = ({ length }: Buffer) => {
    bytes -= length;
    if (length === large) larges -= 1;
  };
  const releaseAll = () => {
    for (const buffer of [...free.small.splice(0), ...free.large.splice(0)]) forget(buffer);
  };
  const release = setTimeout(releaseAll, IDLE_MS).unref();
  const canMake = (size: BufferSize) => bytes + sizes[size] <= most && (size === 'small' || larges < mostLarge);
  const hasRoom = () => free.small.length > 0 || free.large.length > 0 || canMake('small');
  /** A large one that nobody needs makes room for small ones. */
  const make = (size: BufferSize): Buffer | undefined => {
    const unused = canMake(size) || size === 'large' ? undefined : free.large.pop();
    if (unused !== undefined) forget(unused);
    if (!canMake(size)) return undefined;
    const length = sizes[size];
    bytes += length;
    if (size === 'large') larges += 1;
    return Buffer.from(new SharedArrayBuffer(length, { maxByteLength: length }), 0, length);
  };
  const tell = () => {
    while (waiting.length > 0 && hasRoom()) waiting.shift()?.();
  };
  const isLarge = ({ length }: Buffer) => length === large;
  return {
    take: (size) => free[size].pop() ?? make(size),
    give: (buffer) => {
      free[isLarge(buffer) ? 'large' : 'small'].push(buffer);
      release.refresh();
      tell();
    },
    drop: (buffer) => {
      forget(buffer);
      tell();
    },
    whenRoom: (listener) => void waiting.push(listener),
    isLarge,
  };
}
