// Unpacks one LZ4 block into a buffer that may hold what came before it, which the block may refer to.
import { type Message, messageFor } from '../../../src-shared/text/message.ts';

const LEAST_MATCH = 4;
const MORE = 15;
/** Up to here a loop is faster than a call into the system's copy. */
const SMALL = 32;

export class Lz4Damage extends Error {
  readonly reason: Message;

  constructor(message: Message) {
    super(message.text);
    this.reason = message;
  }
}

/** Writes what `packed` holds into `target` from `start` on, at most up to `limit`; answers where it ends. */
export function unpackLz4Block(packed: Buffer, target: Buffer, start: number, limit: number): number {
  const from: Cursor = { at: 0 };
  let to = start;
  while (from.at < packed.length) {
    const token = packed[from.at] ?? 0;
    from.at += 1;
    to += copyLiterals(packed, from, target, to, lengthOf(packed, from, token >>> 4, limit), limit);
    if (from.at === packed.length) break; // the last sequence has no match
    to += copyMatch(packed, from, target, to, token & MORE, limit);
  }
  return to;
}

type Cursor = { at: number };

function lengthOf(packed: Buffer, from: Cursor, nibble: number, limit: number): number {
  if (nibble < MORE) return nibble;
  let sum = nibble;
  for (let byte = 255; byte === 255; sum += byte) {
    if (from.at >= packed.length || sum > limit) throw new Lz4Damage(messageFor('archive.lz4-length-past-block'));
    byte = packed[from.at] ?? 0;
    from.at += 1;
  }
  return sum;
}

function copyLiterals(packed: Buffer, from: Cursor, target: Buffer, to: number, count: number, limit: number): number {
  if (from.at + count > packed.length || to + count > limit)
    throw new Lz4Damage(messageFor('archive.lz4-block-larger'));
  if (count > SMALL) packed.copy(target, to, from.at, from.at + count);
  else for (let n = 0; n < count; n += 1) target[to + n] = packed[from.at + n] ?? 0;
  from.at += count;
  return count;
}

function copyMatch(packed: Buffer, from: Cursor, target: Buffer, to: number, nibble: number, limit: number): number {
  if (from.at + 2 > packed.length) throw new Lz4Damage(messageFor('archive.lz4-block-ends-early'));
  const offset = (packed[from.at] ?? 0) | ((packed[from.at + 1] ?? 0) << 8);
  from.at += 2;
  const count = lengthOf(packed, from, nibble, limit) + LEAST_MATCH;
  if (offset === 0 || offset > to || to + count > limit) throw new Lz4Damage(messageFor('archive.lz4-match-outside'));
  repeat(target, to, offset, count);
  return count;
}

function repeat(target: Buffer, to: number, offset: number, count: number): void {
  if (offset === 1) target.fill(target[to - 1] ?? 0, to, to + count);
  else if (count > SMALL && offset >= count) target.copyWithin(to, to - offset, to - offset + count);
  else for (let n = to; n < to + count; n += 1) target[n] = target[n - offset] ?? 0;
}
