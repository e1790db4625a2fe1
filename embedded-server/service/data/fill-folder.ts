// Fills an empty or new folder all or not at all: in a folder within it first, then moved into place, what counts last.
import { randomBytes } from 'node:crypto';
import { mkdir, readdir, rename, rm, rmdir } from 'node:fs/promises';
import path from 'node:path';
import { messageFor } from '../../../src-shared/text/message.ts';
import { syncFolder } from '../../platform/storage/blobs.ts';
import { dataError, explainDataError } from '../../platform/storage/data-errors.ts';

/** `last` is the file without which the rest counts for nothing, so an end in between leaves nothing that is used. */
export async function fillFolder(folder: string, last: string, fill: (staging: string) => Promise<void>) {
  const root = path.resolve(folder);
  const firstMade = await makeEmpty(root);
  const staging = path.join(root, `.filling-${randomBytes(6).toString('hex')}`);
  const moved: string[] = [];
  try {
    await mkdir(staging, { mode: 0o700 });
    await fill(staging);
    const names = await readdir(staging);
    for (const name of [...names.filter((each) => each !== last), last]) {
      await rename(path.join(staging, name), path.join(root, name));
      moved.push(name);
    }
    await rmdir(staging);
    await syncFolder(root);
  } catch (thrown) {
    for (const name of [path.basename(staging), ...moved]) {
      await rm(path.join(root, name), { recursive: true, force: true });
    }
    await removeMade(root, firstMade);
    throw explainDataError(root, thrown);
  }
}

/** Answers the topmost folder that had to be made. */
async function makeEmpty(root: string): Promise<string | undefined> {
  try {
    const firstMade = await mkdir(root, { recursive: true, mode: 0o700 });
    const names = await readdir(root);
    if (names.length > 0) {
      throw dataError('DATA_FOLDER_NOT_EMPTY', root, messageFor('data.folder-not-empty', { folder: root }));
    }
    return firstMade;
  } catch (thrown) {
    throw explainDataError(root, thrown);
  }
}

async function removeMade(root: string, firstMade: string | undefined): Promise<void> {
  if (firstMade === undefined) return;
  for (let folder = root; folder.startsWith(firstMade); folder = path.dirname(folder)) {
    // What somebody else put there meanwhile keeps the folder.
    if (
      !(await rmdir(folder).then(
        () => true,
        () => false,
      ))
    )
      return;
  }
}
