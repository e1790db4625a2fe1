// Finds the sentences that are made where no language is known, as catalogues have them: with numbered places.
import { inner, inners, literal, type Piece, templateTexts, walk } from './syntax.ts';

/** More than one word, or a word with something filled in. */
const words = /\p{L}{2,}[,.:;)]*\s+(?:["(]*\{\d+\}|\S*\p{L})|\{\d+\}[,.:;)]*\s+\p{L}{2}/u;
/** Written alike in every language. */
const units = /\b(MB|ms|min)\b/g;

/** All texts of a file that could be one, those that read as words, and those with which an AppError is thrown. */
export function findSentences(file: string, text: string): { all: string[]; worded: string[]; thrown: string[] } {
  const all: string[] = [];
  const thrown: string[] = [];
  walk(file, text, (piece) => {
    const said = sentenceOf(piece);
    if (said !== undefined) all.push(said);
    if (piece.type !== 'NewExpression' || inner(piece, 'callee')?.['name'] !== 'AppError') return;
    const sentence = sentenceOf(inners(piece, 'arguments')[1]);
    if (sentence !== undefined) thrown.push(sentence);
  });
  return { all, worded: all.filter((said) => words.test(said.replaceAll(units, ''))), thrown };
}

function sentenceOf(piece: Piece | undefined): string | undefined {
  if (piece?.type !== 'TemplateLiteral') return literal(piece);
  return templateTexts(piece).reduce((whole, part, at) => (at === 0 ? part : `${whole}{${at}}${part}`), '');
}
