// The browser shell: the whole app in plain Node, its window in an ordinary browser on this machine.
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { serveBridge } from '../../src-shared/bridge/serve.ts';
import { type Message, messageFor } from '../../src-shared/text/message.ts';
import { type Core, createCore } from '../core/core.ts';
import type { ForThisRun } from '../core/instances/instance-service.ts';
import { defaultDataFolder } from '../core/platform/app-folders.ts';
import { openSettingsFile, settingsPlace } from '../core/settings/settings-file.ts';
import { migrateSettings } from '../core/settings/settings-format.ts';
import { createBrowserHost } from './host.ts';
import { listenForWindow } from './listen.ts';
import { createSessions } from './sessions.ts';
import { socketTransport } from './socket-transport.ts';
import { readWindowFiles, type ServedFile } from './window-files.ts';
import { createWindowServer } from './window-server.ts';

export type BrowserShellOptions = {
  appFolder: string;
  /** Undefined where another server has the window's files, as Vite has in `npm run dev:browser`. */
  windowFolder: string | undefined;
  windowPort: number;
  forThisRun: ForThisRun;
  /** For `npm run dev:browser`: good from the start, and the same when the shell restarts. */
  devSecret?: string | undefined;
  /** Each link opens one window. When it was used there is a new one for another window. */
  onNextLink(url: string): void;
};

export type BrowserShell = { core: Core; link: string; notices: readonly Message[]; close(): Promise<void> };

export async function startBrowserShell(options: BrowserShellOptions): Promise<BrowserShell> {
  const sessions = createSessions({ devSecret: options.devSecret });
  const [files, settingsFile] = await Promise.all([
    options.windowFolder === undefined ? new Map<string, ServedFile>() : readWindowFiles(options.windowFolder),
    openSettingsFile(options.appFolder),
    // Until 0.2 the secret of all windows was kept there.
    rm(path.join(options.appFolder, 'browser-session'), { force: true }),
  ]);
  const newer = await migrateSettings({ file: settingsFile, place: settingsPlace(options.appFolder) });
  if (newer !== undefined) process.stderr.write(`${messageFor('settings.newer-slipway').text}. ${newer.text}\n`);
  const core = createCore({
    host: createBrowserHost(options.appFolder),
    settingsFile,
    appFolder: options.appFolder,
    defaultDataFolder: defaultDataFolder(options.appFolder),
    forThisRun: options.forThisRun,
    workerFile: new URL('../core/local-service/service-worker.ts', import.meta.url),
    serviceCommand: {
      program: process.execPath,
      // It runs in the first thread there, whose room for short-lived objects is kept small.
      before: ['--max-semi-space-size=2', fileURLToPath(new URL('../../scripts/slipway.mjs', import.meta.url))],
    },
    shipped: {
      samples: fileURLToPath(new URL('../../samples', import.meta.url)),
      packThread: new URL('../core/pack/pack-thread.ts', import.meta.url),
      partHashThread: new URL('../core/transfers/engine/part-hash-thread.ts', import.meta.url),
      doctorThread: new URL('../../embedded-server/files/doctor/doctor-thread.ts', import.meta.url),
    },
    onUnexpected: (error) =>
      void process.stderr.write(
        `${error.cause instanceof Error ? (error.cause.stack ?? error.cause.message) : error.message}\n`,
      ),
  });
  const windows = createWindowServer({
    files,
    sessions,
    copies: core,
    pictures: core.pictures,
    onWindow: (socket) => serveBridge(core.offer, socketTransport(socket)),
    onLinkUsed: () => options.onNextLink(newLink()),
  });
  const [bound] = await Promise.all([listenForWindow(windows.server, options.windowPort), core.start()]);
  const { port, notices } = bound;
  const newLink = () => `http://127.0.0.1:${port}/#token=${sessions.newLink()}`;
  return {
    core,
    link: newLink(),
    notices,
    close: async () => {
      const closed = bound.close();
      windows.endConnections();
      await Promise.all([closed, core.close()]);
    },
  };
}
