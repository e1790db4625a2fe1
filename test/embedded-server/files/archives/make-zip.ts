// Makes zip archives byte by byte, good ones and such as no tool would make.
import { crc32, deflateRawSync } from 'node:zlib';

export type ZipPiece = {
  name: string | Buffer;
  bytes?: Buffer;
  /** Unix mode with its kind, as 0o100755; without one it is an entry as Windows makes it. */
  mode?: number;
  isStored?: boolean;
  /** What stands there instead of the truth. */
  localName?: string;
  size?: number;
  crc?: number;
  flags?: number;
  method?: number;
  /** Where the list says that the entry begins. */
  offset?: number;
  /** The content as it is packed, where that is done elsewhere. */
  packed?: Buffer;
  /** What else the list says about the entry. */
  extra?: Buffer;
};

const UNIX = 3;

export function makeZip(pieces: readonly ZipPiece[], lies: { count?: number } = {}): Buffer {
  const locals: Buffer[] = [];
  const records: Buffer[] = [];
  let at = 0;
  for (const piece of pieces) {
    const { local, record } = zipPiece(piece, piece.offset ?? at);
    locals.push(local);
    records.push(record);
    at += local.length;
  }
  const list = Buffer.concat(records);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50);
  end.writeUInt16LE(lies.count ?? pieces.length, 8);
  end.writeUInt16LE(lies.count ?? pieces.length, 10);
  end.writeUInt32LE(list.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...locals, list, end]);
}

function zipPiece(piece: ZipPiece, offset: number): { local: Buffer; record: Buffer } {
  const { bytes = Buffer.alloc(0), mode, isStored = false, extra = Buffer.alloc(0) } = piece;
  const name = Buffer.from(piece.name);
  const localName = Buffer.from(piece.localName ?? name);
  const packed = piece.packed ?? (isStored ? bytes : deflateRawSync(bytes));
  const common = commonPart(piece, bytes, packed);
  common.writeUInt16LE(localName.length, 22);
  const local = Buffer.concat([Buffer.from('PK\u0003\u0004'), common, localName, packed]);
  common.writeUInt16LE(name.length, 22);
  common.writeUInt16LE(extra.length, 24);
  const tail = Buffer.alloc(14);
  tail.writeUInt32LE(mode === undefined ? 0 : (mode << 16) >>> 0, 6);
  tail.writeUInt32LE(offset, 10);
  const system = Buffer.from([20, mode === undefined ? 0 : UNIX]);
  const record = Buffer.concat([Buffer.from('PK\u0001\u0002'), system, common, tail, name, extra]);
  return { local, record };
}

/** What stands both before an entry and in the list. */
function commonPart({ flags = 0x0800, method, crc, size, isStored }: ZipPiece, bytes: Buffer, packed: Buffer): Buffer {
  const common = Buffer.alloc(26);
  common.writeUInt16LE(20);
  common.writeUInt16LE(flags, 2);
  common.writeUInt16LE(method ?? (isStored === true ? 0 : 8), 4);
  common.writeUInt32LE(crc ?? crc32(bytes), 10);
  common.writeUInt32LE(packed.length, 14);
  common.writeUInt32LE(size ?? bytes.length, 18);
  return common;
}
