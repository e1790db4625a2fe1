// Which languages there are, which of them is to be spoken, and where its sentences come from.
import type { Catalogue } from './catalogue.ts';

/** The languages there are. */
export type Language = 'en' | 'de';

/** How a language writes numbers and dates; English ones with a comma in numbers and 24 hours in times. */
export const locales: Readonly<Record<Language, { numbers: string; dates: string }>> = {
  en: { numbers: 'en-US', dates: 'en-GB' },
  de: { numbers: 'de-DE', dates: 'de-DE' },
};

/** English needs none: it stands in the code. */
const load: Record<Language, () => Promise<Catalogue>> = {
  en: async () => ({}),
  de: async () => (await import('./de/index.ts')).german,
};

/** Brings the sentences of a language. */
export async function loadCatalogue(language: Language): Promise<Catalogue> {
  return await load[language]();
}

/** The language to speak by the setting and by what the system prefers, most preferred first. */
export function chooseLanguage(setting: Language | 'system' | undefined, preferred: readonly string[]): Language {
  if (setting !== undefined && setting !== 'system') return setting;
  const bases = preferred.map((tag) => tag.toLowerCase().split('-')[0]);
  return bases.find((base) => base === 'en' || base === 'de') ?? 'en';
}
