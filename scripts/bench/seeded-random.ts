// Random numbers that come again with the same seed.

export type Random = (limit: number) => number;

export function createRandom(seed: number): Random {
  let state = seed;
  return (limit) => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x297a2d39) | 0;
    return Math.floor((((state ^ (state >>> 12)) >>> 0) / 2 ** 32) * limit);
  };
}
