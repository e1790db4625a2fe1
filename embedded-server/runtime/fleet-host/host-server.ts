// The server of a host: run by the same code as on one machine, with parts that are of this host alone.
import { availableParallelism, totalmem } from 'node:os';
import path from 'node:path';
import { AppError } from '../../../src-shared/errors/app-error.ts';
import { everywhereFor } from '../../../src-shared/host-address.ts';
import { type Message, messageFor, textOf } from '../../../src-shared/text/message.ts';
import type { UnpackCalls } from '../../files/archives/unpack-calls.ts';
import { unpackHandlers } from '../../files/archives/unpack-handlers.ts';
import { createUnpackedBuilds } from '../../files/archives/unpacked-builds.ts';
import { createDoctor } from '../../files/doctor/doctor.ts';
import type { DoctorCalls } from '../../files/doctor/doctor-calls.ts';
import { doctorHandlers } from '../../files/doctor/doctor-handlers.ts';
import { serveHere } from '../../platform/threads/serve-here.ts';
import type { Assignment, Wanted } from '../fleet/host-messages.ts';
import { programIn } from '../hosting-thread/command-line.ts';
import { hostHere } from '../hosting-thread/host-here.ts';
import type { HostingThread } from '../hosting-thread/open-hosting-thread.ts';
import type { BegunRelayThread } from '../relay/create-relay.ts';
import { BYTES_PER_MEGABYTE } from '../runner/server-limits.ts';
import type { ServerChange, ServerRecord } from '../server-records/store.ts';
import { createGuard } from '../server-runs/port-relay.ts';
import type { RunDependencies } from '../server-runs/run-dependencies.ts';
import { createControl } from '../server-runs/server-control.ts';
import { createServerPorts, type PortRange } from '../server-runs/server-ports.ts';
import { runServer } from '../server-runs/server-run.ts';
import { findWall, type WallFound } from '../walls/find-wall.ts';
import { createDiskGuard } from '../watching/disk-guard.ts';
import { whileInUse } from './build-cache.ts';
import { fetchBuild } from './fetch-build.ts';
import { openHostFolders } from './host-folders.ts';
import { createHostKept } from './host-kept.ts';
import type { HostReport } from './host-report.ts';
import { sendCore } from './send-core.ts';
import type { ServicePlace } from './service-call.ts';

export type HostServerParts = ServicePlace & {
  assignment: Assignment;
  wanted: Wanted;
  /** Its own; gone with it. */
  folder: string;
  /** Builds, for all hosts of the node. */
  cache: string;
  relayThread: BegunRelayThread;
  nodeProgram: string;
  serverPorts: PortRange | undefined;
  /** Where players reach this node. */
  address: string;
  /** It is in a container, which isolates it. */
  isContained: boolean;
  report(host: HostingThread): HostReport;
  onProblem(thrown: unknown): void;
};
export type HostServer = Awaited<ReturnType<typeof startHostServer>>;

const MIN_FREE_BYTES = 1024 ** 3;

export async function startHostServer(parts: HostServerParts) {
  const { assignment, onProblem } = parts;
  const { server_id: id } = assignment.server;
  const { paths, temporary, serverUser } = await openHostFolders(parts);
  const control = createControl();
  const record = createOwnRecord(assignment.server, (server) => report.life(server));
  const host = hostHere({
    logFolder: paths.logs,
    listenWithinMs: undefined,
    serverLimits: assignment.serverLimits,
    isContained: parts.isContained,
    onUsage: (event) => report.usage(event),
    onLog: (_id, last) => report.log.grown(last),
    onSdk: (event) => report.sdk(event),
    onQueried: ({ players }) => report.queried(players),
    onProblem,
  });
  const report = parts.report(host);
  const stopItself = (by: 'itself' | 'limit' | 'disk' | 'disk-limit', graceMs: number) => {
    if (control.stoppedBy() === undefined) record.change({ state: 'stopping' });
    control.stop(by, graceMs);
  };
  host.attach({
    onEvent: (event) => {
      control.tell(event);
      if (event.t !== 'shutdown' && event.t !== 'unhealthy') return;
      stopItself(event.t === 'shutdown' ? 'itself' : 'limit', record.present().kill_timeout);
    },
    // It is lost with this process alone.
    onLost: () => undefined,
  });
  const note = (text: string) => void host.call('note', { server_id: id, text }).catch(onProblem);
  const ports = createServerPorts(parts.serverPorts);
  const guard = createGuard({
    script: parts.relayThread,
    ports,
    onTrouble: (_id, text) => note(text),
    onProblem,
    onCounts: ([counts]) => {
      if (counts !== undefined) report.counts(counts);
    },
  });
  const doctor = createDoctor(serveHere<DoctorCalls>(doctorHandlers));
  const builds = createBuilds(parts, paths.unpacked, createWaitTeller(record, note));
  const kept = createHostKept({
    place: parts,
    paths,
    isForOtherUser: serverUser !== undefined,
    copyMs: assignment.copyMs,
    ask: () => report.keep(),
    note,
    onProblem,
  });
  const wanted = createWanted(guard, assignment, parts.wanted);
  const dependencies: RunDependencies = {
    records: record.lookup,
    guard,
    ports,
    host,
    belongs: () => ({ ...assignment.belongs, maxPlayers: wanted.maxPlayers() }),
    joinRegion: wanted.opened,
    useBuild: builds.use,
    kept: { paths, claim: kept.claim },
    guess: async (build, signal) => {
      const { programs, arguments: texts, ports: found } = await doctor.examineFolder(build, { signal });
      const named = found.map(({ name, routing: _routing, ...port }) => [name, port] as const);
      return { program: programs[0]?.path, arguments: texts, ports: Object.fromEntries(named) };
    },
    workingFolder: (server_id) => paths.inside('servers', server_id),
    findWall: () => (parts.isContained ? noWallNeeded() : findWall(paths.servers)),
    mayHostUnisolated: parts.isContained || assignment.mayHostUnisolated,
    serverUser,
    isInImage: parts.isContained,
    isolates: (_id, kind) => report.isolation(parts.isContained ? 'container' : kind),
    endHolder: () => Promise.resolve(),
    waitAgain: () => Promise.resolve(),
    note: (_id, text) => note(text),
    closeLog: async () => {
      await host.call('closeLog', id).catch(onProblem);
    },
    onProblem,
    nodeProgram: parts.nodeProgram,
    address: () => ({ publicHost: parts.address, listenHost: listenHostOf(parts.address) }),
    machineResources: {
      cpu: availableParallelism() * 1000,
      memory: Math.floor(totalmem() / BYTES_PER_MEGABYTE),
    },
    serverLimits: assignment.serverLimits,
    now: Date.now,
  };
  const { disk } = assignment.serverLimits;
  const diskGuard = createDiskGuard({
    folder: paths.servers,
    writers: () => {
      const folders = [paths.inside('servers', id), kept.files(), ...temporary];
      return [{ server_id: id, folders: folders.filter((one) => one !== undefined) }];
    },
    mostBytes: disk === undefined ? undefined : disk * BYTES_PER_MEGABYTE,
    end: (_id, why) => stopItself(why, 0),
    onProblem,
  });
  const run = async () => {
    await runServer(dependencies, assignment.server, control);
    const { state, command, exit, create_ts: startedAt } = record.present();
    const search = {
      folder: paths.inside('servers', id),
      program: programIn(command ?? ''),
      pid: undefined,
      startedAt,
    };
    const crashed = { ...search, exit, isContained: parts.isContained };
    if (state === 'crashed') await sendCore(parts, crashed).catch(onProblem);
    await diskGuard.close();
    await builds.close();
    await guard.shutDown();
  };
  return {
    host,
    report,
    control,
    kept,
    killTimeout: () => record.present().kill_timeout,
    note,
    ended: run(),
    want: wanted.set,
    cut: async (ms: number) => await guard.cut(id, ms),
    type: async (line: string) => await host.call('type', { server_id: id, line }),
  };
}

