// The language that the window speaks, with its catalogue. English needs none: it stands in the code.
import { create } from 'zustand';
import type { Catalogue } from './catalogue.ts';

/** The languages there are. */
export type Language = 'en' | 'de';

/** What is spoken now. A component that is kept from drawing again, by `memo` say, follows it by itself. */
export const useLanguage = create<{ language: Language; catalogue: Catalogue }>(() => ({
  language: 'en',
  catalogue: {},
}));

const load: Record<Language, () => Promise<Catalogue>> = {
  en: async () => ({}),
  de: async () => (await import('./de/index.ts')).german,
};

let wanted: Language = 'en';

/** Changes the language of the whole window at once, as soon as its catalogue is loaded. The last wish wins. */
export async function speak(language: Language): Promise<void> {
  wanted = language;
  if (useLanguage.getState().language === language) return;
  const catalogue = await load[language]();
  if (wanted === language) useLanguage.setState({ language, catalogue });
}
