// Two letters for each of several names, or the end of an address, where there is no room for more. Pure.

/** No two of them are the same: "SE" for Staging EU, "Lo" for Local, and a number where letters do not tell names apart. */
export function initialsOf(names: readonly string[]): string[] {
  const taken = new Set<string>();
  return names.map((name, at) => {
    const found = candidatesOf(name).find((one) => !taken.has(one.toLowerCase())) ?? String(at + 1);
    taken.add(found.toLowerCase());
    return found;
  });
}

/** An address without a name of its own, as remotes are called at first: four numbers or one in brackets, and mostly a port. */
const address = /^(?:\d{1,3}\.\d{1,3}\.\d{1,3}(?<end>\.\d{1,3})|\[[\da-f:.]+\])(?<port>:\d{1,5})?$/i;

/** From the beginnings of its words, then from its first letter and each later one. Addresses are told apart by how they end. */
function candidatesOf(name: string): string[] {
  const { end, port } = address.exec(name)?.groups ?? {};
  const ends = [name.startsWith('127.') ? undefined : end, port].filter((one) => one !== undefined);
  if (ends.length > 0) return ends;
  const words = name.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');
  const [first = '', ...rest] = Array.from(words.join(''));
  const later = rest.map((letter) => first.toUpperCase() + letter.toLowerCase());
  const heads = words.map((word) => (Array.from(word)[0] ?? '').toUpperCase());
  const byWords = heads.slice(1).map((head) => `${heads[0]}${head}`);
  return [...byWords, ...later].filter((two) => two.length > 1);
}
