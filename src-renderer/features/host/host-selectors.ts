// What follows from the shell for the window: which keys people have, where the window controls are, what cannot work.
import type { HostView } from '../../../src-shared/host/bridge.ts';
import { t } from '../../text/t.ts';

/** Whether shortcuts use the Command key. Before the core answers, the browser's own word counts. */
export function isMac(host: HostView | undefined): boolean {
  if (host !== undefined && host.shell === 'electron') return host.platform === 'darwin';
  return /mac/i.test(globalThis.navigator?.platform ?? '');
}

/** On which side the title bar must leave room for the system's window controls. */
export function windowControls(host: HostView | undefined): 'none' | 'left' | 'right' {
  if (host === undefined || !host.abilities.window_controls) return 'none';
  return host.platform === 'darwin' ? 'left' : 'right';
}

/** Why the folder cannot be picked here; undefined when it can. */
export function whyCannotPickFolder(host: HostView | undefined): string | undefined {
  if (host === undefined) return t('Slipway is still starting');
  if (host.abilities.pick_folder) return undefined;
  return t('A browser window has no folder picker. Start Slipway with another data folder instead');
}

/** Why the folder cannot be shown here; undefined when it can. */
export function whyCannotShowFolder(host: HostView | undefined): string | undefined {
  if (host === undefined) return t('Slipway is still starting');
  if (host.abilities.show_in_folder) return undefined;
  return t('A browser window cannot open the file manager. Copy the path instead');
}
