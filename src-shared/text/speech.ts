// Says sentences in one language, from its catalogue. The English sentence is the key, and what a catalogue lacks is said in English.
import type { Catalogue } from './catalogue.ts';
import type { Language } from './languages.ts';
import { isPattern, shortKey } from './short-key.ts';

/** The names in braces within a sentence. */
export type Places<K extends string> = K extends `${string}{${infer Name}}${infer Rest}` ? Name | Places<Rest> : never;

/** What a sentence is filled with, as far as it has places that are not `Given` already. */
type Values<K extends string, Given extends string = never> = [Exclude<Places<K>, Given>] extends [never]
  ? []
  : [values: Readonly<Record<Exclude<Places<K>, Given>, string | number>>];

type Filling = Readonly<Record<string, string | number>>;

/** A language as it is spoken. */
export type Speech = {
  /** A sentence with its places filled. */
  say(key: string, values?: Filling): string;
  /** One of two forms of a sentence with a count `{n}`; the second is its key. */
  count(n: number, one: string, many: string, values?: Filling): string;
  /** A sentence that was made elsewhere, with its places filled already: found by what stands around them. */
  told(sentence: string): string;
};

const numbers: Record<Language, string> = { en: 'en-US', de: 'de-DE' };
/** No sentence of ours is longer. */
const LONGEST = 2_000;

export function createSpeech(language: Language, catalogue: Catalogue): Speech {
  const rules = new Intl.PluralRules(language);
  const whole = new Intl.NumberFormat(numbers[language]);
  const isEmpty = Object.keys(catalogue).length === 0; // English, which is asked many times with each drawing
  /** By the sentence, or by its short key where the catalogue was built into a bundle. */
  const find = (key: string) => (isEmpty ? undefined : (own(catalogue, key) ?? own(catalogue, shortKey(key))));
  const known = (key: string) => {
    const found = find(key);
    return typeof found === 'string' ? found : undefined;
  };
  let patterns: readonly Pattern[] | undefined;
  const told = (sentence: string): string => {
    const same = known(sentence);
    if (same !== undefined || sentence.length > LONGEST) return same ?? sentence;
    patterns ??= patternsOf(catalogue);
    for (const { pattern, said, isQuoted } of patterns) {
      const found = pattern.exec(sentence);
      if (found === null) continue;
      // What was filled in may be a sentence of ours as well: the reason, say.
      const parts = found.slice(1).map((part, at) => [at + 1, isQuoted[at] === true ? part : told(part)]);
      return fill(said, Object.fromEntries(parts));
    }
    return sentence;
  };
  return {
    say: (key, values) => fill(known(key) ?? key, values),
    count: (n, one, many, values) => {
      const found = find(many);
      const forms = typeof found === 'string' ? { other: found } : found;
      const chosen = forms?.[rules.select(n)] ?? forms?.other ?? (n === 1 ? one : many);
      return fill(chosen, { n: whole.format(n), ...values });
    },
    told,
  };
}

/** What code says sentences with. */
export type Words = ReturnType<typeof wordsFor>;

/** The words with which code says sentences, in the language that is spoken when they are said. */
export function wordsFor(speech: () => Speech) {
  function told(sentence: string): string;
  function told(sentence: string | undefined): string | undefined;
  function told(sentence: string | undefined): string | undefined {
    return sentence === undefined ? undefined : speech().told(sentence);
  }
  return {
    /** `t('{name} stopped', { name })`. */
    t: <K extends string>(key: K, ...[values]: Values<K>): string => speech().say(key, values),
    /** A sentence with a count `{n}`: `plural(n, '{n} server', '{n} servers')`. The second one is its key. */
    plural: <One extends string, K extends string>(
      n: number,
      one: One,
      many: K,
      ...[values]: Values<One | K, 'n'>
    ): string => speech().count(n, one, many, values),
    /** A sentence that the core or a service made, with all that it tells of. Unknown ones stay as they are. */
    told,
  };
}

function own(catalogue: Catalogue, name: string): Catalogue[string] | undefined {
  return Object.hasOwn(catalogue, name) ? catalogue[name] : undefined;
}

function fill(sentence: string, values: Filling | undefined): string {
  if (values === undefined) return sentence;
  return sentence.replaceAll(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place));
}

/** What stands in quotes is a name: it may be empty, and is the same in every language. */
type Pattern = { pattern: RegExp; said: string; fixed: number; isQuoted: readonly boolean[] };

/** Only sentences with numbered places are found in this way: those that are made where no language is known. */
function patternsOf(catalogue: Catalogue): readonly Pattern[] {
  const patterns = Object.entries(catalogue).flatMap(([key, said]): Pattern[] => {
    if (typeof said !== 'string' || !isPattern(key)) return [];
    const fixed = key.split(/\{\d+\}/);
    const isQuoted = fixed.slice(1).map((part, at) => part.startsWith('"') && fixed[at]?.endsWith('"') === true);
    const texts = fixed.map((part) => part.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
    const whole = texts.reduce((all, part, at) => `${all}${isQuoted[at - 1] === true ? '(.*?)' : '(.+?)'}${part}`);
    return [{ pattern: new RegExp(`^${whole}$`, 's'), said, fixed: fixed.join('').length, isQuoted }];
  });
  return patterns.toSorted((a, b) => b.fixed - a.fixed); // the one that says most by itself
}
