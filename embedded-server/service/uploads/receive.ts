// Receives one part: writes it in place, syncs it, and only then says that it is in. What is in is never harmed by a
// part that is sent again and fails.
import { rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '../../../src-shared/errors/app-error.ts';
import type { Message } from '../../../src-shared/text/message.ts';
import { createTurns, type InTurn, type Turns } from '../../../src-shared/turns.ts';
import type { TokenId } from '../../platform/access/given-access.ts';
import type { IncomingPart, InMemory } from '../../platform/front/incoming-part.ts';
import type { FileHasher } from '../../platform/hashing/file-hasher.ts';
import type { Log } from '../../platform/logging/log.ts';
import type { SharedSync } from '../../platform/storage/shared-sync.ts';
import { createCounter } from './counter.ts';
import type { FileTaker, FileToTake, OnTaken } from './import-file.ts';
import { type Stretch, stretchOf, wantedDigest } from './part-headers.ts';
import { countParts, type Part, partOf } from './parts.ts';
import type { UploadParts, UploadService } from './service.ts';
import type { UploadRecord } from './store.ts';
import { createTornParts, nothingKept, type TornParts } from './torn-parts.ts';
import { copyPart } from './upload-files.ts';
import { createAddressLimit } from './upload-limits.ts';
import { writePart } from './write-part.ts';

/** What a presigned address names, and the token that asked for it. */
export type Address = { upload_id: string; part: number; by?: TokenId };
export type Received = { digest: Buffer; refusal: Message | undefined };
export type Receiver = {
  /** The digest of the part as it is stored, and why the whole was refused, where this was its last part. */
  receive(address: Address, incoming: IncomingPart): Promise<Received>;
  /** The digest of a part that is in, or undefined. */
  look(upload_id: string, part: number): Buffer | undefined;
  /** How much is kept of a part that is not in. */
  held(upload_id: string, part: number): number;
  /** Takes a file of this machine as the only part of an upload. Safe to repeat. */
  take(upload_id: string, request: FileToTake, signal: AbortSignal, onTaken: OnTaken): Promise<void>;
  /** Whether bytes arrive for this upload right now. */
  isLive(upload_id: string): boolean;
};

type ReceiverParts = UploadParts & {
  uploads: UploadService;
  hasher: FileHasher;
  syncs: SharedSync;
  writes: Turns;
  taker: FileTaker;
};
type Dependencies = ReceiverParts & { tornParts: TornParts };
/** So long one that came later and is whole waits for the one that writes in the part's place. */
const GIVE_WAY_MS = 2_000;

type Aside = Awaited<ReturnType<Dependencies['files']['openAside']>>;
type Wanted = { upload: UploadRecord; part: Part; stretch: Stretch; digest: Buffer | undefined };

export function createReceiver(parts: ReceiverParts): Receiver {
  const dependencies = { ...parts, tornParts: createTornParts(parts) };
  const { store, uploads } = dependencies;
  const live = createCounter();
  const atAddress = createAddressLimit();
  /** Who writes into a part's place, by part. One at a time. */
  const writers = createTurns();
  const receive = createReceiving(dependencies, writers);

  /** What was the last part to come in ends the upload. */
  const bringIn = async <T>(upload: UploadRecord, by: TokenId, work: () => Promise<T>): Promise<T> => {
    live.add(upload.upload_id);
    try {
      const done = await work();
      if (uploads.isWhole(upload)) await withPatience(uploads.finish(upload.upload_id, by), dependencies.log);
      return done;
    } finally {
      live.drop(upload.upload_id);
    }
  };

  return {
    receive: async ({ upload_id, part: number, by }, incoming) => {
      const upload = uploads.one(upload_id);
      const part = checkedPart(upload, number);
      const stretch = stretchOf(incoming.headers, part);
      const wanted = { upload, part, stretch, digest: wantedDigest(incoming.headers, stretch) };
      const stopTelling = dependencies.access.whenEnded(by, (why) => incoming.stop?.(why));
      const receiving = () => bringIn(upload, by, () => receive(wanted, incoming));
      const digest = await atAddress(`${upload_id}/${number}`, receiving).finally(stopTelling);
      return { digest, refusal: uploads.isWhole(upload) ? uploads.refusalOf(upload) : undefined };
    },
    take: async (upload_id, request, signal, onTaken) => {
      const upload = uploads.one(upload_id);
      const taking = () =>
        takeWhole(dependencies, upload, request, (file) => dependencies.taker.take(upload, file, signal, onTaken));
      await bringIn(upload, undefined, () => writers.of(`${upload_id}/1`)(taking));
    },
    look: (upload_id, number) => {
      const { number: known } = checkedPart(uploads.one(upload_id), number);
      const found = store.part(upload_id, known);
      return found === undefined ? undefined : Buffer.from(found.digest);
    },
    held: (upload_id, number) => store.tornBytes(upload_id, number) ?? 0,
    isLive: (upload_id) => live.has(upload_id),
  };
}

/** A sender takes a connection that says nothing for long for lost, and to read a large build through may take longer. */
const ANSWER_WITHIN_MS = 15_000;

/** Whoever sent the last part learns what came of it, unless that takes long; then the part is in, and the build shows the rest. */
async function withPatience(finishing: Promise<void>, log: Log): Promise<void> {
  const patience = new AbortController();
  const wait = async () => {
    await sleep(ANSWER_WITHIN_MS, undefined, { signal: patience.signal });
    finishing.catch((thrown: unknown) => log('error', 'upload not finished', { error: String(thrown) }));
  };
  const waiting = wait();
  waiting.catch(() => undefined); // when it is over in time
  await Promise.race([finishing, waiting]).finally(() => patience.abort());
}

/** While one writes into a part's place, what comes goes aside first. */
function createReceiving(dependencies: Dependencies, writers: Turns) {
  /** A line that is lost can look open for long, with a part that will never be whole. */
  const inPlace = new Map<string, IncomingPart>();
  return async (wanted: Wanted, incoming: IncomingPart): Promise<Buffer> => {
    const { upload, part, stretch } = wanted;
    const key = `${upload.upload_id}/${part.number}`;
    const isIn = () => dependencies.store.part(upload.upload_id, part.number) !== undefined;
    const alone = writers.of(key);
    // Who goes on knows that its line before was lost, whatever that looks like here.
    if (stretch.isKept) inPlace.get(key)?.stop?.(sentTwice());
    if (!isIn() && (stretch.isKept || !writers.has(key))) {
      const digest = await alone(async () => {
        if (isIn()) return undefined; // by the one before, which was whole after all
        inPlace.set(key, incoming);
        return await receiveInPlace(dependencies, wanted, incoming).finally(() => inPlace.delete(key));
      });
      if (digest !== undefined) return digest;
    }
    const inTurn = afterThose(alone, () => inPlace.get(key));
    return await receiveAside(dependencies, wanted, incoming, inTurn);
  };
}

function sentTwice(): AppError {
  return new AppError('UPLOAD_INVALID', 'upload.sent-twice');
}

/** Those before it get a little time to end; then the one that writes gives way. */
function afterThose(alone: InTurn, writing: () => IncomingPart | undefined): InTurn {
  return async (work) => {
    const waiting = setTimeout(() => writing()?.stop?.(sentTwice()), GIVE_WAY_MS);
    return await alone(async () => {
      clearTimeout(waiting);
      return await work();
    });
  };
}

async function receiveInPlace(dependencies: Dependencies, wanted: Wanted, incoming: IncomingPart): Promise<Buffer> {
  const { files, finishers, wholeHashes, tornParts } = dependencies;
  const { upload, part, stretch } = wanted;
  const keeping = tornParts.begin(upload, part, stretch);
  const file = files.file(upload.upload_id);
  const handle = await files.open(upload.upload_id);
  const direct = incoming.isInPages === true ? await files.openDirect(upload.upload_id) : undefined;
  try {
    const order = { inTurn: dependencies.writes.of(file), sync: dependencies.syncs.begin(file) };
    const offer = (position: number, memory: InMemory) => wholeHashes.offer(upload, position, memory);
    const place = { file, handle, direct, offset: part.offset, length: part.length, from: stretch.from };
    const digest = await writePart(incoming, { ...place, ...order, offer, keeping }, dependencies.hasher);
    await keeping.unlessRight(async () => {
      checkDigest(wanted.digest, digest);
      await finishers[upload.kind].inspect?.(file, upload);
    });
    await remember(dependencies, wanted, digest);
    return digest;
  } catch (thrown) {
    wholeHashes.partGoes(upload, part.number);
    throw thrown;
  } finally {
    await Promise.all([handle.close(), direct?.close()]);
  }
}

/** The part goes into a file of its own first, so that what is in stays whole until this one is known to be good. */
async function receiveAside(
  dependencies: Dependencies,
  wanted: Wanted,
  incoming: IncomingPart,
  alone: InTurn,
): Promise<Buffer> {
  const { upload, part, stretch } = wanted;
  const aside = await dependencies.files.openAside(upload.upload_id);
  try {
    if (stretch.from > 0) return await passOver(dependencies, wanted, incoming, aside);
    const { name, handle: asideHandle } = aside;
    // It is copied into its place and synced there.
    const place = {
      file: name,
      handle: asideHandle,
      offset: 0,
      length: part.length,
      from: 0,
      inTurn: dependencies.writes.of(name),
    };
    const offer = async (_position: number, { free }: InMemory) => free();
    const digest = await writePart(
      incoming,
      { ...place, sync: async () => {}, offer, keeping: nothingKept },
      dependencies.hasher,
    );
    checkDigest(wanted.digest, digest);
    await alone(async () => {
      const stored = dependencies.store.part(upload.upload_id, part.number);
      // Its record may still be on its way to the disk.
      if (stored !== undefined && digest.equals(stored.digest))
        return await dependencies.database.changeSoon(() => undefined);
      if (dependencies.uploads.isOver(upload.upload_id)) {
        throw new AppError('UPLOAD_INVALID', 'upload.finished-with-other-part');
      }
      await dependencies.finishers[upload.kind].inspect?.(aside.name, upload);
      dependencies.wholeHashes.partGoes(upload, part.number);
      dependencies.database.change(() => dependencies.store.dropPart(upload.upload_id, part.number));
      const handle = await dependencies.files.open(upload.upload_id);
      try {
        await copyPart(aside.handle, handle, part);
        await handle.datasync();
      } finally {
        await handle.close();
      }
      await remember(dependencies, wanted, digest);
    });
    return digest;
  } finally {
    await aside.handle.close();
    await rm(aside.name, { force: true });
  }
}

/** The rest of a part that has come in meanwhile is of no use; it is read all the same, as its sender waits for the answer. */
async function passOver(
  { store, writes }: Dependencies,
  { upload, part, stretch, digest }: Wanted,
  incoming: IncomingPart,
  { name, handle }: Aside,
): Promise<Buffer> {
  const stored = store.part(upload.upload_id, part.number);
  if (stored === undefined || digest?.equals(stored.digest) !== true) {
    throw new AppError('UPLOAD_INVALID', 'upload.part-in-already');
  }
  await incoming.writeTo(
    { handle, offset: 0, length: part.length - stretch.from, inTurn: writes.of(name) },
    { passes: async () => {}, written: async (_bytes, memory) => memory?.free() },
  );
  return Buffer.from(stored.digest);
}

async function takeWhole(
  dependencies: Dependencies,
  upload: UploadRecord,
  request: FileToTake,
  take: (request: FileToTake) => Promise<Buffer>,
): Promise<void> {
  const { store, uploads, wholeHashes, database } = dependencies;
  const stored = store.part(upload.upload_id, 1);
  if (stored !== undefined && Buffer.from(request.sha256, 'hex').equals(stored.digest)) return;
  if (uploads.isOver(upload.upload_id)) {
    throw new AppError('UPLOAD_INVALID', 'upload.finished-with-other-bytes');
  }
  // While the file is put in its place nothing may say what is in that place.
  wholeHashes.partGoes(upload, 1);
  if (stored !== undefined) database.change(() => store.dropPart(upload.upload_id, 1));
  const digest = await take(request);
  // From here on its bytes are fixed: the file may be a link to one that is in use elsewhere, and must not be written into.
  const fix = () => store.setHash(upload.upload_id, request.sha256);
  await remember(dependencies, { upload, part: partOf(upload, 1) }, digest, fix);
}

/** Parts that end together wait for the disk together, while others go on. */
async function remember(
  { database, store, wholeHashes, now }: Dependencies,
  { upload, part }: Pick<Wanted, 'upload' | 'part'>,
  digest: Buffer,
  also?: () => void,
): Promise<void> {
  const onDisk = database.changeSoon(() => {
    if (store.one(upload.upload_id) === undefined) throw new AppError('UPLOAD_NOT_FOUND'); // removed meanwhile
    store.setPart(upload.upload_id, part.number, digest, now());
    also?.();
  });
  wholeHashes.partIn(upload);
  await onDisk;
}

function checkedPart(upload: UploadRecord, number: number): Part {
  if (number > countParts(upload)) throw new AppError('UPLOAD_NOT_FOUND', 'upload.no-such-part');
  return partOf(upload, number);
}

function checkDigest(wanted: Buffer | undefined, digest: Buffer): void {
  if (wanted === undefined || wanted.equals(digest)) return;
  throw new AppError('UPLOAD_INVALID', 'upload.digest-wrong');
}
