// The language of what the system shows of Slipway: menus, tray, notifications and questions. One for the whole process, as a
// person reads one.
import { chooseLanguage, type Language, loadCatalogue } from '../../../src-shared/text/languages.ts';
import { createSpeech, wordsFor } from '../../../src-shared/text/say-in-language.ts';

let language: Language = 'en';
let wanted: Language = 'en';
let speech = createSpeech('en', {});
let isSet = false;

export function spokenLanguage(): Language {
  return language;
}

/** Speaks by the setting, given what the system prefers. The last request wins. Answers whether another language is spoken now. */
export async function speak(setting: Language | 'system' | undefined, preferred: readonly string[]): Promise<boolean> {
  isSet = true;
  const next = chooseLanguage(setting, preferred);
  wanted = next;
  if (next === language) return false;
  const catalogue = await loadCatalogue(next);
  if (wanted !== next || next === language) return false;
  language = next;
  speech = createSpeech(next, catalogue);
  return true;
}

/** Speaks what the system prefers where settings were not read so far, as when they cannot be. */
export async function speakUntilSet(preferred: readonly string[]): Promise<void> {
  if (!isSet) await speak('system', preferred);
}

export const { t, plural, translate } = wordsFor(() => speech);
