// Compressed streams made by hand, so that every corner of their formats is met whatever tools a machine has.
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { constants, crc32, gzipSync, zstdCompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { readArchive } from '../../../../embedded-server/files/archives/read-archive.ts';
import { createXxhash32, xxhash32 } from '../../../../embedded-server/files/archives/xxhash32.ts';
import { AppError, asAppError } from '../../../../src-shared/errors/app-error.ts';
import { seeded } from '../../../support/full-folder.ts';
import { leftInEnglish } from '../../../support/in-german.ts';
import { makeTempFolder } from '../../../support/temp-folder.ts';
import { makeTar } from './make-tar.ts';
import { makeZip } from './make-zip.ts';

const tar = makeTar([{ name: 'a', bytes: Buffer.from('hello '.repeat(2_000)) }]);

async function read(bytes: Buffer, name = 'build'): Promise<Record<string, string>> {
  const file = path.join(await makeTempFolder('compressed'), 'blob');
  await writeFile(file, bytes);
  const found: Record<string, string> = {};
  await readArchive(file, { name }, async (entry, content) => {
    const pieces: Buffer[] = [];
    for (let piece = await content.read(); piece !== undefined; piece = await content.read())
      pieces.push(Buffer.from(piece));
    found[entry.path] = Buffer.concat(pieces).toString();
  });
  return found;
}

const word = (value: number) => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value >>> 0);
  return bytes;
};

describe('XXH32', () => {
  it.each([
    ['', 0x02cc5d05],
    ['a', 0x550d7456],
    ['abc', 0x32d153ff],
  ])('of %j is the published value', (text, value) => {
    expect(xxhash32(Buffer.from(text))).toBe(value);
  });

  it('is the same in one piece and in many', () => {
    const bytes = Buffer.from(Array.from({ length: 1_000 }, (_, n) => (n * 7) % 256));
    const hash = createXxhash32();
    for (let at = 0, size = 1; at < bytes.length; at += size, size += 3) hash.update(bytes.subarray(at, at + size));
    expect(hash.digest()).toBe(xxhash32(bytes));
  });
});

describe('LZ4', () => {
  const MAGIC = word(0x184d2204);
  const END = word(0);
  const head = (flags = 0x60, block = 0x40) => {
    const bytes = Buffer.from([flags, block]);
    return Buffer.concat([MAGIC, bytes, Buffer.from([(xxhash32(bytes) >>> 8) & 0xff])]);
  };
  const stored = (bytes: Buffer) => Buffer.concat([word(bytes.length + 0x80000000), bytes]);
  const packed = (...bytes: number[]) => Buffer.concat([word(bytes.length), Buffer.from(bytes)]);
  const frame = (...blocks: Buffer[]) => Buffer.concat([head(), ...blocks, END]);

  it('is read from stored and packed blocks, over several frames and past those to be skipped', async () => {
    const skipped = Buffer.concat([word(0x184d2a53), word(5), Buffer.from('notes')]);
    // One letter, then a match that overlaps itself, then the last letter.
    const run = packed(0x1f, 0x61, 1, 0, 10, 0x10, 0x62);
    const bytes = Buffer.concat([
      frame(stored(Buffer.from('start ')), run),
      skipped,
      frame(stored(Buffer.from(' end'))),
    ]);
    expect(await read(bytes, 'text.lz4')).toEqual({ text: `start ${'a'.repeat(30)}b end` });
    expect(Object.keys(await read(frame(stored(tar))))).toEqual(['a']);
  });

  it.each<[string, Buffer, RegExp]>([
    ['a changed head', Buffer.concat([head().fill(0, 6), END]), /head of a frame is damaged/],
    ['an unknown version', Buffer.concat([MAGIC, Buffer.from([0x20, 0x40, 0])]), /version of LZ4 frames is unknown/],
    ['a dictionary', Buffer.concat([MAGIC, Buffer.from([0x61, 0x40, 0, 0, 0, 0, 0])]), /LZ4 dictionary/],
    ['the old format', Buffer.concat([word(0x184c2102), word(4), tar]), /old LZ4 format/],
    ['a size of blocks that is none', Buffer.concat([head(0x60, 0x10), END]), /size of blocks is unknown/],
    ['a block larger than allowed', Buffer.concat([head(), word(70_000), tar]), /larger than its frame allows/],
    ['a match before the start', frame(packed(0x10, 0x61, 9, 0)), /match lies outside/],
    ['a match at no distance', frame(packed(0x10, 0x61, 0, 0)), /match lies outside/],
    ['a match without its distance', frame(packed(0x10, 0x61, 1)), /ends too early/],
    ['letters past its end', frame(packed(0x90, 0x61)), /larger than it says/],
    [
      'an endless length',
      frame(packed(0xf0, ...Array.from({ length: 900 }, () => 255))),
      /length runs past|larger than/,
    ],
    [
      'more than fits into a block',
      frame(packed(0x1f, 0x61, 1, 0, ...Array.from({ length: 300 }, () => 255), 0)),
      /outside|past/,
    ],
    ['no end', Buffer.concat([head(), stored(tar)]), /ends too early/],
    ['something behind it', Buffer.concat([frame(stored(tar)), Buffer.from('else')]), /something else follows/],
    ['a wrong sum of a block', Buffer.concat([head(0x70), stored(tar), word(1), END]), /checksum does not match/],
    ['a wrong sum of all', Buffer.concat([head(0x64), stored(tar), END, word(1)]), /checksum does not match/],
  ])('is refused with %s', async (_, bytes, expected) => {
    await expect(read(bytes)).rejects.toThrow(expected);
    await expect(read(bytes)).rejects.toMatchObject({ code: 'BUILD_INVALID' });
    const refused = await read(bytes).catch(asAppError);
    expect(refused instanceof AppError && leftInEnglish(refused.toMessage())).toEqual([]);
  });
});

