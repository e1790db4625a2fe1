// Puts the service together, top to bottom: folder, stores, services, routes, listening. Stopping goes the other way.
import { bareHost, LOOPBACK } from '../src-shared/host-address.ts';
import type { Message } from '../src-shared/text/message.ts';
import { slipwayVersion } from '../src-shared/version.ts';
import { createUploads } from './create-uploads.ts';
import { createDoctor } from './files/doctor/doctor.ts';
import { createTokenCheck } from './platform/access/callers.ts';
import { createApp } from './platform/http/app.ts';
import { defaultLimits } from './platform/http/http-limits.ts';
import { stopListening } from './platform/http/stop-listening.ts';
import { localUrl, planExposure } from './platform/listening/exposure.ts';
import { type Bound, listenAsAsked } from './platform/listening/listen.ts';
import { createLog, type Log } from './platform/logging/log.ts';
import { listenForWebSockets } from './platform/sockets/web-sockets.ts';
import { type DataFolder, openDataFolder } from './platform/storage/data-folder.ts';
import { createRevision } from './platform/storage/revision.ts';
import { createWatchHub, type WatchHub } from './platform/watch/watch-hub.ts';
import { createHosting } from './runtime/hosting/create-hosting.ts';
import { createOutcomeStore } from './runtime/replicas/outcome-store.ts';
import { USUAL_PORTS } from './runtime/server-runs/server-ports.ts';
import type { Dependencies, ServerOptions } from './server-options.ts';
import { accessHandlers } from './service/access/routes.ts';
import { startBackup } from './service/backup/continuous-backup.ts';
import { createExaminer } from './service/builds/examine.ts';
import { createFileLister } from './service/builds/list-build-files.ts';
import { buildHandlers } from './service/builds/routes.ts';
import { createBuildService } from './service/builds/service.ts';
import { createBuildStore } from './service/builds/store.ts';
import { createLinkPage } from './service/devices/link-page.ts';
import { deviceHandlers } from './service/devices/routes.ts';
import { createDeviceService } from './service/devices/service.ts';
import { createLinkStore } from './service/devices/store.ts';
import { gameHandlers } from './service/games/routes.ts';
import { createGameService } from './service/games/service.ts';
import { createGameStore } from './service/games/store.ts';
import { groupHandlers } from './service/groups/routes.ts';
import { createGroupService } from './service/groups/service.ts';
import { createGroupStore } from './service/groups/store.ts';
import { healthHandlers } from './service/health/routes.ts';
import { hostLink, hostRoutes } from './service/hosts/host-routes.ts';
import { createKeptDownloads } from './service/kept/downloads.ts';
import { keptHandlers } from './service/kept/routes.ts';
import { createKeptService } from './service/kept/service.ts';
import { createMetrics } from './service/metrics/metrics-route.ts';
import { createHistoryStore } from './service/namespaces/history-store.ts';
import { namespaceHandlers } from './service/namespaces/routes.ts';
import { createNamespaceService } from './service/namespaces/service.ts';
import { createSettingsStore } from './service/namespaces/settings-store.ts';
import { createNamespaceStore } from './service/namespaces/store.ts';
import { nodeHandlers } from './service/nodes/routes.ts';
import { createNodeService } from './service/nodes/service.ts';
import { pictureAddress } from './service/pictures/media.ts';
import { pictureHandlers } from './service/pictures/routes.ts';
import { createPictureService } from './service/pictures/service.ts';
import { regionHandlers } from './service/regions/routes.ts';
import { createRegionService } from './service/regions/service.ts';
import { createRegionStore } from './service/regions/store.ts';
import { crashBundleHandlers } from './service/servers/crash-bundle-routes.ts';
import { inspectionHandlers } from './service/servers/inspection-routes.ts';
import { logHandlers } from './service/servers/log-routes.ts';
import { serverHandlers } from './service/servers/routes.ts';
import { createServerService } from './service/servers/service.ts';
import { tokenHandlers } from './service/tokens/routes.ts';
import { createTokenService } from './service/tokens/service.ts';
import { createTokenStore } from './service/tokens/store.ts';
import { uploadHandlers } from './service/uploads/routes.ts';
import { versionHandlers } from './service/versions/routes.ts';
import { createVersionService } from './service/versions/service.ts';
import { createVersionStore } from './service/versions/store.ts';
import { threadScripts } from './thread-scripts.ts';

