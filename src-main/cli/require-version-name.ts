// A name that no version may have is refused before anything else: an instance is asked only after the packing, which may take minutes.
import { AppError } from '../../src-shared/errors/app-error.ts';
import { displayNameProblems } from '../../src-shared/service/names.ts';
import { problemWords } from '../../src-shared/service/problem-words.ts';

export function requireVersionName(name: string | undefined): void {
  const errors = name === undefined ? [] : displayNameProblems(name).map((problem) => ({ path: problem }));
  if (errors.length === 0) return;
  const problems = problemWords(errors.map(({ path }) => path));
  throw new AppError('VALIDATION_ERROR', 'cli.version-name-invalid', { problems }, { metadata: { errors } });
}
