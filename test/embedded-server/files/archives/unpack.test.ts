// Unpacks builds as people make them: their files are all there, can be run and read, and nothing else is left.
import { chmod, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AppError } from '../../../../src-shared/errors/app-error.ts';
import { canMount, runOnSmallDisk } from '../../../support/small-disk.ts';
import { makeTempFolder } from '../../../support/temp-folder.ts';
import { makeTar, type TarPiece } from './make-tar.ts';
import { makeZip, type ZipPiece } from './make-zip.ts';
import { hasTools, makeRealArchive, realArchives } from './real-archives.ts';
import { modeOf, treeOf, unpackHere } from './unpack-here.ts';

const text = Buffer.from('text');
const script = Buffer.from('#!/bin/sh\necho hello\n');
const isPosix = process.platform !== 'win32';

async function unpacked(bytes: Buffer | string, name = 'build.tar'): Promise<string> {
  const { target, thrown } = await unpackHere(bytes, { name });
  if (thrown !== undefined) throw thrown as Error;
  expect(await readdir(path.dirname(target))).toEqual(['build']);
  return target;
}

describe('the single top folder', () => {
  const inTop: TarPiece[] = [
    { name: 'game/', kind: '5' },
    { name: 'game/server', bytes: script },
    { name: 'game/data/a', bytes: text },
  ];

  it('is taken off', async () => {
    expect(Object.keys(await treeOf(await unpacked(makeTar(inTop)))).toSorted()).toEqual(['data', 'data/a', 'server']);
    expect(Object.keys(await treeOf(await unpacked(makeTar(inTop.slice(1))))).toSorted()).toEqual([
      'data',
      'data/a',
      'server',
    ]);
  });

  it('stays when something lies beside it', async () => {
    const tree = await treeOf(await unpacked(makeTar([...inTop, { name: 'slipway.json', bytes: text }])));
    expect(Object.keys(tree).toSorted()).toEqual(['game', 'game/data', 'game/data/a', 'game/server', 'slipway.json']);
  });

  it('is none when it is a file, or a link', async () => {
    expect(Object.keys(await treeOf(await unpacked(makeTar([{ name: 'server', bytes: script }]))))).toEqual(['server']);
  });

  it('is taken off once, not again and again', async () => {
    const tree = await treeOf(await unpacked(makeTar([{ name: 'a/b/c', bytes: text }])));
    expect(Object.keys(tree).toSorted()).toEqual(['b', 'b/c']);
  });

  it('stays when a link in it needs the place above it', async () => {
    const link = { name: 'game/again', kind: '2', linkName: '../game/server' };
    expect(await treeOf(await unpacked(makeTar([...inTop, link])))).toMatchObject({
      'game/again': '-> ../game/server',
    });
  });

  it('is found although the Finder put its notes beside it', async () => {
    const zip = makeZip([
      { name: 'game/server', bytes: script },
      { name: '__MACOSX/game/._server', bytes: text },
    ]);
    expect(Object.keys(await treeOf(await unpacked(zip)))).toEqual(['server']);
  });
});

describe.runIf(isPosix)('rights', () => {
  const elf = Buffer.from('7f454c4602010100', 'hex');
  const machO = Buffer.from('cffaedfe0c000001', 'hex');
  const fat = Buffer.from('cafebabe00000002', 'hex');
  const fat64 = Buffer.from('cafebabf00000002', 'hex');
  const javaClass = Buffer.from('cafebabe00000041', 'hex');

  it('to run are kept, given back to programs, and not given to others', async () => {
    const programs = { elf, machO, fat, fat64, script };
    const files = { ...programs, javaClass, text, short: Buffer.from('#') };
    const pieces = Object.entries(files).map(([name, bytes]) => ({ name, bytes }));
    const kept = { name: 'kept', bytes: text, mode: 0o100755 };
    for (const archive of [
      makeZip([...pieces, kept]),
      makeTar([...pieces, { ...kept, mode: 0o755 }]),
      gzipSync(makeTar([...pieces, { ...kept, mode: 0o755 }]), { level: 0 }),
    ]) {
      const folder = await unpacked(archive);
      for (const name of [...Object.keys(files), 'kept']) {
        const isRunnable = name in programs || name === 'kept';
        expect(await modeOf(path.join(folder, name)), name).toBe(isRunnable ? 0o755 : 0o644);
      }
    }
  });

  it('to write are left to the owner alone, in files and folders, whatever the archive says', async () => {
    const folder = await unpacked(
      makeTar([
        { name: 'a/b/c', bytes: text, mode: 0o7777 },
        { name: 'd', bytes: text },
      ]),
    );
    for (const place of ['', 'a', 'a/b', 'a/b/c']) expect(await modeOf(path.join(folder, place))).toBe(0o755);
    expect(await modeOf(path.join(folder, 'd'))).toBe(0o644);
  });
});

