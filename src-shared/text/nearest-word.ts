/** The one that was probably meant: a slip for each four letters is forgiven. `plain`: what of a word is compared. */
export function nearestWord(
  typed: string,
  words: readonly string[],
  plain: (word: string) => string = (word) => word,
): string | undefined {
  const ranked = words.map((word) => ({ word, slips: slipsBetween(typed, plain(word)) }));
  const [best] = ranked.toSorted((one, other) => one.slips - other.slips);
  return best !== undefined && best.slips <= Math.ceil(typed.length / 4) ? best.word : undefined;
}

/** How many letters are to be put in, taken out or changed. Levenshtein's, row by row. */
function slipsBetween(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (const [line, letter] of one.slice(0, 40).split('').entries()) {
    const nextRow = [line + 1];
    for (let at = 1; at <= other.length; at += 1) {
      const changed = (row[at - 1] ?? 0) + (letter === other[at - 1] ? 0 : 1);
      nextRow.push(Math.min(changed, (row[at] ?? 0) + 1, (nextRow[at - 1] ?? 0) + 1));
    }
    row = nextRow;
  }
  return row.at(-1) ?? 0;
}
