// The names of a new namespace: what is wrong with them as sentences, and a name id made of a display name. Pure.
import { z } from 'zod';
import type { AppError } from '../../../src-shared/errors/app-error.ts';
import { t, words } from '../../text/t.ts';
import { type Errors, errorsOf, isAtName, type NameProblems, problemsAt } from '../../ui/name-problems.ts';

/** What a person typed. `isOwnId` once they wrote the name id themselves. */
export const namespaceDraft = z.object({
  name: z.string(),
  name_id: z.string(),
  isOwnId: z.boolean(),
  version_id: z.string(),
});
export type NamespaceDraft = z.infer<typeof namespaceDraft>;
/** Nothing wrong. */
export const noProblems: NameProblems = { name: [], name_id: [] };

const ownIds = words({
  invalid: 'Use small letters, digits and single hyphens between them, such as play-test.',
  'not-unique': 'Another namespace of this game has this name id. Choose a different one.',
});

/** What a validate call answered, each problem at its field. */
export function problemsOf({ errors }: { readonly errors: Errors }): NameProblems {
  const other = errors.find((error) => !isAtName(error));
  const problems = { name: problemsAt(errors, 'display-name'), name_id: problemsAt(errors, 'name-id', ownIds) };
  if (other === undefined) return problems;
  return { ...problems, whole: t('The instance refused this: {reason}.', { reason: other.path.join(', ') }) };
}

/** Why a namespace was not made. */
export function refusedNames(error: AppError): NameProblems {
  const errors = errorsOf(error);
  if (errors.length > 0) return problemsOf({ errors });
  return { ...noProblems, whole: `${error.message} ${t('No namespace was created.')}` };
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
