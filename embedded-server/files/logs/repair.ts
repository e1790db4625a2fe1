// Makes a segment whole that a crash may have torn: its index says no more than the text has, and all that the text has.
import { type FileHandle, open, stat } from 'node:fs/promises';
import { writeAll } from '../../platform/durable/write-all.ts';
import { ifThere } from '../../platform/storage/if-there.ts';
import { countLines } from './count-lines.ts';
import {
  decodeRun,
  encodeRun,
  INDEX_HEADER,
  LONGEST_RUN,
  NEWLINE,
  RECORD_BYTES,
  type Run,
  segmentFiles,
} from './segment-format.ts';

/** What a segment holds. */
export type SegmentSize = { bytes: number; records: number; lines: number };

/** Opens both files of a segment for writing, mended. Makes them when they are not there. */
export async function openMended(folder: string, first: number): Promise<OpenFiles> {
  const files = segmentFiles(folder, first);
  const text = await open(files.text, 'a+');
  try {
    // Not 'a': what is left of a write that failed is written over, at its place.
    const isThere = (await ifThere(stat(files.index))) !== undefined;
    const index = await open(files.index, isThere ? 'r+' : 'w+');
    try {
      // Reading what is empty takes 64 KiB for each of the logs that are opened at the same moment.
      return { text, index, size: await mend(text, index, isThere ? await index.readFile() : Buffer.alloc(0)) };
    } catch (thrown) {
      await index.close();
      throw thrown;
    }
  } catch (thrown) {
    await text.close();
    throw thrown;
  }
}

export type OpenFiles = { text: FileHandle; index: FileHandle; size: SegmentSize };

/** `written`: what the index says so far. */
async function mend(text: FileHandle, index: FileHandle, written: Buffer): Promise<SegmentSize> {
  const { size: textBytes, mtimeMs } = await text.stat();
  const known = goodRuns(written, textBytes);
  while (known.length > 0 && !(await endsLine(text, known.at(-1)?.end ?? 0))) known.pop();
  const before = { end: 0, lines: 0, stream: 'std_out', cut: false, ...known.at(-1), at: Math.floor(mtimeMs) } as const;
  const found = await scan(text, textBytes, before);
  const keptBytes = RECORD_BYTES * (known.length + 1);
  if (found.length > 0 || written.length !== keptBytes) await writeIndex(index, known.length, found);
  const { end, lines } = found.at(-1) ?? before;
  return { bytes: end, records: known.length + found.length, lines };
}

/** The runs up to the first that cannot be. */
function goodRuns(written: Buffer, textBytes: number): Run[] {
  const runs: Run[] = [];
  if (!written.subarray(0, RECORD_BYTES).equals(INDEX_HEADER)) return runs;
  let last = { end: 0, lines: 0 };
  for (let offset = RECORD_BYTES; ; offset += RECORD_BYTES) {
    const run = decodeRun(written, offset);
    const isGood = run !== undefined && run.end > last.end && run.lines > last.lines && run.end <= textBytes;
    if (!isGood) return runs;
    runs.push(run);
    last = run;
  }
}

async function endsLine(text: FileHandle, end: number): Promise<boolean> {
  const { buffer, bytesRead } = await text.read(Buffer.alloc(1), 0, 1, end - 1);
  return bytesRead === 1 && buffer[0] === NEWLINE;
}

/**
 * Runs for what is in the text behind the last one that is known; they are taken for the same stream, and as old as the file.
 * A torn last line gets the newline it lacks.
 */
async function scan(text: FileHandle, textBytes: number, before: Run): Promise<Run[]> {
  const runs: Run[] = [];
  if (before.end >= textBytes) return runs;
  const buffer = Buffer.alloc(LONGEST_RUN);
  let last = before;
  let { lines } = before;
  for (let at = before.end; at < textBytes; ) {
    const { bytesRead } = await text.read(buffer, 0, buffer.length, at);
    if (bytesRead === 0) break;
    const part = buffer.subarray(0, bytesRead);
    lines += countLines(part, bytesRead);
    if (lines > last.lines) {
      last = { ...before, end: at + part.lastIndexOf(NEWLINE) + 1, lines, cut: false };
      runs.push(last);
    }
    at += bytesRead;
  }
  if (last.end < textBytes) {
    await text.appendFile('\n');
    runs.push({ ...before, end: textBytes + 1, lines: lines + 1, cut: true });
  }
  return runs;
}

async function writeIndex(index: FileHandle, kept: number, found: readonly Run[]): Promise<void> {
  const records = Buffer.alloc(RECORD_BYTES * found.length);
  for (const [n, run] of found.entries()) encodeRun(records, n * RECORD_BYTES, run);
  const at = RECORD_BYTES * (kept + 1);
  await index.truncate(at);
  await writeAll(index, INDEX_HEADER, 0);
  await writeAll(index, records, at);
}