describe('zstd', () => {
  const skipped = Buffer.concat([word(0x184d2a50), word(4), Buffer.alloc(4)]);

  it.each([-1, 0, 1])('gives every byte where a frame ends %i bytes past a whole number of pieces', async (more) => {
    const random = seeded(7);
    const content = Buffer.from(Array.from({ length: 2 * 1_048_576 + more }, () => 32 + Math.floor(random() * 90)));
    const packed = [content, content.subarray(0, 262_144)].map((each) => zstdCompressSync(each));
    const found = await read(Buffer.concat(packed), 'program.zst');
    expect(found['program'] === `${content.toString()}${content.toString('utf8', 0, 262_144)}`).toBe(true);
  });

  it('is read over several frames and past those to be skipped, as pzstd writes them', async () => {
    const [one, two] = [zstdCompressSync(tar.subarray(0, 3_000)), zstdCompressSync(tar.subarray(3_000))];
    expect(Object.keys(await read(Buffer.concat([skipped, one, skipped, two, skipped])))).toEqual(['a']);
  });

  it('is refused when something else follows, or is missing', async () => {
    const frame = zstdCompressSync(tar);
    await expect(read(Buffer.concat([frame, Buffer.from('else')]))).rejects.toThrow(/something else follows/);
    await expect(read(Buffer.concat([skipped, skipped.subarray(0, 9)]))).rejects.toThrow(/ends too early/);
    await expect(read(frame.subarray(0, frame.length - 3))).rejects.toThrow(/ends too early/);
  });
});

it('no changed byte of a compressed archive goes unseen where the format has checksums', async () => {
  const seed = Math.floor(Math.random() * 2 ** 31);
  const random = seeded(seed);
  const summed = { params: { [constants.ZSTD_c_checksumFlag]: 1 } };
  const noise = Buffer.from(Array.from({ length: 5_000 }, () => Math.floor(random() * 256)));
  const whole = makeTar([
    { name: 'a', bytes: noise },
    { name: 'b', bytes: Buffer.from('more') },
  ]);
  const right = await read(whole);
  for (const make of [
    () => gzipSync(whole),
    () => zstdCompressSync(whole, summed),
    () => makeZip([{ name: 'a', bytes: noise }]),
  ]) {
    for (let n = 0; n < 60; n += 1) {
      const bytes = make();
      const at = 16 + Math.floor(random() * (bytes.length - 40));
      bytes.writeUInt8((bytes[at] ?? 0) ^ (1 << Math.floor(random() * 8)), at);
      const outcome = await read(bytes).then(
        (found) => found['a'] ?? found['build'],
        (thrown: { code?: string }) => thrown.code,
      );
      expect(['BUILD_INVALID', right['a']], `seed ${seed}, byte ${at}`).toContain(outcome);
    }
  }
});

describe('zip', () => {
  const bytes = Buffer.from('content '.repeat(300_000));

  it('entries may be packed with zstd', async () => {
    const packed = zstdCompressSync(bytes);
    const zip = makeZip([
      { name: 'a', bytes, method: 93, packed },
      { name: 'b', bytes: Buffer.from('b') },
    ]);
    expect(await read(zip)).toEqual({ a: bytes.toString(), b: 'b' });
  });

  it('names may stand better beside the old ones, and count only when they belong to them', async () => {
    const name = Buffer.from('caf_');
    const better = (sum: number) => {
      const text = Buffer.from('café');
      const content = Buffer.concat([Buffer.from([1]), word(sum), text]);
      return Buffer.concat([Buffer.from([0x75, 0x70, content.length, 0]), content]);
    };
    const zip = (sum: number) => makeZip([{ name, bytes: Buffer.from('x'), flags: 0, extra: better(sum) }]);
    expect(Object.keys(await read(zip(crc32(name))))).toEqual(['café']);
    expect(Object.keys(await read(zip(1)))).toEqual(['caf_']);
  });
});
