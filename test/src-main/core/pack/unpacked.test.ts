// What the core packs, the service unpacks to the same files: the two ends of a push.
import { randomBytes } from 'node:crypto';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { treeOf, unpackHere } from '../../../embedded-server/files/archives/unpack-here.ts';
import { writeTree } from '../../../support/write-tree.ts';
import { openPacker } from './support.ts';

test.each(['zstd', 'gzip', 'none'] as const)(
  'the service unpacks a pack to the same tree (%s)',
  async (compression) => {
    const root = await writeTree({
      'server.js': 'x'.repeat(100_000),
      'a b/ünï/日本語 🚣.txt': 'boats',
      [`${'d/'.repeat(40)}${'n'.repeat(150)}`]: 'deep',
      'empty file': '',
    });
    await mkdir(path.join(root, 'nothing in it'));
    await symlink('../server.js', path.join(root, 'a b/link'));
    // More than one block of the compressor, half of it without a pattern.
    await writeFile(
      path.join(root, 'large'),
      Buffer.concat([randomBytes(9_000_000), Buffer.alloc(9_000_000, 'text ')]),
    );
    const { pack } = await openPacker();
    const { file, name } = await pack(root, {}, compression);
    const { target, thrown } = await unpackHere(file, { name });
    expect(thrown).toBe(undefined);
    const [there, here] = [await treeOf(target), await treeOf(root)];
    expect(Object.keys(there).toSorted()).toEqual(Object.keys(here).toSorted());
    for (const [at, content] of Object.entries(here)) expect([at, there[at] === content]).toEqual([at, true]);
  },
  30_000,
);
