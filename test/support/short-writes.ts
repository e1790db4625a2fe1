// A file on a disk that takes less with each write than it is given, and says so without an error.
import { type FileHandle, open } from 'node:fs/promises';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { makeTempFolder } from './temp-folder.ts';

export async function openShort(): Promise<{ file: string; handle: FileHandle }> {
  const file = path.join(await makeTempFolder(), 'short');
  const handle = await open(file, 'wx+');
  onTestFinished(() => handle.close());
  const write = handle.write.bind(handle) as (...given: [Uint8Array, number, number, number]) => Promise<object>;
  handle.write = (async (...[bytes, from, length, position]: Parameters<typeof write>) =>
    await write(bytes, from, Math.ceil(length / 2), position)) as FileHandle['write'];
  return { file, handle };
}
