// What the shell itself does for a menu, the tray or a notification.
import { mkdir } from 'node:fs/promises';
import { type BrowserWindow, dialog, shell } from 'electron';
import { assertNever } from '../../src-shared/assert-never.ts';
import type { Core } from '../core/core.ts';
import type { MenuCommand, ShellAction } from '../core/desktop/menu.ts';
import { t, translate } from '../core/desktop/native-language.ts';

export type ShellActionOptions = {
  core: Core;
  logs: string;
  window(): BrowserWindow | undefined;
  showWindow(): void;
  quit(): Promise<void>;
  onProblem(thrown: unknown): unknown;
};

export function createMenuCommandRunner(options: ShellActionOptions): (order: MenuCommand) => void {
  return (order) => {
    if (order.to === 'shell') {
      void runShellAction(order.action, options).catch(options.onProblem);
      return;
    }
    const { to: _to, ...wanted } = order;
    options.core.desktop.orders.give(wanted);
    options.showWindow();
  };
}

async function runShellAction(
  action: ShellAction,
  { core, logs, showWindow, quit, onProblem, window }: ShellActionOptions,
): Promise<void> {
  switch (action) {
    case 'show':
      return showWindow();
    case 'quit':
      return await quit();
    case 'show_logs':
      await mkdir(logs, { recursive: true });
      await shell.openPath(logs);
      return;
    case 'open_connection_file':
      return await openConnectionFile(core, window());
    case 'check_for_updates':
      return await checkForUpdates(core, showWindow);
    case 'pause_all':
      return await core.desktop.pauseAll();
    case 'resume_all':
      for (const problem of await core.desktop.resumeAll()) onProblem(problem);
      return;
    default:
      assertNever(action);
  }
}

/** The settings show how it goes on; a word says it wherever the person is by then. */
async function checkForUpdates({ desktop, updates }: Core, showWindow: () => void): Promise<void> {
  desktop.orders.give({ shortcut: 'settings' });
  showWindow();
  const { state, sentence } = await updates.check();
  const title = state === 'found' ? t('Update available') : t('Updates');
  desktop.orders.give({ say: { title, detail: translate(sentence), is_news: state !== 'failed' } });
}

async function openConnectionFile(core: Core, window: BrowserWindow | undefined): Promise<void> {
  const options = {
    title: t('Open a connection file'),
    filters: [{ name: t('Connection files'), extensions: ['slipway'] }],
    properties: ['openFile' as const],
  };
  const { filePaths } =
    window === undefined ? await dialog.showOpenDialog(options) : await dialog.showOpenDialog(window, options);
  await core.desktop.take(filePaths, '/');
}
