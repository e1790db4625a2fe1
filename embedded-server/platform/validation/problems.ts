// Names and limits that do not fit: every problem at once, under one code, with the paths that a validate call answers.
import { AppError } from '../../../src-shared/errors/app-error.ts';
import { problemWords } from '../../../src-shared/service/problem-words.ts';
import { messageFor } from '../../../src-shared/text/message.ts';
import type { Reason } from '../../../src-shared/text/reasons/english.ts';

/** How many problems the sentence names; the metadata has them all. */
const NAMED = 4;

/** What can be refused for its names and limits. */
type Thing = Extract<Reason, `invalid.${string}`>;

/** Throws when there are problems. */
export function refuseProblems(thing: Thing, problems: readonly string[][]): void {
  if (problems.length === 0) return;
  const what = messageFor(thing);
  const named = problemWords(problems.slice(0, NAMED));
  const more = problems.length - NAMED;
  const message =
    more > 0
      ? messageFor('validation.not-fitting-in-many', { what, problems: named, more })
      : messageFor('validation.not-fitting', { what, problems: named });
  throw new AppError('VALIDATION_ERROR', message, { metadata: validationErrors(problems) });
}

/** The same problems, as a validate call answers them. */
export function validationErrors(problems: readonly string[][]): { errors: { path: string[] }[] } {
  return { errors: problems.map((path) => ({ path })) };
}
