// Searches a log a block at a time, with a budget of time: a long log or a bad pattern ends it with an answer that says so.
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { LineStream, SearchLog, SearchStop } from '../../../src-shared/servers/log.ts';
import { levelOf } from '../../../src-shared/servers/log-level.ts';
import { messageFor } from '../../../src-shared/text/message.ts';
import { numberMessage } from '../../../src-shared/text/values.ts';
import { blocksBefore, blocksFrom, type LogLine, linesOf } from './blocks.ts';
import { plainText } from './line-text.ts';
import { createPattern, type Pattern, type Range } from './search-pattern.ts';

/** A line that matches; the ranges count in its text without colours. */
export type Hit = { line: LogLine; ranges: Range[] };
export type Found = { hits: Hit[]; looked: number; stopped?: SearchStop };

const BUDGET_MS = 2_000;
/** One block takes a few milliseconds; on a busy machine, some more. Only a bad pattern takes this long, and all wait for it. */
const LONGEST_BLOCK_MS = 300;
/** How long others of the thread wait at most. */
const TURN_MS = 10;

type Task = { request: SearchLog; pattern: Pattern | undefined; streams: ReadonlySet<LineStream> | undefined };
type Looked = { hits: Hit[]; looked: number; stuck: LogLine | undefined };

/** Rejects with the signal's reason when it is aborted. */
export async function searchLog(folder: string, request: SearchLog, signal?: AbortSignal): Promise<Found> {
  const isBackward = request.direction === 'backward';
  const { streams } = request;
  const task = { request, pattern: createPattern(request), streams: streams && new Set(streams) };
  const deadline = performance.now() + BUDGET_MS;
  const hits: Hit[] = [];
  let looked = 0;
  let turnEnds = performance.now() + TURN_MS;
  for (const block of walk(folder, request)) {
    signal?.throwIfAborted();
    const now = performance.now();
    const lines = inReach(linesOf(block, task.streams), request);
    if (isBackward) lines.reverse();
    if (now > deadline && lines[0] !== undefined) return { hits, looked, stopped: outOfTime(lines[0], looked) };
    const answer = lookAt(task, lines, request.limit - hits.length);
    hits.push(...answer.hits);
    looked += answer.looked;
    const stopped = whyStopped(answer, lines, isBackward);
    if (stopped !== undefined) return { hits, looked, stopped };
    if (now > turnEnds) {
      await nextTurn();
      turnEnds = performance.now() + TURN_MS;
    }
  }
  return { hits, looked };
}

/** Backward, `from` is the first line that is looked at as well, so that `next` can be given back as it came. */
function walk(folder: string, { from, direction }: SearchLog) {
  if (direction !== 'backward') return blocksFrom(folder, from ?? 1);
  return blocksBefore(folder, from === undefined ? Number.MAX_SAFE_INTEGER : from + 1);
}

function inReach(lines: LogLine[], { from, direction }: SearchLog): LogLine[] {
  if (from === undefined) return lines;
  return lines.filter(({ number }) => (direction === 'backward' ? number <= from : number >= from));
}

function lookAt({ request, pattern }: Task, lines: readonly LogLine[], most: number): Looked {
  const texts = lines.map((line) => plainText(line.bytes));
  const found = pattern?.match(texts, LONGEST_BLOCK_MS);
  const end = found?.stuckAt ?? lines.length;
  const hits: Hit[] = [];
  for (const [n, line] of lines.slice(0, end).entries()) {
    const ranges = found === undefined ? [] : found.matches.get(n);
    if (ranges === undefined || !hasLevel(texts[n] ?? '', request)) continue;
    if (hits.length === most) return { hits, looked: n, stuck: undefined };
    hits.push({ line: { ...line, bytes: Buffer.from(line.bytes) }, ranges });
  }
  return { hits, looked: end, stuck: lines[end] };
}

function hasLevel(text: string, { levels }: SearchLog): boolean {
  if (levels === undefined) return true;
  const level = levelOf(text);
  return level !== undefined && levels.includes(level);
}

function whyStopped({ looked, stuck }: Looked, lines: readonly LogLine[], isBackward: boolean): SearchStop | undefined {
  if (stuck !== undefined) {
    const note = messageFor('log.pattern-too-slow', { line: stuck.number });
    return { why: 'pattern', next: Math.max(1, stuck.number + (isBackward ? -1 : 1)), note };
  }
  const next = lines[looked];
  return next && { why: 'limit', next: next.number, note: messageFor('log.more-matches') };
}

function outOfTime({ number }: LogLine, looked: number): SearchStop {
  const note = messageFor('log.out-of-time', { count: numberMessage(looked), line: number });
  return { why: 'time', next: number, note };
}
