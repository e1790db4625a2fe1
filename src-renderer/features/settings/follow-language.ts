// Speaks the language of the setting, or of the system, and says on the document which one it is.
import { speak, useLanguage } from '../../text/language.ts';
import { spokenLanguage } from './settings-selectors.ts';
import { useSettings } from './settings-store.ts';

/** Speaks it until the answer is called. */
export function startLanguage(): () => void {
  const choose = () => void speak(wantedLanguage());
  const mark = () => {
    document.documentElement.lang = useLanguage.getState().language;
  };
  mark();
  choose();
  window.addEventListener('languagechange', choose);
  const stops = [useSettings.subscribe(choose), useLanguage.subscribe(mark)];
  return () => {
    window.removeEventListener('languagechange', choose);
    for (const stop of stops) stop();
  };
}

/** Whether the language that is wanted is spoken already. */
export function useSpoken(): boolean {
  const settings = useSettings((state) => state.settings);
  const language = useLanguage((state) => state.language);
  return language === spokenLanguage(settings, navigator.languages);
}

/** Resolves once the settings are known and their language is spoken, or cannot be loaded. */
export async function whenSpoken(): Promise<void> {
  await settingsKnown();
  await speak(wantedLanguage()).catch(() => undefined);
}

function settingsKnown(): Promise<void> {
  if (useSettings.getState().settings !== undefined) return Promise.resolve();
  return new Promise((resolve) => {
    const stop = useSettings.subscribe(({ settings }) => {
      if (settings === undefined) return;
      stop();
      resolve();
    });
  });
}

function wantedLanguage() {
  return spokenLanguage(useSettings.getState().settings, navigator.languages);
}
