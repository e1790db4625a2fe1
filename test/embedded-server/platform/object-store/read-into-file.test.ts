// What is read from an object store is in the file whole.
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import type { ObjectStore } from '../../../../embedded-server/platform/object-store/object-store.ts';
import { readIntoFile } from '../../../../embedded-server/platform/object-store/read-into-file.ts';
import { openShort } from '../../../support/short-writes.ts';

test('an object is read whole, where the disk takes less at a time than it is given', async () => {
  const bytes = randomBytes(200_000);
  const body = () => Readable.from([bytes.subarray(0, 70_000), bytes.subarray(70_000)]);
  // No more of a store is used here.
  const objects = {
    read: async () => Object.assign(body(), { setTimeout: () => undefined }),
  } as unknown as ObjectStore;
  const { file, handle } = await openShort();
  const whenChanged = () => {
    throw new Error('It is the same object');
  };
  await readIntoFile(objects, { key: 'build', tag: 'one', length: bytes.length, whenChanged }, { handle });
  expect((await readFile(file)).equals(bytes)).toBe(true);
});
