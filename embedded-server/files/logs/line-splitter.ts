// Cuts what the streams of one server bring into whole lines, in the order of arrival. What has no newline yet is kept back,
// until it comes, there was a pause, or the line is too long.
import type { LineStream } from '../../../src-shared/servers/log.ts';
import { countLines } from './count-lines.ts';
import { LONGEST_LINE, NEWLINE } from './segment-format.ts';

/** Some whole lines of one stream. */
export type Piece = {
  stream: LineStream;
  at: number;
  buffers: Buffer[];
  bytes: number;
  lines: number;
  /** The newline is ours: the line goes on in a later one, or never ended. */
  cut: boolean;
  /** To be freed once the piece is written; nothing else is in it that is still needed. */
  memory?: ArrayBuffer | undefined;
};

export type LineSplitter = {
  /** Answers whether the stream now has a begun line. */
  push(stream: LineStream, chunk: Buffer, at: number): boolean;
  /** Gives out the begun lines that nothing was added to for a while. Answers whether some are still kept back. */
  cutIdle(now: number): boolean;
  cutAll(): void;
};

type Emit = (piece: Piece) => void;
type Begun = {
  stream: LineStream;
  emit: Emit;
  bytes: Buffer;
  length: number;
  since: number;
  touched: number;
  /** Its beginning was given out with a newline of ours; if its own comes next, that is the one. */
  hasOurNewline: boolean;
};

/** A begun line is given out when nothing came for so long ... */
export const PAUSE_MS = 250;
/** ... or when it is this old, as a row of dots that grows for minutes. */
const OLDEST_MS = 2_000;
const FIRST_ROOM = 256;
/** Smaller chunks are left to the collector. */
const WORTH_FREEING = 16_384;
const OUR_NEWLINE = Buffer.from([NEWLINE]);
const EMPTY = Buffer.alloc(0);

export function createLineSplitter(emit: Emit): LineSplitter {
  const begun = new Map<LineStream, Begun>();
  const begunOf = (stream: LineStream): Begun => {
    const known = begun.get(stream);
    if (known !== undefined) return known;
    const fresh = { stream, emit, bytes: EMPTY, length: 0, since: 0, touched: 0, hasOurNewline: false };
    begun.set(stream, fresh);
    return fresh;
  };
  return {
    push: (stream, chunk, at) => {
      const line = begunOf(stream);
      const memory = memoryOf(chunk);
      // In parts of this size no line can be too long but the one that was begun before.
      for (let from = 0; from < chunk.length; from += LONGEST_LINE) {
        pushPart(line, chunk.subarray(from, from + LONGEST_LINE), at, memory);
      }
      return line.length > 0;
    },
    cutIdle: (now) => cutWhere(begun.values(), (line) => isDue(line, now)),
    cutAll: () => void cutWhere(begun.values(), () => true),
  };
}

/** Of a chunk that has its memory for itself and is one part, so that one piece at most is in it. */
function memoryOf({ buffer, length }: Buffer): ArrayBuffer | undefined {
  const isAlone = length === buffer.byteLength && length >= WORTH_FREEING && length <= LONGEST_LINE;
  return isAlone && buffer instanceof ArrayBuffer ? buffer : undefined;
}

type Memory = ArrayBuffer | undefined;

function pushPart(line: Begun, part: Buffer, at: number, memory: Memory): void {
  const after = part.lastIndexOf(NEWLINE) + 1;
  if (after > 0) giveLines(line, part.subarray(0, after), at, memory);
  if (after < part.length) keepBack(line, part.subarray(after), at);
}

function giveLines(line: Begun, whole: Buffer, at: number, memory: Memory): void {
  const { stream, emit, hasOurNewline } = line;
  line.hasOurNewline = false;
  let lines = hasOurNewline && whole[0] === NEWLINE ? whole.subarray(1) : whole;
  if (lines.length === 0) return;
  if (line.length === 0) {
    const count = countLines(lines, lines.length);
    emit({ stream, at, buffers: [lines], bytes: lines.length, lines: count, cut: false, memory });
    return;
  }
  const first = lines.indexOf(NEWLINE);
  if (line.length + first > LONGEST_LINE) {
    keepBack(line, lines.subarray(0, first), at);
    lines = lines.subarray(first);
  }
  const buffers = [line.bytes.subarray(0, line.length), lines];
  const bytes = line.length + lines.length;
  Object.assign(line, { bytes: EMPTY, length: 0 });
  emit({ stream, at, buffers, bytes, lines: countLines(lines, lines.length), cut: false, memory });
}

/** Copied, so that few bytes do not hold on to a large chunk. */
function keepBack(line: Begun, part: Buffer, at: number): void {
  const length = line.length + part.length;
  if (length > line.bytes.length) {
    const larger = Buffer.allocUnsafe(Math.max(FIRST_ROOM, length, Math.min(2 * line.bytes.length, LONGEST_LINE)));
    line.bytes.copy(larger, 0, 0, line.length);
    line.bytes = larger;
  }
  part.copy(line.bytes, line.length);
  if (line.length === 0) line.since = at;
  Object.assign(line, { length, touched: at, hasOurNewline: false });
  while (line.length > LONGEST_LINE) cut(line, endOfCharacter(line.bytes, LONGEST_LINE));
}

function cut(line: Begun, length: number): void {
  const given = line.bytes.subarray(0, length);
  const rest = Buffer.from(line.bytes.subarray(length, line.length));
  Object.assign(line, { bytes: rest, length: rest.length, since: line.touched });
  const { stream, emit, touched } = line;
  emit({ stream, at: touched, buffers: [given, OUR_NEWLINE], bytes: length + 1, lines: 1, cut: true });
}

function cutWhere(lines: Iterable<Begun>, due: (line: Begun) => boolean): boolean {
  let keeps = false;
  for (const line of lines) {
    if (line.length === 0) continue;
    if (due(line)) {
      cut(line, line.length);
      line.hasOurNewline = true;
    } else keeps = true;
  }
  return keeps;
}

/** A clock that was set back counts as a pause, else the line would be kept until it is that late again. */
function isDue({ touched, since }: Begun, now: number): boolean {
  return Math.abs(now - touched) >= PAUSE_MS || now - since >= OLDEST_MS;
}

/** The place at or just before `limit` where a UTF-8 character ends. Where there is none, it is not UTF-8. */
function endOfCharacter(bytes: Buffer, limit: number): number {
  for (let at = limit; at > limit - 4; at -= 1) {
    if (((bytes[at] ?? 0) & 0xc0) !== 0x80) return at;
  }
  return limit;
}
