// What is wrong with a short text that stands for a file or a tag: its length in bytes, and signs that it must not hold.

import { unshownSigns } from '../../../src-shared/service/name-signs.ts';
import { utf8Length } from '../../../src-shared/service/text-limits.ts';

const TAG_BYTES = 256;
const PATH_BYTES = 1_024;

const UNSHOWN = new RegExp(unshownSigns, 'v');
const CONTROL = /\p{Cc}/u;

/** Whoever reads a tag is to see all of it. */
export function tagProblems(field: string, text: string): string[][] {
  return textProblems(field, text, { most: TAG_BYTES, refused: UNSHOWN });
}

/** The path of a file to come, as it lies on a disk: it may hold any sign that a terminal does not obey, seen or not. */
export function pathProblems(field: string, text: string): string[][] {
  return textProblems(field, text, { most: PATH_BYTES, refused: CONTROL });
}

function textProblems(field: string, text: string, { most, refused }: { most: number; refused: RegExp }): string[][] {
  if (text === '') return [[field, 'too-short']];
  if (utf8Length(text) > most) return [[field, 'too-long']];
  return refused.test(text) || !text.isWellFormed() ? [[field, 'invalid']] : [];
}
