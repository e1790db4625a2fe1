// The cache of packs: the oldest go first, what is in use stays, strays go.
import { readdir, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { evictPacks } from '../../../../src-main/core/pack/cache.ts';
import { makeTempFolder } from '../../../support/temp-folder.ts';

const sha = (digit: string) => digit.repeat(64);

async function writePack(folder: string, digit: string, bytes: number, secondsAgo: number): Promise<void> {
  const at = Date.now() / 1_000 - secondsAgo;
  for (const [ending, size] of [
    ['', bytes],
    ['.manifest.json', 2],
    ['.stamps.json', 2],
  ] as const) {
    const file = path.join(folder, `${sha(digit)}.tar.zst${ending}`);
    await writeFile(file, Buffer.alloc(size));
    await utimes(file, at, at);
  }
}

test('removes the oldest first, until the rest fits, and never what is in use', async () => {
  const cache = await makeTempFolder('packs');
  for (const [digit, age] of [
    ['a', 400],
    ['b', 300],
    ['c', 200],
    ['d', 100],
  ] as const) {
    await writePack(cache, digit, 100, age);
  }
  expect(await evictPacks(cache, 400, new Set())).toEqual({ removed: [], freed: 0 });
  expect(await evictPacks(cache, 250, new Set([sha('a')]))).toEqual({ removed: [sha('b'), sha('c')], freed: 200 });
  const left = ['a', 'd'].flatMap((digit) =>
    ['', '.manifest.json', '.stamps.json'].map((end) => `${sha(digit)}.tar.zst${end}`),
  );
  expect((await readdir(cache)).toSorted()).toEqual(left.toSorted());
  expect(await evictPacks(cache, 0, new Set([sha('a'), sha('d')]))).toMatchObject({ freed: 0 });
});

test('leaves what was used just now, which no journal may name yet', async () => {
  const cache = await makeTempFolder('packs');
  await writePack(cache, 'a', 100, 0);
  await writePack(cache, 'b', 100, 100);
  expect(await evictPacks(cache, 0, new Set())).toEqual({ removed: [sha('b')], freed: 100 });
});

test('removes what a run that broke off left, but nothing that is being written, and nothing that is not ours', async () => {
  const cache = await makeTempFolder('packs');
  const old = Date.now() / 1_000 - 7_200;
  for (const name of ['.packing-1-old', `${sha('e')}.tar.manifest.json`, 'notes.txt']) {
    await writeFile(path.join(cache, name), '');
    await utimes(path.join(cache, name), old, old);
  }
  await writeFile(path.join(cache, '.packing-2-new'), '');
  await evictPacks(cache, 0, new Set());
  expect(await readdir(cache)).toEqual(['.packing-2-new', 'notes.txt']);
});

test('a cache that was never used has nothing to remove', async () => {
  const missing = path.join(await makeTempFolder('packs'), 'missing');
  expect(await evictPacks(missing, 0, new Set())).toEqual({ removed: [], freed: 0 });
});
