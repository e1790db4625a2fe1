// Goes through a tar archive from its front to its end: ustar, pax and GNU tar's long names.
import { type Message, messageFor } from '../../../src-shared/text/message.ts';
import { type ArchiveEntry, type EntryBytes, entryRefusal, refusal, type TakeEntry } from './archive-entry.ts';
import type { ByteReader } from './byte-reader.ts';
import {
  cutOff,
  readTarHeader,
  readTarRecords,
  TAR_BLOCK,
  type TarHeader,
  type TarRecords,
  textOf,
} from './tar-header.ts';

/** No list of records and no name is longer than this; it stands in memory. */
const RECORDS_BYTES = 1_048_576;
const READ_BYTES = 1_048_576;
const LEAVE_OUT = messageFor('archive.do-leave-entry-out');

const KINDS: Readonly<Record<string, ArchiveEntry['type']>> = { '0': 'file', '7': 'file', '5': 'folder', '2': 'link' };
const REFUSED: Readonly<Record<string, [what: Message, remedy: Message]>> = {
  '1': [messageFor('archive.entry-hard-link'), messageFor('archive.do-pack-plain-files')],
  '3': [messageFor('archive.entry-device'), LEAVE_OUT],
  '4': [messageFor('archive.entry-device'), LEAVE_OUT],
  '6': [messageFor('archive.entry-pipe'), LEAVE_OUT],
  S: [messageFor('archive.entry-sparse'), messageFor('archive.do-pack-without-sparse')],
  M: [messageFor('archive.entry-from-another-archive'), messageFor('archive.do-pack-one-archive')],
};

export async function readTar(reader: ByteReader, takeEntry: TakeEntry): Promise<void> {
  let before = '';
  for (;;) {
    const raw = await readEntry(reader, before);
    if (raw === undefined) break;
    const body = createBody(reader, raw);
    await takeEntry(raw, body.bytes);
    await passPadded(reader, raw.size ?? 0, body.left(), raw.path);
    before = raw.path;
  }
  while ((await reader.some(READ_BYTES)) !== undefined); // what is packed has a checksum, which stands at the end
}

/** One entry with all that was said about it in front; undefined at the end of the archive. */
async function readEntry(reader: ByteReader, before: string): Promise<ArchiveEntry | undefined> {
  const records: TarRecords = new Map();
  for (;;) {
    const block = await reader.take(TAR_BLOCK);
    if (block.length < TAR_BLOCK) throw cutOff(before);
    if (isEmpty(block)) return undefined;
    const header = readTarHeader(block, before);
    if (header.kind === 'x') {
      for (const [key, value] of readTarRecords(await content(reader, header))) records.set(key, value);
    } else if (header.kind === 'L') records.set('path', textOf(await content(reader, header)));
    else if (header.kind === 'K') records.set('linkpath', textOf(await content(reader, header)));
    else if (header.kind === 'g' || header.kind === 'V') await content(reader, header);
    else return toEntry(header, records);
  }
}

function toEntry(header: TarHeader, records: TarRecords): ArchiveEntry {
  const path = records.get('path') ?? header.name;
  const type = typeOf(path, records.has('sparse') ? 'S' : header.kind);
  const entry = { path, type, mode: header.mode, size: type === 'file' ? sizeOf(header, records) : 0 };
  return type === 'link' ? { ...entry, linkTarget: records.get('linkpath') ?? header.linkName } : entry;
}

function typeOf(path: string, kind: string): ArchiveEntry['type'] {
  if (kind === '0' && path.endsWith('/')) return 'folder'; // before there was a kind for them
  const type = KINDS[kind];
  if (type !== undefined) return type;
  const [what, remedy] = REFUSED[kind] ?? [
    messageFor('archive.entry-kind-unknown', { kind: JSON.stringify(kind) }),
    LEAVE_OUT,
  ];
  throw entryRefusal(path, what, remedy);
}

function sizeOf(header: TarHeader, records: TarRecords): number {
  const text = records.get('size');
  if (text === undefined) return header.size;
  const size = Number(text);
  if (/^\d+$/.test(text) && Number.isSafeInteger(size)) return size;
  throw entryRefusal(header.name, messageFor('archive.entry-size-unreadable'), messageFor('archive.do-pack-again'));
}

/** The content of an entry that speaks about the next one. */
async function content(reader: ByteReader, { size, name }: TarHeader): Promise<Buffer> {
  if (size > RECORDS_BYTES)
    throw refusal(messageFor('archive.tar-record-too-large'), messageFor('archive.do-pack-again'));
  const bytes = Buffer.from(await reader.take(size));
  if (bytes.length < size) throw cutOff(name);
  await passPadded(reader, size, 0, name);
  return bytes;
}

function createBody(reader: ByteReader, { path, size = 0 }: ArchiveEntry): { bytes: EntryBytes; left: () => number } {
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
  const wanted = left + ((TAR_BLOCK - (size % TAR_BLOCK)) % TAR_BLOCK);
  if (wanted > 0 && (await reader.pass(wanted)) < wanted) throw cutOff(entry);
}

function isEmpty(block: Buffer): boolean {
  return block[0] === 0 && block.every((byte) => byte === 0);
}
