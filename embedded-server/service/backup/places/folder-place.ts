// A backup in a folder, on another disk or a share, that a person can take apart with cp and sqlite3.
import type { Dirent } from 'node:fs';
import { chmod, constants, copyFile, mkdir, open, readdir, readFile, rename, rm, stat, utimes } from 'node:fs/promises';
import path from 'node:path';
import { writeDurably } from '../../../platform/durable/write-durably.ts';
import { ifThere } from '../../../platform/storage/if-there.ts';
import type { BackupPlace, Stored } from './backup-place.ts';

const DRAFT = '.part';

export function openFolderPlace(folder: string): BackupPlace {
  const root = path.resolve(folder);
  const at = (name: string) => path.join(root, ...name.split('/'));
  return {
    name: root,
    list: async (below) => {
      const entries = await entriesBelow(at(below));
      const files = entries.filter((entry) => entry.isFile() && !isDraft(entry));
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
      await putWhole(at(name), file);
    },
    get: async (name, file) => {
      await copyFile(at(name), file, constants.COPYFILE_FICLONE);
    },
    remove: (name) => rm(at(name), { force: true }),
    tidy: async () => {
      const entries = await entriesBelow(root);
      for (const entry of entries)
        if (isDraft(entry)) await rm(path.join(entry.parentPath, entry.name), { force: true });
    },
    close: () => undefined,
  };
}

function isDraft(entry: Dirent): boolean {
  return entry.isFile() && entry.name.endsWith(DRAFT);
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
async function putWhole(target: string, file: string): Promise<void> {
  const draft = `${target}${DRAFT}`;
  try {
    const { atime, mtime, mode } = await stat(file);
    await copyFile(file, draft, constants.COPYFILE_FICLONE);
    await chmod(draft, (mode & 0o700) | 0o600);
    await utimes(draft, atime, mtime);
    await synced(draft);
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
