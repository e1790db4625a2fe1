// The headers of a tar: ustar, with a pax header before it where ustar has no room for a name, a link or a size.
// Everything in them follows from the entry alone: owner, group and time are always the same.

/** 1 January 1980, the oldest time that every archive format and file system knows. */
const FIXED_TIME = 315_532_800;
export const TAR_BLOCK = 512;
const NAME_BYTES = 100;
/** What eleven octal digits cannot hold. */
const LARGE_SIZE = 8 * 1024 ** 3;

export type TarEntry =
  | { kind: 'file'; path: string; size: number; isProgram: boolean }
  | { kind: 'folder'; path: string }
  | { kind: 'link'; path: string; target: string };

/** Two empty blocks, which say that nothing follows. */
export const tarEnd = Buffer.alloc(2 * TAR_BLOCK);

/** How many zero bytes fill the last block of so many. */
export function paddingOf(size: number): number {
  return (TAR_BLOCK - (size % TAR_BLOCK)) % TAR_BLOCK;
}

export function tarHeader(entry: TarEntry): Buffer {
  const name = Buffer.from(entry.kind === 'folder' ? `${entry.path}/` : entry.path);
  const target = Buffer.from(entry.kind === 'link' ? entry.target : '');
  const size = entry.kind === 'file' ? entry.size : 0;
  const records = [
    needsPax(name) ? paxRecord('path', name) : undefined,
    needsPax(target) ? paxRecord('linkpath', target) : undefined,
    size >= LARGE_SIZE ? paxRecord('size', Buffer.from(String(size))) : undefined,
  ].filter((record) => record !== undefined);
  const main = ustar({ name, target, size: size >= LARGE_SIZE ? 0 : size, type: typeOf(entry), mode: modeOf(entry) });
  return records.length === 0 ? main : Buffer.concat([paxHeader(records), main]);
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

function ustar({ name, target, size, type, mode }: Fields): Buffer {
  const header = Buffer.alloc(TAR_BLOCK);
  const octal = (value: number, at: number, digits: number) =>
    header.write(value.toString(8).padStart(digits, '0'), at, digits, 'latin1');
  name.copy(header, 0, 0, NAME_BYTES);
  octal(mode, 100, 7);
  octal(0, 108, 7);
  octal(0, 116, 7);
  octal(size, 124, 11);
  octal(FIXED_TIME, 136, 11);
  header.write(' '.repeat(8), 148, 'latin1');
  header.write(type, 156, 'latin1');
  target.copy(header, 157, 0, NAME_BYTES);
  header.write('ustar\x0000', 257, 'latin1');
  octal(0, 329, 7);
  octal(0, 337, 7);
  octal(sumOf(header), 148, 6);
  header[154] = 0;
  return header;
}

/** A loop, as there is a header for each small file. */
function sumOf(bytes: Buffer): number {
  let sum = 0;
  for (let at = 0; at < bytes.length; at += 1) sum += bytes[at] ?? 0;
  return sum;
}
