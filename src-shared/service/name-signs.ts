// What a name may hold, so that who reads it sees all of it: the one rule of the service that takes names, the fields where they are
// typed, the links and files that bring them, and the answers that hold names of others: those are shown by core/http/parse-answer.ts, where
// spaces of all kinds are seen.
import { utf8Length } from './text-limits.ts';

/** How many bytes a name may take in UTF-8. */
export const longestName = 128;

/** Of Braille, the sign without a dot. */
const blank = String.raw`\u2800`;
/** The two joiners, tags, and signs that choose a form: emoji and some scripts are written with them. */
const needed = String.raw`\u200c\u200d\u{E0020}-\u{E007F}\p{Variation_Selector}`;

/**
 * Signs that nobody sees, or that turn the order of what follows. As a class of a regular expression with the flag `v`, alone or inside
 * another class.
 */
export const invisibleSigns = String.raw`[[\p{Cf}\p{Default_Ignorable_Code_Point}${blank}]--[${needed}]]`;

/** These, what a terminal would obey, halves of characters, and any space but the usual one. */
export const unshownSigns = String.raw`[\p{Cc}\p{Cs}[\p{White_Space}--[ ]]${invisibleSigns}]`;

const unshown = new RegExp(unshownSigns, 'v');

/** Whether it can be shown as a name, however it is spaced. */
export function isShownName(text: string): boolean {
  return text !== '' && utf8Length(text) <= longestName && !unshown.test(text);
}
