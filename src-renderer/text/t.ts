// Says a sentence in the language that the window speaks. The English one stands in the code and is its key; what a catalogue
// lacks is said in English.
import type { Catalogue } from '../../src-shared/text/catalogue.ts';
import { createSpeech, type Speech, type Values } from '../../src-shared/text/speech.ts';
import { useLanguage } from './language.ts';

let last: { catalogue: Catalogue; speech: Speech } | undefined;

/** Made once for each catalogue. */
function speech(): Speech {
  const { language, catalogue } = useLanguage.getState();
  if (last?.catalogue !== catalogue) last = { catalogue, speech: createSpeech(language, catalogue) };
  return last.speech;
}

/** `t('{name} stopped', { name })`. */
export function t<K extends string>(key: K, ...[values]: Values<K>): string {
  return speech().say(key, values);
}

/** A sentence with a count `{n}`: `plural(n, '{n} server', '{n} servers')`. The second one is its key. */
export function plural<One extends string, K extends string>(
  n: number,
  one: One,
  many: K,
  ...[values]: Values<One | K, 'n'>
): string {
  return speech().count(n, one, many, values);
}

/** A table of words that are looked up when they are read: `words({ running: 'Running' }).running`. */
export function words<K extends string>(table: Readonly<Record<K, string>>): Readonly<Record<K, string>> {
  const read: Record<K, string> = { ...table };
  for (const [name, english] of Object.entries<string>(table)) {
    Object.defineProperty(read, name, { get: () => known(english), enumerable: true });
  }
  return read;
}

/** A sentence that stands elsewhere: in a table of src-shared, or in a variable. Unknown ones stay as they are. */
export function known(english: string): string {
  return speech().say(english);
}

/** A sentence that the core or a service made, with all that it tells of. Unknown ones stay as they are. */
export function told(english: string): string;
export function told(english: string | undefined): string | undefined;
export function told(english: string | undefined): string | undefined {
  return english === undefined ? undefined : speech().told(english);
}

/** Why something failed, in the window's language. */
export function saidBy(problem: { message: string } | null | undefined): string | undefined {
  return told(problem?.message);
}
