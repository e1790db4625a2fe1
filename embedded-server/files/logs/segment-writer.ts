// Appends whole lines to the segments of one log: text first, index last. Begins a new segment when one is full, and drops
// the oldest when the log is over its cap.
import { freeBytes } from '../../platform/storage/free-bytes.ts';
import type { Piece } from './line-splitter.ts';
import { createOlderSegments } from './older-segments.ts';
import { createPacedWrites, type WriteAll } from './paced-writes.ts';
import { type OpenFiles, openMended } from './repair.ts';
import { encodeRun, LONGEST_RUN, RECORD_BYTES, type Run } from './segment-format.ts';
import { stage } from './stage.ts';

export type LogLimits = {
  /** The most that one log may take; its oldest lines go first. */
  capBytes?: number | undefined;
  /** A segment that is as long as this is followed by a new one. */
  segmentBytes?: number | undefined;
};
export type SegmentOptions = LogLimits & {
  /** Called when old segments cannot be dropped; new lines are written all the same. */
  onStuck: (thrown: unknown) => void;
};

export type SegmentWriter = {
  /** All of it or nothing. After a failure the next call opens the files again, mended. */
  append(pieces: readonly Piece[]): Promise<void>;
  /** How much fits the present segment. */
  room(): number;
  /** Whether the disk has this much left, as far as it tells. */
  diskHas(bytes: number): Promise<boolean>;
  /** The number of the last line; 0 before there is one. */
  lastLine(): number;
  close(): Promise<void>;
};

type Segment = OpenFiles & { first: number };

const MIB = 1_048_576;
const USUAL_LOG = 256 * MIB;
const USUAL_SEGMENT = 16 * MIB;
/** Offsets in an index are 32 bits wide. */
const LARGEST_SEGMENT = 1_024 * MIB;
/** With fewer, dropping one would drop most of the log. */
const FEWEST_SEGMENTS = 4;

export function createSegmentWriter(
  folder: string,
  { capBytes = USUAL_LOG, segmentBytes: requested = USUAL_SEGMENT, onStuck }: SegmentOptions,
): SegmentWriter {
  const segmentBytes = Math.min(requested, Math.ceil(capBytes / FEWEST_SEGMENTS), LARGEST_SEGMENT);
  const older = createOlderSegments(folder);
  const writeAll = createPacedWrites();
  let current: Segment | undefined;
  let lastLine = 0;
  const close = async () => {
    const files = current;
    current = undefined;
    await Promise.all([files?.text.close(), files?.index.close()]);
  };
  const begin = async (first: number): Promise<Segment> => {
    current = { first, ...(await openMended(folder, first)) };
    lastLine = first + current.size.lines - 1;
    return current;
  };
  const present = async (): Promise<Segment> => {
    current ??= await begin(await older.find());
    if (current.size.bytes < segmentBytes) return current;
    older.add(current.first, bytesOf(current));
    await close();
    return await begin(lastLine + 1);
  };
  return {
    append: async (pieces) => {
      const segment = await present();
      try {
        await appendTo(segment, pieces, writeAll);
      } catch (thrown) {
        await undo(segment);
        await close();
        throw thrown;
      }
      lastLine = segment.first + segment.size.lines - 1;
      await older.dropOver(capBytes - bytesOf(segment)).catch(onStuck);
    },
    room: () => {
      const left = segmentBytes - (current?.size.bytes ?? 0);
      return left > 0 ? left : segmentBytes;
    },
    diskHas: async (bytes) => (await freeBytes(folder)) >= bytes,
    lastLine: () => lastLine,
    close,
  };
}

function bytesOf({ size }: Segment): number {
  return size.bytes + RECORD_BYTES * (size.records + 1);
}

async function appendTo({ text, index, size }: Segment, pieces: readonly Piece[], writeAll: WriteAll): Promise<void> {
  const runs = runsOf(pieces, size);
  const records = Buffer.alloc(RECORD_BYTES * runs.length);
  for (const [n, run] of runs.entries()) encodeRun(records, n * RECORD_BYTES, run);
  const buffers = pieces.flatMap((piece) => piece.buffers);
  const bytes = pieces.reduce((all, piece) => all + piece.bytes, 0);
  const staged = stage(buffers, bytes);
  // Finding out that chunks are free costs the collector more than all else that is done with them.
  for (const { memory } of pieces) memory?.transfer(0);
  try {
    await writeAll(text, staged.bytes);
  } finally {
    staged.giveBack();
  }
  await writeAll(index, records, RECORD_BYTES * (size.records + 1));
  const last = runs.at(-1);
  Object.assign(size, { bytes: last?.end, lines: last?.lines, records: size.records + runs.length });
}

/** Takes back what a failed write may have left, so that no torn line stays; what cannot be taken back, opening mends. */
async function undo({ text, index, size }: Segment): Promise<void> {
  await Promise.allSettled([text.truncate(size.bytes), index.truncate(RECORD_BYTES * (size.records + 1))]);
}

/** Pieces that arrived together become one run. */
function runsOf(pieces: readonly Piece[], size: { bytes: number; lines: number }): Run[] {
  const runs: Run[] = [];
  let begin = size.bytes;
  let end = size.bytes;
  let { lines } = size;
  for (const { stream, at, cut, ...piece } of pieces) {
    end += piece.bytes;
    lines += piece.lines;
    const last = runs.at(-1);
    const isOne = last !== undefined && last.stream === stream && last.at === at && !last.cut && !cut;
    if (isOne && end - begin <= LONGEST_RUN) Object.assign(last, { end, lines });
    else {
      begin = end - piece.bytes;
      runs.push({ end, lines, at, stream, cut });
    }
  }
  return runs;
}
