// One segment of an ignore pattern as a test of a name. It never goes back further than to its last star, so that no pattern,
// however it is made, takes long.

/** Whether a name (one segment of a path) fits. */
export type NameTest = (name: string) => boolean;

type Token = (character: string) => boolean;
/** Undefined stands for a star. */
type Tokens = readonly (Token | undefined)[];

/** Makes the test. Undefined for a class that is never closed: git lets such a pattern match nothing. */
export function compileName(glob: string): NameTest | undefined {
  if (!/[*?[\\]/.test(glob)) return (name) => name === glob;
  const [, suffix] = /^\*([^*?[\\]+)$/.exec(glob) ?? [];
  if (suffix !== undefined) return (name) => name.endsWith(suffix);
  const [, prefix] = /^([^*?[\\]+)\*$/.exec(glob) ?? [];
  if (prefix !== undefined) return (name) => name.startsWith(prefix);
  const tokens = readTokens(Array.from(glob));
  return tokens && ((name) => fits(tokens, Array.from(name)));
}

function fits(tokens: Tokens, name: readonly string[]): boolean {
  let token = 0;
  let at = 0;
  let star = -1;
  let starAt = 0;
  while (at < name.length) {
    const test = tokens[token];
    if (token < tokens.length && test === undefined) {
      star = token;
      starAt = at;
      token += 1;
    } else if (test?.(name[at] ?? '') === true) {
      token += 1;
      at += 1;
    } else if (star >= 0) {
      token = star + 1;
      starAt += 1;
      at = starAt;
    } else {
      return false;
    }
  }
  return tokens.slice(token).every((left) => left === undefined);
}

function readTokens(glob: readonly string[]): Tokens | undefined {
  const tokens: (Token | undefined)[] = [];
  for (let at = 0; at < glob.length; ) {
    const character = glob[at] ?? '';
    if (character === '[') {
      const found = readClass(glob, at + 1);
      if (found === undefined) return undefined;
      tokens.push(found.test);
      at = found.end;
      continue;
    }
    if (character === '\\') at += 1;
    tokens.push(character === '*' ? undefined : character === '?' ? () => true : literal(glob[at]));
    at += 1;
  }
  return tokens;
}

/** A backslash at the very end escapes nothing, and matches nothing. */
function literal(wanted: string | undefined): Token {
  return (character) => character === wanted;
}

/** `[a-z]`, `[!a]`, `[^a]`; a bracket that comes first is one of the characters. Named classes are not read. */
function readClass(glob: readonly string[], start: number): { test: Token; end: number } | undefined {
  const isNegated = glob[start] === '!' || glob[start] === '^';
  const first = isNegated ? start + 1 : start;
  const ranges: [from: string, to: string][] = [];
  for (let at = first; at < glob.length; ) {
    if (glob[at] === ']' && at > first) {
      const inRange = (character: string) => ranges.some(([from, to]) => from <= character && character <= to);
      return { test: (character) => inRange(character) !== isNegated, end: at + 1 };
    }
    const from = readOne(glob, at);
    const isRange = glob[from.end] === '-' && glob[from.end + 1] !== undefined && glob[from.end + 1] !== ']';
    const to = isRange ? readOne(glob, from.end + 1) : from;
    ranges.push([from.character, to.character]);
    at = to.end;
  }
  return undefined;
}

function readOne(glob: readonly string[], at: number): { character: string; end: number } {
  const place = glob[at] === '\\' ? at + 1 : at;
  return { character: glob[place] ?? '', end: place + 1 };
}
