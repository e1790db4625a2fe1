// What is wrong with the names of a game or a version, as sentences for their fields. Pure.
import type { AppError } from '../../src-shared/errors/app-error.ts';
import { longestName } from '../../src-shared/service/name-signs.ts';
import { longestNameId } from '../../src-shared/service/names.ts';
import { validationAnswer } from '../../src-shared/service/validation.ts';
import { t, words } from '../text/t.ts';

/** Sentences by field; `whole` with none of them. */
export type NameProblems = { name: string[]; name_id: string[]; whole?: string };

/** Problems as a service tells them: a field, then a reason. */
export type Errors = readonly { path: readonly string[] }[];
type Field = 'display-name' | 'name-id';
type Sentences = Readonly<Record<string, string>>;

const sentences: Readonly<Record<Field, Sentences>> = {
  'display-name': words({
    'too-short': 'Type a name.',
    invalid: 'Use single spaces between words, none at the start or end, and no invisible characters.',
    unseen: 'This contains an invisible character. Type it instead of pasting it.',
    'not-unique': 'Another one here has this name. Choose a different one.',
  }),
  'name-id': words({
    'too-short': 'Type a name id.',
    invalid: 'Use small letters, digits and single hyphens between them, such as tide-break.',
    unseen: 'This contains an invisible character. Type it instead of pasting it.',
    'not-unique': 'Another one here has this name id. Choose a different one.',
  }),
};

function sentenceFor(field: Field, reason: string): string | undefined {
  if (reason !== 'too-long') return sentences[field][reason];
  return field === 'display-name'
    ? t('This name is too long: it may have up to {limit} bytes, which is {limit} plain letters.', {
        limit: longestName,
      })
    : t('This name id is too long: it may have up to {limit} letters.', { limit: longestNameId });
}

/** Whether a problem belongs at a field with a name. */
export function isAtName({ path: [field = ''] }: Errors[number]): boolean {
  return Object.hasOwn(sentences, field);
}

/** What is wrong at a field. `own` are sentences that say it closer; `other` is said of a reason that nobody knows. */
export function problemsAt(
  errors: Errors,
  field: Field,
  own: Sentences = {},
  other: (reason: string) => string = (reason) => t('The instance refused this: {reason}.', { reason }),
): string[] {
  const reasons = errors.flatMap(({ path }) => (path[0] === field && path[1] !== undefined ? [path[1]] : []));
  // One of the wrong length is invalid as well; one sentence is enough.
  const shown = reasons.length > 1 ? reasons.filter((reason) => reason !== 'invalid') : reasons;
  return shown.map((reason) => own[reason] ?? sentenceFor(field, reason) ?? other(reason));
}

/** The problems with names that an error carries; none when it is about something else. */
export function errorsOf(error: AppError): Errors {
  const parsed = error.code === 'VALIDATION_ERROR' ? validationAnswer.safeParse(error.metadata) : undefined;
  return parsed?.success === true ? parsed.data.errors : [];
}

/** What a validate call found, each problem at its field. */
export function nameProblemsOf(errors: Errors): NameProblems {
  return { name: problemsAt(errors, 'display-name'), name_id: problemsAt(errors, 'name-id') };
}

/** Why a call with names was refused. `consequence` says what did not happen. */
export function nameRefusal(error: AppError, consequence: string): NameProblems {
  const problems = nameProblemsOf(errorsOf(error));
  if (problems.name.length + problems.name_id.length > 0) return problems;
  return { ...problems, whole: `${error.message} ${consequence}` };
}
