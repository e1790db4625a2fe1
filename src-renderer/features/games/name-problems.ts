// What is wrong with the names of a game or a version, as sentences for their fields. Pure.
import type { AppError } from '../../../src-shared/errors/app-error.ts';
import { validationAnswer } from '../../../src-shared/service/validation.ts';
import { t, words } from '../../text/t.ts';

/** Sentences by field; `whole` with none of them. */
export type NameProblems = { name: string[]; nameId: string[]; whole?: string };

const sentences: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'display-name': words({
    'too-short': 'Type a name.',
    'too-long': 'This name is too long: it may have up to 128 bytes, which is 128 plain letters.',
    invalid: 'Use single spaces between words, and none at the start or end.',
    'not-unique': 'Another one here has this name. Choose a different one.',
  }),
  'name-id': words({
    'too-short': 'Type a name id.',
    'too-long': 'This name id is too long: it may have up to 16 letters.',
    invalid: 'Use small letters, digits and single hyphens between them, such as tide-break.',
    'not-unique': 'Another one here has this name id. Choose a different one.',
  }),
};

/** What a validate call found, each problem at its field. */
export function nameProblemsOf(errors: readonly { path: readonly string[] }[]): NameProblems {
  const told = (field: string) => {
    const reasons = errors.flatMap(({ path }) => (path[0] === field && path[1] !== undefined ? [path[1]] : []));
    // One of the wrong length is invalid as well; one sentence is enough.
    const shown = reasons.length > 1 ? reasons.filter((reason) => reason !== 'invalid') : reasons;
    return shown.map(
      (reason) => sentences[field]?.[reason] ?? t('The instance does not take this: {reason}.', { reason }),
    );
  };
  return { name: told('display-name'), nameId: told('name-id') };
}

/** Why a call with names was refused. `consequence` says what did not happen. */
export function nameRefusal(error: AppError, consequence: string): NameProblems {
  const parsed = error.code === 'VALIDATION_ERROR' ? validationAnswer.safeParse(error.metadata) : undefined;
  const problems = nameProblemsOf(parsed?.success === true ? parsed.data.errors : []);
  if (problems.name.length + problems.nameId.length > 0) return problems;
  return { ...problems, whole: `${error.message} ${consequence}` };
}
