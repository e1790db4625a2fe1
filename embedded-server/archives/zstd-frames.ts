// Unpacks a file of zstd frames one by one. Node's own decoder stops after the first, and tools that pack in parallel write many.
import { Readable } from 'node:stream';
import { createZstdDecompress } from 'node:zlib';
import { refusal } from './archive-entry.ts';
import type { ByteReader, Feed } from './byte-reader.ts';
import { createDecodedFeed } from './decoded-feed.ts';

const FRAME = 0xfd2fb528;
const SKIPPABLE = 0x184d2a50;
const SKIPPABLE_MASK = 0xfffffff0;
const RLE_BLOCK = 1;
/** Blocks are small; the decoder gets them in pieces of about this size. */
const BATCH = 262_144;
const DECODED_CHUNK = 524_288;

export function createZstdFeed(packed: ByteReader): Feed {
  let frame: Feed | undefined;
  const next = async (): Promise<Buffer | undefined> => {
    if (frame === undefined && !(await findFrame(packed))) return undefined;
    frame ??= createDecodedFeed(
      Readable.from(frameBytes(packed)),
      createZstdDecompress({ chunkSize: DECODED_CHUNK }),
      'zstd',
    );
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
    if ((magic & SKIPPABLE_MASK) >>> 0 !== SKIPPABLE) throw damaged('something else follows its last frame');
    const length = (await exactly(packed, 4)).readUInt32LE();
    if ((await packed.pass(length)) < length) throw damaged('it ends too early');
  }
}

/** The bytes of one frame, whose mark was read already. */
async function* frameBytes(packed: ByteReader): AsyncGenerator<Buffer> {
  const mark = Buffer.alloc(4);
  mark.writeUInt32LE(FRAME);
  let pieces = [mark, await copied(packed, 1)];
  const [descriptor = 0] = pieces[1] ?? [];
  pieces.push(await copied(packed, headBytes(descriptor)));
  let waiting = 0;
  for (let isLast = false; !isLast; ) {
    const head = await copied(packed, 3);
    const word = head.readUIntLE(0, 3);
    isLast = (word & 1) === 1;
    const length = ((word >>> 1) & 3) === RLE_BLOCK ? 1 : word >>> 3;
    pieces.push(head, await copied(packed, length));
    waiting += length;
    if (waiting < BATCH) continue;
    yield Buffer.concat(pieces);
    pieces = [];
    waiting = 0;
  }
  const hasSum = (descriptor & 0x04) !== 0;
  yield Buffer.concat([...pieces, await copied(packed, hasSum ? 4 : 0)]);
}

/** How long the head of a frame is behind its first byte. */
function headBytes(descriptor: number): number {
  const isSingle = (descriptor & 0x20) !== 0;
  const sizeCode = descriptor >>> 6;
  const sizeBytes = sizeCode === 0 ? Number(isSingle) : 1 << sizeCode;
  const dictionaryBytes = [0, 1, 2, 4][descriptor & 3] ?? 0;
  return (isSingle ? 0 : 1) + dictionaryBytes + sizeBytes;
}

async function copied(packed: ByteReader, count: number): Promise<Buffer> {
  return Buffer.from(await exactly(packed, count));
}

async function exactly(packed: ByteReader, count: number): Promise<Buffer> {
  const bytes = await packed.take(count);
  if (bytes.length < count) throw damaged('it ends too early');
  return bytes;
}

function damaged(what: string): Error {
  return refusal(`its zstd data is damaged: ${what}`, 'Pack and upload it again.');
}
