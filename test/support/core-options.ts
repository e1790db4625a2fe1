// A core with the real service and a folder of its own, as tests start it, in their own process or in another one.
import path from 'node:path';
import type { CoreOptions } from '../../src-main/core/core.ts';
import type { Host } from '../../src-main/core/host/host.ts';
import { createFileSecrets, describeFile } from '../../src-main/core/host/secrets.ts';
import type { Clock } from '../../src-main/core/platform/clock.ts';
import { openSettingsFile } from '../../src-main/core/settings/settings-file.ts';
import type { Message } from '../../src-shared/text/message.ts';
import { quietNode, slipwayProgram } from './bundled.ts';

export type TestHost = Host & { shown: string[]; titles: Message[] };

/** A shell that picks what it was told to, and remembers what it was to show. */
export function createTestHost(picked: string | null, folder: string): TestHost {
  const shown: string[] = [];
  const titles: Message[] = [];
  const file = path.join(folder, 'secrets.json');
  return {
    view: {
      shell: 'browser',
      version: '0',
      platform: 'linux',
      abilities: { keep_hosting: true, pick_folder: picked !== null, show_in_folder: true, window_controls: false },
    },
    secrets: createFileSecrets({ file, describe: () => describeFile(file) }),
    openLink: async () => undefined,
    pickFolder: async (title) => {
      titles.push(title);
      return picked;
    },
    showInFolder: async (shownFolder) => void shown.push(shownFolder),
    shown,
    titles,
  };
}

export type CoreTestOptions = {
  folder?: string;
  dataFolder?: string;
  port?: number;
  picked?: string;
  askEvery?: number;
  clock?: Clock;
  countEvery?: number;
};

export async function testCoreOptions(
  folder: string,
  host: Host,
  options: Omit<CoreTestOptions, 'folder' | 'picked'>,
): Promise<CoreOptions> {
  return {
    host,
    settingsFile: await openSettingsFile(folder),
    appFolder: folder,
    defaultDataFolder: path.join(folder, 'local'),
    forThisRun: { dataFolder: options.dataFolder, port: options.port ?? 0 },
    workerFile: new URL('../../src-main/core/local-service/service-worker.ts', import.meta.url),
    serviceCommand: {
      program: process.execPath,
      before: [...quietNode, slipwayProgram],
    },
    shipped: {
      samples: path.join(import.meta.dirname, '../../samples'),
      packThread: new URL('../../src-main/core/pack/pack-thread.ts', import.meta.url),
      partHashThread: new URL('../../src-main/core/transfers/engine/part-hash-thread.ts', import.meta.url),
      doctorThread: new URL('../../embedded-server/files/doctor/doctor-thread.ts', import.meta.url),
    },
    packs: path.join(folder, 'packs'),
    onUnexpected: (error) => {
      throw error;
    },
    ...(options.clock === undefined ? {} : { clock: options.clock }),
    ...(options.askEvery === undefined ? {} : { askEvery: options.askEvery }),
    ...(options.countEvery === undefined ? {} : { countEvery: options.countEvery }),
    lookAfter: [0, 20, 50],
  };
}
