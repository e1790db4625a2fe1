// Dialogs for what no window can say: a start that fails, a window that keeps crashing, an update that did not work. Until settings
// are read they are in the language of the system.
import { app, dialog } from 'electron';
import { AppError } from '../../src-shared/errors/app-error.ts';
import { systemReason } from '../../src-shared/errors/system-reason.ts';
import { messageFor, type Sentence } from '../../src-shared/text/message.ts';
import { speakUntilSet, t, translate } from '../core/desktop/native-language.ts';

export async function showUnwritableFolder(folder: string, cause: unknown): Promise<void> {
  await show(() => [
    t('Slipway cannot write to its folder'),
    t('Its folders could not be created: {why}.', { why: translate(systemReason(cause)) }),
    t('Make {folder} writable, or name another one in SLIPWAY_HOME.', { folder }),
  ]);
}

export async function showFailedStart(thrown: unknown, logs: string): Promise<void> {
  await show(() => [
    t('Slipway could not start'),
    translate(reasonOf(thrown)),
    t('What went wrong is written in {logs}.', { logs }),
  ]);
}

export async function showFailedUpdate(thrown: unknown): Promise<void> {
  await show(() => [
    t('The update could not be installed'),
    translate(reasonOf(thrown)),
    t('The current version starts again.'),
  ]);
}

export async function showCrashingWindow(why: string): Promise<void> {
  await show(() => [
    t('The window keeps crashing'),
    why,
    t('Servers keep running. Quit Slipway in the tray and start it again.'),
  ]);
}

async function show(texts: () => [title: string, ...paragraphs: string[]]): Promise<void> {
  // What the system prefers is known to Electron once it is ready, and to Node before.
  const preferred = app.isReady()
    ? app.getPreferredSystemLanguages()
    : [Intl.DateTimeFormat().resolvedOptions().locale];
  await speakUntilSet(preferred);
  const [title, ...paragraphs] = texts();
  dialog.showErrorBox(title, paragraphs.join('\n\n'));
}

function reasonOf(thrown: unknown): Sentence {
  return thrown instanceof AppError ? thrown.toMessage() : messageFor('system.failed', { why: systemReason(thrown) });
}
