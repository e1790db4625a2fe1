// What a person types, kind by kind, as schemas. The contract between window and core is made of them, so that one rule says what is
// taken: the window reads a field by the schema of its call before it asks, and the core takes nothing else.
import { z } from 'zod';
import { longestName, unshownSigns } from './service/name-signs.ts';
import { type ByteRange, checkText, report } from './service/text-limits.ts';

/** Of all that is one line. */
const unseen = new RegExp(unshownSigns, 'v');
/** In several lines, and in what programs are given, only controls are in the way. */
const controls = /[\p{Cc}\p{Cs}]/u;

/** A schema that something typed is read by, and what it finds wrong. The window names them, and knows no zod. */
export type TypedSchema = z.ZodType;
export type TypedIssue = z.core.$ZodIssue;

type Rule = { bytes: ByteRange; never?: RegExp; shape?: RegExp; isExact?: boolean };

/** Spaces around it do not count, as the core cuts them, unless it is exact. */
function typed({ bytes, never = unseen, shape, isExact = false }: Rule) {
  return z.string().check(({ value, issues }) => {
    const text = isExact ? value : value.trim();
    checkText(issues, text, [], bytes);
    if (never.test(text)) report(issues, value, [], 'unseen');
    else if (text !== '' && shape?.test(text) === false) report(issues, value, [], 'invalid');
  });
}

/** The name of a game, namespace or version, or of a remote in this window. How it is spaced, its service judges. */
export const typedName = typed({ bytes: [1, longestName], isExact: true });

/** A name or name id while it is typed, all of whose other rules its service judges. */
export const typedSoFar = typed({ bytes: [0, 4_096], isExact: true });

/** What a token is called; empty is no name. */
export const typedLabel = typed({ bytes: [0, longestName] });

/** An id that was copied from somewhere: one word. */
export const typedId = typed({ bytes: [1, 200], shape: /^[\w.~:@=+-]+$/ });

/** The address of a remote. */
export const typedAddress = typed({ bytes: [1, 2_048] });

/** A token of a remote, or of a device: one word that fits a header. */
export const typedToken = typed({ bytes: [1, 8_192], shape: /^[\x21-\x7e]+$/ });

/** A text to look for. */
export const typedSearch = z.string().check(({ value, issues }) => checkText(issues, value, [], [0, 1_024]));

/** A path of this machine, or a command with its arguments; empty is none. */
export const typedCommand = typed({ bytes: [0, 4_096], never: controls });

/** Whether lines, as of arguments or variables, hold what no program can be given. */
export function hasControls(lines: string): boolean {
  return controls.test(lines.replaceAll(/[\n\t]/g, ''));
}
