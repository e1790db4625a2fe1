// Makes tar archives byte by byte, good ones and such as no tool would make.

export type TarPiece = {
  name: string;
  kind?: string;
  mode?: number;
  bytes?: Buffer;
  linkName?: string;
  /** What the header says instead of the truth. */
  size?: number;
};

const BLOCK = 512;

export function makeTar(pieces: readonly TarPiece[]): Buffer {
  return Buffer.concat([...pieces.flatMap(tarPiece), Buffer.alloc(2 * BLOCK)]);
}

/** Names that do not fit go into a record in front, as pax does it. */
function tarPiece(piece: TarPiece): Buffer[] {
  const records = [record('path', piece.name), record('linkpath', piece.linkName ?? '')].join('');
  const front = records === '' ? [] : plainPiece({ name: 'records', kind: 'x', bytes: Buffer.from(records) });
  return [...front, ...plainPiece(piece)];
}

function record(key: string, value: string): string {
  if (Buffer.byteLength(value) <= 100) return '';
  const rest = ` ${key}=${value}\n`;
  let length = Buffer.byteLength(rest);
  while (String(length).length + Buffer.byteLength(rest) !== length) length += 1;
  return `${length}${rest}`;
}

function plainPiece({
  name,
  kind = '0',
  mode = 0o644,
  bytes = Buffer.alloc(0),
  linkName = '',
  size,
}: TarPiece): Buffer[] {
  const header = Buffer.alloc(BLOCK);
  header.write(name.slice(0, 100), 0, 100);
  header.write(octal(mode, 7), 100);
  header.write(octal(size ?? bytes.length, 11), 124);
  header.write(octal(0, 11), 136);
  header.write('        ', 148);
  header.write(kind, 156);
  header.write(linkName.slice(0, 100), 157, 100);
  header.write('ustar\u000000', 257);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${octal(sum, 6)}\u0000 `, 148);
  return [header, bytes, Buffer.alloc((BLOCK - (bytes.length % BLOCK)) % BLOCK)];
}

function octal(value: number, digits: number): string {
  return value.toString(8).padStart(digits, '0');
}
