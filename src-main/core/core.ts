// The app without a window: puts the features together and offers them to whatever window or command line asks.
import path from 'node:path';
import { type SlipwayBridge, slipwayBridge } from '../../src-shared/bridge/contract.ts';
import type { BridgeOffer } from '../../src-shared/bridge/serve.ts';
import { valueSource } from '../../src-shared/bridge/source.ts';
import { AppError, asAppError } from '../../src-shared/errors/app-error.ts';
import type { TransferSource } from '../../src-shared/transfers/bridge.ts';
import type { VersionNews } from '../../src-shared/updates/bridge.ts';
import { createActivity } from './activity/activity.ts';
import { activityHandlers, activitySources } from './activity/handlers.ts';
import { createBuildFiles } from './builds/build-files.ts';
import { buildHandlers, buildSources } from './builds/handlers.ts';
import { createDesktop, type Desktop } from './desktop/desktop.ts';
import { desktopHandlers, desktopSources } from './desktop/handlers.ts';
import { t, translate } from './desktop/native-language.ts';
import { createNoticeLog } from './desktop/notice-log.ts';
import { createNoticeSource } from './desktop/notice-source.ts';
import { createOutFiles } from './desktop/out-files.ts';
import { takeOutHandlers } from './desktop/take-out.ts';
import { createGameService } from './games/game-service.ts';
import { gameSettingsHandlers } from './games/game-settings.ts';
import { gameHandlers, gameSources } from './games/handlers.ts';
import { createPinnedGames } from './games/pinned-games.ts';
import { playersHere } from './games/players-here.ts';
import { runSample, type SampleOptions } from './games/run-sample.ts';
import { createShownPictures, type ShownPictures } from './games/shown-pictures.ts';
import { groupHandlers, groupSources } from './groups/handlers.ts';
import { namespaceHandlers, namespaceSources } from './handlers/namespace-handlers.ts';
import { followOutside, settingsHandlers } from './handlers/settings-handlers.ts';
import type { Host } from './host/host.ts';
import { readIsolation } from './host/isolation.ts';
import { requireConfirmed, requireWritable } from './instances/confirm-protected.ts';
import { createDeviceLinks } from './instances/device-links.ts';
import { instanceHandlers, instanceSources } from './instances/handlers.ts';
import { caFileOf, createInstanceService, type ForThisRun } from './instances/instance-service.ts';
import { createLastSeenLog } from './instances/last-seen.ts';
import { LOCAL_ID } from './instances/local-instance.ts';
import { createRemoteStore } from './instances/remote-store.ts';
import { createRemotes } from './instances/remotes.ts';
import type { ServiceCommand } from './local-service/background-service.ts';
import { createNamespaceService } from './namespaces/namespace-service.ts';
import { createSwitchLog } from './namespaces/switch-log.ts';
import { nodeHandlers, nodeSources } from './nodes/handlers.ts';
import { packsFolder } from './platform/app-folders.ts';
import { type Clock, systemClock } from './platform/clock.ts';
import { type AppDatabase, openAppDatabase } from './platform/storage/app-database.ts';
import { createPlayerLog } from './players/player-log.ts';
import { createPlayerWatch } from './players/player-watch.ts';
import { clientHandlers, clientSources, createClientCommands } from './servers/client-handlers.ts';
import { createClients } from './servers/clients.ts';
import { serverHandlers, serverSources } from './servers/handlers.ts';
import { keptHandlers } from './servers/kept-handlers.ts';
import { createPinnedServers } from './servers/pinned-servers.ts';
import { createServerDetails } from './servers/server-detail.ts';
import { createServerLists } from './servers/server-list.ts';
import type { SettingsFile } from './settings/settings-file.ts';
import { createSettingsService } from './settings/settings-service.ts';
import { transferHandlers, transferSources } from './transfers/handlers.ts';
import { createTransferService } from './transfers/transfer-service.ts';
import { updateHandlers, updateSources } from './updates/handlers.ts';
import { createNews } from './updates/news.ts';
import { createUpdateService } from './updates/update-service.ts';
import { type NoUpdater, runsFromSources, type Updater } from './updates/updater.ts';
import { versionHandlers } from './versions/handlers.ts';
import { createPromotions } from './versions/promote.ts';

