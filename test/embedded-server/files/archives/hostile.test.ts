// Archives made to break out, to overwrite, to lie or to fill the disk. Each is refused in words, and nothing is left anywhere.
import { readdir } from 'node:fs/promises';
import { createGzip, gzipSync, zstdCompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { readArchive } from '../../../../embedded-server/files/archives/read-archive.ts';
import { AppError, asAppError } from '../../../../src-shared/errors/app-error.ts';
import { leftInEnglish } from '../../../support/in-german.ts';
import { makeTar, type TarPiece } from './make-tar.ts';
import { makeZip, type ZipPiece } from './make-zip.ts';
import { type UnpackHere, unpackHere } from './unpack-here.ts';

const evil = Buffer.from('evil');
const good: TarPiece = { name: 'good.txt', bytes: Buffer.from('good') };
const LINK = 0o120777;

async function refused(bytes: Buffer, expected: RegExp, options: UnpackHere = {}): Promise<void> {
  const { parent, thrown } = await unpackHere(bytes, options);
  expect(thrown).toBeInstanceOf(AppError);
  expect(thrown).toMatchObject({ code: 'BUILD_INVALID' });
  const error = asAppError(thrown);
  const { message } = error;
  expect(message).toMatch(/^This build cannot be unpacked: /);
  expect(message).toMatch(expected);
  expect(leftInEnglish(error.toMessage())).toEqual([]);
  expect((await readdir(parent, { recursive: true })).toSorted()).toEqual(['archive', 'builds']);
}

describe('a tar is refused', () => {
  const table: [what: string, pieces: TarPiece[], expected: RegExp][] = [
    ['that climbs', [good, { name: '../evil', bytes: evil }], /"\.\.\/evil" leads out/],
    ['that climbs after a detour', [{ name: 'a/../../evil', bytes: evil }], /leads out/],
    ['that climbs by a folder', [{ name: '../evil/', kind: '5' }], /leads out/],
    ['with an absolute name', [{ name: '/tmp/evil', bytes: evil }], /absolute name/],
    ['with a drive', [{ name: 'C:/evil', bytes: evil }], /names a drive/],
    ['with a drive and no slash', [{ name: 'c:evil', bytes: evil }], /names a drive/],
    ['with a link out', [{ name: 'out', kind: '2', linkName: '../..' }], /link that leads out/],
    ['with a link to an absolute place', [{ name: 'out', kind: '2', linkName: '/etc/passwd' }], /absolute place/],
    ['with a link to a drive', [{ name: 'out', kind: '2', linkName: 'C:\\Windows' }], /absolute place/],
    ['with a link without a target', [{ name: 'out', kind: '2' }], /without a target/],
    [
      'with links that lead out only together',
      [
        { name: 'd/e/up', kind: '2', linkName: '../..' },
        { name: 'out', kind: '2', linkName: 'd/e/up/../x' },
      ],
      /goes down and up again/,
    ],
    [
      'that writes through a link',
      [
        { name: 'real/', kind: '5' },
        { name: 'link', kind: '2', linkName: 'real' },
        { name: 'link/evil', bytes: evil },
      ],
      /"link\/evil" would be written through the link "link"/,
    ],
    [
      'whose link takes the place of a folder',
      [
        { name: 'place/file', bytes: evil },
        { name: 'place', kind: '2', linkName: 'other' },
      ],
      /is there twice/,
    ],
    [
      'whose file takes the place of a link',
      [
        { name: 'place', kind: '2', linkName: 'good.txt' },
        { name: 'place', bytes: evil },
      ],
      /is there twice/,
    ],
    ['with two files of one name', [good, { ...good, bytes: evil }], /is there twice/],
    ['with two spellings of one name', [good, { name: './good.txt', bytes: evil }], /is there twice/],
    ['with a file below a file', [good, { name: 'good.txt/evil', bytes: evil }], /lies below the file/],
    ['with a hard link', [good, { name: 'evil', kind: '1', linkName: 'good.txt' }], /hard link.*--hard-dereference/],
    ['with a hard link out', [{ name: 'evil', kind: '1', linkName: '/etc/passwd' }], /hard link/],
    ['with a device', [{ name: 'evil', kind: '3' }], /is a device/],
    ['with a block device', [{ name: 'evil', kind: '4' }], /is a device/],
    ['with a pipe', [{ name: 'evil', kind: '6' }], /is a pipe/],
    ['with a sparse file', [{ name: 'evil', kind: 'S' }], /sparse file.*without --sparse/],
    ['of several volumes', [{ name: 'evil', kind: 'M', bytes: evil }], /goes on from another archive/],
    ['with an unknown kind', [{ name: 'evil', kind: 'Q' }], /unknown kind "Q"/],
    ['with a file longer than the archive', [{ name: 'evil', bytes: evil, size: 5_000 }], /ends too early/],
    ['with an endless name', [{ name: 'n'.repeat(256), bytes: evil }], /more than 255 bytes/],
    ['with an endless path', [{ name: 'some/'.repeat(500), bytes: evil }], /more than 2048 bytes/],
    ['that is too deep', [{ name: `${'d/'.repeat(64)}evil`, bytes: evil }], /65 folders deep/],
    ['without files', [{ name: 'empty/', kind: '5' }], /holds no files/],
    ['without entries', [], /holds no files/],
  ];
  it.each(table)('%s', async (_, pieces, expected) => {
    await refused(makeTar(pieces), expected);
  });

  it('when its records say another size or name than can be', async () => {
    const records = (text: string) => ({ name: 'records', kind: 'x', bytes: Buffer.from(text) });
    await refused(makeTar([records('13 size=-100\n'), good]), /size that cannot be read/);
    await refused(makeTar([records('19 path=../../evil\n'), good]), /leads out/);
    await refused(makeTar([records('999 path=a\n'), good]), /record that cannot be read/);
    await refused(makeTar([records('22 GNU.sparse.major=1\n'), good]), /sparse/);
    await refused(makeTar([{ name: 'n', kind: 'L', bytes: Buffer.from('../evil\0') }, good]), /leads out/);
    await refused(makeTar([{ name: 'n', kind: 'x', bytes: evil, size: 2 ** 30 }, good]), /record of more than 1 MiB/);
  });

  it('when its end is missing, or a header was changed', async () => {
    const tar = makeTar([good, { name: 'more.txt', bytes: evil }]);
    await refused(tar.subarray(0, 1024), /ends too early.*good\.txt/);
    tar.writeUInt8(0x41, 1024);
    await refused(tar, /damaged after the entry "good\.txt"/);
  });

  it('when a name is not UTF-8', async () => {
    const tar = makeTar([{ name: 'caf_', bytes: evil }]);
    tar.writeUInt8(0xe9, 3);
    tar.write(
      tar
        .subarray(0, 512)
        .reduce((sum, byte, at) => sum + (at >= 148 && at < 156 ? 32 : byte), 0)
        .toString(8)
        .padStart(6, '0'),
      148,
    );
    await refused(tar, /not UTF-8/);
  });
});

describe('a zip is refused', () => {
  const file = (name: string, more: Partial<ZipPiece> = {}): ZipPiece => ({ name, bytes: evil, ...more });
  const table: [what: string, pieces: ZipPiece[], expected: RegExp][] = [
    ['that climbs', [file('../evil')], /leads out/],
    ['that climbs with backslashes', [file('..\\..\\evil')], /leads out/],
    ['with an absolute name', [file('\\\\server\\share')], /absolute name/],
    ['with a drive', [file('C:\\evil')], /names a drive/],
    ['with a zero byte', [file('evil\0.txt')], /zero byte/],
    ['with a link out', [file('out', { mode: LINK, bytes: Buffer.from('../../etc') })], /link that leads out/],
    ['with a link of no target', [file('out', { mode: LINK, bytes: Buffer.alloc(0) })], /without a target/],
    ['with an endless link', [file('out', { mode: LINK, bytes: Buffer.alloc(5_000, 'a') })], /too long/],
    [
      'that writes through a link',
      [file('link', { mode: LINK, bytes: Buffer.from('real') }), file('link/evil')],
      /written through the link/,
    ],
    ['with a device', [file('evil', { mode: 0o020644 })], /device or a pipe/],
    ['with two files of one name', [file('evil'), file('evil')], /is there twice/],
    ['with another name in front', [file('good', { localName: '../evil' })], /another one in the list/],
    ['that is encrypted', [file('evil', { flags: 0x0801 })], /encrypted/],
    ['with a method nobody knows', [file('evil', { method: 77 })], /unknown method 77/],
    ['with bzip2 inside', [file('evil', { method: 12 })], /packed with bzip2/],
    ['with a wrong checksum', [file('evil', { crc: 1 })], /checksum does not match/],
    ['with a wrong checksum, stored', [file('evil', { crc: 1, isStored: true })], /checksum does not match/],
    ['that holds more than it says', [file('evil', { size: 2 })], /holds more than it says/],
    ['that holds less than it says', [file('evil', { size: 9 })], /not as long as the archive says/],
    ['that holds more than it says, stored', [file('evil', { size: 2, isStored: true })], /not as long/],
    ['whose name lies about UTF-8', [{ name: Buffer.from([0xff, 0xfe]), bytes: evil }], /not UTF-8/],
    ['without files', [], /holds no files/],
  ];
  it.each(table)('%s', async (_, pieces, expected) => {
    await refused(makeZip(pieces), expected, { name: 'build.zip' });
  });

  it('when large entries lie', async () => {
    const bytes = Buffer.alloc(3_000_000, 'large');
    await refused(makeZip([{ name: 'a', bytes, size: 2_000_000 }]), /not as long/);
    await refused(makeZip([{ name: 'a', bytes, size: 4_000_000 }]), /not as long/);
    await refused(makeZip([{ name: 'a', bytes, crc: 5 }]), /checksum does not match/);
  });

  it('when entries share bytes', async () => {
    const one = { name: 'same', bytes: Buffer.alloc(1_000, 'x') };
    await refused(makeZip([one, { ...one, offset: 0 }]), /shares bytes/);
    const inner = makeZip([{ name: 'inner', bytes: evil, isStored: true }]);
    const outer = { name: 'outer', bytes: inner, isStored: true };
    const within = { name: 'inner', bytes: evil, isStored: true, offset: 30 + 'outer'.length };
    await refused(makeZip([outer, within]), /shares bytes/);
  });

  it('when its list of entries is not what its end says', async () => {
    const zip = makeZip([file('evil')], { count: 3 });
    await refused(zip, /list of entries cannot be read/);
    await refused(makeZip([file('good'), file('hidden')], { count: 1 }), /list of entries is longer than its end says/);
    await refused(zip.subarray(0, zip.length - 1), /list of entries is missing/);
    zip.writeUInt32LE(0x7fffffff, zip.length - 22 + 12);
    await refused(zip, /lies outside/);
  });
});

describe('what would fill the disk is refused while it is unpacked', () => {
  const zeros = Buffer.alloc(3_000_000);
  const bomb = [{ name: 'zeros', bytes: zeros }];

  it.each([
    ['tar.gz', gzipSync(makeTar(bomb))],
    ['tar.zst', zstdCompressSync(makeTar(bomb))],
    ['zip', makeZip(bomb)],
    [
      'zip of many',
      makeZip(Array.from({ length: 30 }, (_, n) => ({ name: `z${n}`, bytes: zeros.subarray(0, 100_000) }))),
    ],
  ])('by its ratio: %s', async (_, bytes) => {
    await refused(bytes, /grows to more than 50 times/, { limits: { ratio: 50, ratioFromBytes: 1_000_000 } });
  });

  it('by its total, its largest file and its number of entries', async () => {
    const tar = makeTar([
      { name: 'a', bytes: zeros },
      { name: 'b', bytes: evil },
    ]);
    await refused(tar, /more than 2000000 bytes/, { limits: { totalBytes: 2_000_000 } });
    await refused(tar, /"a" has more than 2000000 bytes/, { limits: { fileBytes: 2_000_000 } });
    await refused(tar, /more than 1 entries/, { limits: { entries: 1 } });
    const zip = makeZip([
      { name: 'a', bytes: zeros },
      { name: 'b', bytes: evil },
    ]);
    await refused(zip, /more than 2000000 bytes/, { limits: { totalBytes: 2_000_000 } });
    await refused(zip, /"a" has more than 2000000 bytes/, { limits: { fileBytes: 2_000_000 } });
    await refused(zip, /more than 1 entries/, { limits: { entries: 1 } });
    await refused(gzipSync(zeros.fill('text')), /has more than 2000000 bytes/, { limits: { fileBytes: 2_000_000 } });
  });

  it('also when it is hidden behind the end of a tar', async () => {
    const hidden = gzipSync(Buffer.concat([makeTar([good]), zeros]));
    await refused(hidden, /grows to more than/, { limits: { ratio: 50, ratioFromBytes: 1_000_000 } });
  });
});

describe('on a system that ignores case', () => {
  const read = async (pieces: TarPiece[], platform: NodeJS.Platform) => {
    const { parent } = await unpackHere(makeTar(pieces));
    return await readArchive(`${parent}/archive`, { name: 'build.tar', platform }, () => {});
  };
  it.each<[string, TarPiece[], RegExp]>([
    ['case', [{ name: 'Data/a' }, { name: 'data/b' }], /one name on this system/],
    ['case of files', [{ name: 'README' }, { name: 'ReadMe' }], /one name on this system/],
    ['Unicode', [{ name: 'caf\u00e9' }, { name: 'cafe\u0301' }], /one name on this system/],
    [
      'a link in other letters',
      [{ name: 'Link', kind: '2', linkName: 'a' }, { name: 'link/evil' }],
      /through the link/,
    ],
  ])('names that collide by %s are refused, and taken elsewhere', async (_, pieces, expected) => {
    await expect(read(pieces, 'darwin')).rejects.toThrow(expected);
    await expect(read(pieces, 'win32')).rejects.toThrow(expected);
    await expect(read(pieces, 'linux')).resolves.toBe('tar');
  });

  it.each([
    'con',
    'NUL.txt',
    'a/Com1',
    'LPT9.log',
    'dot.',
    'space ',
    'ab:c',
    'what?',
    'back\\slash',
    'a|b',
    'bell\u0007',
  ])('Windows refuses %j, and other systems take it', async (name) => {
    await expect(read([{ name }], 'win32')).rejects.toThrow(/Windows keeps for itself/);
    await expect(read([{ name }], 'linux')).resolves.toBe('tar');
  });
});

it('a compressed stream that goes on for ever is given up at the limit', async () => {
  const gzip = createGzip();
  const pieces: Buffer[] = [];
  gzip.on('data', (piece: Buffer) => pieces.push(piece));
  gzip.write(makeTar([{ name: 'endless', bytes: Buffer.alloc(0), size: 8_000_000_000 }]).subarray(0, 512));
  for (let n = 0; n < 40; n += 1) gzip.write(Buffer.alloc(1_048_576));
  await new Promise((resolve) => gzip.end(resolve));
  const limits = { ratioFromBytes: 20_000_000 };
  await refused(Buffer.concat(pieces), /grows to more than 200 times/, { limits });
});
