// Finds out what a picture is from its first bytes, never from its name, and how large it would become when it is drawn.
import { open } from 'node:fs/promises';
import { AppError } from '../../../src-shared/errors/app-error.ts';

/** A small file can hold a picture that takes gigabytes to draw. More than this on a side is none that we show. */
const MOST_PIXELS_ON_A_SIDE = 4_096;
const HEAD_BYTES = 65_536;

export type Picture = { type: 'image/png' | 'image/jpeg' | 'image/webp'; width: number; height: number };

/** Reads the head of a file; throws as `checkPicture` does. */
export async function sniffPicture(file: string): Promise<Picture> {
  return checkPicture(await readHead(file));
}

/** The picture that begins with these bytes; throws a sentence when it is none of ours or too large to draw. */
export function checkPicture(head: Buffer): Picture {
  const picture = readPicture(head);
  if (picture === undefined) {
    throw new AppError('UPLOAD_INVALID', 'picture.kind-unknown');
  }
  const { width, height } = picture;
  if (width < 1 || height < 1 || Math.max(width, height) > MOST_PIXELS_ON_A_SIDE) {
    throw new AppError('UPLOAD_INVALID', 'picture.size-wrong', { width, height, limit: MOST_PIXELS_ON_A_SIDE });
  }
  return picture;
}

/** The picture that begins with these bytes. Pure. */
export function readPicture(head: Buffer): Picture | undefined {
  return readPng(head) ?? readWebp(head) ?? readJpeg(head);
}

function readPng(head: Buffer): Picture | undefined {
  const isPng =
    head.length >= 33 && head.toString('latin1', 0, 8) === '\x89PNG\r\n\x1a\n' && ascii(head, 12, 4) === 'IHDR';
  if (!isPng) return undefined;
  return { type: 'image/png', width: head.readUInt32BE(16), height: head.readUInt32BE(20) };
}

function readWebp(head: Buffer): Picture | undefined {
  if (head.length < 30 || ascii(head, 0, 4) !== 'RIFF' || ascii(head, 8, 4) !== 'WEBP') return undefined;
  const type = 'image/webp';
  switch (ascii(head, 12, 4)) {
    case 'VP8X':
      return { type, width: head.readUIntLE(24, 3) + 1, height: head.readUIntLE(27, 3) + 1 };
    case 'VP8L': {
      const bits = head.readUInt32LE(21);
      return { type, width: (bits & 0x3fff) + 1, height: ((bits >> 14) & 0x3fff) + 1 };
    }
    case 'VP8 ':
      return { type, width: head.readUInt16LE(26) & 0x3fff, height: head.readUInt16LE(28) & 0x3fff };
    default:
      return undefined;
  }
}

/** Walks over the segments until the one that tells the size. */
function readJpeg(head: Buffer): Picture | undefined {
  if (head.length < 4 || head.readUInt16BE(0) !== 0xffd8) return undefined;
  for (let at = 2; at + 9 < head.length; ) {
    const marker = head[at + 1] ?? 0;
    if (head[at] !== 0xff) return undefined;
    if (isFrameHeader(marker)) {
      return { type: 'image/jpeg', height: head.readUInt16BE(at + 5), width: head.readUInt16BE(at + 7) };
    }
    at += marker === 0xff ? 1 : 2 + head.readUInt16BE(at + 2);
  }
  return undefined;
}

/** SOF0 to SOF15, without the three in between that are something else. */
function isFrameHeader(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
}

function ascii(bytes: Buffer, from: number, count: number): string {
  return bytes.toString('latin1', from, from + count);
}

async function readHead(file: string): Promise<Buffer> {
  const handle = await open(file, 'r');
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}
