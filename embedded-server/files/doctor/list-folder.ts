// Lists a folder for the doctor: every entry, and of those that may be programs what their heads say. Made for 100,000 files.
/* oxlint-disable node/no-sync -- runs in the doctor's thread, where it takes a third of the time of waiting for each file */
import {
  accessSync,
  closeSync,
  constants,
  type Dirent,
  lstatSync,
  openSync,
  readdirSync,
  readlinkSync,
  readSync,
} from 'node:fs';
import path from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { MOST_ENTRIES } from '../../../src-shared/builds/doctor/entries-findings.ts';
import {
  JAR_HEAD_BYTES,
  MOST_HEADS,
  MOST_TEXTS,
  wantsHead,
  wantsJar,
  wantsText,
} from '../../../src-shared/builds/doctor/files-to-open.ts';
import type { BuildListing, ListedFile } from '../../../src-shared/builds/doctor/listing.ts';
import { HEAD_BYTES, readProgram } from '../../../src-shared/builds/doctor/read-program.ts';
import { systemReason } from '../../../src-shared/errors/system-reason.ts';
import { type Message, messageFor } from '../../../src-shared/text/message.ts';
import { errorCode } from '../../platform/storage/data-errors.ts';
import { jarManifest } from './jar-manifest.ts';

/** Folders are entered in between, so that a call that is given up ends soon. */
const TURN_EVERY = 1_000;
const keepsModes = process.platform !== 'win32';
/** A pipe that took a file's place must neither hold us up nor lead us elsewhere. Windows has no such flags. */
const READ_ONLY = constants.O_RDONLY | (keepsModes ? constants.O_NOFOLLOW | constants.O_NONBLOCK : 0);

const EVERYBODY_READS = 0o444;

type Walk = { root: string; entries: ListedFile[]; texts: Map<string, string>; heads: number; waiting: string[] };

export async function listFolder(root: string, signal: AbortSignal): Promise<BuildListing> {
  const walk: Walk = { root, entries: [], texts: new Map(), heads: 0, waiting: [''] };
  let turnAt = TURN_EVERY;
  for (let next = walk.waiting.pop(); next !== undefined; next = walk.waiting.pop()) {
    listOne(walk, next);
    if (walk.entries.length > MOST_ENTRIES) break;
    if (walk.entries.length < turnAt) continue;
    turnAt = walk.entries.length + TURN_EVERY;
    await nextTurn();
    signal.throwIfAborted();
  }
  return { entries: walk.entries, texts: walk.texts, isCut: walk.entries.length > MOST_ENTRIES, isSentWhole: false };
}

function listOne(walk: Walk, folder: string): void {
  let names: Dirent[];
  try {
    names = readdirSync(path.join(walk.root, folder), { withFileTypes: true });
  } catch (thrown) {
    walk.entries.push({ path: folder, type: 'folder', size: 0, mode: undefined, unreadable: reasonOf(thrown) });
    return;
  }
  for (const name of names) {
    const place = folder === '' ? name.name : `${folder}/${name.name}`;
    if (name.isDirectory()) {
      walk.entries.push({ path: place, type: 'folder', size: 0, mode: undefined });
      walk.waiting.push(place);
    } else {
      addFile(walk, place);
    }
  }
}

function addFile(walk: Walk, place: string): void {
  const file = `${walk.root}/${place}`;
  try {
    const found = lstatSync(file);
    const mode = keepsModes ? found.mode & 0o7777 : undefined;
    if (found.isSymbolicLink()) {
      const linkTarget = readlinkSync(file).replaceAll(path.sep, '/');
      walk.entries.push({ path: place, type: 'link', size: 0, mode: undefined, linkTarget });
    } else if (found.isFile()) {
      const entry: ListedFile = { path: place, type: 'file', size: found.size, mode };
      walk.entries.push(entry);
      refuseShut(file, entry);
      lookInside(walk, file, entry);
    } else {
      walk.entries.push({ path: place, type: 'other', size: 0, mode: undefined });
    }
  } catch (thrown) {
    // A file that went away meanwhile is no finding; a name that is no text looks as if it had.
    if (errorCode(thrown) === 'ENOENT' && !place.includes('\uFFFD')) return;
    walk.entries.push({ path: place, type: 'other', size: 0, mode: undefined, unreadable: reasonOf(thrown) });
  }
}

/** Most files may be read by everybody, so few are asked about: what cannot be packed later is said now. */
function refuseShut(file: string, entry: ListedFile): void {
  if (entry.mode === undefined || (entry.mode & EVERYBODY_READS) === EVERYBODY_READS) return;
  try {
    accessSync(file, constants.R_OK);
  } catch (thrown) {
    entry.unreadable = reasonOf(thrown);
  }
}

function lookInside(walk: Walk, file: string, entry: ListedFile): void {
  const isHead = wantsHead(entry.path, entry.mode) && walk.heads < MOST_HEADS;
  const isJar = wantsJar(entry.path);
  const isText = wantsText(entry.path, entry.size);
  if (
    entry.unreadable !== undefined ||
    entry.size === 0 ||
    !(isHead || ((isJar || isText) && walk.texts.size < MOST_TEXTS))
  )
    return;
  try {
    withOpen(file, entry.size, (read) => {
      if (isText) walk.texts.set(entry.path, read(0, entry.size).toString('utf8'));
      const jar = isJar ? jarManifest(read(0, JAR_HEAD_BYTES)) : undefined;
      if (jar !== undefined) walk.texts.set(`${entry.path}!META-INF/MANIFEST.MF`, jar);
      if (!isHead) return;
      walk.heads += 1;
      const facts = readProgram(entry.path, read, entry.size);
      if (facts !== undefined) entry.facts = facts;
    });
  } catch (thrown) {
    entry.unreadable = reasonOf(thrown);
  }
}

const headBuffer = Buffer.allocUnsafe(HEAD_BYTES);

/** Reads ranges of a file. The head, which is asked for again and again, is read once, into bytes that all files share. */
function withOpen(file: string, size: number, use: (read: (offset: number, length: number) => Buffer) => void): void {
  const fd = openSync(file, READ_ONLY);
  try {
    const head = headBuffer.subarray(0, readSync(fd, headBuffer, 0, HEAD_BYTES, 0));
    use((offset, length) => {
      if (offset + length <= head.length || (offset === 0 && head.length < HEAD_BYTES)) {
        return head.subarray(offset, offset + length);
      }
      const bytes = Buffer.alloc(Math.max(0, Math.min(length, size - offset)));
      return bytes.subarray(0, bytes.length === 0 ? 0 : readSync(fd, bytes, 0, bytes.length, offset));
    });
  } finally {
    closeSync(fd);
  }
}

const reasons: Readonly<Record<string, Message>> = {
  EACCES: messageFor('path.no-right-to-read'),
  EPERM: messageFor('doctor.not-allowed'),
  ENOENT: messageFor('doctor.name-not-usable'),
  ELOOP: messageFor('doctor.became-link'),
  EIO: messageFor('doctor.disk-fault'),
};

function reasonOf(thrown: unknown): Message {
  return reasons[errorCode(thrown) ?? ''] ?? systemReason(thrown);
}
