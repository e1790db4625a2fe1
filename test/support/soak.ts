// What takes long by nature has a short form in `npm test`, and its whole one in `npm run soak`, which sets the variable.

export const isSoak = process.env['SLIPWAY_SOAK'] === '1';

/** How often to do it. */
export function rounds(short: number, whole: number): number {
  return isSoak ? whole : short;
}

/**
 * The cases of one target out of several. In a soak each target meets every case; otherwise each case is met by one target,
 * and each target meets its share.
 */
export function casesOf<Case>(cases: readonly Case[], target: number, targets: number): Case[] {
  return cases.filter((_, at) => isSoak || at % targets === target);
}
