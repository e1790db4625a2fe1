// The app without a window: puts the features together and offers them to whatever window or command line asks.
import { mkdir } from 'node:fs/promises';
import { slipwayBridge, type SlipwayBridge } from '../../src-shared/bridge/contract.ts';
import type { BridgeOffer } from '../../src-shared/bridge/serve.ts';
import { valueSource } from '../../src-shared/bridge/source.ts';
import { AppError } from '../../src-shared/errors/app-error.ts';
import { createGameService } from './games/game-service.ts';
import type { Host } from './host/host.ts';
import { createInstanceService, type ForThisRun } from './instances/instance-service.ts';
import type { SettingsFile } from './settings/settings-file.ts';
import { createSettingsService } from './settings/settings-service.ts';

export type CoreOptions = {
  host: Host;
  settingsFile: SettingsFile;
  /** Where the service keeps its data unless the person chose another place. */
  defaultDataFolder: string;
  forThisRun: ForThisRun;
  /** The file of the thread that runs the service: source here, a bundle there. */
  workerFile: URL;
  onUnexpected: (error: AppError) => void;
};

export type Core = {
  readonly offer: BridgeOffer<SlipwayBridge>;
  readonly settings: ReturnType<typeof createSettingsService>;
  readonly instances: ReturnType<typeof createInstanceService>;
  /** Starts the local service. Resolves when it answers, or is known not to. */
  start(): Promise<void>;
  close(): Promise<void>;
};

export function createCore(options: CoreOptions): Core {
  const { host } = options;
  const settings = createSettingsService(options.settingsFile);
  const games = createGameService();
  const instances = createInstanceService({
    settings,
    defaultDataFolder: options.defaultDataFolder,
    forThisRun: options.forThisRun,
    workerFile: options.workerFile,
    onGames: games.takeGames,
  });
  const hostSource = valueSource(host.view);

  const offer: BridgeOffer<SlipwayBridge> = {
    contract: slipwayBridge,
    onUnexpected: options.onUnexpected,
    handlers: {
      'instances.restart': async ({ instance_id }) => {
        await instances.restart(instance_id);
        return {};
      },
      'instances.useFreshFolder': async ({ instance_id }) => {
        const { fresh_folder: folder } = instances.find(instance_id).view();
        if (folder === undefined) throw new AppError('BRIDGE_BAD_INPUT', 'The data folder in use is fine.');
        await instances.moveTo(instance_id, folder);
        return { data_folder: folder };
      },
      'instances.chooseFolder': async ({ instance_id }) => {
        const folder = await host.pickFolder('Choose where Local keeps its data');
        if (folder !== null) await instances.moveTo(instance_id, folder);
        return { data_folder: folder };
      },
      'instances.showFolder': async ({ instance_id }) => {
        const folder = instances.find(instance_id).view().data_folder;
        if (folder !== undefined) await mkdir(folder, { recursive: true }).then(() => host.showInFolder(folder));
        return {};
      },
      'games.create': ({ instance_id, display_name }) => games.create(instances, instance_id, display_name),
      'settings.set': async (change) => {
        const before = settings.get().service_port;
        const after = settings.set(change);
        if (after.service_port !== before) await instances.start();
        return after;
      },
      'host.openLink': async ({ url }) => {
        await host.openLink(url);
        return {};
      },
    },
    topics: {
      instances: () => instances.source,
      'instances.log': ({ instance_id }) => instances.find(instance_id).log,
      games: ({ instance_id }) => games.list(instances.find(instance_id).id),
      game: ({ instance_id, game_id }) => games.game(instances, instance_id, game_id),
      settings: () => settings.source,
      host: () => hostSource,
    },
  };
  return { offer, settings, instances, start: () => instances.start(), close: () => instances.close() };
}
