// A push for a command that runs and ends: packs, goes on with what an earlier run of the same push began, and tells how it went.
import { createHash, randomUUID } from 'node:crypto';
import path from 'node:path';
import { AppError } from '../../../../src-shared/errors/app-error.ts';
import type { BuildKind } from '../../../../src-shared/service/builds.ts';
import type { GameFull } from '../../../../src-shared/service/games.ts';
import type { NamespaceSummary } from '../../../../src-shared/service/namespaces.ts';
import type { TransferView } from '../../../../src-shared/transfers/bridge.ts';
import type { Target } from '../../instances/open-target.ts';
import { switchTo } from '../../namespaces/namespace-service.ts';
import type { Compression, Packed, PackOptions } from '../../pack/pack-model.ts';
import { createPacker, type Packer } from '../../pack/packer.ts';
import { systemClock } from '../../platform/clock.ts';
import { watchMachine } from '../../platform/watch-machine.ts';
import { createTransferDependencies } from '../engine/dependencies.ts';
import { createReporter } from '../engine/progress.ts';
import { findBase } from '../engine/reuse.ts';
import { lockTransfer } from '../engine/transfer-lock.ts';
import type { Run } from '../engine/transfer-run.ts';
import { startUpload } from '../engine/uploader.ts';
import { viewOf } from '../engine/view.ts';
import { evictOldPacks, journalNames } from '../journal/evict-packs.ts';
import { type Journal, openJournal } from '../journal/journal.ts';
import { inState, isOver, isStored, nothingDone, type TransferRecord } from '../journal/transfer-record.ts';
import { createAgents } from '../wire/agents.ts';
import { contentIdOf, usualName } from './content-id.ts';

export type PushOptions = {
  /** A folder or file, or what is packed already and sent as it is. */
  source: string | Packed;
  /** What the instance is told that the file is; without it what it looks like. */
  kind: BuildKind | undefined;
  target: Target;
  game: GameFull;
  namespace: NamespaceSummary;
  switches: boolean;
  /** Of the version; without it the source's name and the first digits of its hash. */
  name: string | undefined;
  options: PackOptions;
  /** Where the journal of pushes and the packs are kept. */
  appFolder: string;
  cache: string;
  signal: AbortSignal;
  patienceMs: number;
  bytesPerSecond: number | undefined;
  onPacking(bytes: number, total: number): void;
  /** At most five times a second. */
  onProgress(view: TransferView): void;
  /** What went wrong beside it. */
  onProblem(error: AppError): void;
  /** Tells how it ended. A push that is ended before that, and begun again, finds its build in place of making a second one. */
  onEnd(pushed: Pushed): void | Promise<void>;
};

/** An instance keeps what it got of an upload for a week. */
const ABANDONED_MS = 30 * 24 * 3_600_000;
/** What ended longer ago without a word is nothing that anybody tries again. */
const UNTOLD_MS = 24 * 3_600_000;
const LOOK_BACK = 50;

export type Pushed = { record: TransferRecord; bytesSent: number; isResumed: boolean };

export async function push(options: PushOptions): Promise<Pushed> {
  const journal = await openJournal(path.join(options.appFolder, journalNames.pushes));
  const packer = createPacker(new URL('../../pack/pack-thread.ts', import.meta.url));
  const agents = createAgents(() => options.target.caFile);
  const isOurs = await knowsOurs(options.target);
  const { target, patienceMs, cache } = options;
  const { dependencies, bandwidth, close } = createTransferDependencies({
    journal,
    packer,
    cache,
    limits: { patienceMs },
    partHashThread: new URL('../engine/part-hash-thread.ts', import.meta.url),
    compressionFor: (record) => compressionFor(isOurs, record.base_build_id),
    isOurs: () => isOurs,
    client: () => target.client,
    agentsFor: (_, url) => agents.for(url, target),
    switchTo: (record, version_id) => switchFor(options, record, version_id),
  });
  bandwidth.limit(options.bytesPerSecond);
  try {
    const base = isOurs ? (await findBase(target.client, placeOf(options), { signal: options.signal }))?.id : undefined;
    const packed = await packedOf(options, packer, compressionFor(isOurs, base));
    const made = { packed, base, contentId: await contentIdOf(packed) };
    const pushed = await pushPacked(options, journal, made, (record, onChange) =>
      startUpload(dependencies, record, { signal: options.signal, onChange, isFresh: record.packed === packed }),
    );
    await evictOldPacks({ ...options, packer }, options.onProblem);
    return pushed;
  } finally {
    agents.close();
    await Promise.all([packer.close(), close()]);
    journal.close();
  }
}

async function packedOf(
  { source, cache, options, signal, onPacking }: PushOptions,
  packer: Packer,
  compression: Compression,
) {
  if (typeof source === 'string') {
    return await packer.pack({ source, place: { cache }, compression, options }, { signal, progress: onPacking });
  }
  if (await packer.isWhole(source, signal)) return source;
  throw new AppError('TRANSFER_SOURCE_CHANGED', 'transfer.copy-damaged', { name: source.name, file: source.file });
}

type Begin = (record: TransferRecord, onChange: (run: Run) => void) => ReturnType<typeof startUpload>;

/** Uncompressed where there is an earlier build: then what is the same as in that one is not sent. */
export function compressionFor(isOurs: boolean, base: string | undefined): 'zstd' | 'none' {
  return isOurs && base === undefined ? 'zstd' : 'none';
}

