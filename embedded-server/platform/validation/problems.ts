// Names and limits that do not fit: every problem at once, under one code, with the paths that a validate call answers.
import { AppError } from '../../../src-shared/errors/app-error.ts';

/** How many problems the sentence names; the metadata has them all. */
const NAMED = 4;

/** Throws when there are problems. `what` begins the sentence: "The game's name". */
export function refuseProblems(what: string, problems: readonly string[][]): void {
  if (problems.length === 0) return;
  const named = problems.slice(0, NAMED).map((path) => path.map((part) => part.slice(0, 40)).join('.'));
  const more = problems.length > NAMED ? ` and ${problems.length - NAMED} more` : '';
  throw new AppError('VALIDATION_ERROR', `${what} does not fit: ${named.join(', ')}${more}.`, {
    metadata: validationErrors(problems),
  });
}

/** The same problems, as a validate call answers them. */
export function validationErrors(problems: readonly string[][]): { errors: { path: string[] }[] } {
  return { errors: problems.map((path) => ({ path })) };
}
