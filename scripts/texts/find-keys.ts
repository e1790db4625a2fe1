// Finds the sentences that a source file says through src-renderer/text: the keys of the catalogues.
import { calledName, inner, inners, lineOf, literal, type Piece, walk } from './syntax.ts';

/** The keys that a file uses, and calls whose sentence cannot be read from the code. */
export type FoundKeys = { keys: string[]; unreadable: string[] };

/** Functions that say a sentence, and which of their arguments is the key. */
const keyAt = new Map([
  ['t', 0],
  ['phrase', 0],
  ['rich', 0],
  ['plural', 2],
]);

export function findKeys(file: string, text: string): FoundKeys {
  const keysFound: FoundKeys = { keys: [], unreadable: [] };
  walk(file, text, (piece) => {
    const found = keysOf(piece);
    if (found === undefined) return;
    for (const key of found) {
      if (key === undefined) keysFound.unreadable.push(`${file}:${lineOf(text, piece.start)}`);
      else keysFound.keys.push(key);
    }
  });
  return keysFound;
}

function keysOf(piece: Piece): (string | undefined)[] | undefined {
  const name = calledName(piece);
  if (name === undefined) return undefined;
  const given = inners(piece, 'arguments');
  const at = keyAt.get(name);
  if (at !== undefined) return literals(given[at]);
  if (name === 'words') return tableOf(given[0]);
  return name === 'counted' ? [countedKey(given)] : undefined;
}

/** A literal, or one of two by a condition. */
function literals(piece: Piece | undefined): (string | undefined)[] {
  if (piece?.type !== 'ConditionalExpression') return [literal(piece)];
  return [...literals(inner(piece, 'consequent')), ...literals(inner(piece, 'alternate'))];
}

function tableOf(table: Piece | undefined): (string | undefined)[] {
  if (table?.type !== 'ObjectExpression') return [undefined];
  return inners(table, 'properties').map((property) => literal(inner(property, 'value')));
}

/** `counted(n, 'server')` says '{n} servers'. */
function countedKey([, one, many]: readonly Piece[]): string | undefined {
  const word = many === undefined ? literal(one)?.concat('s') : literal(many);
  return word === undefined ? undefined : `{n} ${word}`;
}
