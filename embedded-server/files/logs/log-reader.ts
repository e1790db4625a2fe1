// Reads a log from its files alone, so that it works in any thread, while the server runs and long after it.
import type { LineStream, LogExtent, ReadLog, SearchLog } from '../../../src-shared/servers/log.ts';
import { blocksBefore, blocksFrom, extentOf, type LogLine, linesOf } from './blocks.ts';
import { type Found, searchLog } from './search.ts';

/** Lines in their order. `next` continues after them, `previous` (as `before`) ahead of them. */
export type LogPage = { lines: LogLine[]; next: number; previous: number; extent: LogExtent };

export type LogReader = {
  /** May answer less than the limit when lines are long; `next` and `previous` tell where to go on. */
  read(request: ReadLog): LogPage;
  tail(count: number): LogPage;
  extent(): LogExtent;
  search(request: SearchLog, signal?: AbortSignal): Promise<Found>;
};

/** A page ends after this much, however few its lines are. */
const PAGE_BYTES = 4_194_304;

export function createLogReader(folder: string): LogReader {
  const read = (request: ReadLog): LogPage => {
    const extent = extentOf(folder);
    return request.before === undefined ? readOn(folder, request, extent) : readBack(folder, request, extent);
  };
  return {
    read,
    tail: (limit) => read({ before: Number.MAX_SAFE_INTEGER, limit }),
    extent: () => extentOf(folder),
    search: (request, signal) => searchLog(folder, request, signal),
  };
}

function readOn(folder: string, { from = 1, limit, streams }: ReadLog, extent: LogExtent): LogPage {
  const page = createPage(limit);
  const wanted = setOf(streams);
  const previous = Math.max(from, extent.first);
  for (const block of blocksFrom(folder, from)) {
    for (const line of linesOf(block, wanted)) {
      if (line.number >= from && !page.take(line)) return { lines: page.lines, next: line.number, previous, extent };
    }
  }
  return { lines: page.lines, next: Math.max(from, extent.last + 1, after(page.lines)), previous, extent };
}

function readBack(folder: string, { before = 1, limit, streams }: ReadLog, extent: LogExtent): LogPage {
  const page = createPage(limit);
  const wanted = setOf(streams);
  const next = Math.min(before, extent.last + 1);
  for (const block of blocksBefore(folder, before)) {
    for (const line of linesOf(block, wanted).toReversed()) {
      if (line.number < before && !page.take(line)) {
        return { lines: page.lines.toReversed(), next, previous: line.number + 1, extent };
      }
    }
  }
  return { lines: page.lines.toReversed(), next, previous: extent.first, extent };
}

type Page = { lines: LogLine[]; take(line: LogLine): boolean };

/** Takes lines until it is full. What it took is copied out of the large block. */
function createPage(limit: number): Page {
  const lines: LogLine[] = [];
  let bytes = 0;
  return {
    lines,
    take: (line) => {
      if (lines.length >= limit || bytes >= PAGE_BYTES) return false;
      lines.push({ ...line, bytes: Buffer.from(line.bytes) });
      bytes += line.bytes.length;
      return true;
    },
  };
}

function after(lines: readonly LogLine[]): number {
  return (lines.at(-1)?.number ?? 0) + 1;
}

function setOf(streams: readonly LineStream[] | undefined): ReadonlySet<LineStream> | undefined {
  return streams === undefined ? undefined : new Set(streams);
}
