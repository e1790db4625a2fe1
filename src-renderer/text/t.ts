// Says a sentence in the language that the window speaks. The English one stands in the code and is its key; what a catalogue
// lacks is said in English.
import type { ErrorBody } from '../../src-shared/errors/app-error.ts';
import type { Catalogue } from '../../src-shared/text/catalogue.ts';
import { messageOf } from '../../src-shared/text/message.ts';
import { createSpeech, phraseOf, type Speech, wordsFor } from '../../src-shared/text/say-in-language.ts';
import { useLanguage } from './language.ts';

let last: { catalogue: Catalogue; speech: Speech } | undefined;

/** Made once for each catalogue. */
function speech(): Speech {
  const { language, catalogue } = useLanguage.getState();
  if (last?.catalogue !== catalogue) last = { catalogue, speech: createSpeech(language, catalogue) };
  return last.speech;
}

export const { t, plural, translate } = wordsFor(speech);
/** `t` as a message, for what stands longer than a language may: `phrase('{name} stopped', { name })`. */
export const phrase = phraseOf;

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

/** Why something failed, in the window's language. */
export function errorText(
  problem: Pick<ErrorBody, 'message' | 'reason' | 'params'> | null | undefined,
): string | undefined {
  return translate(problem ? messageOf(problem) : undefined);
}
