// What goes into a pack and what does not: exclusions, secrets, links, line ends; each said in words.

import { execFileSync } from 'node:child_process';
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { messageFor } from '../../../../src-shared/text/message.ts';
import { makeTempFolder } from '../../../support/temp-folder.ts';
import { writeTree } from '../../../support/write-tree.ts';
import { openPacker, treeOf, untar } from './support.ts';

async function namesIn(file: string): Promise<string[]> {
  return Object.keys(await treeOf(await untar(file)));
}

test('the default exclusions, the ignore file and what is unticked decide together', async () => {
  const root = await writeTree({
    'server.js': '',
    'server.pdb': 'symbols',
    '.git/config': 'history',
    'notes.txt': '',
    'assets/raw.psd': '12345',
    'assets/keep.psd': '',
    'start.log': '',
    'logs/kept.log': '',
    '.slipwayignore': '# ours\n*.psd\n!keep.psd\n/notes.txt\n!kept.log\n',
  });
  const { pack, survey } = await openPacker();
  expect(await namesIn((await pack(root)).file)).toEqual([
    'assets',
    'assets/keep.psd',
    'logs',
    'logs/kept.log',
    'server.js',
  ]);
  const ticked = await pack(root, { keep: ['*.pdb', '.git'] });
  expect(await namesIn(ticked.file)).toEqual(expect.arrayContaining(['server.pdb', '.git/config']));
  const { leftOut } = await survey(root);
  expect(leftOut).toContainEqual({
    path: '.git',
    isFolder: true,
    pattern: '.git',
    reason: messageFor('leave-out.version-control'),
    files: 1,
    bytes: 7,
  });
  expect(leftOut).toContainEqual(
    expect.objectContaining({
      path: 'assets/raw.psd',
      reason: messageFor('leave-out.listed', { file: '.slipwayignore' }),
      bytes: 5,
    }),
  );
});

test('secrets stop the packing until each is allowed or left out', async () => {
  const root = await writeTree({
    'server.js': '',
    '.env': 'PASSWORD=1',
    'config/tls.pem': '-----BEGIN PRIVATE KEY-----',
    'config/ca.pem': '-----BEGIN CERTIFICATE-----',
  });
  const { pack, survey, cache } = await openPacker();
  const refused = await pack(root).catch((thrown: unknown) => thrown);
  expect(refused).toMatchObject({
    code: 'PACK_SECRETS',
    message: expect.stringMatching(/\.env: Environment files.* config\/tls\.pem: May hold a private key\./),
    metadata: { paths: [{ path: '.env' }, { path: 'config/tls.pem' }] },
  });
  expect(await treeOf(cache)).toEqual({});
  expect((await survey(root)).secrets.map(({ path: at }) => at)).toEqual(['.env', 'config/tls.pem']);
  await expect(pack(root, { allowSecrets: ['.env'] })).rejects.toMatchObject({ code: 'PACK_SECRETS' });
  await expect(pack(root, { keep: ['.env', '*.pem'] })).rejects.toMatchObject({ code: 'PACK_SECRETS' });
  const allowed = await pack(root, { allowSecrets: ['.env', 'config/tls.pem'] });
  expect(await namesIn(allowed.file)).toEqual(expect.arrayContaining(['.env', 'config/ca.pem', 'config/tls.pem']));
  await writeFile(path.join(root, '.slipwayignore'), '.env\n!tls.pem\n');
  expect(await namesIn((await pack(root)).file)).toEqual(['config', 'config/ca.pem', 'config/tls.pem', 'server.js']);
});

test.each([
  ['/etc/passwd', 'a place of this machine'],
  ['C:\\Windows', 'a place of this machine'],
  ['../../outside', 'outside of the folder'],
  ['folder/../../../outside', 'outside of the folder'],
  ['way-out/etc', 'outside of the folder'],
])('a link to %s is refused in words', async (target, words) => {
  const root = await writeTree({ 'server.js': '', 'folder/x': '' });
  await symlink(target, path.join(root, 'folder/link'));
  if (target.startsWith('way-out')) await symlink('/', path.join(root, 'folder/way-out'));
  const { pack } = await openPacker();
  await expect(pack(root)).rejects.toMatchObject({
    code: 'PACK_REFUSED',
    message: expect.stringContaining(words),
    metadata: { paths: expect.arrayContaining([{ path: 'folder/link', reason: expect.any(String) }]) },
  });
});

test('links that stay inside are kept, also those that lead nowhere or in a circle', async () => {
  const root = await writeTree({ 'lib/real.so.1': 'so', 'bin/x': '' });
  const links = { 'lib/real.so': 'real.so.1', 'bin/lib': '../lib', nowhere: 'bin/missing', round: 'round' };
  for (const [at, target] of Object.entries(links)) await symlink(target, path.join(root, at));
  const { pack } = await openPacker();
  expect(await treeOf(await untar((await pack(root)).file))).toMatchObject(
    Object.fromEntries(Object.entries(links).map(([at, target]) => [at, `-> ${target}`])),
  );
});

