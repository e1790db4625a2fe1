// How a built catalogue keeps a sentence: under a short name, as English that is only looked up need not travel with the German.
import type { Catalogue } from './catalogue.ts';

const BASE = 36;

/** A hash of 32 bits (FNV-1a), for sentences in which nothing has to be found again. The build sees to it that no two are the same. */
export function shortKey(sentence: string): string {
  let hash = 0x81_1c_9d_c5;
  for (let at = 0; at < sentence.length; at += 1) hash = Math.imul(hash ^ sentence.charCodeAt(at), 0x01_00_01_93);
  return (hash >>> 0).toString(BASE);
}

/** Whether a sentence is found by what stands around its places, and so is kept as it is. */
export function isPattern(sentence: string): boolean {
  return sentence.includes('{1}');
}

/** A catalogue as it is built: the steps from each short key to the next one, what is said for each, and the patterns. */
export type ShortCatalogue = { steps: string; said: Catalogue[string][]; patterns: Catalogue };

/** Keys are as good as random: in their order, the steps between them are what can be told shortest. */
export function gatherKeys(catalogue: Catalogue): ShortCatalogue {
  const all = Object.entries(catalogue);
  const short = all
    .filter(([key]) => !isPattern(key))
    .map(([key, said]) => ({ at: Number.parseInt(key, BASE), said }))
    .toSorted((a, b) => a.at - b.at);
  const steps = short.map(({ at }, place) => (at - (short[place - 1]?.at ?? 0)).toString(BASE));
  return {
    steps: steps.join(' '),
    said: short.map(({ said }) => said),
    patterns: Object.fromEntries(all.filter(([key]) => isPattern(key))),
  };
}

/** The catalogue with short keys again. */
export function spreadKeys({ steps, said, patterns }: ShortCatalogue): Catalogue {
  let at = 0;
  const keys = steps.split(' ').map((step) => (at += Number.parseInt(step, BASE)).toString(BASE));
  return { ...Object.fromEntries(keys.map((key, place) => [key, said[place] ?? ''])), ...patterns };
}