/** On loopback alone where that is how it is reached, as when all of it is on one machine. */
export function listenHostOf(address: string): string {
  return address === '127.0.0.1' || address === '::1' ? address : everywhereFor(address);
}

/** The one record that a host has. */
function createOwnRecord(server: ServerRecord, onChanged: (server: ServerRecord) => void) {
  let present = server;
  const change = (what: ServerChange): ServerRecord => {
    present = { ...present, ...what };
    onChanged(present);
    return present;
  };
  return {
    present: () => present,
    change,
    lookup: {
      one: (server_id: string) => (server_id === present.server_id ? present : undefined),
      list: () => [present],
      alive: () => [present],
      allAlive: () => [present],
      change: (_id: string, what: ServerChange) => change(what),
    },
  };
}

/** Why its server waits, where people look at it; in its log once for each reason. */
function createWaitTeller({ present, change }: ReturnType<typeof createOwnRecord>, note: (text: string) => void) {
  const noted = new Set<string>();
  return (why: Message | null): void => {
    if (why?.text === textOf(present().problem ?? '')) return;
    if (why !== null || present().problem !== null) change({ problem: why });
    if (why === null || noted.has(why.text)) return;
    noted.add(why.text);
    note(why.text);
  };
}

/** Unpacked in the host's own thread: it has nothing else to do by then. */
function createBuilds(
  { assignment, cache, onProblem, ...parts }: HostServerParts,
  folder: string,
  onWait: (why: Message | null) => void,
) {
  const { build } = assignment;
  const builds = path.join(cache, 'builds');
  const unpacked = createUnpackedBuilds({
    folder,
    script: serveHere<UnpackCalls>(unpackHandlers),
    fetchBlob: (_sha256, signal) => fetchBuild(build, { ...parts, cache: builds, signal, onWait }),
    minFreeBytes: MIN_FREE_BYTES,
    onLost: onProblem,
  });
  return {
    use: async (_server: ServerRecord, signal: AbortSignal) => {
      if (build.kind !== 'archive') throw new AppError('SERVERS_SERVER_FAILED_TO_CREATE', 'fleet.no-images');
      const use = () => unpacked.use(build.sha256, { name: build.name, signal });
      return await whileInUse(path.join(builds, build.sha256), use);
    },
    close: () => unpacked.close(),
  };
}

/** What is asked of its ports while it runs: held until they are open, and once more when they are opened again. */
function createWanted(guard: ReturnType<typeof createGuard>, { server }: Assignment, first: Wanted) {
  let wanted = first;
  let isOpen = false;
  const { server_id: id } = server;
  return {
    maxPlayers: () => wanted.maxPlayers,
    opened: async (): Promise<void> => {
      isOpen = true;
      if (wanted.conditions !== null) await guard.setConditions(id, wanted.conditions);
    },
    set: async (next: Wanted): Promise<void> => {
      const before = wanted;
      wanted = next;
      if (!isOpen || JSON.stringify(before) === JSON.stringify(next)) return;
      await guard.setConditions(id, next.conditions ?? undefined);
      await guard.setMaxPlayers(id, next.maxPlayers);
    },
  };
}

async function noWallNeeded(): Promise<WallFound> {
  return { isThere: false, why: 'it is in a container', remedy: messageFor('isolation.do-install-tools') };
}
