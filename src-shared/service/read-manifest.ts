// Reads what a slipway.json says: valid, or for each field in the way what was found there and what is expected, in plain words.
import type { z } from 'zod';
import { utf8Length } from './limits.ts';
import { type BuildManifest, buildManifest } from './run-settings.ts';

/** What is wrong with a field of a slipway.json, in a sentence. The path is empty where it is the whole. */
export type Misfit = { path: string; message: string };

/** What a slipway.json says, or the first of what is wrong with it. */
type Read = { manifest: BuildManifest; misfits?: never } | { manifest?: never; misfits: [Misfit, ...Misfit[]] };

type Issue = z.core.$ZodIssue;

const MOST_MISFITS = 20;
const MOST_PATH = 200;
const MOST_SHOWN = 40;
/** Where no more can be said. */
const NO_MORE = 'It does not fit.';

/** Reads what was parsed from JSON. */
export function readBuildManifest(json: unknown): Read {
  const parsed = buildManifest.safeParse(json, { reportInput: true });
  if (parsed.success) return { manifest: parsed.data };
  const found = parsed.error.issues.map((issue) => ({ path: pathOf(issue), message: messageOf(issue) }));
  // One number can be too large in two ways.
  const [first = { path: '', message: NO_MORE }, ...others] = found.filter(
    ({ path }, at) => found.findIndex((other) => other.path === path) === at,
  );
  return { misfits: [first, ...others.slice(0, MOST_MISFITS - 1)] };
}

/** The sentence about a misfit, with its place. */
export function formatMisfit({ path, message }: Misfit): string {
  return path === '' ? `slipway.json does not fit: ${message}` : `slipway.json does not fit, at ${path}: ${message}`;
}

function pathOf({ path }: Issue): string {
  return path.map(String).join('.').slice(0, MOST_PATH);
}

function messageOf(issue: Issue): string {
  if (issue.code === 'custom') return formatLimit(issue);
  if (issue.code === 'too_small' && issue.input === '') return 'It is empty. Expected a text of one character or more.';
  const expected = expectedOf(issue);
  if (expected === undefined) return NO_MORE;
  if (issue.input === undefined) return `It is missing. Expected ${expected}.`;
  return `It is ${foundOf(issue)}. Expected ${expected}.`;
}

const kinds: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a whole number',
  int: 'a whole number',
  array: 'a list',
  object: 'an object',
  record: 'an object',
};

function expectedOf(issue: Issue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      return kinds[issue.expected];
    case 'invalid_value':
      return `one of ${issue.values.map(String).join(', ')}`;
    case 'too_small':
      return `at least ${issue.minimum}`;
    case 'too_big':
      return `at most ${issue.maximum}`;
    default:
      return undefined;
  }
}

/** Texts and numbers are shown only where there is a choice or a number: elsewhere they can be anybody's secrets. */
function foundOf({ code, input, ...issue }: Issue): string {
  const wantsText = 'expected' in issue && issue.expected === 'string';
  if (typeof input === 'string') return code === 'invalid_value' ? `"${shortened(input)}"` : 'a text';
  if (typeof input === 'number') return wantsText ? 'a number' : String(input);
  if (Array.isArray(input)) return 'a list';
  return typeof input === 'object' && input !== null ? 'an object' : String(input);
}

function shortened(text: string): string {
  return text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN).toWellFormed()}...` : text;
}

/** A name is found in the same place as what has it. */
function formatLimit({ input, path, params }: z.core.$ZodIssueCustom): string {
  const most = String(params?.['most']);
  const isName = typeof path.at(-1) === 'string' && input === path.at(-1);
  switch (params?.['limit']) {
    case 'too-many':
      return `It has ${Object.keys(Object(input)).length} entries. At most ${most} fit.`;
    case 'too-short':
      return 'Its name is empty. Expected one character or more.';
    case 'too-long':
      return isName
        ? `Its name is ${utf8Length(String(input))} bytes long. At most ${most} fit.`
        : `It is ${utf8Length(String(input))} bytes long. At most ${most} fit.`;
    default:
      return NO_MORE;
  }
}