test('programs and scripts get their executable bit, wherever it was lost', async () => {
  const root = await makeTempFolder('programs');
  const heads = {
    elf: Buffer.from('\x7fELF\x02\x01\x01\0more', 'latin1'),
    'mach-o': Buffer.from('cffaedfe0700000103000000', 'hex'),
    fat: Buffer.from('cafebabe0000000201000007', 'hex'),
    fat64: Buffer.from('cafebabf0000000201000007', 'hex'),
    'Some.class': Buffer.from('cafebabe0000003d00000000', 'hex'),
    script: Buffer.from('#!/usr/bin/env node\n'),
    text: Buffer.from('# no script\n'),
  };
  for (const [name, head] of Object.entries(heads)) await writeFile(path.join(root, name), head, { mode: 0o644 });
  const { pack, survey } = await openPacker();
  const tree = await treeOf(await untar((await pack(root)).file));
  const programs = Object.keys(tree).filter((name) => tree[name]?.startsWith('755'));
  expect(programs).toEqual(['elf', 'fat', 'fat64', 'mach-o', 'script']);
  expect((await survey(root)).madePrograms).toEqual(programs);
});

test('scripts get the line ends of Linux in the pack alone, and only when that is wanted', async () => {
  const windows = '#!/bin/sh\r\necho "a\rb"\r\n';
  const root = await writeTree({ 'run.sh': windows, 'unix.sh': '#!/bin/sh\nx\n', 'notes.txt': 'a\r\n' });
  const { pack, survey, packer } = await openPacker();
  expect((await survey(root)).windowsScripts).toEqual(['run.sh']);
  const plain = await pack(root);
  expect(await readFile(path.join(await untar(plain.file), 'run.sh'), 'utf8')).toBe(windows);
  const fixed = await pack(root, { fixLineEnds: true });
  const folder = await untar(fixed.file);
  expect(await readFile(path.join(folder, 'run.sh'), 'utf8')).toBe('#!/bin/sh\necho "a\rb"\n');
  expect(await readFile(path.join(folder, 'notes.txt'), 'utf8')).toBe('a\r\n');
  expect(await readFile(path.join(root, 'run.sh'), 'utf8')).toBe(windows);
  expect(await packer.changedSince(fixed)).toMatchObject({ same: 3 });
  expect((await survey(root, {}, fixed.manifest_file)).difference).toMatchObject({ changed: ['run.sh'], same: 2 });
  expect((await survey(root, { fixLineEnds: true }, fixed.manifest_file)).difference).toMatchObject({ same: 3 });
});

test('a dry run says what changed since an earlier pack, by the bytes of each file', async () => {
  const root = await writeTree({ a: 'one', b: 'two', c: 'three', d: 'four', run: 'x' });
  const { pack, survey } = await openPacker();
  const before = (await pack(root)).manifest_file;
  await writeFile(path.join(root, 'a'), 'eno');
  await writeFile(path.join(root, 'b'), 'two');
  execFileSync('mv', [path.join(root, 'c'), path.join(root, 'e')]);
  execFileSync('chmod', ['+x', path.join(root, 'run')]);
  expect((await survey(root, {}, before)).difference).toEqual({
    added: ['e'],
    changed: ['a', 'run'],
    removed: ['c'],
    same: 2,
  });
});

test('names that differ by case or by accents alone are reported', async () => {
  const root = await writeTree({ 'Data/a': '', 'data/b': '', é: '', 'e\u0301': '' });
  const { survey } = await openPacker();
  expect((await survey(root)).collisions).toEqual([
    ['Data', 'data'],
    ['e\u0301', 'é'],
  ]);
});

test('pipes and sockets are left out, and said', async () => {
  const root = await writeTree({ 'server.js': '' });
  execFileSync('mkfifo', [path.join(root, 'pipe')]);
  const { survey } = await openPacker();
  expect((await survey(root)).leftOut).toMatchObject([
    { path: 'pipe', reason: { text: expect.stringMatching(/pipe, socket or device/) } },
  ]);
});

test('what cannot be packed at all is refused in a sentence', async () => {
  const { pack } = await openPacker();
  const empty = await makeTempFolder('empty');
  await expect(pack(empty)).rejects.toMatchObject({ code: 'PACK_EMPTY', message: /it is empty, or all of it/ });
  await mkdir(path.join(empty, '.git'));
  await writeFile(path.join(empty, '.git/x'), '');
  await expect(pack(empty)).rejects.toMatchObject({ code: 'PACK_EMPTY' });
  const missing = path.join(empty, 'missing');
  await expect(pack(missing)).rejects.toMatchObject({
    code: 'PACK_SOURCE_UNREADABLE',
    message: `${missing} cannot be read: it does not exist (any more). Nothing was packed. Fix that, or leave it out, and pack again.`,
  });
  const odd = await writeTree({ 'server.js': '', 'back\\slash': '' });
  await expect(pack(odd)).rejects.toMatchObject({ code: 'PACK_REFUSED', message: /Rename it/ });
});