export type CoreOptions = {
  host: Host;
  settingsFile: SettingsFile;
  /** Where the app keeps its own things. */
  appFolder: string;
  /** Where the service keeps its data unless the person chose another place. */
  defaultDataFolder: string;
  forThisRun: ForThisRun;
  /** The file of the thread that runs the service: source here, a bundle there. */
  workerFile: URL;
  /** How the service is started in a process of its own, where the shell can. */
  serviceCommand?: ServiceCommand;
  /** The Node that runs JavaScript servers, where it is not the one that runs the app. */
  nodeProgram?: string;
  /** What ships with the app: the samples, and the scripts of the threads that pack, hash and look builds over. */
  shipped: { samples: string; packThread: URL; partHashThread: URL; doctorThread: URL };
  /** How the app gets newer versions of itself, or why it does not; absent where it runs from its own sources. */
  updater?: Updater | NoUpdater;
  /** What is new in this version, where that ships with it. */
  news?: VersionNews | undefined;
  /** Where packs of folders wait to be sent, if not in the system's place for what can be made again. */
  packs?: string;
  /** Takes errors that nobody foresaw to the log; may answer the ray id under which one stands there. */
  onUnexpected: (error: AppError) => string | undefined | void;
  /** What the waits before Local is started again go by, where it is not the system's clock. */
  clock?: Clock;
  /** How often remotes that cannot be watched are asked; tests are in a hurry. */
  askEvery?: number;
  /** The waits before each look at what became of a change that got no answer. */
  lookAfter?: readonly number[];
  /** At most once in this time the players of a game are counted for its timelines. */
  countEvery?: number;
};

export type Core = {
  readonly offer: BridgeOffer<SlipwayBridge>;
  readonly settings: ReturnType<typeof createSettingsService>;
  readonly instances: ReturnType<typeof createInstanceService>;
  /** For a shell whose window has files but no paths: it copies them here first. */
  readonly staging: ReturnType<typeof createTransferService>['staging'];
  /** What a shell answers where the window asks for a picture of a game. */
  readonly pictures: ShownPictures;
  /** For a shell that was given a folder or file: a handle that the window can send it by. */
  offerSource(path: string): TransferSource;
  /** Takes the secrets that are known out of a text, for a shell's own log. */
  mask(text: string): string;
  /** For a shell with a desktop around its window. */
  readonly desktop: Desktop;
  readonly updates: ReturnType<typeof createUpdateService>;
  /** Starts the local service. Resolves when it answers, or is known not to. */
  start(): Promise<void>;
  close(): Promise<void>;
};

export function createCore(options: CoreOptions): Core {
  const parts = createFeatures(options);
  const { settings, instances, activity, switches, links, pins, transfers, playerLog, playerWatch, clients } = parts;
  const kept = [activity, switches, playerLog, parts.lastSeen, parts.notices];
  let database: AppDatabase | undefined;
  let stopFollowing: (() => void) | undefined;
  return {
    offer: offerOf(options, parts),
    settings,
    instances,
    offerSource: transfers.sources.offer,
    staging: transfers.staging,
    pictures: createShownPictures(instances),
    mask: activity.masker.text,
    desktop: parts.desktop,
    updates: parts.updates,
    start: async () => {
      database = await openAppDatabase(options.appFolder);
      if (database.notice !== undefined) options.onUnexpected(new AppError('ERROR', database.notice));
      for (const log of kept) log.open(database);
      playerWatch.start();
      await transfers.open().catch((thrown: unknown) => options.onUnexpected(asAppError(thrown)));
      await parts.outFiles.clear();
      stopFollowing = followOutside({
        settings,
        instances,
        settingsFile: options.settingsFile,
        secrets: options.host.secrets,
        onProblem: (problem) => void options.onUnexpected(problem),
      });
      parts.updates.start();
      parts.news.start();
      await instances.start();
    },
    close: async () => {
      stopFollowing?.();
      parts.updates.close();
      pins.close();
      links.close();
      await clients.close();
      await transfers.close();
      await playerWatch.close();
      await instances.close();
      await parts.outFiles.clear();
      for (const log of kept) log.close();
      database?.close();
      database = undefined;
    },
  };
}

type Features = ReturnType<typeof createFeatures>;

function sampleOptions({ shipped, packs }: CoreOptions, { instances, switches }: Features): SampleOptions {
  const client = instances.find(LOCAL_ID).client();
  return {
    client,
    samplesFolder: shipped.samples,
    packThread: shipped.packThread,
    packsFolder: packs ?? packsFolder(),
    requireWritable: () => requireWritable(instances, LOCAL_ID),
    requireConfirmed: (place, name) =>
      requireConfirmed(instances, { instance_id: LOCAL_ID, ...place }, async () => name),
    onSwitch: ({ namespace_id, version_id }) => switches.begin({ instance_id: LOCAL_ID, namespace_id, version_id }),
  };
}

