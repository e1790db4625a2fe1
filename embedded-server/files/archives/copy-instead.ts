// Where a system makes no links, puts a copy of the file in their place.
/* oxlint-disable node/no-sync -- it runs in the unpacking thread, as the writer that it belongs to */
import { chmodSync, constants, copyFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { messageFor } from '../../../src-shared/text/message.ts';
import { entryRefusal } from './archive-entry.ts';

export type FailedLink = { entry: string; place: string; target: string };

/** `onWritten` counts the copies as well, so that links cannot fill a disk. */
export function copyInstead(links: readonly FailedLink[], onWritten: (bytes: number) => void): void {
  // A link may lead to another one, which has to be there first.
  for (let left = links; left.length > 0; ) {
    const next = left.filter((link) => !tryCopy(link, onWritten));
    if (next.length === left.length) {
      throw entryRefusal(
        next[0]?.entry ?? '',
        messageFor('archive.link-leads-nowhere'),
        messageFor('archive.do-leave-entry-out'),
      );
    }
    left = next;
  }
}

function tryCopy({ entry, place, target }: FailedLink, onWritten: (bytes: number) => void): boolean {
  const source = path.resolve(path.dirname(place), target);
  const found = statSync(source, { throwIfNoEntry: false });
  if (found === undefined) return false;
  if (!found.isFile()) {
    const remedy = messageFor('archive.do-replace-link-by-folder');
    throw entryRefusal(entry, messageFor('archive.link-to-folder'), remedy);
  }
  onWritten(found.size);
  copyFileSync(source, place, constants.COPYFILE_EXCL);
  chmodSync(place, found.mode);
  return true;
}
