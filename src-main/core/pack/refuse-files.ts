// Which files a folder is not packed with, and in which words that is refused: what cannot be packed, and secrets nobody allowed.
import { AppError } from '../../../src-shared/errors/app-error.ts';
import { listed, type Message, messageFor, type Sentence, textOf } from '../../../src-shared/text/message.ts';
import type { Plan, RefusedPath } from './pack-model.ts';

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
  if (secrets.length > 0) {
    const sentence = messageFor('pack.secrets', { paths: namedIn(secrets) });
    throw new AppError('PACK_SECRETS', sentence, { metadata: { paths: inEnglish(secrets) } });
  }
  if (!entries.some(({ kind }) => kind === 'file')) {
    const sentence = messageFor('pack.empty', { folder: root });
    throw new AppError('PACK_EMPTY', sentence);
  }
}

function namedIn(paths: readonly RefusedPath[]): Message {
  const named: Sentence[] = paths
    .slice(0, NAMED)
    .map(({ path: entry, reason }) => messageFor('pack.path-because', { path: entry, why: reason }));
  const more = paths.length - NAMED;
  return listed(more > 0 ? [...named, messageFor('pack.more-paths', { count: more })] : named, ' ');
}

/** Whoever reads the metadata knows no reasons. */
function inEnglish(paths: readonly RefusedPath[]): { path: string; reason: string }[] {
  return paths.map(({ path: entry, reason }) => ({ path: entry, reason: textOf(reason) }));
}
