// The names that are suggested for a version and a game, from those that there are and what the build is called. Pure.
import { t } from '../../../text/t.ts';

/** A hash at the end of a name, as of a commit; after it comes no next one. */
const HASH = /(?:^|[^\da-z])g?(?=\d*[a-f])[\da-f]{7,64}$/i;

/** The name after the last one that counts: v0.5.0 -> v0.5.1, 1.2.0-rc1 -> 1.2.0-rc2. Names that are taken are stepped over. */
export function nextVersionName(names: readonly string[]): string {
  const last = names.findLast((name) => /\d/.test(name) && !HASH.test(name)) ?? '0.0.0';
  let next = last;
  do next = next.replace(/\d+(?=\D*$)/, (digits) => String(BigInt(digits) + 1n));
  while (names.includes(next));
  return next;
}

/** The version that the build says it is, where that follows the last one; else the name after the last one. A game that has none of its own is new. */
export function suggestedVersion(names: readonly string[] | undefined, own: string | undefined, hasOwn = true): string {
  const last = hasOwn ? names?.at(-1) : undefined;
  const isNext = (version: string) =>
    last === undefined || version.localeCompare(last.replace(/^v/, ''), 'en', { numeric: true }) > 0;
  if (own !== undefined && isNext(own) && names?.includes(own) !== true) return own;
  return names === undefined || !hasOwn ? '0.1.0' : nextVersionName(names);
}

/** "pocket-regatta" or "Tidebreak.x86_64.zip" as a game is called: "Pocket regatta", "Tidebreak". */
export function gameNameOf(sourceName: string): string {
  const bare = sourceName.replace(/\.(?:zip|tgz|tar(?:\.\w+)?|m?js|cjs|x86_64)$/gi, '').replace(/\.x86_64$/i, '');
  const words = bare.replaceAll(/[_\-.\s]+/g, ' ').trim();
  const shown = words.charAt(0).toUpperCase() + words.slice(1);
  return shown === '' ? t('New game') : shown;
}

/** "tidebreak-server" is a build of Tidebreak. */
export function plainName(name: string): string {
  return gameNameOf(name)
    .toLowerCase()
    .replace(/ server$/, '');
}
