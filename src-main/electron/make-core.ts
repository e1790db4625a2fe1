// The core as the desktop app has it: with Electron's abilities, its bundled threads, and the Node that runs servers.

import { access } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { app } from 'electron';
import { type Core, createCore } from '../core/core.ts';
import { defaultDataFolder } from '../core/platform/app-folders.ts';
import type { SettingsFile } from '../core/settings/settings-file.ts';
import { readNews } from '../core/updates/packed-with-app.ts';
import { createElectronHost } from './host.ts';
import { findUpdater, type UpdaterOptions } from './updater.ts';

const here = import.meta.dirname;

type Options = Pick<UpdaterOptions, 'endFor' | 'log'> & {
  folder: string;
  settingsFile: SettingsFile;
  onUnexpected(thrown: unknown): string;
  /** A newer version was got, and could not be put in place after all had ended. */
  onLost(thrown: unknown): void;
};

export async function makeCore({ folder, settingsFile, onUnexpected, ...options }: Options): Promise<Core> {
  const resources = process.resourcesPath;
  const updater = await findUpdater({ ...options, app, resources });
  return createCore({
    host: await createElectronHost(folder),
    settingsFile,
    appFolder: folder,
    defaultDataFolder: defaultDataFolder(folder),
    forThisRun: {},
    workerFile: pathToFileURL(path.join(here, 'service-worker.js')),
    shipped: {
      samples: path.join(app.isPackaged ? process.resourcesPath : path.join(here, '../..'), 'samples'),
      packThread: pathToFileURL(path.join(here, 'pack-thread.js')),
      partHashThread: pathToFileURL(path.join(here, 'part-hash-thread.js')),
      doctorThread: pathToFileURL(path.join(here, 'doctor-thread.js')),
    },
    nodeProgram: await findNode(),
    ...(updater === undefined ? {} : { updater }),
    news: app.isPackaged ? await readNews(resources) : undefined,
    onUnexpected,
  });
}

const name = process.platform === 'win32' ? 'node.exe' : 'node';

/** The one that ships beside the app, else the one of development, else what the system has under that name. */
async function findNode(): Promise<string> {
  const place = app.isPackaged
    ? path.join(process.resourcesPath, 'node', name)
    : path.join(import.meta.dirname, '../../node_modules/.bin', name);
  return await access(place).then(
    () => place,
    () => name,
  );
}
