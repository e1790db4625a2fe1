// A data folder is for its user alone: what is wider open is tightened, and one that cannot be is not used.
import { chmod, open, stat } from 'node:fs/promises';
import { type Message, messageFor } from '../../../src-shared/text/message.ts';
import { dataError, errorCode } from './data-errors.ts';
import type { DataPaths } from './data-paths.ts';

const OTHERS = 0o077;
const STRANGERS = 0o007;

/** Answers what a person should know. The folder is there. */
export async function closeToOthers(paths: DataPaths): Promise<Message[]> {
  if (process.platform === 'win32') return [];
  await (await open(paths.database, 'a', 0o600)).close();
  const { mode, uid } = await stat(paths.root);
  const wasOpen = (mode & OTHERS) !== 0 && !(await tighten(paths.root, 0o700));
  if (wasOpen && (mode & STRANGERS) !== 0 && uid !== process.getuid?.()) {
    throw dataError('DATA_FOLDER_UNWRITABLE', paths.root, messageFor('data.open-to-others', { folder: paths.root }));
  }
  await tighten(paths.database, 0o600);
  if ((mode & STRANGERS) === 0) return [];
  return [messageFor(wasOpen ? 'data.stays-open' : 'data.folder-was-open', { folder: paths.root })];
}

/** Whether nobody else can reach it now. Some disks keep no rights; there others see what this machine lets them. */
async function tighten(file: string, mode: number): Promise<boolean> {
  try {
    if (((await stat(file)).mode & OTHERS) !== 0) await chmod(file, mode);
  } catch (thrown) {
    if (errorCode(thrown) !== 'EPERM' && errorCode(thrown) !== 'ENOTSUP') throw thrown;
  }
  return ((await stat(file)).mode & OTHERS) === 0;
}
