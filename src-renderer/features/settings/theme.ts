// Puts the theme on the document and keeps following both the setting and the desktop.
import { drawnTheme } from './settings-selectors.ts';
import { useSettings } from './settings-store.ts';

/** Draws in the right theme until the answer is called. */
export function startTheme(): () => void {
  const desktop = window.matchMedia('(prefers-color-scheme: dark)');
  const draw = () => {
    document.documentElement.dataset['theme'] = drawnTheme(useSettings.getState().settings, desktop.matches);
  };
  draw();
  desktop.addEventListener('change', draw);
  const unfollow = useSettings.subscribe(draw);
  return () => {
    desktop.removeEventListener('change', draw);
    unfollow();
  };
}
