// Reads one header block of a tar archive, and the records that newer tools put before it. Pure.
import type { AppError } from '../../../src-shared/errors/app-error.ts';
import { messageFor } from '../../../src-shared/text/message.ts';
import { SUM_AT, SUM_BYTES, TAR_BLOCK, tarSums } from '../../platform/tar/tar-format.ts';
import { entryRefusal, refusal, shownName } from './archive-entry.ts';

const SPACE = 0x20;

export type TarHeader = {
  name: string;
  mode: number;
  size: number;
  /** One character: what kind of entry it is. */
  kind: string;
  linkName: string;
};

/** What extended records say about the next entry, by key. */
export type TarRecords = Map<string, Buffer>;

const text = new TextDecoder('utf-8', { fatal: true });

export function isTarHeader(block: Buffer): boolean {
  if (block.length < TAR_BLOCK || block[0] === 0) return false;
  const stored = octal(block.subarray(SUM_AT, SUM_AT + SUM_BYTES));
  return stored !== undefined && tarSums(block).includes(stored);
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

/** Adds records of the form "17 path=a/b\n", where the number is the length of the record. */
export function addTarRecords(records: TarRecords, bytes: Buffer): void {
  for (let at = 0; at < bytes.length && bytes[at] !== 0; ) {
    const space = bytes.indexOf(SPACE, at);
    const length = Number(bytes.toString('latin1', at, space));
    const equals = bytes.indexOf('=', space);
    const end = at + length;
    if (space === -1 || !Number.isSafeInteger(length) || end > bytes.length || equals < space || equals >= end) {
      throw refusal(messageFor('archive.tar-record-unreadable'), messageFor('archive.do-pack-again'));
    }
    records.set(bytes.toString('utf8', space + 1, equals), bytes.subarray(equals + 1, end - 1));
    at = end;
  }
}

/** A text that ends at its first zero byte. */
export function textOf(field: Buffer): string {
  const end = field.indexOf(0);
  return decoded(end === -1 ? field : field.subarray(0, end));
}

export function decoded(bytes: Buffer): string {
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
