// The order of paths in a pack: by their bytes in UTF-8, which is the same on every system and in every language.

/**
 * JavaScript compares 16-bit units, and so puts what lies beyond them (written as two units from D800 on) before E000 to FFFF.
 * Bytes do not, so such units are moved behind all others.
 */
export function comparePaths(a: string, b: string): number {
  if (a === b) return 0;
  const length = Math.min(a.length, b.length);
  for (let at = 0; at < length; at += 1) {
    const [one, other] = [a.charCodeAt(at), b.charCodeAt(at)];
    if (one !== other) return rank(one) - rank(other);
  }
  return a.length - b.length;
}

function rank(unit: number): number {
  return unit >= 0xd800 && unit < 0xe000 ? unit + 0x10_000 : unit;
}
