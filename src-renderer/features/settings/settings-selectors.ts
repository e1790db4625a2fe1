// What follows from the settings: the theme to draw, the language to speak, and what is wrong with a typed port.
import { type Settings, settingsChange } from '../../../src-shared/settings/bridge.ts';
import { chooseLanguage, type Language } from '../../../src-shared/text/languages.ts';
import { t } from '../../text/t.ts';
import { readWhole } from '../../text/typed-numbers.ts';

/** The theme to draw with, given what the desktop prefers. */
export function drawnTheme(settings: Settings | undefined, desktopIsDark: boolean): 'light' | 'dark' {
  const theme = settings?.theme ?? 'system';
  if (theme === 'system') return desktopIsDark ? 'dark' : 'light';
  return theme;
}

/** The language to speak, given what the system prefers, the dearest first. */
export function spokenLanguage(settings: Settings | undefined, preferred: readonly string[]): Language {
  return chooseLanguage(settings?.language, preferred);
}

/** The port a person typed, or what is wrong with it in words. */
export function readPort(text: string): { port: number } | { error: string } {
  const typed = text.trim();
  if (typed === '') return { error: t('Type a port.') };
  const port = readWhole(typed, [0, Number.MAX_SAFE_INTEGER]);
  if (port === undefined) return { error: t('A port is a whole number, such as 7420.') };
  if (settingsChange.shape.service_port.safeParse(port).success) return { port };
  return { error: t('Use a port from 1024 to 65515. Lower ones belong to the system.') };
}
