// Reads one row of a zip archive's list of entries. Pure.
import { crc32 } from 'node:zlib';
import { messageFor } from '../../../src-shared/text/message.ts';
import { type ArchiveEntry, damagedData, entryRefusal } from './archive-entry.ts';

const RECORD = 0x02014b50;
const RECORD_BYTES = 46;
const MAX_32 = 0xffffffff;
const ENCRYPTED = 0x0001;
const UTF8 = 0x0800;
const EXTRA_ZIP64 = 0x0001;
const EXTRA_UNICODE_PATH = 0x7075;
/** Systems that keep Unix permissions and kinds in an entry: Unix itself and macOS. */
const UNIX = new Set([3, 19]);
const DOS_FOLDER = 0x10;
const KIND_MASK = 0o170000;
const KINDS: Readonly<Record<number, ArchiveEntry['type']>> = {
  0: 'file',
  [0o100000]: 'file',
  [0o040000]: 'folder',
  [0o120000]: 'link',
};

export type ZipRecord = {
  path: string;
  /** The name as it stands in the archive, and has to stand before the entry as well. */
  rawName: Buffer;
  type: ArchiveEntry['type'];
  mode: number | undefined;
  method: number;
  flags: number;
  crc: number;
  packedSize: number;
  size: number;
  offset: number;
};

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** `end` is where the next row begins. */
export function readZipRecord(list: Buffer, at: number): { record: ZipRecord; end: number } {
  if (at + RECORD_BYTES > list.length || list.readUInt32LE(at) !== RECORD) throw damaged();
  const nameEnd = at + RECORD_BYTES + list.readUInt16LE(at + 28);
  const extraEnd = nameEnd + list.readUInt16LE(at + 30);
  const end = extraEnd + list.readUInt16LE(at + 32);
  if (end > list.length) throw damaged();
  const rawName = list.subarray(at + RECORD_BYTES, nameEnd);
  const extras = readExtras(list.subarray(nameEnd, extraEnd));
  const flags = list.readUInt16LE(at + 8);
  const path = nameOf(rawName, flags, extras).replaceAll('\\', '/');
  if ((flags & ENCRYPTED) !== 0)
    throw entryRefusal(path, messageFor('archive.entry-encrypted'), messageFor('archive.do-pack-without-password'));
  const [size, packedSize, offset] = sizesOf(list, at, extras);
  const record = {
    path,
    rawName,
    flags,
    size,
    packedSize,
    offset,
    ...kindOf(path, list.readUInt8(at + 5), list.readUInt32LE(at + 38)),
    method: list.readUInt16LE(at + 10),
    crc: list.readUInt32LE(at + 16),
  };
  return { record, end };
}

function kindOf(path: string, system: number, attributes: number): Pick<ZipRecord, 'type' | 'mode'> {
  const mode = UNIX.has(system) ? attributes >>> 16 : 0;
  const type = KINDS[mode & KIND_MASK];
  if (type === undefined)
    throw entryRefusal(path, messageFor('archive.entry-device-or-pipe'), messageFor('archive.do-leave-entry-out'));
  const isFolder = path.endsWith('/') || (type === 'file' && (attributes & DOS_FOLDER) !== 0);
  return { type: isFolder ? 'folder' : type, mode: mode === 0 ? undefined : mode & 0o7777 };
}

type Extras = Map<number, Buffer>;

function readExtras(bytes: Buffer): Extras {
  const extras: Extras = new Map();
  for (let at = 0; at + 4 <= bytes.length; ) {
    const end = at + 4 + bytes.readUInt16LE(at + 2);
    if (end > bytes.length) break; // some tools fill it up with anything
    extras.set(bytes.readUInt16LE(at), bytes.subarray(at + 4, end));
    at = end;
  }
  return extras;
}

/** Size, packed size and offset. What does not fit into its field stands in the zip64 extra, in this order. */
function sizesOf(list: Buffer, at: number, extras: Extras): [number, number, number] {
  const large = extras.get(EXTRA_ZIP64) ?? Buffer.alloc(0);
  let from = 0;
  const read = (field: number) => {
    const value = list.readUInt32LE(at + field);
    if (value !== MAX_32) return value;
    if (from + 8 > large.length) throw damaged();
    const wide = Number(large.readBigUInt64LE(from));
    from += 8;
    if (!Number.isSafeInteger(wide)) throw damaged();
    return wide;
  };
  return [read(24), read(20), read(42)];
}

/** UTF-8 where it is announced or where it reads as such, as most tools write it without saying so; else the old letters. */
function nameOf(raw: Buffer, flags: number, extras: Extras): string {
  const better = extras.get(EXTRA_UNICODE_PATH);
  const isBetter =
    better !== undefined && better.length > 5 && better[0] === 1 && better.readUInt32LE(1) === crc32(raw);
  const bytes = isBetter ? better.subarray(5) : raw;
  try {
    return utf8.decode(bytes);
  } catch (thrown) {
    if (!isBetter && (flags & UTF8) === 0) return decodeCp437(raw);
    throw entryRefusal(
      decodeCp437(bytes),
      messageFor('archive.name-not-utf-8'),
      messageFor('archive.do-rename-and-pack'),
      thrown,
    );
  }
}

function damaged(): Error {
  return damagedData('zip', messageFor('archive.zip-list-unreadable'));
}

const UPPER =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0';

/** The letters that a byte above 127 stands for in names of old zip archives. */
function decodeCp437(bytes: Buffer): string {
  return Array.from(bytes, (byte) => (byte < 128 ? String.fromCharCode(byte) : (UPPER[byte - 128] ?? ''))).join('');
}
