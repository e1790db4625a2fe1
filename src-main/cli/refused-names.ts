// Says in words what is wrong with a name: an instance tells of a field and a reason alone, which the window draws at that field.
import type { AppError } from '../../src-shared/errors/app-error.ts';
import { validationAnswer } from '../../src-shared/service/validation.ts';

const reasons: Readonly<Record<string, string>> = {
  'display-name.too-short': 'its name is empty',
  'display-name.too-long': 'its name is longer than 128 bytes, which is 128 plain letters',
  'display-name.invalid': 'its name takes single spaces between words, and none at its start or end',
  'display-name.not-unique': 'another one here has its name',
};

export function inWords({ code, message, metadata }: AppError): string {
  const parsed = code === 'VALIDATION_ERROR' ? validationAnswer.safeParse(metadata) : undefined;
  const problems = parsed?.data?.errors.map(({ path }) => path.join('.')) ?? [];
  // One of the wrong length is invalid as well; one reason is enough.
  const shown = problems.length > 1 ? problems.filter((problem) => problem !== 'display-name.invalid') : problems;
  const known = shown.flatMap((problem) => reasons[problem] ?? []);
  const [what, rest] = message.split(' does not fit: ');
  if (rest === undefined || known.length === 0 || known.length < shown.length) return message;
  return `${what} does not fit: ${known.join('; ')}.`;
}
