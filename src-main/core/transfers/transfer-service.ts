// Transfers of the app: a request is checked against read-only and protection, then queued; the queue sends to the
// instances as they are connected.
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { declaredSize } from '../../../embedded-server/index.ts';
import { AppError, asAppError } from '../../../src-shared/errors/app-error.ts';
import type { BuildKind } from '../../../src-shared/service/builds.ts';
import type { StartTransfer, TransferLimits } from '../../../src-shared/transfers/bridge.ts';
import { requireConfirmed, requireWritable } from '../instances/confirm-protected.ts';
import { caFileOf, type InstanceService } from '../instances/instance-service.ts';
import type { NamespaceService } from '../namespaces/namespace-service.ts';
import type { Packed, PackOptions } from '../pack/pack-model.ts';
import { createPacker, type Packer } from '../pack/packer.ts';
import { packsFolder } from '../platform/app-folders.ts';
import { watchMachine } from '../platform/watch-machine.ts';
import type { SettingsService } from '../settings/settings-service.ts';
import { createTransferDependencies } from './engine/dependencies.ts';
import { evictOldPacks, journalNames } from './journal/evict-packs.ts';
import { type Journal, openJournal } from './journal/journal.ts';
import { environmentOf, nothingDone, type TransferFacts, type TransferRecord } from './journal/transfer-record.ts';
import { createQueue, type Queue } from './queue/queue.ts';
import { releaseCopies } from './queue/release-copies.ts';
import { createLimits, type Limits, type PlayersHere } from './queue/speed-limits.ts';
import { sourceCalls } from './sources/examine-source.ts';
import { createSources } from './sources/sources.ts';
import { createStaging, type Staging } from './sources/staging.ts';
import { writtenOf } from './sources/written-settings.ts';
import { targetsOf } from './targets.ts';
import { createAgents } from './wire/agents.ts';

export type TransferServiceOptions = {
  instances: InstanceService;
  namespaces: NamespaceService;
  settings: SettingsService;
  players: PlayersHere;
  appFolder: string;
  /** Where packs of folders are kept. */
  packs?: string;
  packThread: URL;
  partHashThread: URL;
  doctorThread: URL;
  onUnexpected(error: AppError): void;
};

export type TransferService = ReturnType<typeof createTransferService>;

type Opened = {
  journal: Journal;
  queue: Queue;
  /** Keeps the packs within bounds. */
  evict(): Promise<void>;
  close(): Promise<void>;
};

export function createTransferService(options: TransferServiceOptions) {
  const { settings } = options;
  const sources = createSources();
  const staging = createStaging(path.join(options.appFolder, 'copies'));
  const limits = createLimits(options);
  let opened: Opened | undefined;
  const open = (): Opened => {
    if (opened !== undefined) return opened;
    throw new AppError('TRANSFER_JOURNAL', 'transfer.journal-closed');
  };
  return {
    sources,
    staging,
    limits: limits.source,
    /** The list, once the journal is open. */
    list: () => open().queue.source,
    parts: (id: string) => open().queue.parts(id),
    tries: (id: string) => open().queue.tries(id),
    speed: () => open().queue.speed,
    open: async () => {
      opened = await openAll(options, staging, limits);
      await opened.evict();
    },
    start: async (request: StartTransfer): Promise<string> => {
      const record = recordOf(request, sources.pathOf(request.source_id), await writtenOf(request, sources));
      const id = await begin(options, open(), request, record);
      sources.forget(request.source_id);
      return id;
    },
    /** Sends what is packed already, as it is. */
    startPacked: (request: Where, packed: Packed, kind: BuildKind | undefined) =>
      begin(options, open(), request, packedRecord(request, packed, kind)),
    ...sourceCalls(sources, staging, options.doctorThread),
    ...transferCommands(options, open),
    limit: (request: TransferLimits) => void settings.set({ upload_limit: request.bytes_per_second ?? 0 }),
    close: async () => {
      const last = opened;
      opened = undefined;
      await last?.close();
    },
  };
}

/** What is done with transfers that there are. */
function transferCommands(options: TransferServiceOptions, open: () => Opened) {
  const { instances } = options;
  return {
    pause: (id: string, by?: 'person' | 'sleep') => open().queue.pause(id, by),
    resume: (id: string) => goOn(options, open(), id),
    retry: (id: string, isAnew: boolean) => goOn(options, open(), id, isAnew ? asNewBuild(open().queue.find(id)) : {}),
    cancel: async (id: string) => await forget(instances, await open().queue.cancel(id)),
    pauseAll: () => open().queue.pauseAll(),
    /** Those on instances that are not to be changed stay as they are. */
    resumeAll: async () => {
      for (const { id, target } of open().queue.resting()) {
        if (!instances.marks(target).is_read_only) await goOn(options, open(), id);
      }
    },
    clear: () => open().queue.clear(),
    /** The folder that is sent, or the one in which the file is. */
    placeOf: (id: string) => {
      const { source, packed } = open().queue.find(id);
      return packed?.kind === 'folder' ? source : path.dirname(source);
    },
    reorder: (id: string, before: string | null) => open().queue.reorder(id, before),
    remove: (id: string) => open().queue.remove(id),
  };
}

