// Unpacks a file of zstd frames one by one. Node's own decoder stops after the first, and tools that pack in parallel write many.
import { createZstdDecompress } from 'node:zlib';
import { type Message, messageFor } from '../../../src-shared/text/message.ts';
import { damagedData } from './archive-entry.ts';
import type { ByteReader, Feed } from './byte-reader.ts';
import { createDecodedFeed } from './decoded-feed.ts';

const FRAME = 0xfd2fb528;
const SKIPPABLE = 0x184d2a50;
const SKIPPABLE_MASK = 0xfffffff0;
const RLE_BLOCK = 1;
const MOST_BLOCK = 131_072;
const MOST_HEAD = 18;
/** Blocks are small. Each piece that the decoder gets or gives waits for another thread, so they are gathered. */
const BATCH = 262_144;
/** What was just decoded is written while it is still in the processor's cache. */
const DECODED_CHUNK = 262_144;

export function createZstdFeed(packed: ByteReader): Feed {
  let frame: Feed | undefined;
  const batch = Buffer.allocUnsafeSlow(MOST_HEAD + BATCH + MOST_BLOCK);
  const next = async (): Promise<Buffer | undefined> => {
    if (frame === undefined && !(await findFrame(packed))) return undefined;
    frame ??= createDecodedFeed(frameBytes(packed, batch), createZstdDecompress({ chunkSize: DECODED_CHUNK }), 'zstd');
    const chunk = await frame.next();
    if (chunk !== undefined) return chunk;
    frame = undefined;
    return await next();
  };
  return {
    next,
    close: async () => {
      await frame?.close();
    },
  };
}

/** Goes on to the next frame, behind its mark; false at the end. */
async function findFrame(packed: ByteReader): Promise<boolean> {
  for (;;) {
    const mark = await packed.take(4);
    if (mark.length === 0) return false;
    const magic = mark.length < 4 ? 0 : mark.readUInt32LE();
    if (magic === FRAME) return true;
    if ((magic & SKIPPABLE_MASK) >>> 0 !== SKIPPABLE) throw damaged(messageFor('archive.more-after-last-frame'));
    const length = (await exactly(packed, 4)).readUInt32LE();
    if ((await packed.pass(length)) < length) throw damaged(messageFor('archive.ends-early'));
  }
}

/** The bytes of one frame, whose mark was read already, gathered in `batch` again and again. */
async function* frameBytes(packed: ByteReader, batch: Buffer): AsyncGenerator<Buffer> {
  let filled = batch.writeUInt32LE(FRAME);
  const add = async (count: number) => {
    const bytes = await exactly(packed, count);
    filled += bytes.copy(batch, filled);
  };
  await add(1);
  const descriptor = batch[filled - 1] ?? 0;
  await add(headBytes(descriptor));
  for (let isLast = false; !isLast; ) {
    await add(3);
    const word = batch.readUIntLE(filled - 3, 3);
    isLast = (word & 1) === 1;
    const length = ((word >>> 1) & 3) === RLE_BLOCK ? 1 : word >>> 3;
    if (length > MOST_BLOCK) throw damaged(messageFor('archive.zstd-block-too-large'));
    await add(length);
    if (filled < BATCH) continue;
    yield batch.subarray(0, filled);
    filled = 0;
  }
  const hasSum = (descriptor & 0x04) !== 0;
  await add(hasSum ? 4 : 0);
  yield batch.subarray(0, filled);
}

/** How long the head of a frame is behind its first byte. */
function headBytes(descriptor: number): number {
  const isSingle = (descriptor & 0x20) !== 0;
  const sizeCode = descriptor >>> 6;
  const sizeBytes = sizeCode === 0 ? Number(isSingle) : 1 << sizeCode;
  const dictionaryBytes = [0, 1, 2, 4][descriptor & 3] ?? 0;
  return (isSingle ? 0 : 1) + dictionaryBytes + sizeBytes;
}

async function exactly(packed: ByteReader, count: number): Promise<Buffer> {
  const bytes = await packed.take(count);
  if (bytes.length < count) throw damaged(messageFor('archive.ends-early'));
  return bytes;
}

function damaged(what: Message): Error {
  return damagedData('zstd', what);
}
