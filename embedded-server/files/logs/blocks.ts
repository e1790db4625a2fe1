// Walks over the lines of a log, forward or backward, a block at a time.
/* oxlint-disable node/no-sync -- runs in a worker thread, where nothing waits for it but its own work */
import { readdirSync } from 'node:fs';
import type { LineStream, LogExtent } from '../../../src-shared/servers/log.ts';
import { errorCode } from '../../platform/storage/data-errors.ts';
import { type Block, type OpenSegment, openSegment } from './open-segment.ts';
import { NEWLINE, segmentsAmong } from './segment-format.ts';

/** A line as it was written. `bytes` come without the newline. */
export type LogLine = { number: number; at: number; stream: LineStream; bytes: Buffer; cut: boolean };

/** Every block that holds lines from this one on, in order. */
export function* blocksFrom(folder: string, line: number): Generator<Block> {
  for (const segment of openEach(folder, listSegments(folder))) {
    if (segment.last < line) continue;
    let run = line > segment.first ? segment.runOf(line) : 0;
    while (run < segment.runs) {
      const block = segment.blockFrom(run);
      yield block;
      run += block.runs.length;
    }
  }
}

/** Every block that holds lines before this one, the latest first. */
export function* blocksBefore(folder: string, line: number): Generator<Block> {
  for (const segment of openEach(folder, listSegments(folder).toReversed())) {
    if (segment.first >= line) continue;
    let run = line > segment.last ? segment.runs - 1 : segment.runOf(line - 1);
    while (run >= 0) {
      const block = segment.blockUpTo(run);
      yield block;
      run = block.firstRun - 1;
    }
  }
}

/** The lines of a block, in order; with streams given, only theirs. */
export function linesOf(block: Block, streams?: ReadonlySet<LineStream>): LogLine[] {
  if (streams !== undefined && !block.runs.some((run) => streams.has(run.stream))) return [];
  const bytes = block.read();
  const lines: LogLine[] = [];
  let number = block.firstLine;
  let from = 0;
  for (const { end, at, stream, cut } of block.runs) {
    const isWanted = streams === undefined || streams.has(stream);
    for (const runEnd = end - block.start; from < runEnd; number += 1) {
      const newline = bytes.indexOf(NEWLINE, from);
      if (newline === -1) return lines; // the text was cut short
      if (isWanted) lines.push({ number, at, stream, bytes: bytes.subarray(from, newline), cut });
      from = newline + 1;
    }
  }
  return lines;
}

export function extentOf(folder: string): LogExtent {
  const firsts = listSegments(folder);
  const first = firsts[0] ?? 1;
  const newest = firsts.at(-1);
  const segment = newest === undefined ? undefined : openSegment(folder, newest);
  segment?.close();
  const last = segment?.last ?? (newest ?? first) - 1;
  return { first, last, count: last - first + 1, dropped: first - 1 };
}

function* openEach(folder: string, firsts: readonly number[]): Generator<OpenSegment> {
  for (const first of firsts) {
    const segment = openSegment(folder, first);
    if (segment === undefined) continue; // dropped since it was listed
    try {
      yield segment;
    } finally {
      segment.close();
    }
  }
}

function listSegments(folder: string): number[] {
  try {
    return segmentsAmong(readdirSync(folder));
  } catch (thrown) {
    if (errorCode(thrown) === 'ENOENT') return [];
    throw thrown;
  }
}
