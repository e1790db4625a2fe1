// Which files a folder is not packed with, and in which words that is refused: what cannot be packed, and secrets nobody allowed.
import { AppError } from '../../../src-shared/errors/app-error.ts';
import { listed, type Message, messageFor, type Sentence, textOf } from '../../../src-shared/text/message.ts';
import type { Plan } from './pack-model.ts';

type NamedPath = { path: string; reason: Sentence };

/** How many paths a sentence names. The error holds all of them. */
const NAMED = 5;

/** Throws where there are such files, or none at all. */
export function refuseFiles({ root, entries, refused, secrets }: Plan): void {
  if (refused.length > 0) {
    const sentence =
      refused.length === 1
        ? messageFor('pack.one-refused', { paths: namedIn(refused) })
        : messageFor('pack.some-refused', { count: refused.length, paths: namedIn(refused) });
    throw new AppError('PACK_REFUSED', sentence, { metadata: { paths: inEnglish(refused) } });
  }
  if (secrets.length > 0) throw secretsRefusal('folder', secrets);
  if (!entries.some(({ kind }) => kind === 'file')) {
    const sentence = messageFor('pack.empty', { folder: root });
    throw new AppError('PACK_EMPTY', sentence);
  }
}

/** A folder may leave them out. What is in a file that is sent as it is goes along. */
export function secretsRefusal(kind: 'folder' | 'file', secrets: readonly NamedPath[]): AppError {
  const reason = kind === 'folder' ? 'pack.secrets' : 'pack.secrets-in-file';
  const sentence = messageFor(reason, { paths: namedIn(secrets) });
  return new AppError('PACK_SECRETS', sentence, { metadata: { paths: inEnglish(secrets) } });
}

function namedIn(paths: readonly NamedPath[]): Message {
  const named: Sentence[] = paths
    .slice(0, NAMED)
    .map(({ path: entry, reason }) => messageFor('pack.path-because', { path: entry, why: reason }));
  const more = paths.length - NAMED;
  return listed(more > 0 ? [...named, messageFor('pack.more-paths', { count: more })] : named, ' ');
}

/** Whoever reads the metadata knows no reasons. */
function inEnglish(paths: readonly NamedPath[]): { path: string; reason: string }[] {
  return paths.map(({ path: entry, reason }) => ({ path: entry, reason: textOf(reason) }));
}
