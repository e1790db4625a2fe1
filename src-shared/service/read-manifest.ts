// Reads what a slipway.json says: valid, or for each field in the way what was found there and what is expected, in plain words.
import type { z } from 'zod';
import { placesIn } from '../json-place.ts';
import { type Message, messageFor, type Param } from '../text/message.ts';
import { type BuildManifest, buildManifest } from './build-manifest.ts';
import type { KeepFault } from './keep-paths.ts';
import type { Misfit } from './manifest-misfit.ts';
import type { QueryFault } from './player-query.ts';
import type { PortFaultReason } from './port-faults.ts';
import type { TemplateFault } from './template-paths.ts';
import { utf8Length } from './text-limits.ts';

/** What a slipway.json says, or the first of what is wrong with it. */
type Read = { manifest: BuildManifest; misfits?: never } | { manifest?: never; misfits: [Misfit, ...Misfit[]] };

type Issue = z.core.$ZodIssue;

const MOST_MISFITS = 20;
const MOST_PATH = 200;
const MOST_SHOWN = 40;
/** Where no more can be said. */
const NO_MORE = messageFor('manifest.not-fitting');

/** Reads what was parsed from JSON. With its text, it says where in that each misfit is. */
export function readBuildManifest(json: unknown, text?: string): Read {
  const parsed = buildManifest.safeParse(json, { reportInput: true });
  if (parsed.success) return { manifest: parsed.data };
  const found = parsed.error.issues.slice(0, 2 * MOST_MISFITS).map((issue) => ({
    path: pathOf(issue),
    message: misfitOf(issue),
    ...(text === undefined ? {} : placesIn(text, issue.path).value),
  }));
  // One number can be too large in two ways.
  const [first = { path: '', message: NO_MORE }, ...others] = found.filter(
    ({ path }, at) => found.findIndex((other) => other.path === path) === at,
  );
  return { misfits: [first, ...others.slice(0, MOST_MISFITS - 1)] };
}

function pathOf({ path }: Issue): string {
  return path.map(String).join('.').slice(0, MOST_PATH);
}

function misfitOf(issue: Issue): Message {
  if (issue.code === 'custom') return formatLimit(issue);
  if (issue.code === 'too_small' && issue.input === '') return messageFor('manifest.text-empty');
  const expected = expectedOf(issue);
  if (expected === undefined) return NO_MORE;
  if (issue.input === undefined) return messageFor('manifest.missing', { expected });
  return messageFor('manifest.wrong', { found: foundOf(issue), expected });
}

const kinds = {
  string: 'manifest.text',
  number: 'manifest.whole-number',
  int: 'manifest.whole-number',
  array: 'manifest.list',
  object: 'manifest.object',
  record: 'manifest.object',
} as const;

function kindOf(expected: string): Message | undefined {
  const known: Readonly<Record<string, (typeof kinds)[keyof typeof kinds]>> = kinds;
  const kind = known[expected];
  return kind === undefined ? undefined : messageFor(kind);
}

function expectedOf(issue: Issue): Message | undefined {
  switch (issue.code) {
    case 'invalid_type':
      return kindOf(issue.expected);
    case 'invalid_value':
      return messageFor('manifest.one-of', { values: issue.values.map(String).join(', ') });
    case 'too_small':
      return messageFor('manifest.at-least', { limit: String(issue.minimum) });
    case 'too_big':
      return messageFor('manifest.at-most', { limit: String(issue.maximum) });
    default:
      return undefined;
  }
}

/** Texts and numbers are shown only where there is a choice or a number: elsewhere they can be anybody's secrets. */
function foundOf({ code, input, ...issue }: Issue): Param {
  const wantsText = 'expected' in issue && issue.expected === 'string';
  if (typeof input === 'string')
    return code === 'invalid_value' ? `"${shortened(input)}"` : messageFor('manifest.text');
  if (typeof input === 'number') return wantsText ? messageFor('manifest.number') : String(input);
  if (Array.isArray(input)) return messageFor('manifest.list');
  return typeof input === 'object' && input !== null ? messageFor('manifest.object') : String(input);
}

function shortened(text: string): string {
  return text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN).toWellFormed()}...` : text;
}

/** A name is found in the same place as what has it. */
function formatLimit({ input, path, params }: z.core.$ZodIssueCustom): Message {
  const most = String(params?.['most']);
  const isName = typeof path.at(-1) === 'string' && input === path.at(-1);
  switch (params?.['limit']) {
    case 'too-many':
      return messageFor('manifest.too-many', { count: Object.keys(Object(input)).length, limit: most });
    case 'too-short':
      return messageFor('manifest.name-empty');
    case 'too-long':
      return isName
        ? messageFor('manifest.name-too-long', { length: utf8Length(String(input)), limit: most })
        : messageFor('manifest.too-long', { length: utf8Length(String(input)), limit: most });
    default:
      return formatFault(String(params?.['limit']), String(params?.['other']));
  }
}

const keepFaults = {
  'no-folder-below': 'manifest.keep-no-folder',
  'within-another': 'manifest.keep-within-another',
} as const satisfies Record<KeepFault, string>;

const templateFaults = {
  'no-file-below': 'manifest.template-no-file',
} as const satisfies Record<TemplateFault, string>;

const portFaults = {
  'unknown-port': 'manifest.port-unknown',
  circular: 'manifest.port-circular',
  'both-given': 'manifest.port-both-given',
  'other-routing': 'manifest.port-other-routing',
  'number-taken': 'manifest.port-number-taken',
  'same-as-internal-port': 'manifest.port-number-inside',
  'out-of-range': 'manifest.port-out-of-range',
  'no-effect': 'manifest.port-proxy-no-effect',
  'query-unknown-port': 'manifest.query-port-unknown',
  'query-other-protocol': 'manifest.query-other-protocol',
} as const satisfies Record<PortFaultReason | QueryFault['reason'], string>;

type Faults = typeof keepFaults & typeof templateFaults & typeof portFaults;

function formatFault(reason: string, other: string): Message {
  const known: Readonly<Record<string, Faults[keyof Faults]>> = { ...keepFaults, ...templateFaults, ...portFaults };
  const sentence = known[reason];
  return sentence === undefined ? NO_MORE : messageFor(sentence, { other: shortened(other) });
}
