// Gives a folder to another user, with all that is in it.
import { lchown, readdir } from 'node:fs/promises';
import path from 'node:path';

/** No link is followed. Nobody changes the folder meanwhile. The group has the number of the user. */
export async function chownTree(folder: string, user: number): Promise<void> {
  await lchown(folder, user, user);
  for (const { name, parentPath } of await readdir(folder, { withFileTypes: true, recursive: true }))
    await lchown(path.join(parentPath, name), user, user);
}
