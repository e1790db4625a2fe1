// Writes of logs: all bytes arrive in order and at their place, and a disk that is slow does not hold up the thread for long.
import { type FileHandle, open, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { createLogStore } from '../../../../embedded-server/files/logs/log-store.ts';
import { createPacedWrites } from '../../../../embedded-server/files/logs/paced-writes.ts';
import { makeTempFolder } from '../../../support/temp-folder.ts';

/** Counts the writes that go through other threads. */
function counted(handle: FileHandle): { handle: FileHandle; handed: () => number } {
  let handed = 0;
  const write = handle.write.bind(handle) as (...args: unknown[]) => unknown;
  const counting = (...args: unknown[]) => {
    handed += 1;
    return write(...args);
  };
  return { handle: Object.assign(handle, { write: counting as FileHandle['write'] }), handed: () => handed };
}

it('writes at once, and through other threads for a while after the disk was slow', async () => {
  const file = path.join(await makeTempFolder('paced'), 'file');
  const { handle, handed } = counted(await open(file, 'a+'));
  let time = 0;
  let perLook = 1;
  const write = createPacedWrites(() => {
    time += perLook;
    return time;
  });
  await write(handle, Buffer.from('quick,'));
  perLook = 100;
  await write(handle, Buffer.from('slow,'));
  expect(handed()).toBe(0);
  perLook = 1;
  await write(handle, Buffer.from('wary,'));
  expect(handed()).toBe(1);
  time += 5_000;
  await write(handle, Buffer.from('quick again'));
  expect(handed()).toBe(1);
  await handle.close();
  expect(await readFile(file, 'utf8')).toBe('quick,slow,wary,quick again');
});

it('frees a large chunk once it is written, and leaves alone what has memory in common', async () => {
  const store = createLogStore({ folder: await makeTempFolder('given') });
  const writer = store.openLog('server');
  const text = `${'x'.repeat(99)}\n`.repeat(400);
  const [own, wider] = [Buffer.alloc(text.length, text), Buffer.alloc(2 * text.length, text)];
  void writer.write('std_out', own);
  void writer.write('std_out', wider.subarray(0, text.length));
  await writer.flush();
  expect([own.length, wider.length]).toEqual([0, 2 * text.length]);
  const { lines } = store.reader('server').read({ from: 1, limit: 1_000 });
  expect(lines.map((line) => line.bytes.toString())).toEqual(Array.from({ length: 800 }, () => 'x'.repeat(99)));
  await writer.end();
});
