// Writes the headers of a tar: ustar, with a pax header before it where ustar has no room for a name, a link or a size.
import { paddingOf, TAR_BLOCK, tarSums } from './tar-format.ts';

/** 1 January 1980, the oldest time that every archive format and file system knows. */
const FIXED_TIME = 315_532_800;
const NAME_BYTES = 100;
/** What eleven octal digits cannot hold. */
const LARGE_SIZE = 8 * 1024 ** 3;

export type TarEntry =
  | { kind: 'file'; path: string; size: number; isProgram: boolean }
  | { kind: 'folder'; path: string }
  | { kind: 'link'; path: string; target: string };

/** A header as it was read, to be written with other names or another size. */
export type KnownHeader = {
  path: string;
  linkPath: string;
  /** One character: what kind of entry it is. */
  kind: string;
  size: number;
  block: Buffer;
  /** What else was said about the entry in front, but for its names and its size. */
  records: ReadonlyMap<string, Buffer>;
};

/** What a package, an image or a copy says of its files beside their names. */
export type TarStamp = { time?: number; owner?: number; mode?: number };

/** Everything in it follows from the entry alone, unless `stamp` says more: owner, group, time and mode are always the same. */
export function tarHeader(entry: TarEntry, stamp: TarStamp = {}): Buffer {
  const name = Buffer.from(entry.kind === 'folder' ? `${entry.path}/` : entry.path);
  const target = Buffer.from(entry.kind === 'link' ? entry.target : '');
  const size = entry.kind === 'file' ? entry.size : 0;
  const records = [
    needsPax(name) ? paxRecord('path', name) : undefined,
    needsPax(target) ? paxRecord('linkpath', target) : undefined,
    size >= LARGE_SIZE ? paxRecord('size', Buffer.from(String(size))) : undefined,
  ].filter((record) => record !== undefined);
  const stated = size >= LARGE_SIZE ? 0 : size;
  const main = ustar({ name, target, size: stated, type: typeOf(entry), mode: stamp.mode ?? modeOf(entry) }, stamp);
  return withRecords(records, main);
}

/** Owner, time and all else that is not named stay as they were. */
export function changedTarHeader({ path, linkPath, kind, size, block, records }: KnownHeader): Buffer {
  const header = Buffer.from(block);
  const more = new Map(records);
  header.fill(0, 345, header.toString('latin1', 257, 263) === 'ustar\0' ? 500 : 345); // the front of a long name
  if (!writeName(header, 0, path)) more.set('path', Buffer.from(path));
  if (!writeName(header, 157, linkPath)) more.set('linkpath', Buffer.from(linkPath));
  if (size >= LARGE_SIZE) more.set('size', Buffer.from(String(size)));
  writeOctal(header, size >= LARGE_SIZE ? 0 : size, 124, 11);
  header[135] = 0;
  header.write(kind, 156, 'latin1');
  sign(header);
  return withRecords(
    [...more].map(([key, value]) => paxRecord(key, value)),
    header,
  );
}

/** Answers whether there was room for it; of one that is too long only the end is written. */
function writeName(header: Buffer, at: number, name: string): boolean {
  header.fill(0, at, at + NAME_BYTES);
  const hasRoom = Buffer.byteLength(name) <= NAME_BYTES;
  header.write(hasRoom ? name : name.slice(-20).replaceAll(/[^\x20-\x7e]/g, '_'), at);
  return hasRoom;
}

function typeOf({ kind }: TarEntry): string {
  return { file: '0', link: '2', folder: '5' }[kind];
}

function modeOf(entry: TarEntry): number {
  if (entry.kind === 'link') return 0o777;
  return entry.kind === 'folder' || entry.isProgram ? 0o755 : 0o644;
}

function needsPax(text: Buffer): boolean {
  return text.length > NAME_BYTES || text.some((byte) => byte > 0x7e || byte < 0x20);
}

function withRecords(records: readonly Buffer[], header: Buffer): Buffer {
  return records.length === 0 ? header : Buffer.concat([paxHeader(records), header]);
}

function paxHeader(records: readonly Buffer[]): Buffer {
  const body = Buffer.concat(records);
  const none = Buffer.alloc(0);
  const header = ustar({ name: Buffer.from('PaxHeader'), target: none, size: body.length, type: 'x', mode: 0o644 });
  return Buffer.concat([header, body, Buffer.alloc(paddingOf(body.length))]);
}

/** "27 path=some name\n", where 27 counts the whole record, its own digits among it. */
function paxRecord(key: string, value: Buffer): Buffer {
  const rest = Buffer.concat([Buffer.from(` ${key}=`), value, Buffer.from('\n')]);
  let length = rest.length + 1;
  while (rest.length + String(length).length !== length) length = rest.length + String(length).length;
  return Buffer.concat([Buffer.from(String(length)), rest]);
}

type Fields = { name: Buffer; target: Buffer; size: number; type: string; mode: number };

function ustar(fields: Fields, { time = FIXED_TIME, owner = 0 }: TarStamp = {}): Buffer {
  const { name, target, size, type, mode } = fields;
  const header = Buffer.alloc(TAR_BLOCK);
  name.copy(header, 0, 0, NAME_BYTES);
  writeOctal(header, mode, 100, 7);
  writeOctal(header, owner, 108, 7);
  writeOctal(header, owner, 116, 7);
  writeOctal(header, size, 124, 11);
  writeOctal(header, time, 136, 11);
  header.write(type, 156, 'latin1');
  target.copy(header, 157, 0, NAME_BYTES);
  header.write('ustar\x0000', 257, 'latin1');
  writeOctal(header, 0, 329, 7);
  writeOctal(header, 0, 337, 7);
  sign(header);
  return header;
}

function writeOctal(header: Buffer, value: number, at: number, digits: number): void {
  header.write(value.toString(8).padStart(digits, '0'), at, digits, 'latin1');
}

function sign(header: Buffer): void {
  const [sum] = tarSums(header);
  writeOctal(header, sum, 148, 6);
  header.write('\0 ', 154, 'latin1');
}
