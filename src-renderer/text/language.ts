// The language that the window speaks, with its catalogue. English needs none: it stands in the code.
import { create } from 'zustand';
import type { Catalogue } from '../../src-shared/text/catalogue.ts';
import { type Language, loadCatalogue } from '../../src-shared/text/languages.ts';

/** What is spoken now. A component that is kept from drawing again, by `memo` say, follows it by itself. */
export const useLanguage = create<{ language: Language; catalogue: Catalogue }>(() => ({
  language: 'en',
  catalogue: {},
}));

let wanted: Language = 'en';

/** Changes the language of the whole window at once, as soon as its catalogue is loaded. The last request wins. */
export async function speak(language: Language): Promise<void> {
  wanted = language;
  if (useLanguage.getState().language === language) return;
  const catalogue = await loadCatalogue(language);
  if (wanted === language) useLanguage.setState({ language, catalogue });
}
