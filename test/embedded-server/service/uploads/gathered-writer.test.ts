// The writer holds back who is faster than the disk, so that memory stays bounded.
import type { FileHandle } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { createGatheredWriter } from '../../../../embedded-server/service/uploads/gathered-writer.ts';

const CHUNK = Buffer.alloc(65_536);
const MOST = 16 * 1_048_576;

it('asks to wait while the disk is slow, and tells what is in the file in order', async () => {
  const writes: { bytes: number; done: () => void }[] = [];
  const writev = (buffers: Buffer[]) =>
    new Promise((resolve) => {
      const bytes = buffers.reduce((sum, buffer) => sum + buffer.length, 0);
      writes.push({ bytes, done: () => resolve({ bytesWritten: bytes }) });
    });
  let written = 0;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- nothing else of it is used
  const handle = { writev } as unknown as FileHandle;
  const writer = createGatheredWriter({ handle, offset: 0, inTurn: (work) => work() }, async (bytes) => {
    written += bytes;
  });
  let added = 0;
  while (added < MOST) {
    added += CHUNK.length;
    if (writer.add(CHUNK) === 'full') break;
  }
  expect(added).toBeLessThan(MOST);
  expect(written).toBe(0);
  const room = writer.whenRoom();
  let next = 0;
  const drain = setInterval(() => {
    writes[next]?.done();
    if (writes[next] !== undefined) next += 1;
  }, 1);
  writer.flush();
  await room;
  clearInterval(drain);
  expect(written).toBe(added);
});
