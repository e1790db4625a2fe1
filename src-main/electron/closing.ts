// Closing the window and quitting: asks what becomes of servers the first time, then does as the person said. Quitting
// stops the service in good order before the process ends.
import { app, type BrowserWindow, dialog } from 'electron';
import type { Core } from '../core/core.ts';
import { closingAnswers, closingQuestion, whatClosingDoes } from '../core/desktop/close-behavior.ts';

export type ClosingOptions = {
  core(): Core | undefined;
  window(): BrowserWindow | undefined;
  servers(): number | undefined;
  /** Without one, a window that is hidden could not be found again. */
  hasTray(): boolean;
  /** What has to end before the core does. */
  beforeEnd(): void;
};

export type Closing = {
  readonly isQuitting: () => boolean;
  /** Follows the closing of this window. */
  guard(window: BrowserWindow): void;
  /** What a person asks for; a session that ends quits without a question. */
  quitByHand(): Promise<void>;
  /** Ends all but the process itself, then does this. */
  endFor(last: () => void): Promise<void>;
};

export function createClosing(options: ClosingOptions): Closing {
  let isQuitting = false;
  let isEnded = false;
  let ending: Promise<void> | undefined;
  const decide = (by: 'window' | 'quit') => {
    const core = options.core();
    if (core === undefined) return 'end';
    const { keep_hosting: keepHosting, asked_about_hosting: wasAsked = false } = core.settings.get();
    return whatClosingDoes({ by, servers: options.servers(), keepHosting, wasAsked, platform: process.platform });
  };
  const end = async () => {
    options.beforeEnd();
    await options.core()?.close();
  };
  const endFor = async (last: () => void) => {
    isQuitting = true;
    // Asked twice it is one end, and nobody goes before all of it is over.
    ending ??= end().finally(() => {
      isEnded = true;
    });
    await ending.finally(last);
  };
  app.on('before-quit', (event) => {
    isQuitting = true;
    if (isEnded || options.core() === undefined) return;
    event.preventDefault();
    if (ending === undefined) void endFor(() => app.quit());
  });
  const close = async (by: 'window' | 'quit') => {
    const found = decide(by);
    const answer = found === 'ask' ? await ask(options) : found;
    if (answer === 'end') app.quit();
    if (answer === 'stay') leave(options);
  };
  return {
    isQuitting: () => isQuitting,
    quitByHand: () => close('quit'),
    endFor,
    guard: (window) => {
      window.on('close', (event) => {
        if (isQuitting) return;
        event.preventDefault();
        void close('window');
      });
    },
  };
}

async function ask({ core, window, servers }: ClosingOptions): Promise<'stay' | 'end' | 'cancel'> {
  const shown = window();
  const question = {
    ...closingQuestion(servers()),
    type: 'question' as const,
    defaultId: 0,
    cancelId: 2,
    noLink: true,
  };
  const { response } =
    shown === undefined ? await dialog.showMessageBox(question) : await dialog.showMessageBox(shown, question);
  const answer = closingAnswers[response] ?? 'cancel';
  if (answer !== 'cancel') core()?.settings.set({ keep_hosting: answer === 'stay', asked_about_hosting: true });
  return answer;
}

function leave({ window, hasTray }: ClosingOptions): void {
  if (hasTray() || process.platform === 'darwin') window()?.hide();
  else window()?.minimize();
}
