// Packs of real folders: the same bytes for the same files, read back by the system's own tar.

import { execFileSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { appendFile, chmod, mkdir, readdir, readFile, rename, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { tarHeader } from '../../../../embedded-server/platform/tar/tar-writer.ts';
import { makeTempFolder } from '../../../support/temp-folder.ts';
import { writeTree } from '../../../support/write-tree.ts';
import { openPacker, treeOf, untar } from './support.ts';

const LONG = `${'deep/'.repeat(30)}${'n'.repeat(120)}.txt`;

async function sampleFolder(): Promise<string> {
  const root = await writeTree({
    'server.js': 'console.log(1);\n',
    'run.sh': '#!/bin/sh\nexit 0\n',
    'data/a': 'a',
    'data-b': 'b',
    'données/日本語/🚣.txt': 'boats',
    [LONG]: 'long',
    'empty file': '',
  });
  await mkdir(path.join(root, 'nothing in it'));
  await chmod(path.join(root, 'server.js'), 0o640);
  await chmod(path.join(root, 'data-b'), 0o700);
  await symlink('../server.js', path.join(root, 'data/link'));
  await symlink('données/日本語', path.join(root, 'linked'));
  return root;
}

test.each(['zstd', 'gzip', 'none'] as const)(
  'the system unpacks the same tree from a pack (%s)',
  async (compression) => {
    const root = await sampleFolder();
    const { pack } = await openPacker();
    const packed = await pack(root, {}, compression);
    const expected = await treeOf(root);
    for (const [name, modes] of [
      ['server.js', ['640', '644']],
      ['data-b', ['700', '755']],
      ['run.sh', ['644', '755']],
    ] as const) {
      expected[name] = expected[name]?.replace(modes[0], modes[1]) ?? '';
    }
    expect(await treeOf(await untar(packed.file))).toEqual(expected);
    const bytes = await readFile(packed.file);
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(packed.sha256);
    expect(packed).toMatchObject({ kind: 'folder', bytes: bytes.length, files: 7, compression });
  },
);

test('the same files give the same bytes, wherever, whenever and in whatever order they were written', async () => {
  const [one, two] = [await sampleFolder(), await sampleFolder()];
  await utimes(path.join(two, 'server.js'), 1, 1);
  await rename(path.join(two, 'data'), path.join(two, 'x'));
  await rename(path.join(two, 'x'), path.join(two, 'data'));
  await chmod(path.join(two, 'data-b'), 0o711);
  const { pack, cache } = await openPacker();
  const [first, second] = [await pack(one), await pack(two)];
  expect(second.sha256).toBe(first.sha256);
  expect(await readdir(cache)).toHaveLength(3);
  await appendFile(path.join(two, 'data/a'), 'b');
  expect((await pack(two)).sha256).not.toBe(first.sha256);
});

test('entries stand in the order of their bytes, with fixed times and no owner', async () => {
  const root = await writeTree({ b: '', 'a/b': '', 'a-b': '', ä: '', '\uFFEE': '', '🚣': '' });
  const { pack } = await openPacker();
  const { file } = await pack(root, {}, 'none');
  const listed = execFileSync('tar', ['--utc', '--numeric-owner', '--quoting-style=literal', '-tvf', file], {
    encoding: 'utf8',
    env: { ...process.env, LC_ALL: 'C.UTF-8' },
  });
  const lines = listed.trim().split('\n');
  expect(lines.map((line) => line.split(/\s+/)[5])).toEqual(['a/', 'a-b', 'a/b', 'b', 'ä', '\uFFEE', '🚣']);
  for (const line of lines) expect(line).toMatch(/^[d-]rw\S+ 0\/0 +0 1980-01-01 00:00 /);
});

test('files of many blocks come back as they were, whatever their size', async () => {
  const root = await makeTempFolder('large');
  const [MIB, half] = [1_048_576, randomBytes(4_194_304)];
  const sizes = [1, 511, 512, 513, 8 * MIB - 512, 8 * MIB, 8 * MIB + 1, 20 * MIB + 7];
  for (const size of sizes) {
    // Half of it packs well, so that the compressor has to keep up with both.
    const text = Buffer.alloc(size, `${size} lines of text\n`);
    half.copy(text, Math.floor(size / 2), 0, Math.floor(size / 2));
    await writeFile(path.join(root, String(size)), text);
  }
  const { pack } = await openPacker();
  const { file, manifest_file: manifestFile = '' } = await pack(root);
  const folder = await untar(file);
  const manifest = JSON.parse(await readFile(manifestFile, 'utf8')) as { path: string; size: number; sha256: string }[];
  expect(manifest).toHaveLength(sizes.length);
  for (const entry of manifest) {
    const bytes = await readFile(path.join(folder, entry.path));
    expect({ size: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') }).toEqual({
      size: entry.size,
      sha256: entry.sha256,
    });
    expect(bytes.equals(await readFile(path.join(root, entry.path)))).toBe(true);
  }
});

test('what comes after a change packs to the same bytes as before', async () => {
  const root = await makeTempFolder('frames');
  for (let number = 0; number < 600; number += 1) await writeFile(path.join(root, `f${number}`), randomBytes(20_000));
  await writeFile(path.join(root, 'large'), randomBytes(12_000_000));
  const { pack } = await openPacker();
  const before = framesOf(await readFile((await pack(root)).file));
  await writeFile(path.join(root, 'f1'), randomBytes(21_000));
  await writeFile(path.join(root, 'a new one'), randomBytes(5_000));
  const after = framesOf(await readFile((await pack(root)).file));
  const changed = after.filter((frame) => !before.some((old) => old.equals(frame)));
  expect(after.length).toBeGreaterThan(6);
  // The frame of the new file and that of the changed one, and each may have moved where the next begins.
  expect(changed.length).toBeLessThanOrEqual(4);
});

function framesOf(pack: Buffer): Buffer[] {
  const starts: number[] = [];
  const magic = Buffer.from([0x28, 0xb5, 0x2f, 0xfd]);
  for (let at = pack.indexOf(magic); at !== -1; at = pack.indexOf(magic, at + 1)) starts.push(at);
  return starts.map((start, index) => pack.subarray(start, starts[index + 1]));
}

test('a size that ustar has no digits for stands in a pax record', () => {
  const header = tarHeader({ kind: 'file', path: 'big', size: 9 * 1024 ** 3, isProgram: false });
  expect(header.length).toBe(3 * 512);
  expect(header.toString('latin1', 512, 512 + 19)).toBe('19 size=9663676416\n');
  expect(tarHeader({ kind: 'file', path: 'small', size: 8 * 1024 ** 3 - 1, isProgram: false })).toHaveLength(512);
});

test('a folder that is packed into a file keeps its manifest beside it, and never packs itself', async () => {
  const root = await sampleFolder();
  const { packer } = await openPacker();
  const out = path.join(await makeTempFolder('out'), 'build.tar.zst');
  const order = { source: root, compression: 'zstd' as const, options: {} };
  const packed = await packer.pack({ ...order, place: { file: out } });
  expect(packed).toMatchObject({ file: out, manifest_file: `${out}.manifest.json` });
  const inside = packer.pack({ ...order, place: { file: path.join(root, 'build.tar.zst') } });
  await expect(inside).rejects.toMatchObject({ code: 'PACK_UNWRITABLE', message: /is in the folder that is packed/ });
  expect(await readdir(path.dirname(out))).toHaveLength(3);
});

test('archives and single files are taken as they are', async () => {
  const root = await writeTree({ 'server.js': 'x' });
  const { packer, cache } = await openPacker();
  const folder = await makeTempFolder('archives');
  const tar = path.join(folder, 'a.tar');
  execFileSync('tar', ['-C', root, '-cf', tar, 'server.js']);
  execFileSync('gzip', ['-k', tar]);
  execFileSync('zstd', ['-q', tar]);
  await writeFile(path.join(folder, 'program'), '\x7fELF....');
  const take = (name: string) =>
    packer.pack({ source: path.join(folder, name), place: { cache }, compression: 'zstd', options: {} });
  const sha256 = createHash('sha256')
    .update(await readFile(tar))
    .digest('hex');
  expect(await take('a.tar')).toMatchObject({ kind: 'archive', compression: 'none', file: tar, sha256 });
  expect(await take('a.tar.gz')).toMatchObject({ kind: 'archive', compression: 'gzip' });
  expect(await take('a.tar.zst')).toMatchObject({ kind: 'archive', compression: 'zstd' });
  const program = await take('program');
  expect(program).toMatchObject({ kind: 'file', compression: 'none', bytes: 8 });
  expect(await readdir(cache)).toEqual([]);
  expect(await packer.changedSince(program)).toMatchObject({ same: 1, changed: [] });
  await appendFile(path.join(folder, 'program'), '!');
  expect(await packer.changedSince(program)).toMatchObject({ same: 0, changed: ['program'] });
  await rm(path.join(folder, 'program'));
  expect(await packer.changedSince(program)).toMatchObject({ removed: ['program'] });
});

test('a pack stays as it is when its folder changes, which is noticed by size and time', async () => {
  const root = await sampleFolder();
  const { pack, packer } = await openPacker();
  const packed = await pack(root);
  const bytes = await readFile(packed.file);
  expect(await packer.changedSince(packed)).toEqual({ added: [], changed: [], removed: [], same: 7 });
  await writeFile(path.join(root, 'data/a'), 'A');
  await utimes(path.join(root, 'data/a'), 5, 5);
  await appendFile(path.join(root, 'run.sh'), '# more\n');
  await rm(path.join(root, 'data-b'));
  await writeFile(path.join(root, 'new'), '');
  await writeFile(path.join(root, 'left.log'), 'left out, so no change');
  expect(await packer.changedSince(packed)).toEqual({
    added: ['new'],
    changed: ['data/a', 'run.sh'],
    removed: ['data-b'],
    same: 4,
  });
  expect((await readFile(packed.file)).equals(bytes)).toBe(true);
});

test('a pack that lost bytes, or has others, is reported before it is sent', async () => {
  const { pack, packer } = await openPacker();
  const packed = await pack(await sampleFolder());
  expect(await packer.isWhole(packed)).toBe(true);
  const bytes = await readFile(packed.file);
  bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1;
  await writeFile(packed.file, bytes);
  expect(await packer.isWhole(packed)).toBe(false);
  await writeFile(packed.file, bytes.subarray(1));
  expect(await packer.isWhole(packed)).toBe(false);
  await rm(packed.file);
  expect(await packer.isWhole(packed)).toBe(false);
});

test('an aborted pack leaves nothing behind', async () => {
  const root = await makeTempFolder('large');
  for (let number = 0; number < 8; number += 1) await writeFile(path.join(root, `${number}`), randomBytes(8_388_608));
  const { packer, cache } = await openPacker();
  const stop = new AbortController();
  const packing = packer.pack(
    { source: root, place: { cache }, compression: 'gzip', options: {} },
    { signal: stop.signal, progress: () => stop.abort(new Error('enough')) },
  );
  await expect(packing).rejects.toThrow('enough');
  expect(await readdir(cache)).toEqual([]);
});

test('a file that changes while it is packed is named, and nothing is kept', async () => {
  const root = await makeTempFolder('busy');
  await writeFile(path.join(root, 'a-log'), randomBytes(16_777_216));
  const { packer, cache } = await openPacker();
  const grow = setInterval(() => void appendFile(path.join(root, 'a-log'), 'more'), 5);
  onTestFinished(() => clearInterval(grow));
  const packing = packer.pack({ source: root, place: { cache }, compression: 'gzip', options: {} });
  await expect(packing).rejects.toMatchObject({ code: 'PACK_CHANGED', message: /^a-log changed while it was read/ });
  clearInterval(grow);
  expect(await readdir(cache)).toEqual([]);
});
