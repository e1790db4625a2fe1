// Listings of builds are kept up to so many files, and the newest whatever its size.
import { expect, it } from 'vitest';
import { createKeptListings } from '../../../src-shared/builds/kept-listings.ts';

function start() {
  const listings = createKeptListings();
  const asked: string[] = [];
  const read = (key: string, files: number) =>
    listings.of(key, async () => {
      asked.push(key);
      return Array.from({ length: files }, (_, n) => ({ path: `f${n}`, type: 'file' as const, bytes: 1 }));
    });
  return { asked, read };
}

it('asks once for a build, however large, and again once newer ones took its place', async () => {
  const { asked, read } = start();
  await read('large', 250_000);
  expect(await read('large', 250_000)).toHaveLength(250_000);
  await read('small', 10);
  await read('large', 250_000);
  await read('small', 10);
  expect(asked).toEqual(['large', 'small', 'large', 'small']);
});

it('forgets the one first that was asked for longest ago', async () => {
  const { asked, read } = start();
  for (const key of ['a', 'b', 'a', 'c', 'a', 'b']) await read(key, 90_000);
  expect(asked).toEqual(['a', 'b', 'c', 'b']);
});

it('keeps nothing of what failed', async () => {
  const { asked, read } = start();
  const listings = createKeptListings();
  await expect(listings.of('gone', () => Promise.reject(new Error('away')))).rejects.toThrow('away');
  expect(await listings.of('gone', () => read('gone', 1))).toHaveLength(1);
  expect(asked).toEqual(['gone']);
});
