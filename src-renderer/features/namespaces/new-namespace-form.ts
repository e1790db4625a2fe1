// The names of a new namespace: what is wrong with them as sentences, and a name id made of a display name. Pure.
import type { AppError } from '../../../src-shared/errors/app-error.ts';
import { type ValidationAnswer, validationAnswer } from '../../../src-shared/service/validation.ts';

/** What a person typed. `isOwnId` once they wrote the name id themselves. */
export type NamespaceDraft = { name: string; nameId: string; isOwnId: boolean; versionId: string };
/** What is wrong, by field; `whole` with none of them. */
export type NamespaceProblems = { name: string[]; nameId: string[]; whole?: string };

/** Nothing wrong. */
export const noProblems: NamespaceProblems = { name: [], nameId: [] };

const sentences: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'display-name': {
    'too-short': 'Type a name.',
    'too-long': 'This name is too long: it may have up to 128 bytes, which is 128 plain letters.',
    invalid: 'Use single spaces between words, and none at the start or end.',
  },
  'name-id': {
    'too-short': 'Type a name id.',
    'too-long': 'This name id is too long: it may have up to 16 letters.',
    invalid: 'Use small letters, digits and single hyphens between them, such as play-test.',
    'not-unique': 'Another namespace of this game has this name id. Choose a different one.',
  },
};

/** What a validate call answered, each problem at its field. */
export function problemsOf({ errors }: ValidationAnswer): NamespaceProblems {
  const other = errors.find(({ path: [field = ''] }) => sentences[field] === undefined);
  return {
    name: told(errors, 'display-name'),
    nameId: told(errors, 'name-id'),
    ...(other === undefined ? {} : { whole: `The instance does not take this: ${other.path.join(', ')}.` }),
  };
}

/** One of the wrong length is invalid as well; one sentence is enough. */
function told(errors: ValidationAnswer['errors'], field: string): string[] {
  const reasons = errors.flatMap(({ path }) => (path[0] === field && path[1] !== undefined ? [path[1]] : []));
  const shown = reasons.length > 1 ? reasons.filter((reason) => reason !== 'invalid') : reasons;
  return shown.map((reason) => sentences[field]?.[reason] ?? `The instance does not take this: ${reason}.`);
}

/** Why a namespace was not made. */
export function refusedNames(error: AppError): NamespaceProblems {
  const parsed = error.code === 'VALIDATION_ERROR' ? validationAnswer.safeParse(error.metadata) : undefined;
  if (parsed?.success !== true) return { ...noProblems, whole: `${error.message} No namespace was made.` };
  const problems = problemsOf(parsed.data);
  const isPlaced = problems.name.length + problems.nameId.length > 0 || problems.whole !== undefined;
  return isPlaced ? problems : { ...noProblems, whole: `${error.message} No namespace was made.` };
}

/** A name id made of a name: "Play test 2" becomes "play-test-2". */
export function nameIdOf(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replaceAll(/\p{Mark}/gu, '')
    .toLowerCase();
  return plain
    .replaceAll(/[^0-9a-z]+/g, '-')
    .slice(0, 16)
    .replaceAll(/^-+|-+$/g, '');
}
