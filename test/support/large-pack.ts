// A pack that fills the cache of packs on its own, with nothing on the disk.
import { mkdir, truncate, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** Answers its file. It was last used long ago. */
export async function writeLargePack(cache: string): Promise<string> {
  await mkdir(cache, { recursive: true });
  const file = path.join(cache, `${'a'.repeat(64)}.tar.zst`);
  await writeFile(file, '');
  await truncate(file, 9 * 1024 ** 3);
  await utimes(file, 1, 1);
  return file;
}
