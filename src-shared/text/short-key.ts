// How a built catalogue keeps a sentence: under a short name, as English that is only looked up need not travel with the German.
import type { Catalogue } from './catalogue.ts';

const BASE = 36;

/** Each bit weighs a third of a kilobyte in the window. */
const DROPPED_BITS = 6;

/** A hash of 26 bits (from FNV-1a), of a sentence or the name of a reason. The build sees to it that no two are the same. */
export function shortKey(sentence: string): string {
  let hash = 0x81_1c_9d_c5;
  for (let at = 0; at < sentence.length; at += 1) hash = Math.imul(hash ^ sentence.charCodeAt(at), 0x01_00_01_93);
  return (hash >>> DROPPED_BITS).toString(BASE);
}

/** A catalogue as it is built: the steps from each short key to the next one, and what is said for each. */
export type ShortCatalogue = { steps: string; said: Catalogue[string][] };

/** Keys are as good as random: in their order, the steps between them take the fewest characters. */
export function gatherKeys(catalogue: Catalogue): ShortCatalogue {
  const short = Object.entries(catalogue)
    .map(([key, said]) => ({ at: Number.parseInt(key, BASE), said }))
    .toSorted((a, b) => a.at - b.at);
  const steps = short.map(({ at }, place) => (at - (short[place - 1]?.at ?? 0)).toString(BASE));
  return { steps: steps.join(' '), said: short.map(({ said }) => said) };
}

/** The catalogue with short keys again. */
export function spreadKeys({ steps, said }: ShortCatalogue): Catalogue {
  let at = 0;
  const keys = steps.split(' ').map((step) => (at += Number.parseInt(step, BASE)).toString(BASE));
  return Object.fromEntries(keys.map((key, place) => [key, said[place] ?? '']));
}
