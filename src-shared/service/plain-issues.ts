// What is wrong with a value, in words for whoever sent it. The schema library's own would be about schemas.
import type { z } from 'zod';

type Issue = Parameters<z.core.$ZodErrorMap>[0];

const kinds: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  object: 'an object',
  record: 'an object',
  array: 'a list',
};

/** The sentence for an issue whose schema has none of its own. */
export function plainly(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return wrongType(issue);
    case 'invalid_value':
      return `Expected ${issue.values.length === 1 ? '' : 'one of '}${issue.values.map(String).join(', ')}.`;
    case 'too_small':
      return tooSmall(issue);
    case 'too_big':
      return tooBig(issue);
    case 'invalid_format':
      return issue.format === 'regex' ? 'It is not written as expected.' : `Expected ${formatOf(issue.format)}.`;
    case 'unrecognized_keys':
      return `There is no field ${issue.keys.map((key) => `"${key.slice(0, 40)}"`).join(', ')} here.`;
    default:
      return 'This is not valid.';
  }
}

function wrongType({ input, expected }: Extract<Issue, { code: 'invalid_type' }>): string {
  return input === undefined ? 'It is missing.' : `Expected ${kinds[expected] ?? 'another value'}.`;
}

function tooSmall({ origin, minimum }: Extract<Issue, { code: 'too_small' }>): string {
  if (origin === 'string') return Number(minimum) === 1 ? 'It is empty.' : `Expected at least ${minimum} characters.`;
  return origin === 'array' ? `Expected at least ${minimum} entries.` : `Expected at least ${minimum}.`;
}

function tooBig({ origin, maximum }: Extract<Issue, { code: 'too_big' }>): string {
  if (origin === 'string') return `Expected at most ${maximum} characters.`;
  return origin === 'array' ? `Expected at most ${maximum} entries.` : `Expected at most ${maximum}.`;
}

function formatOf(format: string): string {
  const formats: Readonly<Record<string, string>> = { uuid: 'an id', url: 'an address', datetime: 'a time' };
  return formats[format] ?? 'another form';
}
