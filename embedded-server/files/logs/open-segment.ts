// One segment, open to be read while another thread may still write it: finds runs by line, and gets their bytes in blocks.
/* oxlint-disable node/no-sync -- runs in a worker thread; thousands of small reads are several times faster this way */
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { errorCode } from '../../platform/storage/data-errors.ts';
import { decodeRun, RECORD_BYTES, type Run, segmentFiles } from './segment-format.ts';

/** Neighbouring runs. `start` is where they begin in the text, `firstLine` the number of their first line. */
export type Block = {
  firstRun: number;
  firstLine: number;
  start: number;
  runs: readonly Run[];
  /** Their bytes. Less than the runs say, when the text was cut short by somebody else. */
  read(): Buffer;
};

export type OpenSegment = {
  /** Numbers of lines. An empty segment has a last line before its first. */
  first: number;
  last: number;
  runs: number;
  /** The run that holds the line, which has to be one of this segment. */
  runOf(line: number): number;
  /** The block that begins with this run. */
  blockFrom(run: number): Block;
  /** The block that ends with this run. */
  blockUpTo(run: number): Block;
  close(): void;
};

/** A block is about this large; one run alone may be larger. */
const BLOCK_BYTES = 262_144;
const BLOCK_RUNS = 4_096;
const NOTHING: Run = { end: 0, lines: 0, at: 0, stream: 'std_out', cut: false };

/** Undefined when the segment was dropped meanwhile. */
export function openSegment(folder: string, first: number): OpenSegment | undefined {
  const files = segmentFiles(folder, first);
  const index = openToRead(files.index);
  if (index === undefined) return undefined;
  const text = openToRead(files.text);
  if (text === undefined) {
    closeSync(index);
    return undefined;
  }
  return segmentOf(first, index, text);
}

function segmentOf(first: number, index: number, text: number): OpenSegment {
  const runs = createRunReader(index);
  const blockOf = (firstRun: number, found: readonly Run[]): Block => {
    const before = runs.one(firstRun - 1);
    const length = (found.at(-1)?.end ?? before.end) - before.end;
    return {
      firstRun,
      firstLine: first + before.lines,
      start: before.end,
      runs: found,
      read: () => readAt(text, before.end, length),
    };
  };
  return {
    first,
    last: first + runs.one(runs.count - 1).lines - 1,
    runs: runs.count,
    runOf: (line) => {
      let low = 0;
      for (let high = runs.count - 1; low < high; ) {
        const middle = (low + high) >> 1;
        if (runs.one(middle).lines > line - first) high = middle;
        else low = middle + 1;
      }
      return low;
    },
    blockFrom: (from) => {
      const found = runs.many(from, Math.min(runs.count, from + BLOCK_RUNS));
      const start = runs.one(from - 1).end;
      const tooFar = found.findIndex((run) => run.end - start > BLOCK_BYTES);
      return blockOf(from, tooFar === -1 ? found : found.slice(0, Math.max(1, tooFar)));
    },
    blockUpTo: (last) => {
      const from = Math.max(0, last + 1 - BLOCK_RUNS);
      const found = runs.many(from, last + 1);
      const end = found.at(-1)?.end ?? 0;
      const near = found.findIndex((run) => end - run.end <= BLOCK_BYTES);
      // The run before the first that is near enough ends where the block begins.
      const begin = from === 0 && end <= BLOCK_BYTES ? 0 : Math.min(near + 1, found.length - 1);
      return blockOf(from + begin, found.slice(begin));
    },
    close: () => {
      closeSync(index);
      closeSync(text);
    },
  };
}

type RunReader = { count: number; one(run: number): Run; many(from: number, to: number): Run[] };

/** A damaged record counts as an empty run, so that reading always moves on; opening the log to write mends it. */
function createRunReader(index: number): RunReader {
  const count = Math.max(0, Math.floor(fstatSync(index).size / RECORD_BYTES) - 1);
  const one = (run: number): Run => {
    for (let at = run; at >= 0; at -= 1) {
      const found = decodeRun(readAt(index, (at + 1) * RECORD_BYTES, RECORD_BYTES), 0);
      if (found !== undefined) return found;
    }
    return NOTHING;
  };
  const many = (from: number, to: number): Run[] => {
    const records = readAt(index, (from + 1) * RECORD_BYTES, (to - from) * RECORD_BYTES);
    let last = one(from - 1);
    return Array.from({ length: to - from }, (_, n) => {
      const run = decodeRun(records, n * RECORD_BYTES);
      if (run !== undefined && run.end > last.end && run.lines > last.lines) last = run;
      return last;
    });
  };
  return { count, one, many };
}

function openToRead(file: string): number | undefined {
  try {
    return openSync(file, 'r');
  } catch (thrown) {
    if (errorCode(thrown) === 'ENOENT') return undefined;
    throw thrown;
  }
}

/** What there is of so many bytes from there on. */
function readAt(file: number, at: number, length: number): Buffer {
  const bytes = Buffer.allocUnsafe(length);
  let done = 0;
  while (done < length) {
    const read = readSync(file, bytes, done, length - done, at + done);
    if (read === 0) break;
    done += read;
  }
  return bytes.subarray(0, done);
}
