// Goes through a tar as it is, with owners, devices, hard links and all that a container's files may have, and writes such
// entries again, under other names if need be.
import { messageFor } from '../../../src-shared/text/message.ts';
import { refusal } from '../../files/archives/archive-entry.ts';
import type { ByteReader } from '../../files/archives/byte-reader.ts';
import { cutOff, readTarHeader, TAR_BLOCK, textOf } from '../../files/archives/tar-header.ts';

export type RawEntry = {
  path: string;
  linkPath: string;
  /** One character: what kind of entry it is. */
  kind: string;
  size: number;
  /** Its header as it stands. */
  block: Buffer;
  /** What else was said about it in front, but for its names and its size. */
  records: Map<string, Buffer>;
};
export type RawBody = { read(): Promise<Buffer | undefined> };

export const TAR_END = Buffer.alloc(TAR_BLOCK * 2);
export const HARD_LINK = '1';

const RECORDS_BYTES = 1_048_576;
const READ_BYTES = 1_048_576;
const NAME_BYTES = 100;
const LARGEST_OCTAL = 0o77777777777;

/** The next entry waits until `onEntry` is done; what it does not read is passed. `stop` ends it early. */
export async function readTarEntries(
  reader: ByteReader,
  onEntry: (entry: RawEntry, body: RawBody) => Promise<'stop' | undefined>,
): Promise<void> {
  for (let before = ''; ; ) {
    const entry = await readEntry(reader, before);
    if (entry === undefined) return;
    let left = entry.size;
    const read = async () => {
      if (left === 0) return undefined;
      const chunk = await reader.some(Math.min(left, READ_BYTES));
      if (chunk === undefined) throw cutOff(entry.path);
      left -= chunk.length;
      return chunk;
    };
    if ((await onEntry(entry, { read })) === 'stop') return;
    await passPadded(reader, entry.size, left, entry.path);
    before = entry.path;
  }
}

async function readEntry(reader: ByteReader, before: string): Promise<RawEntry | undefined> {
  const records = new Map<string, Buffer>();
  for (;;) {
    const block = Buffer.from(await reader.take(TAR_BLOCK));
    // Some tools leave out the two empty blocks at the end.
    if (block.length === 0 && before !== '') return undefined;
    if (block.length < TAR_BLOCK) throw cutOff(before);
    if (block.every((byte) => byte === 0)) return undefined;
    const header = readTarHeader(block, before);
    if (!SPEAKS_OF_NEXT.includes(header.kind)) return { ...named(records, header), kind: header.kind, block, records };
    addSaid(records, header.kind, await content(reader, header.size, header.name));
  }
}

const SPEAKS_OF_NEXT = ['x', 'L', 'K', 'g', 'V'];

/** What is said for all entries (`g`, `V`) are comments and dates that nothing here depends on. */
function addSaid(records: Map<string, Buffer>, kind: string, bytes: Buffer): void {
  if (kind === 'x') addRecords(records, bytes);
  else if (kind === 'L') records.set('path', firstText(bytes));
  else if (kind === 'K') records.set('linkpath', firstText(bytes));
}

function named(records: Map<string, Buffer>, header: { name: string; linkName: string; size: number }) {
  const taken = (key: string) => {
    const text = records.get(key)?.toString();
    records.delete(key);
    return text;
  };
  const size = Number(taken('size') ?? header.size);
  if (!Number.isSafeInteger(size) || size < 0) throw cutOff(header.name);
  return { path: taken('path') ?? header.name, linkPath: taken('linkpath') ?? header.linkName, size };
}

function firstText(bytes: Buffer): Buffer {
  return Buffer.from(textOf(bytes));
}

