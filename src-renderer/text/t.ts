// Says a sentence in the language that is spoken. The English one stands in the code and is its key; what a catalogue
// lacks is said in English.
import { countWords } from './formats.ts';
import { useLanguage } from './language.ts';

/** The names in braces within a sentence. */
export type Places<K extends string> = K extends `${string}{${infer Name}}${infer Rest}` ? Name | Places<Rest> : never;

type Values<K extends string, Given extends string = never> = [Exclude<Places<K>, Given>] extends [never]
  ? []
  : [values: Readonly<Record<Exclude<Places<K>, Given>, string | number>>];

/** `t('{name} stopped', { name })`. */
export function t<K extends string>(key: K, ...[values]: Values<K>): string {
  const found = known(key);
  return values === undefined ? found : fill(found, values);
}

/** A sentence with a count `{n}`: `plural(n, '{n} server', '{n} servers')`. The second one is its key. */
export function plural<One extends string, K extends string>(
  n: number,
  one: One,
  many: K,
  ...[values]: Values<One | K, 'n'>
): string {
  const { language, catalogue } = useLanguage.getState();
  const found = Object.hasOwn(catalogue, many) ? catalogue[many] : undefined;
  const form = rulesOf(language).select(n);
  const [english, other] = [n === 1 ? one : many, typeof found === 'string' ? found : undefined];
  const chosen = typeof found === 'object' ? (found[form] ?? found.other) : (other ?? english);
  return fill(chosen, { n: countWords(n), ...values });
}

/** A table of words that are looked up when they are read: `words({ running: 'Running' }).running`. */
export function words<K extends string>(table: Readonly<Record<K, string>>): Readonly<Record<K, string>> {
  const read: Record<K, string> = { ...table };
  for (const [name, english] of Object.entries<string>(table)) {
    Object.defineProperty(read, name, { get: () => known(english), enumerable: true });
  }
  return read;
}

/** A sentence that stands elsewhere: in a table of src-shared, or in an answer of the core. Unknown ones stay as they are. */
export function known(english: string): string {
  const { catalogue } = useLanguage.getState();
  const found = Object.hasOwn(catalogue, english) ? catalogue[english] : undefined;
  return typeof found === 'string' ? found : english;
}

function fill(sentence: string, values: Readonly<Record<string, string | number>>): string {
  return sentence.replaceAll(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place));
}

const rules = new Map<string, Intl.PluralRules>();

function rulesOf(language: string): Intl.PluralRules {
  const made = rules.get(language) ?? new Intl.PluralRules(language);
  rules.set(language, made);
  return made;
}
