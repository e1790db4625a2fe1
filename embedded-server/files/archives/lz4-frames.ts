// Unpacks a file of LZ4 frames block by block and checks every checksum in it. Follows the public description of the format.
import { type Message, messageFor } from '../../../src-shared/text/message.ts';
import { damagedData, refusal } from './archive-entry.ts';
import type { ByteReader, Feed } from './byte-reader.ts';
import { Lz4Damage, unpackLz4Block } from './lz4-block.ts';
import { createXxhash32, type Xxhash32, xxhash32 } from './xxhash32.ts';

const FRAME = 0x184d2204;
const LEGACY = 0x184c2102;
const SKIPPABLE = 0x184d2a50;
const SKIPPABLE_MASK = 0xfffffff0;
/** How far back a match may reach, into the blocks before. */
const HISTORY = 65_536;
const STORED = 0x80000000;
const REPACK = messageFor('archive.do-pack-with-lz4');

type Frame = {
  blockBytes: number;
  blocksAreLinked: boolean;
  blocksHaveSums: boolean;
  whole: Xxhash32 | undefined;
  size: bigint | undefined;
};

export function createLz4Feed(packed: ByteReader): Feed {
  const blocks = allFrames(packed);
  return {
    next: async () => {
      try {
        const { value, done } = await blocks.next();
        return done === true ? undefined : value;
      } catch (thrown) {
        throw thrown instanceof Lz4Damage ? damaged(thrown.reason) : thrown;
      }
    },
    close: async () => {
      await blocks.return(undefined);
    },
  };
}

async function* allFrames(packed: ByteReader): AsyncGenerator<Buffer, undefined> {
  for (;;) {
    const mark = await packed.take(4);
    if (mark.length === 0) return;
    const magic = mark.length < 4 ? 0 : mark.readUInt32LE();
    if ((magic & SKIPPABLE_MASK) >>> 0 === SKIPPABLE) await packed.pass((await exactly(packed, 4)).readUInt32LE());
    else if (magic === FRAME) yield* oneFrame(packed);
    else if (magic === LEGACY) throw refusal(messageFor('archive.lz4-legacy'), REPACK);
    else throw new Lz4Damage(messageFor('archive.more-after-last-frame'));
  }
}

async function* oneFrame(packed: ByteReader): AsyncGenerator<Buffer> {
  const frame = await readHead(packed);
  const memory = Buffer.allocUnsafeSlow(HISTORY + frame.blockBytes);
  let history = 0;
  let total = 0n;
  for (;;) {
    const end = await readBlock(packed, frame, memory, history);
    if (end === undefined) break;
    const content = memory.subarray(history, end);
    frame.whole?.update(content);
    total += BigInt(content.length);
    if (content.length > 0) yield content;
    history = frame.blocksAreLinked ? keepHistory(memory, end) : 0;
  }
  if (frame.size !== undefined && frame.size !== total) throw new Lz4Damage(messageFor('archive.length-not-as-stated'));
  if (frame.whole !== undefined) compare(await exactly(packed, 4), frame.whole.digest());
}

/** Puts the next block into memory and answers where it ends; undefined after the last one. */
async function readBlock(packed: ByteReader, frame: Frame, memory: Buffer, at: number): Promise<number | undefined> {
  const word = (await exactly(packed, 4)).readUInt32LE();
  if (word === 0) return undefined;
  const isStored = word >= STORED;
  const length = isStored ? word - STORED : word;
  if (length > frame.blockBytes) throw new Lz4Damage(messageFor('archive.lz4-block-over-frame-limit'));
  const bytes = await exactly(packed, length + (frame.blocksHaveSums ? 4 : 0));
  const block = bytes.subarray(0, length);
  if (frame.blocksHaveSums) compare(bytes.subarray(length), xxhash32(block));
  return isStored ? at + block.copy(memory, at) : unpackLz4Block(block, memory, at, at + frame.blockBytes);
}

/** Moves the end of what is there to the front, as far back as a match may reach. */
function keepHistory(memory: Buffer, end: number): number {
  const keep = Math.min(end, HISTORY);
  memory.copyWithin(0, end - keep, end);
  return keep;
}

async function readHead(packed: ByteReader): Promise<Frame> {
  const [flags = 0, blockCode = 0] = await exactly(packed, 2);
  const has = (bit: number) => (flags & bit) !== 0;
  if (flags >>> 6 !== 1) throw new Lz4Damage(messageFor('archive.lz4-version-unknown'));
  const sizeBytes = Buffer.from(await exactly(packed, has(0x08) ? 8 : 0));
  if (has(0x01)) throw refusal(messageFor('archive.lz4-dictionary'), REPACK);
  const [check] = await exactly(packed, 1);
  const head = Buffer.concat([Buffer.from([flags, blockCode]), sizeBytes]);
  if (((xxhash32(head) >>> 8) & 0xff) !== check) throw new Lz4Damage(messageFor('archive.lz4-frame-head-damaged'));
  const code = (blockCode >>> 4) & 0x07;
  if (code < 4) throw new Lz4Damage(messageFor('archive.lz4-block-size-unknown'));
  return {
    blockBytes: 1 << (8 + 2 * code),
    blocksAreLinked: !has(0x20),
    blocksHaveSums: has(0x10),
    whole: has(0x04) ? createXxhash32() : undefined,
    size: has(0x08) ? sizeBytes.readBigUInt64LE() : undefined,
  };
}

async function exactly(packed: ByteReader, count: number): Promise<Buffer> {
  const bytes = await packed.take(count);
  if (bytes.length < count) throw new Lz4Damage(messageFor('archive.ends-early'));
  return bytes;
}

function compare(stored: Buffer, found: number): void {
  if (stored.readUInt32LE() !== found) throw new Lz4Damage(messageFor('archive.checksum-wrong'));
}

function damaged(what: Message): Error {
  return damagedData('LZ4', what);
}
