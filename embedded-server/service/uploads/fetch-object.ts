// Brings an object into a file of this machine: read once, as a stream, with its SHA-256 worked out beside that. A line that breaks goes
// on where it broke.
import { type FileHandle, open } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { AppError } from '../../../src-shared/errors/app-error.ts';
import type { FileHasher, Hashing } from '../../platform/hashing/file-hasher.ts';
import type { ObjectStore } from '../../platform/object-store/object-store.ts';

export type ObjectToFetch = {
  key: string;
  length: number;
  file: string;
  /** What it has to be, where that is known. */
  sha256?: string;
  signal?: AbortSignal | undefined;
};
export type FetchObject = (object: ObjectToFetch) => Promise<string>;

const SILENT_MS = 30_000;
/** So often in a row without a byte more, which is a minute and more. */
const MOST_TRIES = 10;
const againAfterMs = (tries: number) => Math.min(10_000, 250 * 2 ** tries);
const PASSING = new Set(['objects.unreachable', 'objects.silent', 'objects.busy']);

export function createFetchObject(objects: ObjectStore, hasher: FileHasher): FetchObject {
  return async (object) => {
    const { key, length, file, sha256 } = object;
    const found = await objects.look(key);
    if (found === undefined) throw new AppError('BUILD_INVALID', 'objects.removed', { store: objects.name });
    if (found.bytes !== length) throw changed(objects);
    const handle = await open(file, 'w', 0o600);
    const hashing = hasher.start(file, 0, length);
    try {
      await copyAll(objects, { ...object, tag: found.tag }, { handle, hashing, position: 0 });
      const digest = (await hashing.digest()).toString('hex');
      if (digest !== (sha256 ?? digest)) throw changed(objects);
      await handle.datasync();
      return digest;
    } catch (thrown) {
      hashing.drop();
      throw thrown;
    } finally {
      await handle.close();
    }
  };
}

type Sink = { handle: FileHandle; hashing: Hashing; position: number };

/**
 * Each chunk comes in memory of its own outside of V8's heap, and V8 lets some 100 MiB of that gather before it looks. A collection of what
 * is young takes a millisecond.
 */
const COLLECT_EVERY_BYTES = 8 * 1_048_576;

let collect: ((options: { type: 'minor' }) => void) | undefined;

function collectYoung(): void {
  if (collect === undefined) {
    setFlagsFromString('--expose-gc');
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what the flag brings
    collect = runInNewContext('gc') as typeof collect;
    setFlagsFromString('--no-expose-gc');
  }
  collect?.({ type: 'minor' });
}

type Source = { key: string; tag: string; length: number; signal?: AbortSignal | undefined };

/** Goes on where the line broke, until it breaks again and again without a byte more. */
async function copyAll(objects: ObjectStore, source: Source, sink: Sink): Promise<void> {
  for (let tries = 0; sink.position < source.length; ) {
    const before = sink.position;
    const broke = await copyFrom(objects, source, sink).catch(objects.lineError);
    source.signal?.throwIfAborted();
    if (broke === undefined) continue;
    tries = sink.position > before ? 1 : tries + 1;
    if (tries > MOST_TRIES || !PASSING.has(broke.reason ?? '')) throw broke;
    await sleep(againAfterMs(tries), undefined, { signal: source.signal });
  }
}

/** Writes each chunk before the next one is read, so no more than a few of them are in memory. */
async function copyFrom(objects: ObjectStore, source: Source, sink: Sink): Promise<undefined> {
  const { key, tag, length, signal } = source;
  const body = await objects.read(key, { from: sink.position, tag, signal });
  if (body === undefined) throw changed(objects); // another one since, or none
  const cut = () => body.destroy(new DOMException('Nothing came', 'TimeoutError'));
  body.setTimeout(SILENT_MS, cut);
  let collectedAt = sink.position;
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      const bytes = chunk.subarray(0, length - sink.position);
      await sink.handle.write(bytes, 0, bytes.length, sink.position);
      sink.hashing.add(bytes.length);
      sink.position += bytes.length;
      if (sink.position - collectedAt < COLLECT_EVERY_BYTES) continue;
      collectedAt = sink.position;
      collectYoung();
    }
  } finally {
    body.off('timeout', cut).destroy();
  }
  if (sink.position < length) throw new Error('The object ended before its length');
}

function changed(objects: ObjectStore): AppError {
  return new AppError('BUILD_INVALID', 'objects.changed', { store: objects.name });
}
