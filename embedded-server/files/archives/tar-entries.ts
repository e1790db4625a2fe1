// Reads the entries of a tar in their order, with owners, devices and hard links: ustar, pax and GNU tar's long names.
import { messageFor } from '../../../src-shared/text/message.ts';
import { paddingOf, TAR_BLOCK } from '../../platform/tar/tar-format.ts';
import type { KnownHeader } from '../../platform/tar/tar-writer.ts';
import { type EntryBytes, entryRefusal, refusal } from './archive-entry.ts';
import type { ByteReader } from './byte-reader.ts';
import {
  addTarRecords,
  cutOff,
  decoded,
  readTarHeader,
  type TarHeader,
  type TarRecords,
  textOf,
} from './tar-header.ts';

export type RawEntry = KnownHeader & { mode: number };
type ReadOptions = {
  /** Some tools leave out the two empty blocks at the end. An archive that has to be whole may not. */
  endMark: 'required' | 'optional';
};

/** No list of records and no name is longer than this; it stands in memory. */
const RECORDS_BYTES = 1_048_576;
const READ_BYTES = 1_048_576;
const KINDS_ABOUT_NEXT = 'xLKgV';
/** Links, devices, folders and pipes, whatever their header says. */
const KINDS_WITHOUT_CONTENT = '23456';

/** The next entry waits until `onEntry` is done; what it does not read is passed. `stop` ends it early. */
export async function readTarEntries(
  reader: ByteReader,
  { endMark }: ReadOptions,
  onEntry: (entry: RawEntry, bytes: EntryBytes) => Promise<'stop' | undefined>,
): Promise<void> {
  for (let before = ''; ; ) {
    const entry = await readEntry(reader, before, endMark);
    if (entry === undefined) return;
    const body = createBody(reader, entry);
    if ((await onEntry(entry, body.bytes)) === 'stop') return;
    await passPadded(reader, entry.size, body.left(), entry.path);
    before = entry.path;
  }
}

/** One entry with all that was said about it in front; undefined at the end of the archive. */
async function readEntry(
  reader: ByteReader,
  before: string,
  endMark: ReadOptions['endMark'],
): Promise<RawEntry | undefined> {
  const records: TarRecords = new Map();
  for (;;) {
    const block = Buffer.from(await reader.take(TAR_BLOCK));
    if (block.length === 0 && before !== '' && endMark === 'optional') return undefined;
    if (block.length < TAR_BLOCK) throw cutOff(before);
    if (block.every((byte) => byte === 0)) return undefined;
    const header = readTarHeader(block, before);
    if (!KINDS_ABOUT_NEXT.includes(header.kind)) return toEntry(header, block, records);
    addRecord(records, header.kind, await content(reader, header));
  }
}

/** What is said for all entries (`g`, `V`) are comments and dates that nothing here depends on. */
function addRecord(records: TarRecords, kind: string, bytes: Buffer): void {
  if (kind === 'x') addTarRecords(records, bytes);
  else if (kind === 'L') records.set('path', Buffer.from(textOf(bytes)));
  else if (kind === 'K') records.set('linkpath', Buffer.from(textOf(bytes)));
}

function toEntry({ name, linkName, kind, mode, size }: TarHeader, block: Buffer, records: TarRecords): RawEntry {
  const { path, linkpath, size: recordedSize, ...others } = Object.fromEntries(records);
  const known = path === undefined ? name : decoded(path);
  const hasContent = !KINDS_WITHOUT_CONTENT.includes(kind) && !(kind === '0' && known.endsWith('/'));
  return {
    path: known,
    linkPath: linkpath === undefined ? linkName : decoded(linkpath),
    kind,
    mode,
    size: hasContent ? sizeOf(name, recordedSize?.toString() ?? String(size)) : 0,
    block,
    records: new Map(Object.entries(others)),
  };
}

function sizeOf(name: string, text: string): number {
  const size = Number(text);
  if (/^\d+$/.test(text) && Number.isSafeInteger(size)) return size;
  throw entryRefusal(name, messageFor('archive.entry-size-unreadable'), messageFor('archive.do-pack-again'));
}

/** The content of an entry that speaks about the next one. */
async function content(reader: ByteReader, { size, name }: TarHeader): Promise<Buffer> {
  if (size > RECORDS_BYTES) {
    throw refusal(messageFor('archive.tar-record-too-large'), messageFor('archive.do-pack-again'));
  }
  const bytes = Buffer.from(await reader.take(size));
  if (bytes.length < size) throw cutOff(name);
  await passPadded(reader, size, 0, name);
  return bytes;
}

function createBody(reader: ByteReader, { path, size }: RawEntry): { bytes: EntryBytes; left: () => number } {
  let left = size;
  const read = async () => {
    if (left === 0) return undefined;
    const chunk = await reader.some(Math.min(left, READ_BYTES));
    if (chunk === undefined) throw cutOff(path);
    left -= chunk.length;
    return chunk;
  };
  return { bytes: { read }, left: () => left };
}

/** Passes what is left of a content and what fills its last block. */
async function passPadded(reader: ByteReader, size: number, left: number, entry: string): Promise<void> {
  const wanted = left + paddingOf(size);
  if (wanted > 0 && (await reader.pass(wanted)) < wanted) throw cutOff(entry);
}
