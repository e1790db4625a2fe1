// What the schemas of the contract find wrong with arguments, variables, tags and ports, as sentences. Pure.
import type { TypedIssue } from '../../../src-shared/typed-fields.ts';
import { formatCount } from '../../text/format-numbers.ts';
import { t } from '../../text/t.ts';

/** Names the entry that is in the way: an argument by its number, all else by its name. */
export function formatIssue(issue: TypedIssue): string {
  const limit: unknown = issue.code === 'custom' ? issue.params?.['limit'] : undefined;
  const most = formatCount(Number(issue.code === 'custom' ? issue.params?.['most'] : 0));
  const name = nameOf(issue.path);
  switch (limit) {
    case 'too-many':
      return t('Too many: {most} at most. Remove some.', { most });
    case 'too-long':
      return t('{name} is too long: up to {most} bytes fit. Make it shorter.', { name, most });
    case 'too-short':
      return t('{name} has no value. Write name=value.', { name });
    default:
      return formatOther(issue.path);
  }
}

function nameOf(path: readonly PropertyKey[]): string {
  const last = path.at(-1);
  if (typeof last === 'number') return t('Argument {n}', { n: last + 1 });
  return shortened(String(last ?? ''));
}

/** A name of a thousand letters says no more than its beginning. */
export function shortened(name: string): string {
  return name.length > 24 ? `${name.slice(0, 24).toWellFormed()}…` : name;
}

function formatOther(path: readonly PropertyKey[]): string {
  if (path.at(-1) === 'internal_port')
    return t('The internal number of port {name} is a whole number from 1 to 65535, or empty for any.', {
      name: shortened(String(path.at(-2) ?? '')),
    });
  return t('This is not valid.');
}
