// A build with what every rule needs worked out once: what is packed of it, its root, its files by path.
import { createIgnoreMatcher, type LeftOut } from '../ignore-rules.ts';
import { defaultLeaveOut, IGNORE_FILE, ignoreFileRules } from '../leave-out.ts';
import { isHarmless, type LeaveOutRule, secretFiles } from '../secret-files.ts';
import type { BuildListing, ListedFile } from './listing.ts';

/** A file that is left out, or a secret. */
export type Sorted = { entry: ListedFile; by: LeftOut<LeaveOutRule> };

/** A build, sorted. `packed` is what would be in the package; secrets are in it until a person decides otherwise. */
export type IndexedBuild = {
  listing: BuildListing;
  packed: readonly ListedFile[];
  leftOut: readonly Sorted[];
  secrets: readonly Sorted[];
  /** The one top folder, with its slash, that unpacking takes away; empty where there is none. */
  root: string;
  byPath: ReadonlyMap<string, ListedFile>;
  /** An entry by its path below the root. */
  at(path: string): ListedFile | undefined;
  text(path: string): string | undefined;
  /** The files right in the root. */
  top: readonly ListedFile[];
  /** The names of the folders right in the root. */
  folders: ReadonlySet<string>;
  /** The path of every folder. */
  allFolders: ReadonlySet<string>;
};

/** Sorts a build by the table of what is left out, and by its own ignore file. */
export function indexBuild(listing: BuildListing): IndexedBuild {
  const matches = createIgnoreMatcher(rulesOf(listing));
  const packed: ListedFile[] = [];
  const leftOut: Sorted[] = [];
  const secrets: Sorted[] = [];
  // In order, so that folder and archive are described alike, however they were read.
  for (const entry of listing.entries.toSorted((a, b) => (a.path < b.path ? -1 : Number(a.path > b.path)))) {
    const by = matches(entry.path, entry.type === 'folder');
    if (by !== undefined && !by.rule.matchesSecrets) {
      leftOut.push({ entry, by });
      continue;
    }
    packed.push(entry);
    if (by !== undefined && entry.type === 'file' && !isHarmless(by.rule, listing.texts.get(entry.path) ?? '')) {
      secrets.push({ entry, by });
    }
  }
  const byPath = new Map(packed.map((entry) => [entry.path, entry]));
  const root = oneTopFolder(packed);
  const allFolders = foldersOf(packed);
  return {
    listing,
    packed,
    leftOut,
    secrets,
    root,
    byPath,
    at: (path) => byPath.get(root + path),
    text: (path) => listing.texts.get(root + path),
    top: packed.filter(
      ({ path, type }) => type !== 'folder' && path.startsWith(root) && !path.includes('/', root.length),
    ),
    folders: topFolders(allFolders, root),
    allFolders,
  };
}

function rulesOf({ texts, isSentWhole }: BuildListing): readonly LeaveOutRule[] {
  if (isSentWhole) return secretFiles;
  const own = texts.get(IGNORE_FILE);
  return own === undefined ? defaultLeaveOut : [...defaultLeaveOut, ...ignoreFileRules(own)];
}

/** Archives need not name their folders, so they come from what is in them as well. */
function foldersOf(entries: readonly ListedFile[]): Set<string> {
  const folders = new Set<string>();
  for (const { path, type } of entries) {
    if (type === 'folder') folders.add(path);
    for (let slash = path.lastIndexOf('/'); slash > 0; slash = path.lastIndexOf('/', slash - 1)) {
      const folder = path.slice(0, slash);
      if (folders.has(folder)) break;
      folders.add(folder);
    }
  }
  return folders;
}

function topFolders(folders: ReadonlySet<string>, root: string): Set<string> {
  const below = [...folders].filter((path) => path.startsWith(root)).map((path) => path.slice(root.length));
  return new Set(below.filter((name) => name !== '' && !name.includes('/')));
}

/** One folder and nothing beside it is the build itself. Only one level: a second one may be meant. */
function oneTopFolder(entries: readonly ListedFile[]): string {
  const tops = new Set<string>();
  for (const { path, type, linkTarget = '' } of entries) {
    const slash = path.indexOf('/');
    if (slash < 0 && type !== 'folder') return '';
    // A link that goes by way of the place above needs it there.
    if (type === 'link' && climbsOf(linkTarget) >= path.split('/').length - 1) return '';
    tops.add(slash < 0 ? path : path.slice(0, slash));
    if (tops.size > 1) return '';
  }
  const [only] = tops;
  return only === undefined ? '' : `${only}/`;
}

/** How many folders a link goes up, at its highest. */
function climbsOf(target: string): number {
  let [height, highest] = [0, 0];
  for (const segment of target.split('/')) {
    if (segment === '..') height += 1;
    else if (segment !== '' && segment !== '.') height -= 1;
    highest = Math.max(highest, height);
  }
  return highest;
}

/** The path below the root, as a program is named. */
export function belowRoot({ root }: IndexedBuild, path: string): string {
  return path.slice(root.length);
}
