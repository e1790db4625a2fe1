// Finds sentences that a person would read in English whatever language is chosen: text in the code that does not go through
// src-renderer/text.
import { calledName, inner, lineOf, literal, type Piece, templateTexts, walk } from './syntax.ts';

/** Attributes and fields that a person reads or hears. */
const read =
  /^(aria-(label|description|roledescription|valuetext)|title|placeholder|label|alt|text|hint|detail|context|sentence|message|words)$/;
/** Attributes that no person reads. */
const drawn =
  /^(className|style|d|points|viewBox|transform|href|rel|type|role|id|key|data-slot|aria-(live|labelledby|describedby|current|haspopup))$/;
/** Calls whose texts are keys of a catalogue, or are for the code alone. */
const fine = new Set(['t', 'phrase', 'plural', 'rich', 'words', 'counted', 'classNames', 'customProperty']);
/** Methods whose texts are names within the page or the code. */
const technical =
  /^(matchMedia|querySelector(All)?|closest|matches|includes|startsWith|endsWith|addEventListener|removeEventListener|getElementById|split|join|call|subscribe|has|get|set|setAttribute|getAttribute|toLocaleString|setData|getData)$/;

/** Written alike in every language. */
const units = /\b([kMG]B(\/s)?|ms|min)\b/g;

/** Where each one stands, with its text. */
export function findBare(file: string, text: string): string[] {
  const found: string[] = [];
  walk(file, text, (piece, outer) => {
    const sentence = sentenceOf(piece);
    if (sentence === undefined || !isBare(sentence, piece, outer)) return;
    found.push(`${file}:${lineOf(text, piece.start)} ${sentence.replaceAll(/\s+/g, ' ').trim()}`);
  });
  return found;
}

/** The text of a piece, with `{}` where something is filled in. */
function sentenceOf(piece: Piece): string | undefined {
  if (piece.type === 'JSXText') return String(piece['value']);
  if (piece.type !== 'TemplateLiteral') return literal(piece);
  return templateTexts(piece).join('{}');
}

function isBare(sentence: string, piece: Piece, outer: readonly Piece[]): boolean {
  const letters = sentence.replaceAll('{}', '').replaceAll(units, '');
  if (!/\p{L}{2}/u.test(letters)) return false;
  if (piece.type === 'JSXText') return true;
  if (isTechnical(outer[0]) || outer.some((one) => isFine(one))) return false;
  const place = placeOf(piece, outer);
  return place === 'read' || (place === 'somewhere' && formatReadsAs(sentence.replaceAll(units, '')));
}

/** A sentence, or a word as it stands at the beginning of one. */
function formatReadsAs(sentence: string): boolean {
  return /\p{L}{2,}[,.:;]?\s+(\{\}|\S*\p{L})|\{\}[,.:;]?\s+\p{L}{2}|^\s*\p{Lu}\p{Ll}+(\s|$)|^[ ,]+\p{L}{2}/u.test(
    sentence,
  );
}

/** What is given to the page or to the code as a name. */
function isTechnical(call: Piece | undefined): boolean {
  if (call?.type !== 'CallExpression') return false;
  return technical.test(String(inner(inner(call, 'callee'), 'property')?.['name']));
}

/** Whether all texts within the piece are keys, or are for the code alone. */
function isFine(piece: Piece): boolean {
  switch (piece.type) {
    case 'ImportDeclaration':
    case 'ImportExpression':
      return true;
    case 'NewExpression':
      return ['Error', 'Set'].includes(String(inner(piece, 'callee')?.['name']));
    case 'JSXAttribute':
      return drawn.test(String(inner(piece, 'name')?.['name']));
    case 'CallExpression':
      return fine.has(calledName(piece) ?? '');
    default:
      return piece.type.startsWith('TS') && !/^TS(As|Satisfies|NonNull)/.test(piece.type);
  }
}

type Place = 'read' | 'nowhere' | 'somewhere';

/** Where a literal ends up: before a person, in a comparison, or somewhere that only its own look tells. */
function placeOf(piece: Piece, outer: readonly Piece[]): Place {
  let last = piece;
  for (const one of outer) {
    const place = (judges[one.type] ?? (() => 'somewhere'))(one, last);
    if (place !== 'further out') return place;
    last = one;
  }
  return 'somewhere';
}

type Judge = (one: Piece, last: Piece) => Place | 'further out';

const isTest: Judge = (one, last) => (inner(one, 'test') === last ? 'nowhere' : 'further out');
const further: Judge = () => 'further out';
const judges: Readonly<Record<string, Judge>> = {
  BinaryExpression: (one) => (one['operator'] === '+' ? 'somewhere' : 'nowhere'),
  SwitchCase: isTest,
  ConditionalExpression: isTest,
  // A text that is trimmed is read all the same; one that names a field is not.
  MemberExpression: (one, last) => (inner(one, 'object') === last ? 'further out' : 'nowhere'),
  CallExpression: (one, last) => (inner(one, 'callee') === last ? 'further out' : 'somewhere'),
  JSXAttribute: (one) => (read.test(String(inner(one, 'name')?.['name'])) ? 'read' : 'somewhere'),
  Property: placeInObject,
  JSXElement: () => 'read',
  JSXFragment: () => 'read',
  JSXExpressionContainer: further,
  LogicalExpression: further,
  TemplateLiteral: further,
};

function placeInObject(property: Piece, last: Piece): Place {
  const key = inner(property, 'key');
  if (key === last) return 'nowhere';
  return read.test(String(key?.['name'] ?? key?.['value'])) ? 'read' : 'somewhere';
}
