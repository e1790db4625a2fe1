// A backup in a folder, on another disk or a share, that a person can take apart with cp and sqlite3.
import { randomUUID } from 'node:crypto';
import {
  chmod,
  constants,
  copyFile,
  lstat,
  mkdir,
  open,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  utimes,
} from 'node:fs/promises';
import path from 'node:path';
import { writeDurably } from '../../../platform/durable/write-durably.ts';
import { ifThere } from '../../../platform/storage/if-there.ts';
import { type BackupPlace, DRAFTS, FORMER_DRAFT, type Stored } from './backup-place.ts';

export function openFolderPlace(folder: string): BackupPlace {
  const root = path.resolve(folder);
  const at = (name: string) => path.join(root, ...name.split('/'));
  const drafts = at(DRAFTS);
  return {
    name: root,
    list: async (below) => {
      const entries = await entriesBelow(at(below));
      const files = entries.filter((entry) => entry.isFile());
      const found = await Promise.all(files.map((entry) => storedAt(root, path.join(entry.parentPath, entry.name))));
      return found.filter((one) => one !== undefined);
    },
    read: (name) => ifThere(readFile(at(name), 'utf8')),
    write: async (name, text) => {
      await mkdir(path.dirname(at(name)), { recursive: true, mode: 0o700 });
      await writeDurably(at(name), text);
    },
    put: async (name, file) => {
      await mkdir(path.dirname(at(name)), { recursive: true, mode: 0o700 });
      await mkdir(drafts, { recursive: true, mode: 0o700 });
      await putWhole(at(name), file, path.join(drafts, randomUUID()));
    },
    get: async (name, file) => {
      await copyFile(at(name), file, constants.COPYFILE_FICLONE);
    },
    remove: (name) => rm(at(name), { force: true }),
    tidy: async () => {
      await rm(drafts, { recursive: true, force: true });
      for (const entry of await entriesBelow(root)) {
        const file = path.join(entry.parentPath, entry.name);
        const isKept = path.relative(at('kept'), file).split(path.sep)[0] !== '..';
        if (entry.isFile() && entry.name.endsWith(FORMER_DRAFT) && !isKept) await rm(file, { force: true });
      }
    },
    close: () => undefined,
  };
}

async function entriesBelow(folder: string) {
  return (await ifThere(readdir(folder, { recursive: true, withFileTypes: true }))) ?? [];
}

/** Undefined for one that a service removed since the folder was read. */
async function storedAt(root: string, file: string): Promise<Stored | undefined> {
  const found = await ifThere(stat(file));
  if (found === undefined) return undefined;
  return { name: path.relative(root, file).split(path.sep).join('/'), bytes: found.size };
}

/** For its owner alone, as tokens and keys are among them, and under its name only once it is whole on the disk. */
async function putWhole(target: string, file: string, draft: string): Promise<void> {
  try {
    const { atime, mtime, mode } = await stat(file);
    await copyFile(file, draft, constants.COPYFILE_FICLONE);
    await chmod(draft, (mode & 0o700) | 0o600);
    await utimes(draft, atime, mtime);
    await synced(draft);
    // A folder of that name is of files that were there before it.
    if ((await ifThere(lstat(target)))?.isDirectory() === true) await rm(target, { recursive: true });
    await rename(draft, target);
  } catch (thrown) {
    await rm(draft, { force: true });
    throw thrown;
  }
}

async function synced(file: string): Promise<void> {
  const handle = await open(file, 'r+');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
