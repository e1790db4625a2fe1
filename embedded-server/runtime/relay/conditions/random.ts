// Random numbers that come again with the same seed, apart for each player and each way: so the fate of one player's packets
// does not hang on who else plays.

/** From 0 up to, but not, 1. */
export type Random = () => number;

const GOLDEN = 0x9e3779b9;

/** `stream` tells apart those who share a seed. */
export function createRandom(seed: number, stream: number): Random {
  let state = mix((seed + Math.imul(stream + 1, GOLDEN)) >>> 0);
  return () => {
    state = (state + GOLDEN) >>> 0;
    return mix(state) / 4_294_967_296;
  };
}

/** Spreads each bit of the input over all bits of the output. */
function mix(value: number): number {
  let mixed = value;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}
