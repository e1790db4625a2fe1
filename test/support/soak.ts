// What takes long by nature has a short form in `npm test`, and its whole one in `npm run soak`, which sets the variable.

export const isSoak = process.env['SLIPWAY_SOAK'] === '1';

/** How often to do it. */
export function rounds(short: number, whole: number): number {
  return isSoak ? whole : short;
}

/**
 * For the tests of one target out of several, asked by each in its order: whether the target meets it. As in `casesOf`, each is met by
 * all targets in a soak, and otherwise by one.
 */
export function dealTests(target: number, targets: number): () => boolean {
  let asked = 0;
  return () => {
    const isMet = isSoak || asked % targets === target;
    asked += 1;
    return isMet;
  };
}

/**
 * The cases of one target out of several. In a soak each target meets every case; otherwise each case is met by one target,
 * and each target meets its share.
 */
export function casesOf<Case>(cases: readonly Case[], target: number, targets: number): Case[] {
  return cases.filter((_, at) => isSoak || at % targets === target);
}
