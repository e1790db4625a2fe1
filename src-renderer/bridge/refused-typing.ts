// What a person typed against the contract: what a call does not take is refused here, in a sentence, before anything is sent.
import { AppError } from '../../src-shared/errors/app-error.ts';
import { limitProblems } from '../../src-shared/service/text-limits.ts';
import type { TypedIssue, TypedSchema } from '../../src-shared/typed-fields.ts';
import { formatCount } from '../text/format-numbers.ts';
import { t } from '../text/t.ts';

/**
 * The refusal of what is typed, with each problem as services tell theirs: the field, then the reason. Undefined where the schema takes
 * it, and where what is wrong was typed by nobody: that is for the core to say.
 */
export function refusedTyping(schema: TypedSchema, typed: unknown): AppError | undefined {
  const { error } = schema.safeParse(typed);
  const problems = error === undefined ? undefined : limitProblems(error);
  if (error === undefined || problems === undefined) return undefined;
  const errors = problems.map((path) => ({ path: path.map(asServicesSay) }));
  return new AppError('VALIDATION_ERROR', { text: sentenceOf(error.issues[0]) }, { metadata: { errors } });
}

function asServicesSay(part: string): string {
  return part === 'name' ? 'display-name' : part.replaceAll('_', '-');
}

/** What it is, why that is in the way, and what to do. */
function sentenceOf(issue: TypedIssue | undefined): string {
  const { limit, most: bound } = issue?.code === 'custom' ? (issue.params ?? {}) : {};
  const most = formatCount(Number(bound));
  switch (limit) {
    case 'too-short':
      return t('Type something first.');
    case 'too-long':
      return t('This is too long: {most} bytes at most, which is as many plain letters. Make it shorter.', { most });
    case 'too-many':
      return t('Too many: {most} at most. Remove some.', { most });
    case 'unseen':
      return t('This contains an invisible character. Type it instead of pasting it.');
    default:
      return String(issue?.path.at(-1)).includes('token')
        ? t(
            'This is not a token. A token is one word of plain letters, digits and signs. Copy it again from where it was shown.',
          )
        : t(
            'This is not an id. An id is one word of plain letters, digits and hyphens. Copy it again from where it is shown.',
          );
  }
}
