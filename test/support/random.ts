// Random numbers that can be had again from their seed, which a test prints: SLIPWAY_SEED=... repeats it.

export type Random = { below(limit: number): number; pick<Item>(items: readonly Item[]): Item };

export function createRandom(seed = Number(process.env['SLIPWAY_SEED'] ?? Date.now() % 2 ** 31)): Random {
  console.log(`SLIPWAY_SEED=${seed}`);
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number) => Math.floor(next() * limit);
  return { below, pick: (items) => items[below(items.length)] as (typeof items)[number] };
}
