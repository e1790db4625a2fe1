// How many bytes archives say that they hold, as the real tools write them and as Node does: never more than come out of them.
import { mkdir, open, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { declaredSize } from '../../../../embedded-server/files/archives/declared-size.ts';
import { decodeFile } from '../../../../embedded-server/files/archives/decode-file.ts';
import { readArchive } from '../../../../embedded-server/files/archives/read-archive.ts';
import { declaredSize as statedByDoctor } from '../../../../embedded-server/index.ts';
import { seeded } from '../../../support/full-folder.ts';
import { makeTempFolder } from '../../../support/temp-folder.ts';
import { makeTar } from './make-tar.ts';
import { makeZip } from './make-zip.ts';
import { hasTools, makeRealArchive, realArchives } from './real-archives.ts';

const CONTENT = 300_000;
const tar = makeTar([{ name: 'server', bytes: Buffer.alloc(CONTENT, 'abc') }]);
const zip = makeZip([
  { name: 'server', bytes: Buffer.alloc(CONTENT, 'abc') },
  { name: 'empty', bytes: Buffer.alloc(0) },
]);
let folder = '';

beforeAll(async () => {
  folder = await makeTempFolder('stated');
  await mkdir(path.join(folder, 'build'));
  await writeFile(path.join(folder, 'build/server'), Buffer.alloc(CONTENT, 'abc'));
  await writeFile(path.join(folder, 'build/latest'), 'x');
});

async function write(name: string, bytes: Buffer): Promise<string> {
  const file = path.join(folder, name);
  await writeFile(file, bytes);
  return file;
}

/** What comes out of a file: the contents of a zip, else its bytes as they were before they were compressed. */
async function unpackedOf(file: string): Promise<number> {
  let total = 0;
  if (file.endsWith('.zip')) {
    await readArchive(file, { name: path.basename(file) }, async (_, bytes) => {
      for (let piece = await bytes.read(); piece !== undefined; piece = await bytes.read()) total += piece.length;
    });
    return total;
  }
  const handle = await open(file);
  const feed = await decodeFile(handle, (await handle.stat()).size);
  for (let piece = await feed.next(); piece !== undefined; piece = await feed.next()) total += piece.length;
  await feed.close();
  await handle.close();
  return total;
}

it.each<[name: string, bytes: Buffer, stated: number]>([
  ['a.zip', zip, CONTENT],
  ['a.tar', tar, tar.length],
  ['a.tar.gz', gzipSync(tar), tar.length],
  ['a.tar.zst', zstdCompressSync(tar), tar.length],
  ['small.zst', zstdCompressSync(Buffer.alloc(100, 'a')), 100],
  ['medium.zst', zstdCompressSync(Buffer.alloc(300, 'ab')), 300],
  ['server.bin', Buffer.alloc(1_234, 'a'), 1_234],
  ['server.jar', zip, zip.length],
  ['empty', Buffer.alloc(0), 0],
])('of %s is known without unpacking it', async (name, bytes, stated) => {
  const file = await write(name, bytes);
  expect(await declaredSize(file, name)).toBe(stated);
  expect(await statedByDoctor(file)).toBe(stated);
});

it('of gzip in several members is nearly that of the file at least, and never more than they hold', async () => {
  const noise = Buffer.from(Array.from({ length: CONTENT }, seeded(7)).map((one) => Math.floor(one * 256)));
  const file = await write('members.gz', Buffer.concat([gzipSync(noise), gzipSync(Buffer.from('x'))]));
  const stated = await declaredSize(file, 'members.gz');
  expect(stated).toBeLessThanOrEqual(await unpackedOf(file));
  expect(stated).toBeGreaterThan(0.97 * CONTENT);
});

describe.each(realArchives)('$file of the real tools', (archive) => {
  it.skipIf(!hasTools(archive))('says no more than comes out of it', async () => {
    const file = await makeRealArchive(folder, archive);
    const [stated, unpacked] = [(await declaredSize(file, archive.file)) ?? 0, await unpackedOf(file)];
    expect(unpacked).toBeGreaterThanOrEqual(CONTENT);
    expect(stated).toBeLessThanOrEqual(unpacked);
    if (/\.(?:zip|tar)$|^gzip/.test(archive.file)) expect(stated).toBe(unpacked);
  });
});

it.each([
  ['cut.zip', zip.subarray(0, zip.length - 10)],
  ['an.xz', Buffer.from('fd377a585a000000', 'hex')],
])('of %s is not known, as the doctor says what is wrong with it', async (name, bytes) => {
  expect(await statedByDoctor(await write(name, bytes))).toBeUndefined();
});
