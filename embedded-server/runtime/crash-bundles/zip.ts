// Writes a zip file from front to back, without knowing sizes before. Small enough to need nothing but node:zlib.
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { crc32, createDeflateRaw } from 'node:zlib';

export type ZipEntry = { name: string; open(): Iterable<Buffer> | AsyncIterable<Buffer> };

type Written = { name: Buffer; at: number; crc: number; size: number; packed: number };

/** Without the extension for large files, which nothing that goes in here needs. */
const LARGEST = 0xffff_ffff;
const VERSION = 20;
/** Sizes follow the bytes; names are UTF-8. */
const FLAGS = 0x0808;
const DEFLATE = 8;
/** A plain file of its owner, as Unix sees it. */
const MODE = (0o100600 << 16) >>> 0;
const MADE_ON_UNIX = 3 << 8;

export async function* zipOf(entries: readonly ZipEntry[], time: Date): AsyncGenerator<Buffer> {
  const done: Written[] = [];
  let at = 0;
  for (const { name, open } of entries) {
    const written: Written = { name: Buffer.from(name), at, crc: 0, size: 0, packed: 0 };
    const head = localHead(written, time);
    yield head;
    for await (const chunk of deflate(open(), written)) yield chunk;
    const sizes = sizesOf(written);
    yield sizes;
    at += head.length + written.packed + sizes.length;
    if (at > LARGEST || written.size > LARGEST) throw new Error('A crash bundle cannot be larger than 4 GiB');
    done.push(written);
  }
  const directory = Buffer.concat(done.map((written) => directoryEntry(written, time)));
  yield directory;
  yield endRecord(done.length, directory.length, at);
}

async function* deflate(source: ReturnType<ZipEntry['open']>, written: Written): AsyncGenerator<Buffer> {
  async function* counted() {
    for await (const chunk of source) {
      written.crc = crc32(chunk, written.crc);
      written.size += chunk.length;
      yield chunk;
    }
  }
  const packer = createDeflateRaw();
  const feeding = pipeline(Readable.from(counted()), packer);
  feeding.catch(() => undefined); // it also ends the packer, whose reader is told below
  for await (const chunk of packer) {
    const bytes: Buffer = chunk;
    written.packed += bytes.length;
    yield bytes;
  }
  await feeding;
}

function localHead({ name }: Written, time: Date): Buffer {
  const head = Buffer.alloc(30);
  head.writeUInt32LE(0x04034b50, 0);
  head.writeUInt16LE(VERSION, 4);
  head.writeUInt16LE(FLAGS, 6);
  head.writeUInt16LE(DEFLATE, 8);
  head.writeUInt32LE(dosTime(time), 10);
  head.writeUInt16LE(name.length, 26);
  return Buffer.concat([head, name]);
}

function sizesOf({ crc, packed, size }: Written): Buffer {
  const sizes = Buffer.alloc(16);
  sizes.writeUInt32LE(0x08074b50, 0);
  sizes.writeUInt32LE(crc, 4);
  sizes.writeUInt32LE(packed, 8);
  sizes.writeUInt32LE(size, 12);
  return sizes;
}

function directoryEntry({ name, at, crc, packed, size }: Written, time: Date): Buffer {
  const entry = Buffer.alloc(46);
  entry.writeUInt32LE(0x02014b50, 0);
  entry.writeUInt16LE(MADE_ON_UNIX | VERSION, 4);
  entry.writeUInt16LE(VERSION, 6);
  entry.writeUInt16LE(FLAGS, 8);
  entry.writeUInt16LE(DEFLATE, 10);
  entry.writeUInt32LE(dosTime(time), 12);
  entry.writeUInt32LE(crc, 16);
  entry.writeUInt32LE(packed, 20);
  entry.writeUInt32LE(size, 24);
  entry.writeUInt16LE(name.length, 28);
  entry.writeUInt32LE(MODE, 38);
  entry.writeUInt32LE(at, 42);
  return Buffer.concat([entry, name]);
}

function endRecord(count: number, directoryBytes: number, at: number): Buffer {
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(count, 8);
  end.writeUInt16LE(count, 10);
  end.writeUInt32LE(directoryBytes, 12);
  end.writeUInt32LE(at, 16);
  return end;
}

/** Two seconds are the smallest step; years before 1980 do not exist. */
function dosTime(time: Date): number {
  const year = Math.max(0, time.getUTCFullYear() - 1980);
  const date = (year << 9) | ((time.getUTCMonth() + 1) << 5) | time.getUTCDate();
  const clock = (time.getUTCHours() << 11) | (time.getUTCMinutes() << 5) | (time.getUTCSeconds() >> 1);
  return ((date << 16) | clock) >>> 0;
}