async function openAll(options: TransferServiceOptions, staging: Staging, limits: Limits): Promise<Opened> {
  const { appFolder, instances, settings, namespaces, onUnexpected } = options;
  const journal = await openJournal(path.join(appFolder, journalNames.queue));
  const onLost = (thrown: unknown) => onUnexpected(asAppError(thrown));
  const packer = createPacker(options.packThread, onLost);
  const agents = createAgents(() => caFileOf(settings));
  const { dependencies, bandwidth, close } = createTransferDependencies({
    journal,
    packer,
    cache: cacheOf(options),
    partHashThread: options.partHashThread,
    onLost,
    ...targetsOf({ instances, namespaces, agents }),
    mostParallelParts: () => settings.get().upload_lanes,
    unpackedSize: (file) => declaredSize(file, options.doctorThread),
  });
  const stopLimiting = limits.follow(bandwidth.limit);
  // A copy of ours is not what a person changes.
  const refresh = (record: TransferRecord) =>
    staging.isCopy(record.source) ? Promise.resolve({}) : lookAtSource(packer, record);
  const eviction = createEviction(options, packer);
  const folder = path.join(appFolder, 'transfers');
  const queue = createQueue({ dependencies, folder, refresh, onUnexpected, onWorked: () => void eviction.evict() });
  const machine = watchMachine({ onAwake: () => queue.interrupt(true), onNetwork: () => queue.interrupt(false) });
  queue.open();
  const stopReleasing = await releaseCopies(queue, journal, staging, onUnexpected);
  return {
    journal,
    queue,
    evict: eviction.evict,
    close: async () => {
      stopLimiting();
      machine.close();
      stopReleasing();
      await queue.close();
      agents.close();
      await eviction.settled();
      await Promise.all([packer.close(), close()]);
      journal.close();
    },
  };
}

/** One at a time: each transfer may leave a pack. */
function createEviction(options: TransferServiceOptions, packer: Packer) {
  let last = Promise.resolve();
  const evict = () => {
    last = last.then(() => evictOldPacks({ ...options, packer, cache: cacheOf(options) }, options.onUnexpected));
    return last;
  };
  return { evict, settled: () => last };
}

function cacheOf({ packs }: TransferServiceOptions): string {
  return packs ?? packsFolder();
}

/** A person is told when the source is no longer what was packed of it; what is sent stays the same. */
async function lookAtSource(packer: Packer, { packed }: TransferRecord): Promise<Partial<TransferFacts>> {
  if (packed === undefined) return {};
  const found = await packer.changedSince(packed).catch(() => undefined); // gone, or not to be read: changed in any case
  if (found === undefined) return { source_changed: true };
  const { added, changed, removed } = found;
  return { source_changed: added.length + changed.length + removed.length > 0 };
}

/** Where a transfer goes, and what it makes there. */
type Where = Omit<StartTransfer, 'source_id'>;

async function begin(
  { instances }: TransferServiceOptions,
  { queue }: Opened,
  request: Where,
  record: TransferRecord,
): Promise<string> {
  requireWritable(instances, request.instance_id);
  if (record.switches) await requireConfirmed(instances, request, () => nameOfNamespace(instances, request));
  queue.add(record);
  return record.id;
}

function packedRecord(request: Where, packed: Packed, kind: BuildKind | undefined): TransferRecord {
  const record = recordOf(request, packed.source);
  return { ...record, packed, kind, source_name: request.name, step: 'prepare' };
}

function recordOf(request: Where, source: string, written?: PackOptions['written']): TransferRecord {
  const { instance_id: target, game_id, namespace_id, name, confirm } = request;
  return {
    id: randomUUID(),
    key: randomUUID(),
    created_at: Date.now(),
    source,
    target,
    game_id,
    namespace_id,
    name,
    confirm,
    kind: request.kind,
    options: {
      keep: request.keep ?? [],
      allowSecrets: request.allow_secrets ?? [],
      fixLineEnds: request.fix_line_ends === true,
      written,
    },
    switches: request.switch === true,
    step: 'pack',
    status: 'queued',
    ...nothingDone,
  };
}

async function goOn(
  { instances }: TransferServiceOptions,
  { queue }: Opened,
  id: string,
  change: Partial<TransferFacts> = {},
): Promise<void> {
  requireWritable(instances, queue.find(id).target);
  await queue.enqueue(id, change);
}

/** Another build under another key. What was packed is used again, unless just that is what changed. */
function asNewBuild(record: TransferRecord): Partial<TransferFacts> {
  const hasChanged = record.status === 'failed' && record.problem.code === 'TRANSFER_SOURCE_CHANGED';
  const isPacked = record.packed !== undefined && !hasChanged;
  return {
    key: randomUUID(),
    ...(isPacked ? { step: 'prepare' } : { step: 'pack', packed: undefined, source_changed: false }),
    base_build_id: undefined,
    build_id: undefined,
    upload_id: undefined,
    versions_before: undefined,
    version_id: undefined,
  };
}

/** The unfinished build goes as well, where that is offered. It would otherwise expire by itself. */
async function forget(instances: InstanceService, record: TransferRecord): Promise<void> {
  const { build_id, upload_id, version_id, target } = record;
  if (build_id === undefined || upload_id === undefined || version_id !== undefined) return;
  const params = { ...environmentOf(record), build_id };
  try {
    await instances.find(target).client().deleteBuild({ params });
  } catch {
    // Nothing depends on it: the instance removes what nobody finishes.
  }
}

async function nameOfNamespace(instances: InstanceService, request: Where): Promise<string> {
  const client = instances.find(request.instance_id).client();
  const { game } = await client.getGame({ params: { game_id: request.game_id } });
  const found = game.namespaces.find(({ namespace_id: id }) => id === request.namespace_id);
  if (found === undefined) throw new AppError('NAMESPACE_NOT_FOUND');
  return found.name_id;
}
