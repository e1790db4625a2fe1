// Fills an empty or new folder all or not at all: in a folder within it first, then moved into place, what counts last.
import { randomBytes } from 'node:crypto';
import { mkdir, readdir, rename, rm, rmdir } from 'node:fs/promises';
import path from 'node:path';
import { messageFor } from '../../../src-shared/text/message.ts';
import { syncFolder } from '../../platform/storage/blobs.ts';
import { dataError, explainDataError } from '../../platform/storage/data-errors.ts';
import { namesIn } from '../../platform/storage/names-in.ts';

const FILLING = '.filling-';
/** The same folder once it is whole. */
const FILLED = '.filled-';
/** The root of a disk has it, and it is nobody's. */
const LOST_AND_FOUND = 'lost+found';

/**
 * `last` is the file without which the rest counts for nothing, so an end in between leaves nothing that is used. The folder itself
 * stays: it may be a disk of its own, or all that its user may write to.
 */
export async function fillFolder(folder: string, last: string, fill: (draft: string) => Promise<void>) {
  const root = path.resolve(folder);
  const firstMade = await makeEmpty(root, last);
  const draft = path.join(root, `${FILLING}${randomBytes(6).toString('hex')}`);
  try {
    await mkdir(draft, { mode: 0o700 });
    await fill(draft);
  } catch (thrown) {
    await rm(draft, { recursive: true, force: true });
    await removeMade(root, firstMade);
    throw explainDataError(root, thrown);
  }
  const whole = draft.replace(FILLING, FILLED);
  try {
    await rename(draft, whole);
    await moveUp(whole, root, last);
  } catch (thrown) {
    throw explainDataError(root, thrown);
  }
}

/** What a fill left that was cut off is removed, or moved into place where it was whole. */
export async function finishFill(folder: string, last: string): Promise<void> {
  const root = path.resolve(folder);
  try {
    for (const name of await namesIn(root)) {
      if (name.startsWith(FILLING)) await rm(path.join(root, name), { recursive: true, force: true });
      if (name.startsWith(FILLED)) await moveUp(path.join(root, name), root, last);
    }
  } catch (thrown) {
    throw explainDataError(root, thrown);
  }
}

/** Also one that is not there. */
export async function isEmptyToFill(folder: string): Promise<boolean> {
  const root = path.resolve(folder);
  try {
    return (await namesIn(root)).every((name) => name === LOST_AND_FOUND);
  } catch (thrown) {
    throw explainDataError(root, thrown);
  }
}

async function moveUp(whole: string, root: string, last: string): Promise<void> {
  const names = await readdir(whole);
  for (const name of names.toSorted((a, b) => Number(a === last) - Number(b === last)))
    await rename(path.join(whole, name), path.join(root, name));
  await rmdir(whole);
  await syncFolder(root);
}

/** Answers the topmost folder that had to be made. */
async function makeEmpty(root: string, last: string): Promise<string | undefined> {
  await finishFill(root, last);
  if (!(await isEmptyToFill(root)))
    throw dataError('DATA_FOLDER_NOT_EMPTY', root, messageFor('data.folder-not-empty', { folder: root }));
  try {
    return await mkdir(root, { recursive: true, mode: 0o700 });
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
