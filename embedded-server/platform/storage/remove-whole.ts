// Removes whatever a program left: also folders that are closed to us, paths that are too long to be said, and names that are no text.
// Nothing is reached through a link, also not through one that takes a folder's place meanwhile.
import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { chmod, lstat, open, readdir, rename, rm, rmdir, unlink } from 'node:fs/promises';
import path from 'node:path';
import { errorCode } from './data-errors.ts';
import { ifThere } from './if-there.ts';

const isLinux = process.platform === 'linux';
/** Of Linux, and missing in Node's list: a folder is held without being read, so also one that is closed to us. */
const O_PATH = 0o10000000;
/** So many folders inside each other are held at once. What lies deeper is moved up first. */
const MOST_HELD = isLinux ? 32 : 2;
const SEPARATOR = Buffer.from(path.sep);

type Held = { at: Buffer; close(): Promise<void> };
/** `deeper`: what was moved up to the top, by name. `problem`: the first. */
type Removal = { top: Held; deeper: Buffer[]; problem: unknown };

/** What cannot be removed is passed over, and said once everything else is gone. */
export async function removeWhole(place: string): Promise<void> {
  if (process.platform === 'win32') return await rm(place, { recursive: true, force: true, maxRetries: 3 });
  const found = await ifThere(lstat(place));
  if (found?.isDirectory() !== true) return await rm(place, { force: true });
  const top = await hold(Buffer.from(place));
  const removal: Removal = { top, deeper: [], problem: undefined };
  try {
    await clear(removal, top, 1);
    for (let name = removal.deeper.pop(); name !== undefined; name = removal.deeper.pop())
      await removeFolder(removal, join(top.at, name), 1);
  } finally {
    await top.close();
  }
  if (removal.problem !== undefined) throw removal.problem;
  await ifThere(rmdir(place));
}

async function clear(removal: Removal, folder: Held, depth: number): Promise<void> {
  for (const entry of await readdir(folder.at, { withFileTypes: true, encoding: 'buffer' })) {
    const place = join(folder.at, entry.name);
    try {
      if (entry.isDirectory()) await removeFolder(removal, place, depth);
      else await ifThere(unlink(place));
    } catch (thrown) {
      removal.problem ??= thrown;
    }
  }
}

async function removeFolder(removal: Removal, place: Buffer, depth: number): Promise<void> {
  if (await removeEmpty(place)) return;
  const folder = await hold(place);
  try {
    if (depth < MOST_HELD) await clear(removal, folder, depth + 1);
  } finally {
    await folder.close();
  }
  if (depth < MOST_HELD) return await rmdir(place);
  const name = Buffer.from(randomUUID());
  await rename(place, join(removal.top.at, name));
  removal.deeper.push(name);
}

async function removeEmpty(place: Buffer): Promise<boolean> {
  try {
    await ifThere(rmdir(place));
    return true;
  } catch (thrown) {
    if (!['ENOTEMPTY', 'EEXIST'].includes(errorCode(thrown) ?? '')) throw thrown;
    return false;
  }
}

/** Opened to us, where it is ours. On Linux it has a name that stays the same, and short, wherever it lies. */
async function hold(place: Buffer): Promise<Held> {
  if (!isLinux) {
    if ((await lstat(place)).isDirectory()) await openToUs(place);
    return { at: place, close: () => Promise.resolve() };
  }
  const handle = await open(place, O_PATH | constants.O_DIRECTORY | constants.O_NOFOLLOW);
  const at = Buffer.from(`/proc/self/fd/${handle.fd}`);
  await openToUs(at);
  return { at, close: () => handle.close() };
}

/** Of what is somebody else's, the reading or removing says that we may not. */
async function openToUs(folder: Buffer): Promise<void> {
  await chmod(folder, 0o700).catch(() => undefined);
}

function join(folder: Buffer, name: Buffer): Buffer {
  return Buffer.concat([folder, SEPARATOR, name]);
}
