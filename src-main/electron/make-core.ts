// The core as the desktop app has it: with Electron's abilities, its bundled threads, and the Node that runs servers.
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { app } from 'electron';
import { type Core, createCore } from '../core/core.ts';
import { defaultDataFolder } from '../core/folders.ts';
import type { SettingsFile } from '../core/settings/settings-file.ts';
import { findNode } from './find-node.ts';
import { createElectronHost } from './host.ts';

const here = import.meta.dirname;

type Options = { folder: string; settingsFile: SettingsFile; onUnexpected(thrown: unknown): string };

export async function makeCore({ folder, settingsFile, onUnexpected }: Options): Promise<Core> {
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
      digestThread: pathToFileURL(path.join(here, 'digest-thread.js')),
      doctorThread: pathToFileURL(path.join(here, 'doctor-thread.js')),
    },
    nodeProgram: await findNode(),
    onUnexpected,
  });
}