describe.runIf(isPosix)('links', () => {
  const pieces: TarPiece[] = [
    { name: 'lib/libgame.so', kind: '2', linkName: 'libgame.so.1' },
    { name: 'lib/libgame.so.1', bytes: text },
    { name: 'bin/lib', kind: '2', linkName: '../lib' },
    { name: 'dangling', kind: '2', linkName: 'comes/later' },
  ];

  it('that stay inside are kept, also from a zip and to nothing', async () => {
    const links = { 'lib/libgame.so': '-> libgame.so.1', 'bin/lib': '-> ../lib', dangling: '-> comes/later' };
    const folder = await unpacked(makeTar(pieces));
    expect(await treeOf(folder)).toMatchObject(links);
    expect(await readFile(path.join(folder, 'bin/lib/libgame.so'), 'utf8')).toBe('text');
    const zipped = pieces.map(({ name, bytes, linkName }) =>
      linkName === undefined ? { name, bytes: bytes ?? text } : { name, mode: 0o120777, bytes: Buffer.from(linkName) },
    );
    expect(await treeOf(await unpacked(makeZip(zipped)))).toMatchObject(links);
  });

  const makeLink = () => {
    throw Object.assign(new Error('not permitted'), { code: 'EPERM' });
  };

  it('become copies where the system makes none', async () => {
    const chain = { name: 'first', kind: '2', linkName: 'lib/libgame.so' };
    const { target, thrown } = await unpackHere(makeTar([chain, ...pieces.slice(0, 2)]), { makeLink });
    expect(thrown).toBeUndefined();
    const hex = text.toString('hex');
    expect(await treeOf(target)).toEqual({ first: hex, lib: 'folder', 'lib/libgame.so': hex, 'lib/libgame.so.1': hex });
  });

  it('are refused in words where neither can be', async () => {
    const refusal = async (some: TarPiece[], limits = {}) =>
      ((await unpackHere(makeTar(some), { makeLink, limits })).thrown as AppError).message;
    expect(await refusal(pieces.slice(1, 3))).toContain(
      '"bin/lib" is a link to a folder, and this system makes no links',
    );
    expect(await refusal([...pieces.slice(1, 2), ...pieces.slice(3)])).toContain(
      '"dangling" is a link that leads to nothing',
    );
    const copies = ['one', 'two', 'three'].map((name) => ({ name, kind: '2', linkName: 'large' }));
    const large = { name: 'large', bytes: Buffer.alloc(1_000_000) };
    expect(await refusal([large, ...copies], { totalBytes: 2_500_000 })).toContain('it holds more than 2500000 bytes');
  });
});

describe('a lone file', () => {
  it('lies in a folder under its own name, and can be run', async () => {
    const folder = await unpacked(script, 'server.x86_64');
    expect(await treeOf(folder)).toEqual({ 'server.x86_64': script.toString('hex') });
    if (isPosix) expect(await modeOf(path.join(folder, 'server.x86_64'))).toBe(0o755);
  });
});

describe('names in zips', () => {
  it('may use backslashes, old letters, and a better spelling beside them', async () => {
    const zip = makeZip([
      { name: 'data\\level\\one.txt', bytes: text },
      { name: Buffer.from([0x63, 0x61, 0x66, 0x82]), bytes: text, flags: 0 },
      { name: Buffer.from('größe'), bytes: text, flags: 0 },
    ]);
    expect(Object.keys(await treeOf(await unpacked(zip))).toSorted()).toEqual(
      ['café', 'data', 'data/level', 'data/level/one.txt', 'größe'].toSorted(),
    );
  });
});

