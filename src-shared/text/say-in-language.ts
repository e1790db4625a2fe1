// Says sentences in one language, from its catalogue. The English sentence is the key, and what a catalogue lacks is said in English.
import type { Catalogue } from './catalogue.ts';
import { type Language, locales } from './languages.ts';
import { fill, type Message, type Sentence } from './message.ts';
import { type Places, placesOf } from './places.ts';
import { shortKey } from './short-key.ts';
import { writeValue } from './values.ts';

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
  /** A sentence that was made where no language is known, by its reason. One without a reason stays as it came. */
  translate(sentence: Sentence): string;
};

export function createSpeech(language: Language, catalogue: Catalogue): Speech {
  const rules = new Intl.PluralRules(language);
  const whole = new Intl.NumberFormat(locales[language].numbers);
  const isEmpty = Object.keys(catalogue).length === 0; // English, which is asked many times with each drawing
  /** By the sentence, or by its short key where the catalogue was built into a bundle. */
  const find = (key: string) => (isEmpty ? undefined : (own(catalogue, key) ?? own(catalogue, shortKey(key))));
  const known = (key: string) => {
    const found = find(key);
    return typeof found === 'string' ? found : undefined;
  };
  const translate = (sentence: Sentence): string => {
    if (typeof sentence === 'string') return sentence;
    const { text, reason, params = {} } = sentence;
    const value = isEmpty ? undefined : writeValue(sentence, locales[language]);
    if (value !== undefined) return value;
    const found = reason === undefined ? undefined : known(reason);
    // Another version may fill in other things than this one knows places for.
    if (found === undefined || placesOf(found).some((place) => !Object.hasOwn(params, place))) return text;
    return fill(found, params, translate);
  };
  return {
    say: (key, values) => fill(known(key) ?? key, values),
    count: (n, one, many, values) => {
      const found = find(many);
      const forms = typeof found === 'string' ? { other: found } : found;
      const chosen = forms?.[rules.select(n)] ?? forms?.other ?? (n === 1 ? one : many);
      return fill(chosen, { n: whole.format(n), ...values });
    },
    translate,
  };
}

/** A sentence as a message, which is said in the language of whenever somebody reads it. */
export function phraseOf<K extends string>(key: K, ...[values]: Values<K>): Message {
  const params: Filling | undefined = values;
  return { text: fill(key, params), reason: key, ...(params && { params }) };
}

/** What code says sentences with. */
export type Words = ReturnType<typeof wordsFor>;

/** The words with which code says sentences, in the language that is spoken when they are said. */
export function wordsFor(speech: () => Speech) {
  function translate(sentence: Sentence): string;
  function translate(sentence: Sentence | undefined): string | undefined;
  function translate(sentence: Sentence | undefined): string | undefined {
    return sentence === undefined ? undefined : speech().translate(sentence);
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
    /** A sentence that the core or a service made, by its reason. One without a reason stays as it came. */
    translate,
  };
}

function own(catalogue: Catalogue, name: string): Catalogue[string] | undefined {
  return Object.hasOwn(catalogue, name) ? catalogue[name] : undefined;
}
