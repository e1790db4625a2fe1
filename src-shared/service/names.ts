// What is wrong with a name: every problem at once, as the paths a validate call answers with.
import { isShownName, longestName } from './name-signs.ts';
import { utf8Length } from './text-limits.ts';

/** Where a problem originates: the field, then the reason. */
export type NameProblem = [
  field: 'display-name' | 'name-id',
  reason: 'too-short' | 'too-long' | 'invalid' | 'not-unique',
];

/** How many letters a name id may have. */
export const longestNameId = 16;
const identifier = /^[0-9a-z]+(?:-[0-9a-z]+)*$/;

/** Problems of a display name. One of the wrong length is invalid as well. */
export function displayNameProblems(text: string): NameProblem[] {
  const problems: NameProblem[] = [];
  const bytes = utf8Length(text);
  if (bytes === 0) problems.push(['display-name', 'too-short']);
  if (bytes > longestName) problems.push(['display-name', 'too-long']);
  const isBadlySpaced = text.startsWith(' ') || text.endsWith(' ') || text.includes('  ');
  if (!isShownName(text) || isBadlySpaced) problems.push(['display-name', 'invalid']);
  return problems;
}

/** Problems of a name id, `taken` being those in use beside it. One of the wrong length is invalid as well. */
export function nameIdProblems(text: string, taken: ReadonlySet<string>): NameProblem[] {
  const problems: NameProblem[] = [];
  const bytes = utf8Length(text);
  if (bytes === 0) problems.push(['name-id', 'too-short']);
  if (bytes > longestNameId) problems.push(['name-id', 'too-long']);
  if (bytes > longestNameId || !identifier.test(text)) problems.push(['name-id', 'invalid']);
  else if (taken.has(text)) problems.push(['name-id', 'not-unique']);
  return problems;
}