describe('any tree', () => {
  const name = fc.stringMatching(/^[a-zA-Z0-9 ._äß-]{1,12}$/).filter((each) => !/^\.{1,2}$|[. ]$/.test(each));
  const content = fc.oneof(
    fc.uint8Array({ maxLength: 700 }),
    fc.integer({ min: 0, max: 3 }).map((n) => new Uint8Array(n * 512)),
  );
  const files = fc.uniqueArray(fc.tuple(fc.array(name, { minLength: 1, maxLength: 4 }), content), {
    minLength: 1,
    maxLength: 12,
    selector: ([names]) => names[0]?.toLowerCase(), // so that no file is below another one
  });

  it('comes out of each format as it went in', async () => {
    await fc.assert(
      fc.asyncProperty(files, fc.boolean(), async (made, isStored) => {
        const pieces = made.map(([names, bytes]) => ({ name: names.join('/'), bytes: Buffer.from(bytes) }));
        const wrapped = pieces.map((piece) => ({ ...piece, name: `top/${piece.name}` }));
        const expected = Object.fromEntries(pieces.map((piece) => [piece.name, piece.bytes.toString('hex')]));
        const zipped: ZipPiece[] = wrapped.map((piece) => ({ ...piece, isStored }));
        const tar = makeTar(wrapped);
        for (const bytes of [tar, gzipSync(tar), zstdCompressSync(tar), makeZip(zipped)]) {
          const tree = await treeOf(await unpacked(bytes));
          const found = Object.entries(tree).filter(([, what]) => what !== 'folder');
          expect(Object.fromEntries(found)).toEqual(expected);
        }
      }),
      { numRuns: 40, examples: [[[[['__proto__'], new Uint8Array(3)]], false]] },
    );
  });
});

it('a real tree comes back from each real tool', async () => {
  const folder = await makeTempFolder('real');
  const build = path.join(folder, 'build');
  await mkdir(path.join(build, 'deep/er'), { recursive: true });
  for (let n = 0; n < 200; n += 1) await writeFile(path.join(build, `deep/file-${n}`), `number ${n}`.repeat(n));
  await writeFile(path.join(build, 'server'), script);
  await chmod(path.join(build, 'server'), 0o755);
  await symlink('deep/file-3', path.join(build, 'latest'));
  const expected = await treeOf(build);
  const { latest: _, ...linkless } = expected;
  for (const archive of realArchives.filter(hasTools)) {
    const file = await makeRealArchive(folder, archive);
    expect(await treeOf(await unpacked(file)), archive.file).toEqual(archive.lacksLink === true ? linkless : expected);
  }
});

it('what is given up leaves nothing', async () => {
  const controller = new AbortController();
  const { parent, thrown } = await unpackHere(makeTar([{ name: 'a', bytes: Buffer.alloc(5_000_000, 'x') }]), {
    signal: controller.signal,
    onProgress: () => controller.abort(new Error('no longer wanted')),
  });
  expect(thrown).toMatchObject({ message: 'no longer wanted' });
  expect((await readdir(parent, { recursive: true })).toSorted()).toEqual(['archive', 'builds']);
});

it.skipIf(!canMount)('a disk that becomes full is reported, and nothing is left on it', async () => {
  const { stdout, stderr } = await runOnSmallDisk(await makeTempFolder(), '16m', 'unpack-on-small-disk.ts');
  expect(stderr).toBe('');
  expect(JSON.parse(stdout)).toEqual({
    code: 'STORAGE_FULL',
    message:
      'The disk became full while the build was unpacked. Nothing of it was left there. Free some space and start the server again.',
    left: ['build.tar.gz'],
    freed: true,
    afterwards: ['good'],
  });
});

it('an error of the system passes as it is', async () => {
  const { thrown } = await unpackHere('/nowhere/at/all.tar');
  expect(thrown).not.toBeInstanceOf(AppError);
  expect(thrown).toMatchObject({ code: 'ENOENT' });
});
