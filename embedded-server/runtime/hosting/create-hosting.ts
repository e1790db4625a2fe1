// Puts hosting together: its parts, who looks after the servers, and who keeps as many as namespaces want.

import type { DataPaths } from '../../platform/storage/data-paths.ts';
import { createCrashBundles } from '../crash-bundles/crash-bundles.ts';
import { isOnHost } from '../fleet/remote-life.ts';
import { warnOfFleet } from '../fleet/warn-of-fleet.ts';
import { createKeptClaims } from '../kept/claim-kept.ts';
import { keptPaths } from '../kept/kept-paths.ts';
import { tidyKept } from '../kept/tidy-kept.ts';
import { createNodes, type Nodes } from '../nodes/nodes.ts';
import { endHolder, untilEnded } from '../replicas/end-holder.ts';
import { createEndedServers } from '../replicas/ended-servers.ts';
import { createReplicaController } from '../replicas/replica-controller.ts';
import { BYTES_PER_MEGABYTE } from '../runner/server-limits.ts';
import type { ServerRecord } from '../server-records/store.ts';
import { mayTakeOver } from '../server-runs/known-public-ports.ts';
import { recoverServers } from '../server-runs/recover.ts';
import type { RunDependencies } from '../server-runs/run-dependencies.ts';
import { sayWait } from '../server-runs/say-wait.ts';
import { runServer } from '../server-runs/server-run.ts';
import { createSupervisor } from '../server-runs/supervisor.ts';
import { wallFolders } from '../walls/plan-wall.ts';
import { createDiskGuard } from '../watching/disk-guard.ts';
import {
  createHostingParts,
  type HostingDependencies,
  type HostingParts,
  machineResources,
  supervisorDependencies,
} from './hosting-parts.ts';
import { forNamespaces } from './namespace-hosting.ts';
import { createLimitTeller } from './tell-limits.ts';

/** How long servers get at most when the service ends. */
const LONGEST_FAREWELL_MS = 10_000;

export function createHosting(dependencies: HostingDependencies) {
  const parts = createHostingParts(dependencies);
  const { records, figures, host, guard, players, networks, source, namespaceLookup, lastLines, fleet, onProblem } =
    parts;
  const { paths, database } = dependencies.folder;
  const { now } = dependencies;
  const { disk } = dependencies.serverLimits;
  const { supervisor, replicaController, endedServers, nodes } = createControllers(dependencies, parts);
  parts.whenReached((server_id) => supervisor.tell({ t: 'listening', server_id, at: now(), open: [] }));
  parts.whenPlaced((server_id) => nodes?.onPlaced(server_id));
  host.attach({ onEvent: supervisor.tell, onLost: () => void supervisor.lost() });
  players.whenEmpty(supervisor.onEmpty);
  const diskGuard = createDiskGuard({
    folder: paths.servers,
    writers: () =>
      supervisor
        .alive()
        .filter((id) => !isElsewhere(parts, id))
        .map((server_id) => ({ server_id, folders: foldersOf(parts, paths, server_id) })),
    mostBytes: disk === undefined ? undefined : disk * BYTES_PER_MEGABYTE,
    end: (server_id, why) => supervisor.stop(server_id, why, 0),
    onProblem,
  });
  const limits = createLimitTeller({
    livingIn: (namespace_id) => records.living(namespace_id).map(({ server_id: id }) => id),
    // One that is to end takes no more players, and which it may have is said when it is wanted again.
    tell: (id, maxPlayers) => {
      if (supervisor.endsBy(id) === undefined) void guard.setMaxPlayers(id, maxPlayers);
    },
    onProblem,
  });
  const bundles = createCrashBundles({ paths, database, figures, access: dependencies.access });
  return {
    records,
    supervisor,
    /** Looks at what a namespace keeps as if nothing had gone wrong before. */
    reconcileNow: replicaController.reconcileNow,
    isHosted: replicaController.isHosted,
    players,
    figures,
    networks,
    shares: parts.shares,
    host,
    bundles,
    sdkOf: parts.sdkViews.of,
    isolationOf: parts.isolation.of,
    outcomes: parts.outcomes,
    keptSlots: parts.kept.slots,
    machineResources,
    lastLine: (server_id: string) => lastLines.get(server_id),
    /** Before anything is served: ends what a lost life left, as nobody could tell it from what is created later. */
    recover: async (): Promise<void> => {
      await recoverServers({
        records,
        host,
        paths,
        now,
        onProblem,
        isElsewhere: isOnHost,
        lastAlive: dependencies.folder.lastAlive,
      });
      await tidyKept(paths, onProblem);
      for (const server of records.allAlive().filter(isOnHost)) fleet?.kept.hold(server);
      await source.recover();
    },
    /** Starts what namespaces keep. */
    start: (): void => {
      if (fleet === undefined) parts.isolation.announce().catch(onProblem);
      else void warnOfFleet(fleet, dependencies);
      const onNodes = fleet === undefined ? parts.leftOnNodes.find() : records.allAlive().filter(isOnHost);
      for (const server of onNodes) supervisor.takeUp(server);
      nodes?.start();
      for (const id of namespaceLookup.keeping()) replicaController.look(id);
    },
    forgetUnpacked: source.forget,
    forNamespaces: forNamespaces({
      records,
      supervisor,
      replicaController,
      players,
      limits,
      endedServers,
      outcomes: parts.outcomes,
    }),
    fleet,
    nodes,
    close: async (): Promise<void> => {
      replicaController.close();
      limits.close();
      await nodes?.close();
      await fleet?.close();
      await diskGuard.close();
      await supervisor.stopAll('slipway', (server) => Math.min(server.kill_timeout, LONGEST_FAREWELL_MS));
      await closeParts(parts);
      parts.outcomes.close();
      records.close();
      await bundles.close();
    },
  };
}

