// How a built catalogue keeps a sentence: under a short name, as English that is only looked up need not travel with the German.
import type { Catalogue } from './catalogue.ts';

const DIGITS = '0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-_';
/** Each character weighs two kilobytes in the window. */
const CHARACTERS = 4;

/**
 * A hash of four characters (24 bits of FNV-1a), of a sentence or the name of a reason. One that this catalogue does not know, of a newer
 * service, has the key of another one by chance in one of some thousand cases.
 */
export function shortKey(sentence: string): string {
  let hash = 0x81_1c_9d_c5;
  for (let at = 0; at < sentence.length; at += 1) hash = Math.imul(hash ^ sentence.charCodeAt(at), 0x01_00_01_93);
  return Array.from({ length: CHARACTERS }, (_, at) => DIGITS[(hash >>> (6 * at)) & 63]).join('');
}

/** A catalogue as it is built: what is said, and the short keys of that in the same order. The few that share one are kept whole. */
export type ShortCatalogue = { keys: string; said: Catalogue[string][]; whole: Catalogue };

/** By what is said, as sentences that begin alike are packed best beside each other. */
export function gatherKeys(catalogue: Catalogue): ShortCatalogue {
  const all = Object.entries(catalogue).map(([key, said]) => ({ key, short: shortKey(key), said }));
  const counts = new Map<string, number>();
  for (const { short } of all) counts.set(short, (counts.get(short) ?? 0) + 1);
  const alone = all
    .filter(({ short }) => counts.get(short) === 1)
    .map((one) => ({ ...one, text: JSON.stringify(one.said) }))
    .toSorted((a, b) => (a.text < b.text ? -1 : 1));
  return {
    keys: alone.map(({ short }) => short).join(''),
    said: alone.map(({ said }) => said),
    whole: Object.fromEntries(all.filter(({ short }) => counts.get(short) !== 1).map(({ key, said }) => [key, said])),
  };
}

/** The catalogue with short keys, and the few whole ones. */
export function spreadKeys({ keys, said, whole }: ShortCatalogue): Catalogue {
  const short = said.map((sentence, at) => [keys.slice(at * CHARACTERS, (at + 1) * CHARACTERS), sentence] as const);
  return { ...whole, ...Object.fromEntries(short) };
}
