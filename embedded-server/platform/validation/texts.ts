// What is wrong with a short text that stands for a file or a tag: its length in bytes, and signs that nobody can see.
import { utf8Length } from '../../../src-shared/service/text-limits.ts';

/** How long the path of a file to come may be. */
export const PATH_BYTES = 1_024;

const CONTROL = /\p{Cc}/u;

export function textProblems(field: string, text: string, most: number): string[][] {
  if (text === '') return [[field, 'too-short']];
  if (utf8Length(text) > most) return [[field, 'too-long']];
  return CONTROL.test(text) || !text.isWellFormed() ? [[field, 'invalid']] : [];
}