type Uploads = ReturnType<typeof createUploads>;

export type RunningServer = {
  /** Where callers reach it; the public address where there is one. */
  readonly url: string;
  /** Where it listens, for callers on this machine. */
  readonly localUrl: string;
  readonly port: number;
  readonly token: string;
  readonly dataFolder: string;
  /** What this data is known by, wherever its folder is. */
  readonly dataId: string;
  /** Things a person should know although the service runs. */
  readonly notices: Message[];
  /** Takes a file of this machine as all the bytes of an upload of one part, for whoever runs the service. */
  takeFile: Uploads['takeFile'];
  /** Answers who waits, ends what is under way, and lets go of the folder. */
  close(): Promise<void>;
};

export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const exposure = await planExposure(options.exposure ?? {}, options.fleet !== undefined);
  const folder = await openDataFolder(options.dataFolder);
  const log = createLog((entry) => {
    options.onLog(entry);
    if (entry.level === 'error') folder.look(); // its reason may be that the drive is gone
  }, options.logLines);
  const backup = await backUp(options, folder, log);
  const hub = createWatchHub();
  const limits = { ...defaultLimits, ...options.limits };
  let url = '';
  const parts = createParts(folder, hub, {
    ...options,
    publicUrl: () => url,
    portsHost: exposure.portsHost,
    ownCertificate: exposure.secure?.cert.toString(),
    isReachedByOthers: exposure.isReachedByOthers,
    leastPace: limits.leastPace,
    log,
  });
  const app = createApp({
    ...parts,
    log,
    exposure,
    limits,
    checkToken: createTokenCheck(folder.token, parts.tokens),
    access: parts.tokens,
  });
  let bound: Bound | undefined;
  const stop = () => stopListening(app, bound);
  try {
    await parts.recover();
    await app.ready();
    if (parts.fleet !== undefined) await listenForWebSockets(app.server, hostLink(parts.fleet));
    bound = await listenAsAsked(app.server, exposure.host, { ...options, log });
    const { port, notices } = bound;
    const local = localUrl(exposure, port);
    url = exposure.publicUrl ?? local;
    // A certificate is good for the public name alone, so with one that is the address for programs here too.
    await folder.announce(exposure.secure === undefined ? local : url, options.serverPorts ?? USUAL_PORTS);
    const allNotices = [...exposure.notices, ...folder.notices, ...notices];
    for (const notice of allNotices) log('warn', notice.text);
    folder.whenGone(() => {
      log('error', `${folder.paths.root} is not there any more. Nothing is written there until it is back.`);
      options.onFolderGone?.();
    });
    parts.host();
    log('info', 'service ready', { url, local_url: local, data: folder.paths.root, version: slipwayVersion });
    const close = once(async () => {
      hub.close();
      parts.fleet?.hangUp();
      await inTurn([stop, app.close, parts.close, backup.close, folder.close], log);
      log('info', 'service stopped');
    });
    const place = { url, localUrl: local, port, token: folder.token, dataFolder: folder.paths.root };
    return { ...place, dataId: folder.id, notices: allNotices, takeFile: parts.takeFile, close };
  } catch (thrown) {
    hub.close();
    await inTurn([stop, app.close, parts.close, backup.close, folder.close], log);
    throw thrown;
  }
}

/** Before anything is served: a folder that is not the newest one may not be written to. */
async function backUp(
  { backup, objectStore }: ServerOptions,
  folder: DataFolder,
  log: Log,
): Promise<{ close(): Promise<void> }> {
  if (backup === undefined) return { close: () => Promise.resolve() };
  try {
    return await startBackup({ ...backup, objectStore, folder, log });
  } catch (thrown) {
    await folder.close();
    throw thrown;
  }
}

/** The largest build that is taken unless the options say otherwise. */
const MAX_BUILD_BYTES = 64 * 1024 ** 3;

