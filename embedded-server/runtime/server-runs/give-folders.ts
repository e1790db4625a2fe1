// Gives folders to the user that a server runs as, where that is another one than ours.
import { lchown, readdir } from 'node:fs/promises';
import path from 'node:path';

/** With all that is in them. No link is followed. The server does not run meanwhile. */
export async function giveFolders(user: number, folders: readonly string[]): Promise<void> {
  for (const folder of folders) {
    await lchown(folder, user, user);
    for (const { name, parentPath } of await readdir(folder, { withFileTypes: true, recursive: true }))
      await lchown(path.join(parentPath, name), user, user);
  }
}
