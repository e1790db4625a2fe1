// Full buffers on their way into a file: whole blocks past the system's cache where that can be, everything else the plain way.
import { constants } from 'node:fs';
import { type FileHandle, open, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { createBufferPool } from '../../../embedded-server/front/buffer-pool.ts';
import { createBufferWriter } from '../../../embedded-server/front/buffer-writer.ts';
import type { PartPlace } from '../../../embedded-server/uploads/incoming-part.ts';
import { makeTempFolder } from '../../support/temp-folder.ts';
import { until } from '../../support/until.ts';
import { randomFile } from '../../support/upload.ts';

const KIB = 1_024;
const SIZE = 64 * KIB;

async function startWriter(offset: number, openDirect: (file: string) => Promise<FileHandle | undefined>) {
  const file = path.join(await makeTempFolder(), 'upload');
  const handle = await open(file, 'w+');
  const direct = await openDirect(file);
  onTestFinished(async () => {
    await handle.close();
    await direct?.close();
  });
  const pool = createBufferPool(SIZE);
  const failures: unknown[] = [];
  let written = 0;
  const place: PartPlace = { handle, direct, offset, length: 0, inTurn: (work) => work() };
  const writer = createBufferWriter({
    place,
    pool,
    sink: {
      passes: async () => undefined,
      written: (bytes, memory) => {
        written += bytes;
        memory?.free();
      },
    },
    onStep: (failure) => failure !== undefined && failures.push(failure.thrown),
  });
  const write = async (bytes: Uint8Array) => {
    for (let done = 0; done < bytes.length; done += SIZE) {
      const piece = bytes.subarray(done, done + SIZE);
      const buffer = pool.take();
      buffer.set(piece);
      writer.add(buffer, piece.length);
    }
    await until(() => written === bytes.length || failures.length > 0, 'all bytes written');
    expect(failures).toEqual([]);
    return (await readFile(file)).subarray(offset);
  };
  return { write };
}

/** Of the real one, with what is written past the cache counted. */
async function openCounting(file: string, counts: number[]): Promise<FileHandle> {
  const direct = await open(file, constants.O_RDWR + constants.O_DIRECT);
  const real = direct.write.bind(direct) as (...given: unknown[]) => Promise<{ bytesWritten: number }>;
  return Object.assign(direct, {
    write: async (...given: unknown[]) => {
      const done = await real(...given);
      counts.push(done.bytesWritten);
      return done;
    },
  });
}

it.skipIf(process.platform !== 'linux')(
  'writes whole blocks past the cache, and the rest of a file as ever',
  async () => {
    const counts: number[] = [];
    const { write } = await startWriter(8 * KIB, (file) => openCounting(file, counts));
    const bytes = randomFile(3 * SIZE + 5_000);
    expect((await write(bytes)).equals(bytes)).toBe(true);
    expect(counts).toEqual([SIZE, SIZE, SIZE, 4_096]);
  },
);

it.skipIf(process.platform !== 'linux')('writes a part that begins between two blocks as ever', async () => {
  const counts: number[] = [];
  const { write } = await startWriter(1_000, (file) => openCounting(file, counts));
  const bytes = randomFile(2 * SIZE);
  expect((await write(bytes)).equals(bytes)).toBe(true);
  expect(counts).toEqual([]);
});

it('writes all as ever where the system knows no other way', async () => {
  const { write } = await startWriter(0, async () => undefined);
  const bytes = randomFile(2 * SIZE + 1);
  expect((await write(bytes)).equals(bytes)).toBe(true);
});

it('goes on as ever once the disk refused a block', async () => {
  let asked = 0;
  // A stand-in for a disk with larger blocks than ours, which this machine has none of.
  const refusing = {
    write: async () => {
      asked += 1;
      throw Object.assign(new Error('EINVAL: invalid argument, write'), { code: 'EINVAL' });
    },
    close: async () => undefined,
  } as unknown as FileHandle;
  const { write } = await startWriter(0, async () => refusing);
  const bytes = randomFile(3 * SIZE);
  expect((await write(bytes)).equals(bytes)).toBe(true);
  expect(asked).toBe(1);
});
