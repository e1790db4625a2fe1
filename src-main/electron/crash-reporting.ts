// Where crashes and errors of the desktop app go: into its log under a ray id, and, where a person has to know, into the window.
import type { App, WebContents } from 'electron';
import { AppError } from '../../src-shared/errors/app-error.ts';
import { type Message, messageFor } from '../../src-shared/text/message.ts';
import { type AppLog, createAppLog } from '../core/desktop/app-log.ts';
import type { Desktop } from '../core/desktop/desktop.ts';
import { createReopening } from '../core/desktop/reopen-after-crash.ts';

type ReportingCore = { desktop: Pick<Desktop, 'orders'>; mask(text: string): string };

export type CrashReporting = {
  readonly log: AppLog;
  /** Into the log alone; answers its ray id. */
  report(thrown: unknown): string;
  /** Into the log, and said in the window. */
  tell(title: Message, thrown: unknown): void;
  /** From here on there is a window to tell, and secrets are known. */
  know(core: ReportingCore): void;
};

export function createCrashReporting(folder: string): CrashReporting {
  let core: ReportingCore | undefined;
  const early: { title: Message; detail: Message }[] = [];
  const log = createAppLog({
    folder,
    mask: (text) => core?.mask(text) ?? text,
    onUnwritable: (why) => console.error('The log of Slipway cannot be written.', why),
  });
  const report = (thrown: unknown): string => log.error(thrown);
  const tell = (title: Message, thrown: unknown) => {
    const ray_id = report(thrown);
    const what = thrown instanceof AppError ? thrown.toMessage() : messageFor('app.goes-on');
    const detail = messageFor('app.log-has-details', { what, ray_id });
    if (core === undefined) early.push({ title, detail });
    else core.desktop.orders.give({ say: { title, detail } });
  };
  return {
    log,
    report,
    tell,
    know: (known) => {
      core = known;
      for (const say of early.splice(0)) known.desktop.orders.give({ say });
    },
  };
}

type Process = Pick<NodeJS.Process, 'on'>;

/** What nobody caught. The servers of players hang on this process, so it goes on, and says so. */
export function catchUnhandled(process: Process, app: Pick<App, 'on'>, { tell, report }: CrashReporting): void {
  const title = messageFor('app.something-wrong');
  process.on('uncaughtException', (thrown) => tell(title, thrown));
  process.on('unhandledRejection', (thrown) => tell(title, thrown));
  app.on('child-process-gone', (_event, { type, reason, exitCode }) => {
    if (reason !== 'clean-exit') report(new Error(`A ${type} process of the window ended: ${reason} (${exitCode})`));
  });
}

type Contents = Pick<WebContents, 'on' | 'reload' | 'isDestroyed'>;

/** A window whose page crashed is opened again, a few times; `onGivenUp` when that does not help. */
export function surviveCrashes(
  contents: Contents,
  { tell, report }: CrashReporting,
  onGivenUp: (why: string) => void,
): void {
  const reopening = createReopening();
  contents.on('render-process-gone', (_event, { reason, exitCode }) => {
    if (reason === 'clean-exit' || contents.isDestroyed()) return;
    const error = new Error(`The page of the window ended: ${reason} (${exitCode}).`);
    if (!reopening.mayReopen()) {
      onGivenUp(`${error.message} The log has more under ${report(error)}.`);
      return;
    }
    tell(messageFor('app.window-reopened'), error);
    contents.reload();
  });
  contents.on('unresponsive', () => void report(new Error('The page of the window does not respond.')));
}