/** Every row with its handler, and what has to be closed behind them. Tests put it behind callers of their own. */
export function createParts(folder: DataFolder, hub: WatchHub, dependencies: Dependencies) {
  const services = createServices(folder, hub, dependencies);
  const { hosting, doctor, devices, tokens, transfers } = services;
  const { frontRoutes, takeFile } = transfers;
  const { route: metricsRoute, onAnswered } = createMetrics({ folder, hub, playersNow: hosting.players.ofGame });
  const rawRoutes = [
    ...transfers.rawRoutes,
    hosting.bundles.route,
    services.keptDownloads.route,
    createLinkPage(devices),
    metricsRoute,
    ...hostRoutes(hosting.fleet, transfers),
  ];
  const recover = async () => {
    await transfers.recover();
    await hosting.recover();
  };
  const close = async () => {
    const endsInMemory = async () => {
      devices.close();
      await services.keptDownloads.close();
      tokens.close();
    };
    await inTurn([hosting.close, doctor.close, endsInMemory, transfers.close], dependencies.log ?? (() => undefined));
  };
  const handlers = handlersOf(services, hub, dependencies.publicUrl ?? (() => ''));
  const { fleet } = hosting;
  return { handlers, tokens, onAnswered, rawRoutes, frontRoutes, takeFile, recover, host: hosting.start, fleet, close };
}

function createServices(folder: DataFolder, hub: WatchHub, dependencies: Dependencies) {
  const { defaultServerCount = 0, now = Date.now, publicUrl = () => '', log = () => undefined } = dependencies;
  const { maxBuildBytes = MAX_BUILD_BYTES, leastPace } = dependencies;
  const threads = threadScripts(dependencies.threads);
  const { database, key } = folder;
  const revision = createRevision(database);
  const gameStore = createGameStore(database);
  const groups = createGroupService({ store: createGroupStore(database), database, revision, hub });
  const games = createGameService({ store: gameStore, groups, database, revision, hub, defaultServerCount });
  const doctor = createDoctor(threads.doctor, (thrown) =>
    log('error', 'doctor thread lost', { error: String(thrown) }),
  );
  const builds = createBuildService({
    checkStored: doctor.checkStored,
    store: createBuildStore(database),
    gameStore,
    games,
    database,
    revision,
    hub,
    maxBuildBytes,
    now,
  });
  const pictures = createPictureService({ database, games });
  const tokens = createTokenService({ store: createTokenStore(database), database, now });
  const transfers = createUploads({
    folder,
    threads,
    builds,
    pictures,
    publicUrl,
    now,
    log,
    leastPace,
    access: tokens,
    objectStore: dependencies.objectStore,
  });
  const { whyNotRun } = builds;
  const versions = createVersionService({ store: createVersionStore(database), gameStore, games, whyNotRun, now });
  const regions = createRegionService({ store: createRegionStore(database), gameStore, database, revision, hub, now });
  const hosting = createHosting({
    access: tokens,
    folder,
    hub,
    revision,
    log,
    now,
    threads,
    doctor,
    touchGame: games.touch,
    regions: { name: (id) => regions.find(id)?.region_name_id, conditions: regions.conditions },
    blobs: transfers.blobs,
    switchBack: (place, version_id) => namespaces.switchVersion(place, version_id, { kind: 'slipway' }),
    nodeProgram: dependencies.nodeProgram ?? process.execPath,
    isReachedByOthers: dependencies.isReachedByOthers,
    mayHostUnisolated: !dependencies.isReachedByOthers || dependencies.unsafeHosting === true,
    findWall: dependencies.findWall,
    listenWithinMs: dependencies.listenWithinMs,
    serverPorts: dependencies.serverPorts,
    serverLimits: dependencies.serverLimits ?? {},
    lanAddresses: dependencies.lanAddresses,
    fleet: dependencies.fleet,
    serviceUrl: publicUrl,
    ownCertificate: dependencies.ownCertificate,
    address: () => ({ publicHost: hostnameOf(publicUrl()), listenHost: dependencies.portsHost ?? LOOPBACK }),
  });
  const keptDownloads = createKeptDownloads(tokens);
  const kept = createKeptService({
    paths: folder.paths,
    slots: hosting.keptSlots,
    downloads: keptDownloads,
    now,
    fleet: hosting.fleet,
  });
  const namespaces = createNamespaceService({
    store: createNamespaceStore(database),
    history: createHistoryStore(database),
    settings: createSettingsStore(database),
    outcomes: hosting.outcomes,
    outcomeStore: createOutcomeStore(database),
    gameStore,
    games,
    versions,
    defaultServerCount,
    onRemoved: [tokens.endOfNamespace, transfers.discardStranded],
    hosting: hosting.forNamespaces,
    kept,
  });
  const servers = createServerService({
    ...hosting,
    now,
    regions,
    whyNotRun,
    begin: hosting.supervisor.begin,
    stop: hosting.supervisor.stop,
    ended: hosting.supervisor.ended,
    versionOf: builds.versionOf,
  });
  const devices = createDeviceService({ store: createLinkStore(database), tokens, database, revision, hub, key, now });
  return {
    groups,
    games,
    builds,
    pictures,
    transfers,
    doctor,
    versions,
    hosting,
    kept,
    keptDownloads,
    servers,
    namespaces,
    regions,
    tokens,
    devices,
    nodes: createNodeService(database, { ...hosting, now }),
  };
}

