// Walks the syntax tree of a source file. The parser is the one that vite brings.
import { parseSync } from 'vite';

/** A piece of the tree, as far as the scans look at it. */
export type Piece = {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [field: string]: unknown;
};

/** A piece with the outer ones, the innermost first. */
export type Visit = (piece: Piece, outer: readonly Piece[]) => void;

/** Visits every piece of a file, from the outside in. */
export function walk(file: string, text: string, visit: Visit): void {
  const { program, errors } = parseSync(file, text);
  if (errors.length > 0) throw new Error(`${file} cannot be parsed: ${errors[0]?.message}`);
  step(program, [], visit);
}

function step(value: unknown, outer: readonly Piece[], visit: Visit): void {
  if (Array.isArray(value)) {
    for (const one of value) step(one, outer, visit);
    return;
  }
  if (!isPiece(value)) return;
  visit(value, outer);
  for (const within of Object.values(value)) if (typeof within === 'object') step(within, [value, ...outer], visit);
}

function isPiece(value: unknown): value is Piece {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}

/** The inner piece of that name. */
export function inner(piece: Piece | undefined, field: string): Piece | undefined {
  const value = piece?.[field];
  return isPiece(value) ? value : undefined;
}

/** The inner pieces of that name. */
export function inners(piece: Piece, field: string): readonly Piece[] {
  const value = piece[field];
  return Array.isArray(value) ? value.filter(isPiece) : [];
}

/** The text of a literal, if it is one. */
export function literal(piece: Piece | undefined): string | undefined {
  if (piece?.type === 'Literal' && typeof piece['value'] === 'string') return piece['value'];
  const texts = piece?.type === 'TemplateLiteral' ? templateTexts(piece) : [];
  return texts.length === 1 ? texts[0] : undefined;
}

/** The texts of a template, between what is filled in. */
export function templateTexts(piece: Piece): readonly string[] {
  return inners(piece, 'quasis').map(({ value }) =>
    typeof value === 'object' && value !== null && 'cooked' in value ? String(value.cooked) : '',
  );
}

/** The name that is called, if the piece calls one by its name. */
export function calledName(piece: Piece | undefined): string | undefined {
  if (piece?.type !== 'CallExpression') return undefined;
  const callee = inner(piece, 'callee');
  return callee?.type === 'Identifier' ? String(callee['name']) : undefined;
}

/** The line that an offset is on. */
export function lineOf(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length;
}
