// Full buffers on their way into a file: whole blocks past the system's cache where that can be, everything else the plain way.
import fs, { constants } from 'node:fs';
import { open, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { createBufferPool } from '../../../embedded-server/front/buffer-pool.ts';
import { createBufferWriter } from '../../../embedded-server/front/buffer-writer.ts';
import type { PartPlace } from '../../../embedded-server/uploads/incoming-part.ts';
import { makeTempFolder } from '../../support/temp-folder.ts';
import { until } from '../../support/until.ts';
import { randomFile } from '../../support/upload.ts';

const KIB = 1_024;
const SIZE = 64 * KIB;

type Way = 'direct' | 'plain';

/** With what is written, and how: past the cache or plainly. */
async function startWriter(offset: number, ways: readonly Way[], take = () => createBufferPool(SIZE).take()) {
  const file = path.join(await makeTempFolder(), 'upload');
  const handle = await open(file, 'w+');
  const direct = ways.includes('direct') ? await open(file, constants.O_RDWR + constants.O_DIRECT) : undefined;
  const spy = vi.spyOn(fs, 'write');
  onTestFinished(async () => {
    spy.mockRestore();
    await handle.close();
    await direct?.close();
  });
  const failures: unknown[] = [];
  let written = 0;
  const place: PartPlace = { handle, direct, offset, length: 0, inTurn: (work) => work() };
  const writer = createBufferWriter({
    place,
    pool: { take, give: () => undefined },
    sink: {
      passes: async () => undefined,
      written: async (bytes) => {
        written += bytes;
      },
    },
    onStep: (failure) => failure !== undefined && failures.push(failure.thrown),
  });
  const write = async (bytes: Uint8Array) => {
    for (let done = 0; done < bytes.length; done += SIZE) {
      const piece = bytes.subarray(done, done + SIZE);
      const buffer = take();
      buffer.set(piece);
      writer.add(buffer, piece.length);
    }
    await until(() => written === bytes.length || failures.length > 0, 'all bytes written');
    expect(failures).toEqual([]);
    return (await readFile(file)).subarray(offset);
  };
  const lengths = (fd: number | undefined) =>
    spy.mock.calls.filter(([to]) => to === fd).map((given: readonly unknown[]) => given[3]);
  return { write, byDirect: () => lengths(direct?.fd), plainly: () => lengths(handle.fd) };
}

const hasDirect = process.platform === 'linux';

it.skipIf(!hasDirect)('writes whole blocks past the cache, and the rest of a file plainly', async () => {
  const { write, byDirect, plainly } = await startWriter(8 * KIB, ['direct']);
  const bytes = randomFile(3 * SIZE + 5_000);
  expect((await write(bytes)).equals(bytes)).toBe(true);
  expect(byDirect()).toEqual([SIZE, SIZE, SIZE, 4_096]);
  expect(plainly()).toEqual([904]);
});

it.skipIf(!hasDirect)('writes a part plainly that begins between two blocks', async () => {
  const { write, byDirect } = await startWriter(1_000, ['direct']);
  const bytes = randomFile(2 * SIZE);
  expect((await write(bytes)).equals(bytes)).toBe(true);
  expect(byDirect()).toEqual([]);
});

it('writes all plainly where the system knows no other way', async () => {
  const { write, plainly } = await startWriter(0, ['plain']);
  const bytes = randomFile(2 * SIZE + 1);
  expect((await write(bytes)).equals(bytes)).toBe(true);
  expect(plainly()).toEqual([SIZE, SIZE, 1]);
});

it.skipIf(!hasDirect)('goes on plainly once the disk refused a block', async () => {
  // Between two pages of memory, which disks refuse. Where this one does not, nothing is to be seen but the right bytes.
  const between = () => Buffer.allocUnsafeSlow(SIZE + 1).subarray(1);
  const { write, byDirect, plainly } = await startWriter(0, ['direct'], between);
  const bytes = randomFile(3 * SIZE);
  expect((await write(bytes)).equals(bytes)).toBe(true);
  expect(byDirect().length + plainly().length).toBeLessThanOrEqual(4);
  expect(plainly().length === 0 || byDirect().length === 1).toBe(true);
});

it('has what came hashed while what came before it is still being written', async () => {
  const held = Promise.withResolvers<void>();
  const hashed: number[] = [];
  const handle = await open(path.join(await makeTempFolder(), 'upload'), 'w+');
  onTestFinished(() => handle.close());
  const writer = createBufferWriter({
    place: { handle, offset: 0, length: 0, inTurn: (work) => held.promise.then(work) },
    pool: { take: () => Buffer.alloc(0), give: () => undefined },
    sink: { passes: async ({ length }) => void hashed.push(length), written: async () => undefined },
    onStep: () => undefined,
  });
  for (const bytes of [1, 2, 3]) writer.add(Buffer.alloc(3), bytes);
  expect(hashed).toEqual([1, 2, 3]);
  expect(writer.count()).toBe(3);
  held.resolve();
  await until(() => !writer.isWriting(), 'all of it written');
});
