// Lists a stored archive for the doctor, in one pass from front to end. One that is damaged is listed as far as it goes.

import {
  JAR_HEAD_BYTES,
  MOST_HEADS,
  MOST_TEXTS,
  wantsHead,
  wantsJar,
  wantsText,
} from '../../../src-shared/builds/doctor/files-to-open.ts';
import type { BuildListing, ListedFile } from '../../../src-shared/builds/doctor/listing.ts';
import { readProgram } from '../../../src-shared/builds/doctor/read-program.ts';
import { AppError } from '../../../src-shared/errors/app-error.ts';
import { messageFor } from '../../../src-shared/text/message.ts';
import { type ArchiveEntry, type EntryBytes, refusal } from '../archives/archive-entry.ts';
import { readArchive } from '../archives/read-archive.ts';
import { type HeadAndTail, keepHeadAndTail } from './head-and-tail.ts';
import { jarManifest } from './jar-manifest.ts';

type Pass = { entries: ListedFile[]; texts: Map<string, string>; heads: number };

/** A lone file with such a name was cut off, or is the page that was saved in place of a download. */
const ARCHIVE_NAME = /\.(?:zip|tar|tgz|tar\.(?:gz|zst|lz4))$/i;
const NOTHING: BuildListing = { entries: [], texts: new Map(), isCut: false, isSentWhole: true };
const NO_ARCHIVE = refusal(messageFor('archive.only-named-so'), messageFor('archive.do-use-known-format')).toMessage();

export async function listArchive(
  file: string,
  { name, signal }: { name: string; signal: AbortSignal },
): Promise<BuildListing> {
  const pass: Pass = { entries: [], texts: new Map(), heads: 0 };
  const listed = () => ({ ...NOTHING, entries: pass.entries, texts: pass.texts });
  try {
    const format = await readArchive(file, { name, signal }, (entry, bytes) => addEntry(pass, entry, bytes));
    if (format === 'file' && ARCHIVE_NAME.test(name)) return { ...NOTHING, refusal: NO_ARCHIVE };
    return listed();
  } catch (thrown) {
    signal.throwIfAborted();
    if (!(thrown instanceof AppError) || thrown.code !== 'BUILD_INVALID') throw thrown;
    return { ...listed(), refusal: thrown.toMessage() };
  }
}

async function addEntry(pass: Pass, entry: ArchiveEntry, bytes: EntryBytes): Promise<void> {
  const { path, type, mode, linkTarget } = entry;
  if (type !== 'file') {
    const target = linkTarget === undefined ? {} : { linkTarget };
    pass.entries.push({ path, type, size: 0, mode: undefined, ...target });
    return;
  }
  const listed: ListedFile = { path, type, size: entry.size ?? 0, mode };
  pass.entries.push(listed);
  if (entry.size === undefined || isWorthALook(pass, listed)) await lookInside(pass, listed, bytes);
}

function isWorthALook({ heads, texts }: Pass, { path, mode, size }: ListedFile): boolean {
  if (size === 0) return false;
  if (wantsHead(path, mode)) return heads < MOST_HEADS;
  return (wantsJar(path) || wantsText(path, size)) && texts.size < MOST_TEXTS;
}

async function lookInside(pass: Pass, listed: ListedFile, bytes: EntryBytes): Promise<void> {
  const kept = keepHeadAndTail();
  for (let chunk = await bytes.read(); chunk !== undefined; chunk = await bytes.read()) kept.add(chunk);
  listed.size = kept.size();
  const { path, size, mode } = listed;
  if (wantsText(path, size)) pass.texts.set(path, textOf(kept, size).toString('utf8'));
  const jar = wantsJar(path) ? jarManifest(textOf(kept, JAR_HEAD_BYTES)) : undefined;
  if (jar !== undefined) pass.texts.set(`${path}!META-INF/MANIFEST.MF`, jar);
  if (!wantsHead(path, mode)) return;
  pass.heads += 1;
  const facts = readProgram(path, kept.read, size);
  if (facts !== undefined) listed.facts = facts;
}

function textOf(kept: HeadAndTail, length: number): Buffer {
  return Buffer.from(kept.read(0, Math.min(length, kept.size())));
}
