// Writes entries as files, folders and links below a fresh folder that nobody else writes to. For threads: all of it is synchronous.
/* oxlint-disable node/no-sync -- it runs in the unpacking thread, where calls that wait are faster and nothing else is waited for */
import {
  chmodSync,
  closeSync,
  constants,
  copyFileSync,
  mkdirSync,
  openSync,
  statSync,
  symlinkSync,
  writeSync,
} from 'node:fs';
import path from 'node:path';
import { isProgramHead, PROGRAM_HEAD_BYTES } from '../../../src-shared/builds/program-head.ts';
import { messageFor } from '../../../src-shared/text/message.ts';
import { errorCode } from '../../platform/storage/data-errors.ts';
import { type ArchiveEntry, type EntryBytes, entryRefusal } from './archive-entry.ts';

/** Each server gets a copy that keeps these, and owns it: it may write to all of it. */
const WRITABLE = 0o644;
const RUNNABLE = 0o755;
const FOLDER_MODE = 0o755;
const ANY_RUN = 0o111;
const { O_CREAT, O_EXCL, O_WRONLY } = constants;
const UNSTORABLE = new Set(['ENAMETOOLONG', 'EILSEQ', 'EINVAL']);
/** What systems and disks say that know no links, or let only some people make them. */
const LINKLESS = new Set(['EPERM', 'EACCES', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS']);

export type TreeWriter = {
  write(entry: ArchiveEntry, bytes: EntryBytes): Promise<void>;
  /** Makes the links, which waited so that nothing could be written through them. */
  finish(): void;
};

export type MakeLink = (target: string, place: string) => void;
export type OnWritten = (bytes: number) => void;

export function createTreeWriter(root: string, onWritten: OnWritten, makeLink: MakeLink = symlinkSync): TreeWriter {
  const folders = new Set<string>();
  const links: { entry: string; place: string; target: string }[] = [];
  const makeFolder = (folder: string) => {
    if (folder === '.' || folders.has(folder)) return;
    makeFolder(path.posix.dirname(folder));
    mkdirSync(`${root}/${folder}`, FOLDER_MODE);
    folders.add(folder);
  };
  return {
    write: async (entry, bytes) => {
      try {
        if (entry.type === 'folder') {
          makeFolder(entry.path);
          return;
        }
        makeFolder(parentOf(entry.path));
        const place = `${root}/${entry.path}`;
        if (entry.linkTarget !== undefined) links.push({ entry: entry.path, place, target: entry.linkTarget });
        else await writeFile(place, entry, bytes, onWritten);
      } catch (thrown) {
        throw explain(entry.path, thrown);
      }
    },
    finish: () => {
      const failed = links.filter(({ entry, place, target }) => !tryLink(makeLink, entry, target, place));
      copyInstead(failed, onWritten);
    },
  };
}

function parentOf(entry: string): string {
  const slash = entry.lastIndexOf('/');
  return slash === -1 ? '.' : entry.slice(0, slash);
}

async function writeFile(place: string, { mode = 0 }: ArchiveEntry, bytes: EntryBytes, onWritten: OnWritten) {
  let chunk = await firstOf(bytes);
  const isRunnable = (mode & ANY_RUN) !== 0 || (chunk !== undefined && isProgramHead(chunk));
  const fd = openSync(place, O_WRONLY | O_CREAT | O_EXCL, isRunnable ? RUNNABLE : WRITABLE);
  try {
    for (; chunk !== undefined; chunk = await bytes.read()) {
      for (let at = 0; at < chunk.length; ) at += writeSync(fd, chunk, at);
      onWritten(chunk.length);
    }
  } finally {
    closeSync(fd);
  }
}

/** The first bytes of a file, enough to see what it is. */
async function firstOf(bytes: EntryBytes): Promise<Buffer | undefined> {
  const first = await bytes.read();
  if (first === undefined || first.length >= PROGRAM_HEAD_BYTES) return first;
  let head = Buffer.from(first);
  while (head.length < PROGRAM_HEAD_BYTES) {
    const next = await bytes.read();
    if (next === undefined) break;
    head = Buffer.concat([head, next]);
  }
  return head;
}

/** False where the system makes no links. */
function tryLink(makeLink: MakeLink, entry: string, target: string, place: string): boolean {
  try {
    makeLink(target, place);
    return true;
  } catch (thrown) {
    if (LINKLESS.has(errorCode(thrown) ?? '')) return false;
    throw explain(entry, thrown);
  }
}

/** entry-collisions.ts knows what collides on this system, but a disk may have rules of its own. */
function explain(entry: string, thrown: unknown): unknown {
  const code = errorCode(thrown) ?? '';
  if (code === 'EEXIST' || code === 'ENOTDIR') {
    const what = messageFor('archive.same-name-on-disk');
    return entryRefusal(entry, what, messageFor('archive.do-rename-one'), thrown);
  }
  if (!UNSTORABLE.has(code)) return thrown;
  return entryRefusal(entry, messageFor('archive.name-not-for-disk'), messageFor('archive.do-rename-entry'), thrown);
}

type FailedLink = { entry: string; place: string; target: string };

/**
 * Where a system makes no links, puts a copy of the file in their place. `onWritten` counts the copies as well, so that links cannot
 * fill a disk.
 */
function copyInstead(links: readonly FailedLink[], onWritten: (bytes: number) => void): void {
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
