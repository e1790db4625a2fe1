// The language of what the system shows of Slipway: menus, tray, notifications and questions. One for the whole process, as a
// person reads one.
import { chooseLanguage, type Language, loadCatalogue } from '../../../src-shared/text/languages.ts';
import { createSpeech, type Values } from '../../../src-shared/text/speech.ts';

let language: Language = 'en';
let wanted: Language = 'en';
let speech = createSpeech('en', {});

export function spokenLanguage(): Language {
  return language;
}

/** Speaks by the setting, given what the system prefers. The last wish wins. Answers whether another language is spoken now. */
export async function speak(wish: Language | 'system' | undefined, preferred: readonly string[]): Promise<boolean> {
  const next = chooseLanguage(wish, preferred);
  wanted = next;
  if (next === language) return false;
  const catalogue = await loadCatalogue(next);
  if (wanted !== next || next === language) return false;
  language = next;
  speech = createSpeech(next, catalogue);
  return true;
}

/** `t('Quit Slipway')`. */
export function t<K extends string>(key: K, ...[values]: Values<K>): string {
  return speech.say(key, values);
}

/** A sentence with a count `{n}`. */
export function plural<One extends string, K extends string>(
  n: number,
  one: One,
  many: K,
  ...[values]: Values<One | K, 'n'>
): string {
  return speech.count(n, one, many, values);
}

/** A sentence that was made where no language is known: why something failed, say. */
export function told(sentence: string): string {
  return speech.told(sentence);
}
