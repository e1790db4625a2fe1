// What is wrong with a name or limit, in words. A validate call answers with the field and the reason alone.
import { listed, type Message, messageFor } from '../text/message.ts';
import type { Reason } from '../text/reasons/english.ts';

const known: Readonly<Record<string, Extract<Reason, `problem.${string}`>>> = {
  'display-name.too-short': 'problem.name-empty',
  'display-name.too-long': 'problem.name-too-long',
  'display-name.invalid': 'problem.name-spaces',
  'display-name.not-unique': 'problem.name-taken',
  'name-id.too-short': 'problem.name-id-empty',
  'name-id.too-long': 'problem.name-id-too-long',
  'name-id.invalid': 'problem.name-id-characters',
  'name-id.not-unique': 'problem.name-id-taken',
};

/** One of the wrong length is invalid as well: the length is reason enough. What has no words of its own is named by its path. */
export function problemWords(problems: readonly (readonly string[])[]): Message {
  const lengths = new Set(problems.filter(isLength).map(([field]) => field));
  const told = problems.filter(([field, reason]) => reason !== 'invalid' || !lengths.has(field));
  return listed(
    told.map((path) => {
      const name = path.map((part) => part.slice(0, 40)).join('.');
      const reason = known[name];
      return reason === undefined ? name : messageFor(reason);
    }),
    '; ',
  );
}

function isLength([, reason]: readonly string[]): boolean {
  return reason === 'too-short' || reason === 'too-long';
}
