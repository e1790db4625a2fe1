// All instances of the app. Today that is Local alone; remotes join the same list with the same view.
import path from 'node:path';
import { listSource } from '../../../src-shared/bridge/source.ts';
import { AppError } from '../../../src-shared/errors/app-error.ts';
import type { InstanceView } from '../../../src-shared/instances/bridge.ts';
import type { SettingsService } from '../settings/settings-service.ts';
import type { GamesAnswer } from './connection.ts';
import { createLocalInstance, LOCAL_ID, type LocalInstance } from './local-instance.ts';

/** What the command line asked for; it wins over the settings and is not stored. */
export type ForThisRun = { dataFolder?: string | undefined; port?: number | undefined };

export type InstanceOptions = {
  settings: SettingsService;
  defaultDataFolder: string;
  forThisRun: ForThisRun;
  workerFile: URL;
  onGames(instanceId: string, answer: GamesAnswer): void;
};

export type InstanceService = ReturnType<typeof createInstanceService>;

export function createInstanceService(options: InstanceOptions) {
  const { settings } = options;
  const source = listSource<InstanceView>();
  const listeners = new Set<(view: InstanceView) => void>();
  const forThisRun = { ...options.forThisRun };
  const where = () => ({
    dataFolder: path.resolve(forThisRun.dataFolder ?? settings.get().data_folder ?? options.defaultDataFolder),
    port: forThisRun.port ?? settings.get().service_port,
  });
  const local = createLocalInstance({
    workerFile: options.workerFile,
    where,
    onView: (view) => {
      source.set(view);
      for (const listener of listeners) listener(view);
    },
    onGames: (answer) => options.onGames(LOCAL_ID, answer),
  });
  const find = (id: string): LocalInstance => {
    if (id === local.id) return local;
    throw new AppError('INSTANCE_NOT_FOUND');
  };
  return {
    source,
    find,
    /** Called with each new view of any instance. */
    listen: (listener: (view: InstanceView) => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    /** Local as it is now. */
    view: () => local.view(),
    start: () => local.start(),
    restart: (id: string) => find(id).start(),
    /** Moves Local to another folder. The one before stays as it is. */
    moveTo: async (id: string, folder: string) => {
      if (forThisRun.dataFolder === undefined) settings.set({ data_folder: folder });
      else forThisRun.dataFolder = folder;
      await find(id).start();
    },
    close: () => local.close(),
  };
}
