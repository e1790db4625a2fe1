// Two letters for each of several names, where there is no room for more. Pure.

/** No two of them are the same: "SE" for Staging EU, "Lo" for Local, and a number where letters do not tell names apart. */
export function initialsOf(names: readonly string[]): string[] {
  const taken = new Set<string>();
  return names.map((name, at) => {
    const found = candidatesOf(name).find((one) => !taken.has(one.toLowerCase())) ?? String(at + 1);
    taken.add(found.toLowerCase());
    return found;
  });
}

/** From the beginnings of its words, then from its first letter and each later one. */
function candidatesOf(name: string): string[] {
  const words = name.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');
  const [first = '', ...rest] = Array.from(words.join(''));
  const later = rest.map((letter) => first.toUpperCase() + letter.toLowerCase());
  const heads = words.map((word) => (Array.from(word)[0] ?? '').toUpperCase());
  const byWords = heads.slice(1).map((head) => `${heads[0]}${head}`);
  return [...byWords, ...later].filter((two) => two.length > 1);
}
