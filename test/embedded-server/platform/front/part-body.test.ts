// Bodies on their way into files: each fills a few buffers ahead of the disk, and many together hardly more than one each.
import { open } from 'node:fs/promises';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { createBufferPool } from '../../../../embedded-server/platform/front/buffer-pool.ts';
import { type Crowd, PartBody } from '../../../../embedded-server/platform/front/part-body.ts';
import type { InTurn } from '../../../../src-shared/turns.ts';
import { makeTempFolder } from '../../../support/temp-folder.ts';
import { until } from '../../../support/until.ts';
import { randomFile } from '../../../support/upload.ts';

const BUFFER = 8_192;

/** Bodies whose senders have all their bytes ready, and a disk that writes nothing until it is let. */
async function startBodies(count: number, buffersEach: number) {
  const disk = Promise.withResolvers<void>();
  const writes: InTurn = async (work) => {
    await disk.promise;
    return await work();
  };
  const crowd: Crowd = { full: 0 };
  const folder = await makeTempFolder();
  const one = async (number: number) => {
    const bytes = Buffer.from(randomFile(buffersEach * BUFFER));
    const handle = await open(path.join(folder, `${number}`), 'w+');
    onTestFinished(() => handle.close());
    let sent = 0;
    const body: PartBody = new PartBody({
      headers: {},
      length: bytes.length,
      first: Buffer.alloc(0),
      pool: createBufferPool(BUFFER),
      writes,
      crowd,
      resume: () => {
        for (let room = body.room(); room !== undefined && room.length > 0; room = body.room()) {
          const copied = bytes.copy(room, 0, sent);
          sent += copied;
          body.filled(copied);
        }
      },
    });
    const done = body.writeTo(
      { handle, offset: 0, length: bytes.length, inTurn: (work) => work() },
      { passes: async () => {}, written: async () => {} },
    );
    return { bytes, handle, done, body, sent: () => sent / BUFFER };
  };
  const bodies = await Promise.all(Array.from({ length: count }, (_, number) => one(number)));
  return { bodies, crowd, disk };
}

/** Lets the disk write, and holds what is then in the files to what was sent. */
async function endWhole({ bodies, crowd, disk }: Awaited<ReturnType<typeof startBodies>>) {
  disk.resolve();
  for (const { done, handle, bytes } of bodies) {
    await done;
    expect((await handle.readFile()).equals(bytes)).toBe(true);
  }
  expect(crowd.full).toBe(0);
}

it('has three buffers full before the sender has to wait, and goes on once the disk does', async () => {
  const started = await startBodies(1, 20);
  expect(started.bodies.map(({ sent }) => sent())).toEqual([3]);
  await endWhole(started);
});

it('has hardly more than one for each full where there are many, and all of them come to their end', async () => {
  const started = await startBodies(40, 5);
  const sent = started.bodies.map((one) => one.sent()).toSorted((a, b) => b - a);
  expect(sent).toEqual([3, 3, 3, 3, ...Array(36).fill(1)]);
  await endWhole(started);
});

it('counts none of a body that was cut off once what it had is written', async () => {
  const { bodies, crowd, disk } = await startBodies(2, 20);
  const [cut, whole] = bodies;
  cut?.body.cut();
  await until(() => crowd.full === 6, 'all that came being under way');
  disk.resolve();
  await expect(cut?.done).rejects.toThrow('The connection ended before the part was whole.');
  await whole?.done;
  expect(cut?.sent()).toBe(3);
  expect(crowd.full).toBe(0);
});
