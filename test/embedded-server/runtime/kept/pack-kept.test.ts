// Kept folders as a tar: they come back as they were, and one that was made up leads nowhere.
import {
  chmod,
  lstat,
  mkdir,
  readdir,
  readFile,
  readlink,
  rename,
  rm,
  symlink,
  utimes,
  writeFile,
} from 'node:fs/promises';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { packKept, unpackKept } from '../../../../embedded-server/runtime/kept/pack-kept.ts';
import { tarOf } from '../../../support/tar.ts';
import { makeTempFolder } from '../../../support/temp-folder.ts';

async function* piecesOf(bytes: Uint8Array): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += 700) yield Buffer.from(bytes.subarray(at, at + 700));
}

test('files, empty folders, links, modes and times come back as they were', async () => {
  const folder = await makeTempFolder();
  const [from, to] = [path.join(folder, 'from'), path.join(folder, 'to')];
  const deep = path.join(from, 'world', 'ä'.repeat(60), 'b'.repeat(120));
  await mkdir(deep, { recursive: true });
  await mkdir(path.join(from, 'empty'));
  await writeFile(path.join(deep, 'map'), Buffer.alloc(700_001, 7));
  await writeFile(path.join(from, 'run.sh'), '#!/bin/sh\n');
  await chmod(path.join(from, 'run.sh'), 0o751);
  await utimes(path.join(from, 'run.sh'), 1_000_000_000, 1_000_000_000);
  await symlink('/etc/passwd', path.join(from, 'link'));
  expect(await unpackKept(packKept(from), to)).toEqual({ files: 3, bytes: 700_011 });
  expect((await readdir(to)).toSorted()).toEqual(['empty', 'link', 'run.sh', 'world']);
  expect(await readFile(path.join(to, path.relative(from, deep), 'map'))).toEqual(Buffer.alloc(700_001, 7));
  const script = await lstat(path.join(to, 'run.sh'));
  expect([script.mode & 0o777, script.mtimeMs]).toEqual([0o751, 1_000_000_000_000]);
  expect(await readlink(path.join(to, 'link'))).toBe('/etc/passwd');
});

test.each<[string, string, (from: string) => Promise<void>]>([
  [
    'is replaced',
    '',
    async (from) => {
      await rename(from, `${from}-before`);
      await mkdir(from);
    },
  ],
  ['is deleted', '', async (from) => await rm(from, { recursive: true })],
  ['is deleted below what is kept', 'world', async (from) => await rm(path.join(from, 'world'), { recursive: true })],
])('a folder that %s while it is packed is no whole archive', async (_, place, change) => {
  const from = path.join(await makeTempFolder(), 'from');
  await mkdir(path.join(from, 'world'), { recursive: true });
  for (const name of ['one', 'two']) await writeFile(path.join(from, 'world', name), name);
  const packed = packKept(from, place);
  await packed.next();
  await change(from);
  await expect(buffer(packed)).rejects.toMatchObject({ reason: 'kept.replaced' });
  await expect(packKept(path.dirname(from), 'missing').next()).rejects.toMatchObject({ reason: 'kept.replaced' });
});

test.each([
  ['a path that leads out', { '../out': 'x' }],
  ['a path from the root', { '/out': 'x' }],
  ['a file in a folder that is a link', { a: { link: '..' }, 'a/out': 'x' }],
  ['a file in no folder', { 'a/b/out': 'x' }],
])('%s is refused', async (_, files) => {
  const folder = await makeTempFolder();
  const bytes = tarOf(files);
  await expect(unpackKept(piecesOf(bytes), path.join(folder, 'to'))).rejects.toThrow('cannot be read');
  expect(await readdir(folder)).toEqual(['to']);
});

test('one that is cut off is refused', async () => {
  const folder = await makeTempFolder();
  const whole = tarOf({ one: 'x'.repeat(2_000), two: 'y' });
  for (const length of [100, 900, 3_000]) {
    const cut = unpackKept(piecesOf(whole.subarray(0, length)), path.join(folder, String(length)));
    await expect(cut, String(length)).rejects.toThrow();
  }
});

test('where there is no room it says so before it writes', async () => {
  const folder = await makeTempFolder();
  const room = async (bytes: number) => {
    if (bytes > 10) throw new Error('no room');
  };
  const bytes = tarOf({ small: 'x', large: 'y'.repeat(11) });
  await expect(unpackKept(piecesOf(bytes), path.join(folder, 'to'), { room })).rejects.toThrow('no room');
  expect(await readdir(path.join(folder, 'to'))).toEqual(['small']);
});
