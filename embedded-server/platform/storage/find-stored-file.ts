// Where a data folder keeps a finished file, by its hash. Such a file never changes, so who knows its hash may read it.
import { stat } from 'node:fs/promises';
import { dataPaths } from './data-paths.ts';

export async function findStoredFile(folder: string, sha256: string): Promise<string | undefined> {
  if (!/^[0-9a-f]{64}$/.test(sha256)) return undefined;
  const file = dataPaths(folder).inside('blobs', sha256.slice(0, 2), sha256);
  const found = await stat(file).catch(() => undefined); // not there, or not to be read: no copy for anybody
  return found?.isFile() === true ? file : undefined;
}