export function placeOf({ game, namespace }: Pick<PushOptions, 'game' | 'namespace'>) {
  return { game_id: game.game_id, namespace_id: namespace.namespace_id };
}

type Made = { packed: Packed; base: string | undefined; contentId: string };

async function pushPacked(options: PushOptions, journal: Journal, made: Made, begin: Begin): Promise<Pushed> {
  const fresh = newRecord(options, made);
  const release = await lockTransfer(path.join(options.appFolder, 'pushes'), nameOf(fresh));
  if (release === undefined) {
    throw new AppError('TRANSFER_BUSY', 'transfer.push-under-way');
  }
  try {
    forgetAbandoned(journal);
    const known = [...journal.live(), ...untold(journal)].find((one) => nameOf(one) === nameOf(fresh));
    const goesOn = known !== undefined && !isSpent(known);
    if (known !== undefined && !goesOn) journal.remove(known.id);
    if (!goesOn) journal.add(fresh);
    const record = goesOn ? goneOn(known, made.packed, options.switches, storedOf(journal, known)) : fresh;
    const reporter = createReporter(systemClock, () => options.onProgress(viewOf(run.record(), run.parts(), run)));
    const { run, ended } = begin(record, () => reporter.touch());
    const machine = watchMachine({ onAwake: run.interrupt, onNetwork: run.backoff.endWait });
    const last = await ended;
    machine.close();
    reporter.close();
    options.onProgress(viewOf(last, run.parts(), run)); // the last one told may be from before its end
    const pushed = { record: last, bytesSent: run.sentNow(), isResumed: goesOn };
    await options.onEnd(pushed);
    if (last.status === 'done') journal.save({ ...last, is_untold: false });
    return pushed;
  } finally {
    await release();
  }
}

/** Pushes that were never taken up again: their addresses go, and their packs are needed no more. */
function forgetAbandoned(journal: Journal): void {
  const before = systemClock.now() - ABANDONED_MS;
  for (const { id, created_at } of journal.live()) if (created_at < before) journal.remove(id);
}

function storedOf(journal: Journal, { id }: TransferRecord): number {
  return journal.parts(id).filter(isStored).length;
}

/** Those that came to their end in a process that was ended before it could say so. */
function untold(journal: Journal): TransferRecord[] {
  const since = systemClock.now() - UNTOLD_MS;
  return journal.ended(LOOK_BACK).filter((record) => record.is_untold && isOver(record) && record.ended_at > since);
}

/**
 * What is sent stays as it was packed when that began, if it was packed in another way then. Of what had come to its end the
 * instance is asked again, as much may have happened since.
 */
function goneOn(known: TransferRecord, packed: Packed, switches: boolean, kept: number): TransferRecord {
  const step = known.status === 'done' ? 'confirm' : known.step;
  const record = { ...known, step, switches, packed: known.packed?.sha256 === packed.sha256 ? packed : known.packed };
  const isLost = known.status === 'paused' && known.paused.by === 'network';
  const resumed = { at: systemClock.now(), after: isLost ? ('network' as const) : ('end' as const), kept };
  return inState(record, { status: 'queued', resumed });
}

function newRecord(request: PushOptions, { packed, base, contentId }: Made): TransferRecord {
  const { target, game, namespace, switches, options, kind } = request;
  const { name = usualName(packed, contentId) } = request;
  return {
    id: randomUUID(),
    key: randomUUID(),
    created_at: systemClock.now(),
    target: target.url,
    name,
    switches,
    game_id: game.game_id,
    namespace_id: namespace.namespace_id,
    source: packed.source,
    packed,
    kind,
    options: {
      keep: [...(options.keep ?? [])],
      allowSecrets: [...(options.allowSecrets ?? [])],
      fixLineEnds: options.fixLineEnds === true,
      written: options.written,
    },
    step: 'prepare',
    status: 'queued',
    ...nothingDone,
    base_build_id: base,
    content_id: contentId,
    is_untold: true,
  };
}

/** One name for the same content to the same place under the same version's name: what an earlier run of a push is known by. */
function nameOf({ target, name, kind, ...record }: TransferRecord): string {
  const place = [target, record.game_id, record.namespace_id];
  return createHash('sha256')
    .update(JSON.stringify([...place, name, record.content_id, ...(kind === undefined ? [] : [kind])]))
    .digest('hex')
    .slice(0, 32);
}

/** Whether only a new build can help, or it was ended meanwhile. */
function isSpent(record: TransferRecord): boolean {
  return record.status === 'cancelled' || (record.status === 'failed' && !record.remedies.includes('retry'));
}

/** Only a service of ours tells of its health; another one may not know zstd. */
export async function knowsOurs({ client }: Pick<Target, 'client'>): Promise<boolean> {
  try {
    await client.getHealth({});
    return true;
  } catch (thrown) {
    if (thrown instanceof AppError && (thrown.status < 500 || thrown.code === 'ANSWER_UNREADABLE')) return false;
    throw thrown;
  }
}

async function switchFor(options: PushOptions, record: TransferRecord, version_id: string) {
  const { client } = options.target;
  const { game } = await client.getGame({ params: { game_id: record.game_id } });
  const target = { instance_id: record.target, game_id: record.game_id, namespace_id: record.namespace_id };
  return await switchTo({ switches: { begin: () => undefined } }, target, { client, game }, version_id);
}
