// Sees all entries of one archive and refuses those that would be written over or through another one.
import { messageFor } from '../../../src-shared/text/message.ts';
import { entryRefusal, shownName } from './archive-entry.ts';

type Kind = 'file' | 'folder' | 'link';
type Known = { kind: Kind; path: string };

export type EntryCollisions = {
  /** Throws when this entry cannot stand beside those that came before. */
  add(path: string, kind: Kind): void;
};

/** Folders count as entries from the first name below them. Where the target ignores case, names that differ only in case collide. */
export function createEntryCollisions(platform: NodeJS.Platform): EntryCollisions {
  const known = new Map<string, Known>();
  const ignoresCase = platform === 'win32' || platform === 'darwin';
  const keyOf = (path: string) => (ignoresCase ? path.normalize('NFC').toUpperCase().toLowerCase() : path);
  let lastFolder = '';

  const addFolder = (path: string, originalPath: string): void => {
    const present = known.get(keyOf(path));
    if (present === undefined) {
      addParents(path, originalPath);
      known.set(keyOf(path), { kind: 'folder', path });
    } else if (present.kind !== 'folder') {
      const other = shownName(present.path);
      const what =
        present.kind === 'link'
          ? messageFor('archive.entry-through-link', { other })
          : messageFor('archive.entry-below-file', { other });
      throw entryRefusal(originalPath, what, messageFor('archive.do-leave-one-out'));
    } else if (present.path !== path) throw collision(originalPath, present.path);
  };
  const addParents = (path: string, originalPath: string): void => {
    const slash = path.lastIndexOf('/');
    const folder = path.slice(0, Math.max(slash, 0));
    if (folder === '' || folder === lastFolder) return;
    addFolder(folder, originalPath);
    lastFolder = folder;
  };
  return {
    add: (path, kind) => {
      if (kind === 'folder') {
        addFolder(path, path);
        return;
      }
      addParents(path, path);
      const present = known.get(keyOf(path));
      if (present !== undefined) throw collision(path, present.path);
      known.set(keyOf(path), { kind, path });
    },
  };
}

function collision(path: string, other: string): Error {
  if (path === other) return entryRefusal(path, messageFor('archive.entry-twice'), messageFor('archive.do-keep-one'));
  const what = messageFor('archive.same-name-here', { other: shownName(other) });
  return entryRefusal(path, what, messageFor('archive.do-rename-one'));
}
