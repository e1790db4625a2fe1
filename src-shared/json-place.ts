// Finds where in a JSON text something stands, by its path, as parsers do not tell.
import { lineAndColumn, tokensOf } from './json-text.ts';

/** Counted from one, as editors do. */
export type JsonPlace = { line: number; column: number };

/** The places of a name and of its value. An entry of a list has no name: both are where it begins. */
export type JsonPlaces = { name: JsonPlace; value: JsonPlace };

/** An open bracket, and where in it the reading is. */
type Open = { isList: boolean; key: string | number; keyAt: number; isKeyNext: boolean };
type Found = { depth: number; keyAt: number; at: number };

/**
 * Where the path leads to in a text that is JSON, or where the last of it that is there stands: what lacks a field is where the field
 * is missing. Of two fields of one name the later one counts, as it does for parsers.
 */
export function placesIn(text: string, path: readonly PropertyKey[]): JsonPlaces {
  const bare = text.replace(/^\uFEFF/, '');
  const open: Open[] = [];
  let found: Found = { depth: -1, keyAt: 0, at: 0 };
  for (const { token, at } of tokensOf(bare)) {
    const inner = open.at(-1);
    if (token === '}' || token === ']') open.pop();
    else if (inner === undefined || !isBetween(inner, token, at)) {
      const isNearer = open.length >= found.depth && leadsTo(open, path);
      if (isNearer) found = { depth: open.length, keyAt: nameAt(inner, at), at };
      open.push(...openedBy(token, at));
    }
  }
  return { name: placeAt(bare, found.keyAt), value: placeAt(bare, found.at) };
}

function nameAt(inner: Open | undefined, at: number): number {
  return inner === undefined || inner.isList ? at : inner.keyAt;
}

function openedBy(token: string, at: number): Open[] {
  if (token !== '{' && token !== '[') return [];
  const isList = token === '[';
  return [{ isList, key: isList ? 0 : '', keyAt: at, isKeyNext: !isList }];
}

/** Whether it is a comma, a colon or a name, and no value; the reading goes on behind it. */
function isBetween(inner: Open, token: string, at: number): boolean {
  if (token === ',') {
    if (typeof inner.key === 'number') inner.key += 1;
    inner.isKeyNext = !inner.isList;
    return true;
  }
  if (!inner.isKeyNext) return token === ':';
  Object.assign(inner, { key: JSON.parse(token), keyAt: at, isKeyNext: false });
  return true;
}

function leadsTo(open: readonly Open[], path: readonly PropertyKey[]): boolean {
  return open.length <= path.length && open.every(({ key }, at) => String(key) === String(path[at]));
}

function placeAt(text: string, at: number): JsonPlace {
  const [line, column] = lineAndColumn(text, at);
  return { line, column };
}
