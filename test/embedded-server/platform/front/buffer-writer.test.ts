// Full buffers on their way into a file: whole blocks past the system's cache where that can be, everything else the plain way.
import fs, { constants } from 'node:fs';
import { open, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { createBufferWriter } from '../../../../embedded-server/platform/front/buffer-writer.ts';
import type { PartPlace } from '../../../../embedded-server/platform/front/incoming-part.ts';
import { createTurnsOf } from '../../../../src-shared/turns.ts';
import { makeTempFolder } from '../../../support/temp-folder.ts';
import { until } from '../../../support/until.ts';
import { randomFile } from '../../../support/upload.ts';

const KIB = 1_024;
const SIZE = 64 * KIB;

const takePages = (): Buffer => Buffer.from(new SharedArrayBuffer(SIZE, { maxByteLength: SIZE }), 0, SIZE);

type Way = 'direct' | 'plain';
type Written = (error: Error | null, bytes: number) => void;
type Write = (fd: number, from: Buffer, at: number, bytes: number, position: number, done: Written) => void;

/** With what is written, and how: past the cache or plainly. */
async function startWriter(offset: number, ways: readonly Way[], take = takePages) {
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
    pool: { give: () => undefined },
    writes: createTurnsOf(1),
    sink: {
      passes: async () => undefined,
      written: async (bytes) => {
        written += bytes;
      },
    },
    onStep: (_buffer, failure) => failure !== undefined && failures.push(failure.thrown),
  });
  const write = async (bytes: Uint8Array) => {
    for (let done = 0; done < bytes.length; done += SIZE) {
      const piece = bytes.subarray(done, done + SIZE);
      const buffer = take();
      buffer.set(piece);
      writer.add(buffer, { from: 0, to: piece.length, isLast: true });
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

/** Its writes go on, or fail, as the test says, each by its number of bytes. */
async function startHeldWriter() {
  const handle = await open(path.join(await makeTempFolder(), 'upload'), 'w+');
  onTestFinished(() => handle.close());
  const held = new Map<number, (error?: Error) => void>();
  const seen = { hashed: [] as number[], written: [] as number[], givenBack: 0, failures: [] as unknown[] };
  const writer = createBufferWriter({
    place: { handle, offset: 0, length: 0, inTurn: (work) => work() },
    pool: { give: () => void (seen.givenBack += 1) },
    writes: createTurnsOf(2),
    sink: {
      passes: async ({ length }) => void seen.hashed.push(length),
      written: async (bytes, memory) => {
        seen.written.push(bytes);
        memory?.free();
      },
    },
    onStep: (_buffer, failure) => failure !== undefined && seen.failures.push(failure.thrown),
  });
  const write = vi.spyOn(fs, 'write').mockImplementation(
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- of its forms the one that is used
    ((...[, , , bytes, , done]: Parameters<Write>) => {
      held.set(bytes, (error) => done(error ?? null, error === undefined ? bytes : 0));
    }) as typeof fs.write,
  );
  onTestFinished(() => write.mockRestore());
  for (const bytes of [1, 2, 3]) writer.add(Buffer.alloc(3), { from: 0, to: bytes, isLast: true });
  return { writer, seen, held };
}

it('has what came hashed while what came before it is still being written', async () => {
  const { writer, seen, held } = await startHeldWriter();
  expect(seen.hashed).toEqual([1, 2, 3]);
  expect([...held.keys()]).toEqual([1, 2]);
  expect(seen.written).toEqual([]);
  expect(writer.count()).toBe(3);
});

it('tells of what is written in order, whichever is written first', async () => {
  const { writer, seen, held } = await startHeldWriter();
  held.get(2)?.();
  await until(() => held.has(3), 'the third under way');
  held.get(3)?.();
  expect(seen.written).toEqual([]);
  held.get(1)?.();
  await until(() => writer.count() === 0, 'all of it written');
  expect(seen).toMatchObject({ written: [1, 2, 3], givenBack: 3, failures: [] });
});

it('begins nothing after a write that failed, and is done when what was under way is', async () => {
  const { writer, seen, held } = await startHeldWriter();
  held.get(1)?.(new Error('The disk is full'));
  await until(() => seen.failures.length > 0, 'the failure to be reported');
  expect(writer.count()).toBeGreaterThan(0);
  held.get(2)?.();
  await until(() => writer.count() === 0, 'an end');
  expect([...held.keys()]).toEqual([1, 2]);
  expect(seen).toMatchObject({ written: [], givenBack: 3 });
  expect(seen.failures[0]).toMatchObject({ message: 'The disk is full' });
});
