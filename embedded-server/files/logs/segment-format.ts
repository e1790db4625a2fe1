// How a log lies on disk. A segment is a text file, named by the number of its first line, and beside it an index of runs:
// neighbouring lines of one stream that arrived together. Only whole lines are in a text, so it alone is enough to mend an index.
import path from 'node:path';
import type { LineStream } from '../../../src-shared/servers/log.ts';

/** A run, as the index tells it: where it ends in the text, and how many lines of the segment there are up to there. */
export type Run = {
  end: number;
  lines: number;
  at: number;
  stream: LineStream;
  /** Its last newline is ours: the line went on, or never ended. */
  cut: boolean;
};

export const RECORD_BYTES = 16;
/** The first record of an index says what file this is, and by which rules it is written. */
export const INDEX_HEADER = Buffer.from('SLIPWAYLOGIDX\0\0\x01', 'latin1');
/** A longer line is split. */
export const LONGEST_LINE = 65_536;
/** Runs are merged up to this, so that finding a line means scanning no more. */
export const LONGEST_RUN = 65_536;
export const NEWLINE = 0x0a;

const STREAMS: readonly LineStream[] = ['std_out', 'std_err', 'file', 'slipway'];
const CUT = 4;
/** Times count from 2020 on, so that five bytes last until 2054 and two are left for the check. */
const EPOCH = Date.UTC(2020, 0, 1);
const LATEST = 2 ** 40 - 1;
const FLAGS_AT = 13;
const CHECK_AT = 14;

export function encodeRun(target: Buffer, offset: number, run: Run): void {
  target.writeUInt32LE(run.end, offset);
  target.writeUInt32LE(run.lines, offset + 4);
  target.writeUIntLE(Math.min(Math.max(run.at - EPOCH, 0), LATEST), offset + 8, 5);
  target.writeUInt8(STREAMS.indexOf(run.stream) | (run.cut ? CUT : 0), offset + FLAGS_AT);
  target.writeUInt16LE(checkOf(target, offset), offset + CHECK_AT);
}

/** Undefined when this is no record: torn, zeroes, or something else. */
export function decodeRun(source: Buffer, offset: number): Run | undefined {
  if (offset + RECORD_BYTES > source.length) return undefined;
  const flags = source.readUInt8(offset + FLAGS_AT);
  const stream = STREAMS[flags & 3];
  if (stream === undefined || source.readUInt16LE(offset + CHECK_AT) !== checkOf(source, offset)) return undefined;
  return {
    end: source.readUInt32LE(offset),
    lines: source.readUInt32LE(offset + 4),
    at: source.readUIntLE(offset + 8, 5) + EPOCH,
    stream,
    cut: (flags & CUT) !== 0,
  };
}

/** Enough to tell a record from zeroes and torn bytes. */
function checkOf(bytes: Buffer, offset: number): number {
  let check = 0x5a5a;
  for (let at = offset; at < offset + CHECK_AT; at += 1) check = (check * 31 + (bytes[at] ?? 0)) & 0xffff;
  return check;
}

const SEGMENT_NAME = /^(\d{15})\.log$/;

export function segmentFiles(folder: string, first: number): { text: string; index: string } {
  const name = String(first).padStart(15, '0');
  return { text: path.join(folder, `${name}.log`), index: path.join(folder, `${name}.idx`) };
}

/** The first line's number of each segment, oldest first. */
export function segmentsAmong(names: readonly string[]): number[] {
  const found = names.map((name) => Number(SEGMENT_NAME.exec(name)?.[1] ?? 0));
  return found.filter((first) => first > 0).toSorted((a, b) => a - b);
}

const SERVER_ID = /^[\w-]{1,64}$/;

/** A log's folder. An id that could lead elsewhere is none. */
export function logFolder(folder: string, server_id: string): string {
  if (!SERVER_ID.test(server_id)) throw new Error(`A log cannot be named ${JSON.stringify(server_id)}`);
  return path.join(folder, server_id);
}
