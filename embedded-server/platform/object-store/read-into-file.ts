// Reads an object into a file of this machine, as a stream. A line that breaks goes on where it broke.
import type { FileHandle } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { AppError } from '../../../src-shared/errors/app-error.ts';
import { writeAll } from '../durable/write-all.ts';
import type { ObjectStore } from './object-store.ts';

const SILENT_MS = 30_000;
/** So often in a row without a byte more, which is a minute and more. */
const MOST_TRIES = 10;
const againAfterMs = (tries: number) => Math.min(10_000, 250 * 2 ** tries);
const PASSING = new Set(['objects.unreachable', 'objects.silent', 'objects.busy']);

export type ObjectSource = {
  key: string;
  /** Of the object that is wanted: another one under its key is not read. */
  tag: string;
  length: number;
  /** What is said when there is another one, or none. */
  whenChanged: () => AppError;
  signal?: AbortSignal | undefined;
};
export type ObjectSink = {
  handle: FileHandle;
  /** So many bytes more are in the file. */
  wrote?: (bytes: number) => void;
};

type Sink = ObjectSink & { position: number };

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

/** Goes on where the line broke, until it breaks again and again without a byte more. */
export async function readIntoFile(objects: ObjectStore, source: ObjectSource, to: ObjectSink): Promise<void> {
  const sink: Sink = { ...to, position: 0 };
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
async function copyFrom(objects: ObjectStore, source: ObjectSource, sink: Sink): Promise<undefined> {
  const { key, tag, length, whenChanged, signal } = source;
  const body = await objects.read(key, { from: sink.position, tag, signal });
  if (body === undefined) throw whenChanged(); // another one since, or none
  const cut = () => body.destroy(new DOMException('Nothing came', 'TimeoutError'));
  body.setTimeout(SILENT_MS, cut);
  let collectedAt = sink.position;
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      const bytes = chunk.subarray(0, length - sink.position);
      await writeAll(sink.handle, bytes, sink.position);
      sink.wrote?.(bytes.length);
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