function createFeatures({ host, ...options }: CoreOptions) {
  const settings = createSettingsService(options.settingsFile);
  const store = createRemoteStore(options.settingsFile);
  const activity = createActivity({ onProblem: options.onUnexpected });
  const switches = createSwitchLog();
  const games = createGameService(switches);
  const lastSeen = createLastSeenLog();
  const calls = { onCall: activity.record, onToken: activity.masker.know, secrets: host.secrets };
  const instances = createInstanceService({
    ...options,
    settings,
    ...calls,
    store,
    lastSeen,
    clock: options.clock ?? systemClock,
    onGames: games.takeGames,
  });
  const adding = { ...calls, store, caFile: () => caFileOf(settings), onAdded: instances.openRemote };
  const playerLog = createPlayerLog();
  const pins = createPinnedGames(instances, switches, games.takePinned);
  instances.listen(({ id }) => pins.settle(id, store.marks(id).pinned_games));
  instances.whenForgotten((id) => {
    pins.settle(id, []);
    games.forget(id);
    playerLog.forget(id);
  });
  const namespaces = createNamespaceService(instances, switches, options.lookAfter);
  const links = createDeviceLinks(adding);
  const players = playersHere(instances, games);
  const transfers = createTransferService({ ...options, ...options.shipped, instances, namespaces, settings, players });
  const packs = options.packs ?? packsFolder();
  const desktop = createDesktop({ instances, links, adding, transfers });
  return {
    settings,
    activity,
    switches,
    games,
    instances,
    adding,
    pins,
    host,
    namespaces,
    links,
    transfers,
    promotions: createPromotions({
      instances,
      namespaces,
      transfers,
      packs,
      appFolder: options.appFolder,
      createGame: (instance_id, name) => games.create(instances, instance_id, name),
    }),
    desktop,
    outFiles: createOutFiles(path.join(options.appFolder, 'out')),
    ...createUpdates(options, settings, desktop),
    remotes: createRemotes(instances, adding),
    servers: createPinnedServers(instances),
    clients: createClients(),
    clientCommands: createClientCommands(instances),
    lists: createServerLists(instances),
    details: createServerDetails(instances),
    playerLog,
    lastSeen,
    notices: createNoticeLog(activity.masker.text),
    playerWatch: createPlayerWatch({
      instances,
      games,
      log: playerLog,
      everyMs: options.countEvery,
      onProblem: options.onUnexpected,
    }),
  };
}

function createUpdates(
  options: Pick<CoreOptions, 'updater' | 'news' | 'settingsFile' | 'onUnexpected'>,
  settings: Core['settings'],
  desktop: Desktop,
) {
  const report = (thrown: unknown) => options.onUnexpected(asAppError(thrown));
  return {
    updates: createUpdateService({
      updater: options.updater ?? runsFromSources,
      settings,
      report,
      onFound: ({ sentence }) =>
        desktop.orders.give({ say: { title: t('Update available'), detail: translate(sentence), is_news: true } }),
    }),
    news: createNews({ file: options.settingsFile, news: options.news, report }),
  };
}

function offerOf(options: CoreOptions, parts: Features): BridgeOffer<SlipwayBridge> {
  const { host, settings, instances, games, pins, activity, switches, namespaces, servers, lists, details, playerLog } =
    parts;
  const { clients, updates, news } = parts;
  const hostSource = valueSource(host.view);
  const filesOf = createBuildFiles();
  const notices = createNoticeSource(parts.notices, () => offer);
  const offer: BridgeOffer<SlipwayBridge> = {
    contract: slipwayBridge,
    onUnexpected: options.onUnexpected,
    handlers: {
      ...instanceHandlers({ instances, remotes: parts.remotes, links: parts.links, adding: parts.adding, host }),
      ...gameHandlers(games, pins, instances, () => runSample(sampleOptions(options, parts))),
      ...namespaceHandlers(namespaces, instances, switches),
      ...buildHandlers(instances, filesOf),
      ...gameSettingsHandlers(instances, activity.masker.know),
      ...groupHandlers(instances),
      ...nodeHandlers(instances),
      ...versionHandlers(parts.promotions, instances, filesOf),
      ...serverHandlers(servers, details, instances),
      ...clientHandlers({ clients, instances, host }, parts.clientCommands),
      ...keptHandlers({ instances, host }),
      ...transferHandlers(parts.transfers, host),
      ...activityHandlers(activity, instances, switches),
      ...desktopHandlers(parts.desktop, parts.notices, options.onUnexpected),
      ...updateHandlers({ updates, news }),
      ...takeOutHandlers({ ...options, instances, files: parts.outFiles, packs: options.packs ?? packsFolder() }),
      ...settingsHandlers({ settings, instances }, options.serviceCommand !== undefined),
      'host.openLink': ({ url }) => host.openLink(url),
      'host.isolation': () => readIsolation(),
    },
    topics: {
      ...instanceSources({ instances, links: parts.links }),
      ...gameSources(games, instances),
      ...buildSources(instances),
      ...namespaceSources({ instances, games, lists, log: playerLog }),
      ...serverSources(servers, lists, details, instances),
      ...groupSources(instances),
      ...nodeSources(instances),
      ...clientSources({ clients }, parts.clientCommands),
      ...transferSources(parts.transfers),
      ...activitySources(activity),
      ...desktopSources(parts.desktop, notices),
      ...updateSources({ updates, news }),
      settings: () => settings.source,
      host: () => hostSource,
    },
  };
  return offer;
}