/** Records of the form "17 path=a/b\n", where the number is the length of the record. */
function addRecords(records: Map<string, Buffer>, bytes: Buffer): void {
  for (let at = 0; at < bytes.length && bytes[at] !== 0; ) {
    const space = bytes.indexOf(' ', at);
    const length = Number(bytes.toString('latin1', at, space));
    const equals = bytes.indexOf('=', space);
    const end = at + length;
    if (space < 0 || !Number.isSafeInteger(length) || end > bytes.length || equals < space || equals >= end) {
      throw refusal(messageFor('archive.tar-record-unreadable'), messageFor('archive.do-pack-again'));
    }
    records.set(bytes.toString('utf8', space + 1, equals), bytes.subarray(equals + 1, end - 1));
    at = end;
  }
}

async function content(reader: ByteReader, size: number, name: string): Promise<Buffer> {
  if (size > RECORDS_BYTES)
    throw refusal(messageFor('archive.tar-record-too-large'), messageFor('archive.do-pack-again'));
  const bytes = Buffer.from(await reader.take(size));
  if (bytes.length < size) throw cutOff(name);
  await passPadded(reader, size, 0, name);
  return bytes;
}

async function passPadded(reader: ByteReader, size: number, left: number, entry: string): Promise<void> {
  const wanted = left + paddingOf(size);
  if (wanted > 0 && (await reader.pass(wanted)) < wanted) throw cutOff(entry);
}

/** How many bytes fill the last block of a content. */
export function paddingOf(size: number): number {
  return (TAR_BLOCK - (size % TAR_BLOCK)) % TAR_BLOCK;
}

/** All that stands in front of the content of an entry. */
export function tarHead({ path, linkPath, kind, size, block, records }: RawEntry): Buffer {
  const header = Buffer.from(block);
  const more = new Map(records);
  header.fill(0, 345, header.toString('latin1', 257, 263) === 'ustar\0' ? 500 : 345); // the front of a long name
  writeName(header, 0, path, () => more.set('path', Buffer.from(path)));
  writeName(header, 157, linkPath, () => more.set('linkpath', Buffer.from(linkPath)));
  writeSize(header, size, () => more.set('size', Buffer.from(String(size))));
  header.write(kind, 156, 'latin1');
  sign(header);
  return more.size === 0 ? header : Buffer.concat([recordsEntry(more), header]);
}

function writeName(header: Buffer, at: number, name: string, tooLong: () => void): void {
  header.fill(0, at, at + NAME_BYTES);
  const fits = Buffer.byteLength(name) <= NAME_BYTES;
  if (fits) header.write(name, at);
  else {
    header.write(name.slice(-20).replaceAll(/[^\x20-\x7e]/g, '_'), at, 'latin1');
    tooLong();
  }
}

function writeSize(header: Buffer, size: number, tooLarge: () => void): void {
  const isLarge = size > LARGEST_OCTAL;
  header.write(`${(isLarge ? 0 : size).toString(8).padStart(11, '0')}\0`, 124, 'latin1');
  if (isLarge) tooLarge();
}

function recordsEntry(records: ReadonlyMap<string, Buffer>): Buffer {
  const body = Buffer.concat([...records].map(([key, value]) => record(key, value)));
  const header = Buffer.alloc(TAR_BLOCK);
  header.write('records', 0);
  header.write('0000644\0' + '0000000\0'.repeat(2), 100, 'latin1');
  header.write(`${body.length.toString(8).padStart(11, '0')}\0${'0'.repeat(11)}\0`, 124, 'latin1');
  header.write('x', 156, 'latin1');
  header.write('ustar\u000000', 257, 'latin1');
  sign(header);
  return Buffer.concat([header, body, Buffer.alloc(paddingOf(body.length))]);
}

/** The length counts its own digits. */
function record(key: string, value: Buffer): Buffer {
  const rest = Buffer.concat([Buffer.from(` ${key}=`), value, Buffer.from('\n')]);
  let length = rest.length + 1;
  while (String(length).length + rest.length > length) length += 1;
  return Buffer.concat([Buffer.from(String(length)), rest]);
}

function sign(header: Buffer): void {
  header.fill(' ', 148, 156);
  let sum = 0;
  for (const byte of header) sum += byte;
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1');
}
