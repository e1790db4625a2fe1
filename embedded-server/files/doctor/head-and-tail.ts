// Keeps of a file that streams by just what says what it is: its beginning, where an ELF program names its libraries, its end.
import type { ReadRange } from '../../../src-shared/builds/doctor/bytes.ts';
import { dynamicRange } from '../../../src-shared/builds/doctor/read-elf.ts';
import { HEAD_BYTES } from '../../../src-shared/builds/doctor/read-program.ts';
import { MOST_HARMLESS_BYTES } from '../../../src-shared/builds/secret-files.ts';

/** Names of libraries come early in a program, in front of its code. What may be a secret is kept whole, as far as it is read. */
const KEPT_BYTES = MOST_HARMLESS_BYTES;
const END_BYTES = 16;

export type HeadAndTail = { add(chunk: Buffer): void; read: ReadRange; size(): number };

type Piece = { offset: number; bytes: Buffer };

export function keepHeadAndTail(): HeadAndTail {
  const chunks: Buffer[] = [];
  let head: Buffer = Buffer.alloc(0);
  let size = 0;
  let end: Buffer = Buffer.alloc(0);
  let wanted: { offset: number; length: number } | undefined | 'unknown' = 'unknown';
  const beyond: Piece[] = [];
  const join = () => {
    if (chunks.length > 0) head = Buffer.concat([head, ...chunks.splice(0)]);
    return head;
  };
  return {
    add: (chunk) => {
      const offset = size;
      size += chunk.length;
      // The bytes are only good until the next ones come.
      if (offset < KEPT_BYTES) chunks.push(Buffer.from(chunk.subarray(0, KEPT_BYTES - offset)));
      if (wanted === 'unknown' && size >= HEAD_BYTES) wanted = dynamicRange(join().subarray(0, HEAD_BYTES));
      if (wanted !== 'unknown' && wanted !== undefined) beyond.push(...overlap(chunk, offset, wanted));
      end = Buffer.concat([end, chunk.subarray(-END_BYTES)]).subarray(-END_BYTES);
    },
    read: (offset, length) => {
      const start = join();
      if (offset + length <= start.length || start.length === size) return start.subarray(offset, offset + length);
      if (offset >= size - end.length) return end.subarray(offset - (size - end.length)).subarray(0, length);
      const pieces = beyond.filter((piece) => piece.offset >= offset && piece.offset < offset + length);
      const isWhole = pieces[0]?.offset === offset;
      if (isWhole) return Buffer.concat(pieces.map(({ bytes }) => bytes)).subarray(0, length);
      return start.subarray(offset, offset + length);
    },
    size: () => size,
  };
}

function overlap(chunk: Buffer, at: number, { offset, length }: { offset: number; length: number }): Piece[] {
  const from = Math.max(offset, at);
  const to = Math.min(offset + length, at + chunk.length);
  return from < to ? [{ offset: from, bytes: Buffer.from(chunk.subarray(from - at, to - at)) }] : [];
}
