// Bodies on their way into files: each fills a few buffers ahead of the disk, many together hardly more than one each, and those
// that come slowly have small ones. All buffers together are bounded.
import { open } from 'node:fs/promises';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { type BufferBounds, createBufferPool } from '../../../../embedded-server/platform/front/buffer-pool.ts';
import { type Crowd, PartBody } from '../../../../embedded-server/platform/front/part-body.ts';
import type { InTurn } from '../../../../src-shared/turns.ts';
import { makeTempFolder } from '../../../support/temp-folder.ts';
import { until } from '../../../support/until.ts';
import { randomFile } from '../../../support/upload.ts';

const SMALL = 16_384;
const LARGE = 4 * SMALL;
const plenty: BufferBounds = { small: SMALL, large: LARGE, mostLarge: 100, most: 1_000 * LARGE };

/** A pool that knows the most that was ever taken of it. */
function watchedPool(bounds: BufferBounds) {
  const pool = createBufferPool(bounds);
  const seen = { large: 0, bytes: 0, mostBytes: 0 };
  const add = ({ length }: Buffer, sign: 1 | -1) => {
    seen.bytes += sign * length;
    if (length === LARGE) seen.large += sign;
    seen.mostBytes = Math.max(seen.mostBytes, seen.bytes);
  };
  return {
    seen,
    pool: {
      ...pool,
      take: (size: 'small' | 'large') => {
        const buffer = pool.take(size);
        if (buffer !== undefined) add(buffer, 1);
        return buffer;
      },
      give: (buffer: Buffer) => {
        add(buffer, -1);
        pool.give(buffer);
      },
      drop: (buffer: Buffer) => {
        add(buffer, -1);
        pool.drop(buffer);
      },
    },
  };
}

/** Bodies whose senders have so many bytes ready, and a disk that writes nothing until it is let. */
async function startBodies(count: number, bytesEach: number, bounds = plenty, readyEach = bytesEach) {
  const disk = Promise.withResolvers<void>();
  const writes: InTurn = async (work) => {
    await disk.promise;
    return await work();
  };
  const crowd: Crowd = { full: 0 };
  const { pool, seen } = watchedPool(bounds);
  const passing = Buffer.alloc(SMALL / 2);
  const folder = await makeTempFolder();
  const one = async (number: number) => {
    const bytes = Buffer.from(randomFile(bytesEach));
    const handle = await open(path.join(folder, `${number}`), 'w+');
    onTestFinished(() => handle.close());
    let sent = 0;
    let ready = readyEach;
    /** As a socket does it. */
    const read = () => {
      for (let room = body.room(); room !== undefined && sent < ready; room = body.room()) {
        const copied = bytes.copy(room, 0, sent, ready);
        sent += copied;
        if (room.buffer === passing.buffer) body.take(room.subarray(0, copied), copied === room.length);
        else body.filled(copied);
      }
    };
    const body: PartBody = new PartBody({
      headers: {},
      length: bytes.length,
      first: Buffer.alloc(0),
      pool,
      passing,
      writes,
      crowd,
      resume: read,
    });
    const done = body.writeTo(
      { handle, offset: 0, length: bytes.length, inTurn: (work) => work() },
      {
        passes: async () => {},
        written: async (_bytes, memory) => memory?.free(),
      },
    );
    const send = (more: number) => {
      ready += more;
      read();
    };
    return { bytes, handle, done, body, sent: () => sent, send };
  };
  const bodies = await Promise.all(Array.from({ length: count }, (_, number) => one(number)));
  return { bodies, crowd, disk, seen };
}

/** Lets the disk write, and holds what is then in the files to what was sent. */
async function endWhole({ bodies, crowd, disk, seen }: Awaited<ReturnType<typeof startBodies>>) {
  disk.resolve();
  for (const { done, handle, bytes } of bodies) {
    await done;
    expect((await handle.readFile()).equals(bytes)).toBe(true);
  }
  expect(crowd.full).toBe(0);
  expect(seen.bytes).toBe(0);
}

it('has three buffers full before the sender has to wait, large ones once it is fast, and goes on once the disk does', async () => {
  const started = await startBodies(1, 20 * LARGE);
  expect(started.bodies.map(({ sent }) => sent())).toEqual([SMALL + 2 * LARGE]);
  await endWhole(started);
});

it('has hardly more than one for each full where there are many, and all of them come to their end', async () => {
  const started = await startBodies(40, 5 * LARGE);
  const sent = started.bodies.map((one) => one.sent()).toSorted((a, b) => b - a);
  expect(sent).toEqual([...Array(6).fill(SMALL + 2 * LARGE), ...Array(34).fill(SMALL)]);
  await endWhole(started);
});

it('never takes more than the bounds, and those that find nothing wait for others to end', async () => {
  const bounds = { small: SMALL, large: LARGE, mostLarge: 3, most: 5 * LARGE };
  const started = await startBodies(40, 3 * LARGE + 17, bounds);
  expect(started.bodies.filter(({ sent }) => sent() === 0).length).toBeGreaterThan(0);
  await endWhole(started);
  expect(started.seen.mostBytes).toBeLessThanOrEqual(bounds.most);
});

it('keeps one small buffer for each of many that have sent a little, and goes on where they were', async () => {
  const started = await startBodies(100, 5 * LARGE, plenty, 100);
  expect(started.seen).toMatchObject({ large: 0, bytes: 100 * SMALL });
  started.disk.resolve();
  for (const { send } of started.bodies) send(5 * LARGE);
  await endWhole(started);
});

it('gives the large buffer of one that has become slow to others, and loses none of its bytes', async () => {
  const started = await startBodies(1, 5 * LARGE, plenty, SMALL + 10_001);
  const [one] = started.bodies;
  one?.send(5); // so few that the next are read elsewhere
  expect(started.seen.large).toBe(1);
  one?.body.shrink();
  one?.body.shrink();
  started.disk.resolve();
  await until(() => started.seen.large === 0, 'the large buffer being free');
  expect(started.seen.bytes).toBe(SMALL);
  one?.send(5 * LARGE);
  await endWhole(started);
});

it('counts none of a body that was cut off once what it had is written', async () => {
  const { bodies, crowd, disk, seen } = await startBodies(2, 20 * LARGE);
  const [cut, whole] = bodies;
  cut?.body.cut();
  await until(() => crowd.full === 4, 'all that came being under way');
  disk.resolve();
  await expect(cut?.done).rejects.toThrow('The connection ended before the part was whole.');
  await whole?.done;
  expect(cut?.sent()).toBe(SMALL + 2 * LARGE);
  expect(crowd.full).toBe(0);
  expect(seen.bytes).toBe(0);
});
