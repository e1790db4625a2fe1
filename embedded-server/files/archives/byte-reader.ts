// Takes bytes in the pieces that somebody needs from a feed that gives them in the pieces it has.

export type Feed = {
  /** The next bytes, or undefined at the end. They are good until the next call. */
  next(): Promise<Buffer | undefined>;
  /** Passes so many bytes without reading them, where a feed can, and answers how many there were. */
  jump?(bytes: number): Promise<number>;
  close(): Promise<void>;
};

export type ByteReader = {
  /** Exactly so many bytes; fewer only at the end. Good until the next call. */
  take(count: number): Promise<Buffer>;
  /** As many as are there, at most so many; undefined at the end. Good until the next call. */
  some(most: number): Promise<Buffer | undefined>;
  /** Passes so many bytes and answers how many there were. */
  pass(count: number): Promise<number>;
};

/** Less than this is faster read than jumped over. */
const WORTH_A_JUMP = 2_097_152;

export function createByteReader(feed: Feed): ByteReader {
  let chunk: Buffer = Buffer.alloc(0);
  let at = 0;
  const left = () => chunk.length - at;
  const refill = async () => {
    const next = await feed.next();
    chunk = next ?? Buffer.alloc(0);
    at = 0;
    return next !== undefined;
  };
  const cut = (count: number) => {
    const piece = chunk.subarray(at, at + count);
    at += piece.length;
    return piece;
  };
  const gather = async (count: number) => {
    const pieces: Buffer[] = [];
    for (let have = 0; have < count; ) {
      if (left() === 0 && !(await refill())) break;
      const piece = Buffer.from(cut(count - have)); // copied, as the feed may use its memory again
      pieces.push(piece);
      have += piece.length;
    }
    return Buffer.concat(pieces);
  };
  return {
    take: async (count) => (left() >= count ? cut(count) : await gather(count)),
    some: async (most) => {
      while (left() === 0) if (!(await refill())) return undefined;
      return cut(most);
    },
    pass: async (count) => {
      let passed = cut(count).length;
      if (feed.jump !== undefined && count - passed > WORTH_A_JUMP) {
        return passed + (await feed.jump(count - passed));
      }
      while (passed < count && (await refill())) passed += cut(count - passed).length;
      return passed;
    },
  };
}
