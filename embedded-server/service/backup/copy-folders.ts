// What a backup has of kept folders beside their files: which folders there are, also empty ones, and which links. They stand in a list,
// as places keep files alone; a backup of an older Slipway has none, and an older Slipway passes over it.
import { chmod, mkdir, symlink } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import type { DataPaths } from '../../platform/storage/data-paths.ts';
import type { KeptListing } from './list-kept.ts';
import type { BackupPlace } from './places/backup-place.ts';

/** Below the kept folders, by its name in the backup. */
const name = z.string().refine((text) => {
  const [part, ...names] = text.split('/');
  return part === 'kept' && names.length > 0 && names.every((one) => !['', '.', '..'].includes(one));
});
/** Folders with their modes, each before what is in it, and links with where they lead. */
const foldersList = z.object({
  folders: z.array(z.tuple([name, z.int().min(0).max(0o777)])),
  links: z.array(z.tuple([name, z.string()])),
});
export type FoldersList = z.infer<typeof foldersList>;

const NAME = 'folders.json';
const MODE = 0o777;

/** What it answers brings the list where it changed. */
export function followFolders(place: BackupPlace): (listing: KeptListing) => Promise<void> {
  let written: string | undefined;
  return async (listing) => {
    const text = JSON.stringify(listOf(listing));
    if (text === written) return;
    await place.write(NAME, text);
    written = text;
  };
}

function listOf({ found }: KeptListing): FoldersList {
  const list: FoldersList = { folders: [], links: [] };
  for (const { path: at, stats, target } of found) {
    if (stats.isDirectory()) list.folders.push([`kept/${at}`, stats.mode & MODE]);
    else if (target !== undefined) list.links.push([`kept/${at}`, target]);
  }
  const byName = ([one]: [string, unknown], [other]: [string, unknown]) => (one < other ? -1 : 1);
  return { folders: list.folders.toSorted(byName), links: list.links.toSorted(byName) };
}

/** Nothing where there is no list that can be read: then there is what files are in. */
export async function readFoldersList(place: BackupPlace): Promise<FoldersList> {
  try {
    return foldersList.parse(JSON.parse((await place.read(NAME)) ?? ''));
  } catch (thrown) {
    if (thrown instanceof SyntaxError || thrown instanceof z.ZodError) return { folders: [], links: [] };
    throw thrown;
  }
}

/** Whether a file is still in the backup where a folder or link is by now, or below a link. */
export function createReplacedCheck({ folders, links }: FoldersList): (file: string) => boolean {
  const [folderNames, linkNames] = [new Set(folders.map(([at]) => at)), new Set(links.map(([at]) => at))];
  return (file) => {
    if (folderNames.has(file)) return true;
    for (let at = file; at !== '.'; at = path.posix.dirname(at)) if (linkNames.has(at)) return true;
    return false;
  };
}

/** Before their files, which we may write in them whatever their modes. */
export async function makeListed({ folders }: FoldersList, { inside }: DataPaths): Promise<void> {
  for (const [at] of folders) await mkdir(inside(...at.split('/')), { recursive: true, mode: 0o700 });
}

/** Links after files, so that nothing is written through one; modes last, and what is inside first. */
export async function finishListed({ folders, links }: FoldersList, { inside }: DataPaths): Promise<void> {
  for (const [at, target] of links) {
    const link = inside(...at.split('/'));
    await mkdir(path.dirname(link), { recursive: true, mode: 0o700 });
    await symlink(target, link);
  }
  for (const [at, mode] of folders.toReversed()) await chmod(inside(...at.split('/')), mode);
}
