// Which texts of a list stayed, went and came, in the order in which they are read. Pure.

/** One text of either list. */
export type DiffText = { text: string; kind: 'same' | 'gone' | 'new' };

/** The shortest way from one list to the other, by the longest row of texts that both have. */
export function diffTexts(before: readonly string[], after: readonly string[]): DiffText[] {
  const lengths = commonLengths(before, after);
  const at = (row: number, column: number) => lengths[row]?.[column] ?? 0;
  const texts: DiffText[] = [];
  let [row, column] = [0, 0];
  while (row < before.length || column < after.length) {
    const [old, next] = [before[row], after[column]];
    if (old !== undefined && old === next) {
      texts.push({ text: old, kind: 'same' });
      row += 1;
      column += 1;
    } else if (old !== undefined && (next === undefined || at(row + 1, column) >= at(row, column + 1))) {
      texts.push({ text: old, kind: 'gone' });
      row += 1;
    } else if (next !== undefined) {
      texts.push({ text: next, kind: 'new' });
      column += 1;
    }
  }
  return texts;
}

/** How many texts both lists share from each pair of places on. There are at most 64 arguments. */
function commonLengths(before: readonly string[], after: readonly string[]): number[][] {
  const lengths = Array.from({ length: before.length + 1 }, () => Array.from({ length: after.length + 1 }, () => 0));
  for (let row = before.length - 1; row >= 0; row -= 1) {
    for (let column = after.length - 1; column >= 0; column -= 1) {
      const [here, below] = [lengths[row], lengths[row + 1]];
      if (here === undefined || below === undefined) continue;
      here[column] =
        before[row] === after[column]
          ? (below[column + 1] ?? 0) + 1
          : Math.max(below[column] ?? 0, here[column + 1] ?? 0);
    }
  }
  return lengths;
}

/** How many changed, came and went. One that went where another came changed. */
export function countDiff(texts: readonly DiffText[]): { changed: number; added: number; removed: number } {
  const counts = { changed: 0, added: 0, removed: 0 };
  let [gone, came] = [0, 0];
  const settle = () => {
    const changed = Math.min(gone, came);
    counts.changed += changed;
    counts.removed += gone - changed;
    counts.added += came - changed;
    [gone, came] = [0, 0];
  };
  for (const { kind } of texts) {
    if (kind === 'same') settle();
    else if (kind === 'gone') gone += 1;
    else came += 1;
  }
  settle();
  return counts;
}