function handlersOf(services: ReturnType<typeof createServices>, hub: WatchHub, publicUrl: () => string) {
  const { groups, games, builds, pictures, doctor, versions, hosting, servers, namespaces, regions, tokens, devices } =
    services;
  const { nodes, transfers } = services;
  const { uploads, remover, blobs, reuser, chunker } = transfers;
  return {
    ...healthHandlers({ publicUrl, hasFleet: hosting.fleet !== undefined }),
    ...accessHandlers(),
    ...gameHandlers({
      games,
      groups,
      hub,
      listRegions: regions.list,
      players: hosting.players.ofGame,
      lastGood: hosting.outcomes.lastGood,
      publicUrl,
      pictureUrl: (kind, upload_id) => publicUrl() + pictureAddress(kind, upload_id),
    }),
    ...buildHandlers({
      builds,
      uploads,
      remover,
      namespaces,
      hub,
      examine: createExaminer({ doctor, blobs }),
      listFiles: createFileLister({ doctor, blobs }),
      reuser,
      chunker,
      blobs,
      forgetUnpacked: hosting.forgetUnpacked,
    }),
    ...uploadHandlers({ uploads, reuser, namespaceOf: builds.namespaceOf }),
    ...pictureHandlers({ pictures, games, uploads }),
    ...groupHandlers({ groups, hub, publicUrl }),
    ...versionHandlers({ versions }),
    ...keptHandlers({ kept: services.kept, namespaces, publicUrl }),
    ...namespaceHandlers({ namespaces }),
    ...serverHandlers({ servers, namespaces, nodes, hub, players: hosting.players, endsBy: hosting.supervisor.endsBy }),
    ...inspectionHandlers({
      servers,
      namespaces,
      figures: hosting.figures,
      networks: hosting.networks,
      shares: hosting.shares,
      machineResources: hosting.machineResources,
      host: hosting.host,
      isolationOf: hosting.isolationOf,
      sdkOf: hosting.sdkOf,
    }),
    ...crashBundleHandlers({ servers, namespaces, bundles: hosting.bundles, publicUrl }),
    ...logHandlers({ servers, namespaces, hub, host: hosting.host, lastLine: hosting.lastLine }),
    ...regionHandlers({ namespaces, regions }),
    ...nodeHandlers(nodes),
    ...tokenHandlers(tokens),
    ...deviceHandlers({ devices, hub, publicUrl }),
  };
}

function hostnameOf(url: string): string {
  return URL.canParse(url) ? bareHost(new URL(url).hostname) : LOOPBACK;
}

/** One after the other, all of them: what cannot end well, as on a disk that is gone, must not keep the rest from ending. */
async function inTurn(ends: readonly (() => Promise<void>)[], log: Log): Promise<void> {
  for (const end of ends) {
    await end().catch((thrown: unknown) => log('error', 'not ended in good order', { error: String(thrown) }));
  }
}

function once(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  return () => {
    running ??= work();
    return running;
  };
}
