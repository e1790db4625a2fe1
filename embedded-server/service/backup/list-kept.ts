// What is in kept folders, as a backup finds it. Programs of strangers write there meanwhile: nothing is reached through a link, and what
// cannot be read is passed over, as the folders of all others are backed up beside it.
import { realpath } from 'node:fs/promises';
import { AppError } from '../../../src-shared/errors/app-error.ts';
import { errorCode } from '../../platform/storage/data-errors.ts';
import { ifThere } from '../../platform/storage/if-there.ts';
import { isClosed, look, readFolder, type Walked, wentAway } from '../../runtime/kept/walk-kept.ts';

export type KeptListing = {
  root: string;
  /** Files, folders and links: a folder comes before what is in it. */
  found: Walked[];
};
/** Hears which path below the kept folders is left out, and why. */
export type PassOver = (relative: string, thrown: unknown) => void;

/** A restore makes the same paths below a folder that may be called longer, and the system takes 4,096 bytes in all. */
const MOST_PATH_BYTES = 3_000;
const TOO_LONG = Object.assign(new Error('The path is too long'), { code: 'ENAMETOOLONG' });
const NO_TEXT = Object.assign(new Error('The name is no UTF-8'), { code: 'EILSEQ' });
/** What it may be to look at while a program exchanges it: a mount, or a link that is none any more. */
const CHANGING = new Set(['EBUSY', 'EINVAL']);

/** Undefined where there is none: its disk may be away. */
export async function listKept(folder: string, passOver: PassOver): Promise<KeptListing | undefined> {
  const root = await ifThere(realpath(folder)); // it may lie on another disk
  if (root === undefined) return undefined;
  const found: Walked[] = [];
  const folders = [''];
  const take = (walked: Walked) => {
    if (Buffer.byteLength(walked.path) > MOST_PATH_BYTES) return passOver(walked.path, TOO_LONG);
    // The path of a name that is no UTF-8 leads elsewhere, and two such names may have one path.
    if (!walked.isText) return passOver(walked.path, NO_TEXT);
    found.push(walked);
    if (walked.stats.isDirectory()) folders.push(walked.path);
  };
  for (let at = folders.pop(); at !== undefined; at = folders.pop()) {
    try {
      for await (const walked of readFolder(root, at)) take(walked);
    } catch (thrown) {
      if (at === '') throw thrown;
      if (isUnreadable(thrown)) passOver(at, thrown);
      else if (!wentAway(thrown)) throw thrown;
    }
  }
  return { root, found };
}

/** Whether it is there, and cannot be read now. */
export function isUnreadable(thrown: unknown): boolean {
  return isClosed(thrown) || CHANGING.has(errorCode(thrown) ?? '');
}

/** What of a path that was a file is there now. Replaced: a folder, or a file where its folder was. */
export async function lookFor(root: string, relative: string): Promise<'gone' | 'replaced' | 'there'> {
  try {
    const now = await look(root, relative);
    if (now?.stats.isFile() === true) return 'there';
    if (now?.stats.isDirectory() === true || (await isBelowFile(root, relative))) return 'replaced';
    return 'gone';
  } catch (thrown) {
    if (thrown instanceof AppError || isUnreadable(thrown)) return 'there'; // nobody deleted what is only closed to us
    throw thrown;
  }
}

async function isBelowFile(root: string, relative: string): Promise<boolean> {
  const names = relative.split('/');
  for (let many = 1; many < names.length; many += 1) {
    const above = await look(root, names.slice(0, many).join('/'));
    if (above?.stats.isDirectory() !== true) return above?.stats.isFile() === true;
  }
  return false;
}
