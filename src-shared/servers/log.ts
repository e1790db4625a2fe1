// What a server wrote, line by line, as the window and other services see it, and how it is searched.
import { z } from 'zod';
import { u64 } from '../service/common.ts';
import { unixMillis } from '../service/servers.ts';
import { sentence } from '../text/message-schema.ts';

/** Where a line comes from: the server's two outputs, a file it writes, or our own notes about it. */
export const lineStream = z.enum(['std_out', 'std_err', 'file', 'slipway']);
/** Where a line comes from. */
export type LineStream = z.infer<typeof lineStream>;

/** How bad a line is, as far as its text tells. */
export const lineLevel = z.enum(['error', 'warn', 'info', 'debug']);
/** How bad a line is. */
export type LineLevel = z.infer<typeof lineLevel>;

/** Lines are counted from one, and keep their number when older ones are dropped. */
export const lineNumber = z.int().min(1);

/** One line. `at` is when it arrived here, whatever time it tells itself; `cut` when its end was not its own newline. */
export const logLine = z.object({
  number: lineNumber,
  at: unixMillis,
  stream: lineStream,
  text: z.string(),
  level: lineLevel.optional(),
  cut: z.boolean(),
});
/** One line of a log. */
export type LogLineView = z.infer<typeof logLine>;

/** Which lines a log has. With none, `last` is one less than `first`. */
export const logExtent = z.object({ first: lineNumber, last: u64, count: u64, dropped: u64 });
/** Which lines a log has. */
export type LogExtent = z.infer<typeof logExtent>;

/** Asks for lines: from one on, or those before one; the oldest ones without either. */
export const readLog = z.object({
  from: lineNumber.optional(),
  before: lineNumber.optional(),
  limit: z.int().min(1).max(10_000),
  streams: z.array(lineStream).optional(),
});
/** Asks for lines. */
export type ReadLog = z.infer<typeof readLog>;

/** Asks for lines that hold a text or match a regular expression; without either, for those of some levels or streams. */
export const searchLog = z.object({
  text: z.string().max(1024).optional(),
  regex: z.string().max(1024).optional(),
  caseSensitive: z.boolean().optional(),
  levels: z.array(lineLevel).optional(),
  streams: z.array(lineStream).optional(),
  from: lineNumber.optional(),
  limit: z.int().min(1).max(10_000),
  direction: z.enum(['forward', 'backward']).optional(),
});
/** Asks for lines that match. */
export type SearchLog = z.infer<typeof searchLog>;

/** From and to, in characters of the line without its colours. */
export const matchRange = z.tuple([z.int().min(0), z.int().min(0)]);

/**
 * Why a search ended before the end of the log: enough found, out of time, or a pattern that takes too long on one line.
 * `next` is where it can go on, and `note` says it in words.
 */
export const searchStop = z.object({ why: z.enum(['limit', 'time', 'pattern']), next: lineNumber, note: sentence });
/** Why a search ended before the end of the log. */
export type SearchStop = z.infer<typeof searchStop>;

/** What a search found, in the direction in which it went. */
export const searchAnswer = z.object({
  hits: z.array(z.object({ line: logLine, ranges: z.array(matchRange) })),
  looked: u64,
  stopped: searchStop.optional(),
});
/** What a search found. */
export type SearchAnswer = z.infer<typeof searchAnswer>;

/** Says that a log's oldest lines are gone; nothing when none are. */
export function droppedNote(dropped: number): string | undefined {
  if (dropped === 0) return undefined;
  const count = dropped.toLocaleString('en-US');
  return dropped === 1 ? '1 older line was dropped' : `${count} older lines were dropped`;
}
