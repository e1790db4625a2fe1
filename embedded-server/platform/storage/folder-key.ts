// The folder's own key: made with the folder, kept in a file that only its user may read. Each use derives its own key
// from it, so that what one use gives away says nothing about another's.
import { createHmac, randomBytes } from 'node:crypto';
import { chmod, readFile } from 'node:fs/promises';
import type { DataPaths } from './data-paths.ts';
import { ifThere } from './if-there.ts';
import { writeInFolder } from './write-in-folder.ts';

const KEY_BYTES = 32;

export type FolderKey = {
  /** The key of one use. The same name gives the same key as long as the folder lives. */
  derive(use: string): Buffer;
};

export async function loadFolderKey(paths: DataPaths): Promise<FolderKey> {
  const key = (await readKey(paths.folderKey)) ?? (await makeKey(paths));
  return { derive: (use) => createHmac('sha256', key).update(use).digest() };
}

/** A key of another length was damaged; a new one takes its place, and what the old one signed is void. */
async function readKey(file: string): Promise<Buffer | undefined> {
  const key = await ifThere(readFile(file));
  if (key !== undefined && process.platform !== 'win32') await chmod(file, 0o600);
  return key?.length === KEY_BYTES ? key : undefined;
}

async function makeKey(paths: DataPaths): Promise<Buffer> {
  const key = randomBytes(KEY_BYTES);
  await writeInFolder(paths, paths.folderKey, key);
  return key;
}
