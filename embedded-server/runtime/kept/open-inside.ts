// Opens a file or folder below one that a stranger's program may write in while we read: nothing is reached through a link, also not
// through one that took a folder's place a moment ago.
import { constants } from 'node:fs';
import { type FileHandle, open, readlink, realpath } from 'node:fs/promises';
import path from 'node:path';

const isLinux = process.platform === 'linux';
/** Opening a pipe would wait for its writer. Windows has none of these. */
const AS_IT_IS = (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/** Refuses with ELOOP what is a link, or is reached through one. */
export async function openInside(root: string, relative: string): Promise<FileHandle> {
  const place = path.join(root, relative);
  const handle = await open(place, constants.O_RDONLY | AS_IT_IS);
  try {
    const real = await realpath(root);
    const opened = isLinux ? await readlink(placeOf(handle)) : await realpath(place);
    if (opened !== path.join(real, relative)) throw throughLink(place);
    return handle;
  } catch (thrown) {
    await handle.close();
    throw thrown;
  }
}

/** A name of what is open that stays the same whatever is done to its path. Only Linux has one. */
export function placeOf(handle: FileHandle, otherwise = ''): string {
  return isLinux ? `/proc/self/fd/${handle.fd}` : otherwise;
}

function throughLink(place: string): NodeJS.ErrnoException {
  return Object.assign(new Error(`${place} is reached through a link`), { code: 'ELOOP' });
}
