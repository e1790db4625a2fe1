// Limits counted in UTF-8 bytes, as schemas. A broken limit is told apart from a wrong shape, since it answers VALIDATION_ERROR.
import { z } from 'zod';

/** Why a text or list breaks its limit: the last part of an error path. `unseen` and `invalid` are said only of what a person typed. */
export type LimitReason = 'too-short' | 'too-long' | 'too-many' | 'unseen' | 'invalid';

/** How many bytes a text takes in UTF-8. A lone surrogate counts as the three bytes of its replacement. */
export function utf8Length(text: string): number {
  let bytes = 0;
  for (const character of text) {
    const point = character.codePointAt(0) ?? 0;
    bytes += point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
  }
  return bytes;
}

type Issues = z.core.$ZodRawIssue[];

const messages: Readonly<Record<LimitReason, string>> = {
  'too-short': 'Too short.',
  'too-long': 'Too long.',
  'too-many': 'Too many entries.',
  unseen: 'Holds a character that cannot be seen.',
  invalid: 'Does not fit.',
};

/** Puts a broken limit among the issues of a schema. */
export function report(issues: Issues, input: unknown, path: PropertyKey[], reason: LimitReason, most?: number): void {
  issues.push({ code: 'custom', input, path, message: messages[reason], params: { limit: reason, most } });
}

/** The smallest and the largest number of bytes a text may take. */
export type ByteRange = readonly [min: number, max: number];

/** Puts it among the issues when a text is too short or too long. */
export function checkText(issues: Issues, text: string, path: PropertyKey[], [min, max]: ByteRange): void {
  const bytes = utf8Length(text);
  if (bytes < min) report(issues, text, path, 'too-short');
  if (bytes > max) report(issues, text, path, 'too-long', max);
}

/** A map from text to `value`, with a limit on its entries and on the bytes of its keys and texts. */
export function limitedMap<V extends z.ZodType>(
  value: V,
  limit: { entries: number; key: ByteRange; text?: ByteRange },
) {
  return z
    .record(z.string(), value)
    .check(({ value: map, issues }) => {
      const entries = Object.entries(map);
      if (entries.length > limit.entries) report(issues, map, [], 'too-many', limit.entries);
      for (const [key, entry] of entries) {
        checkText(issues, key, [key], limit.key);
        if (limit.text !== undefined && typeof entry === 'string') checkText(issues, entry, [key], limit.text);
      }
    })
    .meta({ maxProperties: limit.entries });
}

/** A list of texts, with a limit on its entries and on the bytes of each. */
export function limitedTexts(limit: { entries: number; text: ByteRange }) {
  return z
    .array(z.string())
    .check(({ value: texts, issues }) => {
      if (texts.length > limit.entries) report(issues, texts, [], 'too-many', limit.entries);
      for (const [index, text] of texts.entries()) checkText(issues, text, [index], limit.text);
    })
    .meta({ maxItems: limit.entries });
}

/** The paths of the limits a request broke, for VALIDATION_ERROR; undefined when its very shape was wrong. */
export function limitProblems(error: z.ZodError): string[][] | undefined {
  const paths: string[][] = [];
  for (const issue of error.issues) {
    const reason: unknown = issue.code === 'custom' ? issue.params?.['limit'] : undefined;
    if (typeof reason !== 'string') return undefined;
    paths.push([...issue.path.map(String), reason]);
  }
  return paths;
}
