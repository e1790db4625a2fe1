// The app without a window: puts the features together and offers them to whatever window or command line asks.
import { type SlipwayBridge, slipwayBridge } from '../../src-shared/bridge/contract.ts';
import type { BridgeOffer } from '../../src-shared/bridge/serve.ts';
import { valueSource } from '../../src-shared/bridge/source.ts';
import type { AppError } from '../../src-shared/errors/app-error.ts';
import { createGameService } from './games/game-service.ts';
import { gameHandlers, gameSources } from './games/handlers.ts';
import type { Host } from './host/host.ts';
import { instanceHandlers, instanceSources } from './instances/handlers.ts';
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
      ...instanceHandlers(instances, host),
      ...gameHandlers(games, instances),
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
      ...instanceSources(instances),
      ...gameSources(games, instances),
      settings: () => settings.source,
      host: () => hostSource,
    },
  };
  return { offer, settings, instances, start: () => instances.start(), close: () => instances.close() };
}
