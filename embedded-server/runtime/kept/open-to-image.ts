// Opens kept folders to the server of an image, which may be any user: what we copied there, from the image or from a snapshot, is ours.
// Who else is on this machine does not come past the data folder.
import { chmod, lstat, readdir } from 'node:fs/promises';
import path from 'node:path';

/** Everybody reads, writes and enters; what can be run stays so. */
const FOR_ALL = 0o666;
const ENTER = 0o111;
const PERMISSIONS = 0o777;

/** `user`: who the server is. Nobody else has the folder meanwhile. */
export async function openToImage(folder: string, user: string): Promise<void> {
  const ours = process.geteuid?.();
  // Where it is root, and so are we, it has what is ours.
  if (ours === undefined || (ours === 0 && /^(?:root|0)?(?::|$)/.test(user))) return;
  await openAll(folder, ours);
}

async function openAll(place: string, ours: number): Promise<void> {
  const found = await lstat(place);
  const isFolder = found.isDirectory();
  if (!isFolder && !found.isFile()) return;
  const canRun = isFolder || (found.mode & ENTER) !== 0;
  const wanted = FOR_ALL | (canRun ? ENTER : 0);
  if (found.uid === ours && (found.mode & PERMISSIONS) !== wanted) await chmod(place, wanted);
  if (!isFolder || found.uid !== ours) return;
  for (const name of await readdir(place)) await openAll(path.join(place, name), ours);
}
