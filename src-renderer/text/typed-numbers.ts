// Numbers as people type them. What JavaScript would take beyond that, such as 1e3 and 0x10, is rather a slip. Pure.

/** A whole number within bounds; undefined for all else. */
export function readWhole(text: string, [least, most]: readonly [number, number]): number | undefined {
  const typed = text.trim();
  const value = Number(typed);
  return /^\d+$/.test(typed) && value >= least && value <= most ? value : undefined;
}

/** Seconds, with or without a fraction, as milliseconds from 0 up to `most`; undefined for all else. */
export function readSeconds(text: string, most: number): number | undefined {
  const typed = text.trim();
  const value = Math.round(Number(typed) * 1000);
  return /^\d+(?:\.\d+)?$/.test(typed) && value <= most ? value : undefined;
}