function isElsewhere({ fleet, leftOnNodes }: HostingParts, server_id: string): boolean {
  return fleet?.has(server_id) === true || leftOnNodes.has(server_id);
}

/** All that a server can write to: its folder, its `/tmp`, and what is kept of it. */
function foldersOf({ kept }: HostingParts, paths: DataPaths, server_id: string): string[] {
  const own = paths.inside('servers', server_id);
  const place = kept.slots.placeOf(server_id);
  return [own, wallFolders(own).tmp, ...(place === undefined ? [] : [keptPaths(paths, place).files])];
}

/** Who looks after servers that live, after those that namespaces keep, and after what stays of those that ended. */
function createControllers(dependencies: HostingDependencies, parts: HostingParts) {
  const { records, host, namespaceLookup, onProblem } = parts;
  const ofLife = supervisorDependencies(dependencies, parts);
  const endedServers = createEndedServers({ records, host, workingFolder: ofLife.workingFolder, onProblem });
  const leavesWithin = (server: Pick<ServerRecord, 'node_id'>) => nodes?.leavesWithin(server);
  const isLeaving = (server_id: string) => {
    const server = records.one(server_id);
    return server !== undefined && leavesWithin(server) !== undefined;
  };
  const ofHolders = {
    ...ofLife,
    endHolder: (holder_id: string, signal: AbortSignal) =>
      endHolder({ records, supervisor, namespace: namespaceLookup.namespace, leavesWithin }, holder_id, signal),
  };
  const claim = createKeptClaims({
    slots: parts.kept.slots,
    // What a drained node has goes to the server that stands in for it elsewhere.
    mayTakeOver: (server, holder_id) => mayTakeOver(records, server, holder_id) || isLeaving(holder_id),
    endHolder: ofHolders.endHolder,
    onWait: (server, holder_id) => sayWait(ofLife, { server, holder_id }),
    onClaimed: ({ server_id }, slot) => records.change(server_id, { problem: null, kept_slot: slot }),
  });
  parts.kept.use(claim);
  const ofRun: RunDependencies = {
    ...ofHolders,
    kept: { paths: dependencies.folder.paths, claim },
    waitAgain: async (server, holder_id, signal) => {
      parts.outcomes.unreached(server);
      replicaController.unreached(server);
      // What is of no concern to its namespace ends as it was to.
      if (mayTakeOver(records, server, holder_id)) await ofHolders.endHolder(holder_id, signal);
      else await untilEnded(supervisor, holder_id, signal);
    },
  };
  const { fleet } = parts;
  const supervisor = createSupervisor({
    ...ofLife,
    run: async (server, control) => {
      if (parts.leftOnNodes.has(server.server_id)) return await parts.leftOnNodes.run(server, control);
      if (fleet === undefined) return await runServer(ofRun, server, control);
      await ofLife.joinRegion(server);
      return await fleet.run(server, control);
    },
    isElsewhere: (server_id) => isElsewhere(parts, server_id),
    onReached: (server) => {
      parts.outcomes.reached(server);
      replicaController.look(server.namespace_id);
    },
    onStopping: (server, by) => {
      if (by === 'you') replicaController.suppressReplica(server);
    },
    onEnded: (ended) => {
      const problem = nodes?.whyLeft(ended);
      const server = (problem && records.change(ended.server_id, { problem })) ?? ended;
      ofLife.onEnded(server);
      replicaController.onEnded(server);
      endedServers.afterEnd(server);
    },
  });
  const replicaController = createReplicaController({
    records,
    supervisor,
    now: dependencies.now,
    machineResources,
    onProblem,
    namespace: namespaceLookup.namespace,
    leavesWithin,
    buildOf: namespaceLookup.buildOf,
    suppressReplica: namespaceLookup.suppressReplica,
    release: namespaceLookup.release,
    switchBack: dependencies.switchBack,
    versionName: namespaceLookup.versionName,
  });
  const nodes: Nodes | undefined =
    fleet &&
    createNodes({
      database: dependencies.folder.database,
      driver: fleet.driver,
      records,
      supervisor,
      lookAt: replicaController.look,
      maxPlayers: (id) => namespaceLookup.namespace(id)?.max_players ?? 0,
      onProblem,
      now: dependencies.now,
      times: dependencies.fleet && 'nodeTimes' in dependencies.fleet ? dependencies.fleet.nodeTimes : undefined,
    });
  return { supervisor, replicaController, endedServers, nodes };
}

async function closeParts({ host, guard, source, isolation }: HostingParts): Promise<void> {
  await isolation.close();
  await host.close();
  await guard.shutDown();
  await source.close();
}
