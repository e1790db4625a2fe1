// Reads one header block of a tar archive, and the records that newer tools put before it. Pure.
import type { AppError } from '../../../src-shared/errors/app-error.ts';
import { messageFor } from '../../../src-shared/text/message.ts';
import { entryRefusal, refusal, shownName } from './archive-entry.ts';

export const TAR_BLOCK = 512;
const SUM_AT = 148;
const SUM_BYTES = 8;
const SPACE = 0x20;

export type TarHeader = {
  name: string;
  mode: number;
  size: number;
  /** One character: what kind of entry it is. */
  kind: string;
  linkName: string;
};

/** What extended records say about the next entry. */
export type TarRecords = Map<string, string>;

const text = new TextDecoder('utf-8', { fatal: true });

export function isTarHeader(block: Buffer): boolean {
  if (block.length < TAR_BLOCK || block[0] === 0) return false;
  const stored = octal(block.subarray(SUM_AT, SUM_AT + SUM_BYTES));
  return stored !== undefined && sumsOf(block).includes(stored);
}

export function readTarHeader(block: Buffer, entryBefore: string): TarHeader {
  if (!isTarHeader(block)) {
    const where =
      entryBefore === ''
        ? messageFor('archive.at-start')
        : messageFor('archive.after-entry', { entry: shownName(entryBefore) });
    throw refusal(messageFor('archive.tar-damaged', { where }), messageFor('archive.do-pack-again'));
  }
  const name = textOf(block.subarray(0, 100));
  const isUstar = block.toString('latin1', 257, 263) === 'ustar\0';
  const prefix = isUstar ? textOf(block.subarray(345, 500)) : '';
  return {
    name: prefix === '' ? name : `${prefix}/${name}`,
    mode: numberOf(block.subarray(100, 108), name) & 0o7777,
    size: numberOf(block.subarray(124, 136), name),
    kind: String.fromCharCode(block[156] || 0x30),
    linkName: textOf(block.subarray(157, 257)),
  };
}

/** The refusal of an archive that was cut off, in the middle of this entry. */
export function cutOff(entry: string): AppError {
  const where =
    entry === '' ? messageFor('archive.at-start') : messageFor('archive.at-entry', { entry: shownName(entry) });
  return refusal(messageFor('archive.tar-ends-early', { where }), messageFor('archive.do-pack-again'));
}

/** Records of the form "17 path=a/b\n", where the number is the length of the record. */
export function readTarRecords(bytes: Buffer): TarRecords {
  const records: TarRecords = new Map();
  for (let at = 0; at < bytes.length && bytes[at] !== 0; ) {
    const space = bytes.indexOf(SPACE, at);
    const length = Number(bytes.toString('latin1', at, space));
    const end = at + length;
    if (space === -1 || !Number.isSafeInteger(length) || end > bytes.length || end <= space + 1) {
      throw refusal(messageFor('archive.tar-record-unreadable'), messageFor('archive.do-pack-again'));
    }
    const equals = bytes.indexOf('=', space);
    const key = bytes.toString('latin1', space + 1, equals);
    // Only what is used has to be readable: other records may hold any bytes.
    if (USED.has(key)) records.set(key, decoded(bytes.subarray(equals + 1, end - 1)));
    else if (key.startsWith('GNU.sparse.')) records.set('sparse', key);
    at = end;
  }
  return records;
}

const USED = new Set(['path', 'linkpath', 'size', 'hdrcharset']);

/** A text that ends at its first zero byte. */
export function textOf(field: Buffer): string {
  const end = field.indexOf(0);
  return decoded(end === -1 ? field : field.subarray(0, end));
}

function decoded(bytes: Buffer): string {
  try {
    return text.decode(bytes);
  } catch (thrown) {
    throw entryRefusal(
      bytes.toString('latin1'),
      messageFor('archive.name-not-utf-8'),
      messageFor('archive.do-rename-and-pack'),
      thrown,
    );
  }
}

/** Octal digits, or from the highest bit on a binary number. */
function numberOf(field: Buffer, name: string): number {
  const isBinary = ((field[0] ?? 0) & 0x80) !== 0;
  const value = isBinary ? binary(field) : octal(field);
  if (value === undefined || !Number.isSafeInteger(value) || value < 0) {
    throw entryRefusal(name, messageFor('archive.entry-size-unreadable'), messageFor('archive.do-pack-again'));
  }
  return value;
}

function binary(field: Buffer): number {
  if (((field[0] ?? 0) & 0x40) !== 0) return -1;
  const digits = Buffer.from(field);
  digits[0] = (digits[0] ?? 0) & 0x7f;
  return Number(BigInt(`0x${digits.toString('hex')}`));
}

function octal(field: Buffer): number | undefined {
  let value = 0;
  let at = 0;
  while (field[at] === SPACE) at += 1;
  for (; at < field.length; at += 1) {
    const digit = (field[at] ?? 0) - 0x30;
    if (digit < 0 || digit > 7) break;
    value = value * 8 + digit;
  }
  const next = field[at] ?? 0;
  return next === 0 || next === SPACE ? value : undefined;
}

/** Some old tools added the bytes up as signed ones. */
function sumsOf(block: Buffer): [number, number] {
  let unsigned = SUM_BYTES * SPACE;
  let signed = unsigned;
  for (let at = 0; at < TAR_BLOCK; at += 1) {
    if (at === SUM_AT) at += SUM_BYTES;
    const byte = block[at] ?? 0;
    unsigned += byte;
    signed += byte > 127 ? byte - 256 : byte;
  }
  return [unsigned, signed];
}
