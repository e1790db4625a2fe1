// Follows the log of one server, reads the lines in sight, searches it, gives it out as text, and types into the console.

import { asAppError } from '../../../../src-shared/errors/app-error.ts';
import type { LogNews, ServerTarget } from '../../../../src-shared/servers/bridge.ts';
import type { LogLineView } from '../../../../src-shared/servers/log.ts';
import { client } from '../../../bridge/client.ts';
import { errorText } from '../../../text/t.ts';
import { runLogSearch } from './log-search.ts';
import { withNumbers } from './log-selectors.ts';
import { type LogLevel, noSearch, useLog } from './log-store.ts';

/** Lines are read in blocks of this many, and about so many are held. */
const BLOCK = 500;
const HELD = 12_000;

let target: ServerTarget | undefined;
let stopSearch: () => void = () => undefined;
const pages = new Set<number>();
/** The lines that are in sight. */
let sight: ReadonlySet<number> = new Set();

/** Mirrors a log until the answer is called. */
export function followLog(next: ServerTarget): () => void {
  target = next;
  pages.clear();
  useLog.setState(useLog.getInitialState(), true);
  const stopNews = client.subscribe('servers.log', next, { next: takeNews });
  const stopMarks = runLogSearch({
    target: next,
    search: { levels: ['warn', 'error'] },
    last,
    onFound: (hits) => {
      if (hits.length === 0) return;
      const of = (level: LogLineView['level']) =>
        hits.filter(({ line }) => line.level === level).map(({ line }) => line.number);
      useLog.setState(({ warns, errors }) => ({
        warns: withNumbers(warns, of('warn')),
        errors: withNumbers(errors, of('error')),
      }));
    },
  });
  return () => {
    stopNews();
    stopMarks();
    stopSearch();
    target = undefined;
  };
}

function last(): number {
  return useLog.getState().extent?.last ?? 0;
}

function takeNews({ extent, lines, problem, stale_since: staleSince }: LogNews): void {
  useLog.setState((state) => ({
    extent: extent ?? state.extent,
    lines: lines.length === 0 ? state.lines : holding(state.lines, lines),
    problem: errorText(problem),
    staleSince,
  }));
}

/** The lines that are held with new ones; when there are many, those that came first go, but for what somebody looks at. */
function holding(known: ReadonlyMap<number, LogLineView>, more: readonly LogLineView[]): Map<number, LogLineView> {
  const next = new Map(known);
  for (const line of more) next.set(line.number, line);
  for (const number of next.keys()) {
    if (next.size <= HELD) break;
    if (!sight.has(number)) next.delete(number);
  }
  return next;
}

/** Holds these lines, which are in sight, and reads those of them that are not there yet. */
export function readLines(numbers: readonly number[]): void {
  sight = new Set(numbers);
  const { lines } = useLog.getState();
  const blocks = new Set<number>();
  for (const number of numbers) if (!lines.has(number)) blocks.add(Math.floor((number - 1) / BLOCK));
  for (const block of blocks) void readBlock(block);
}

async function readBlock(block: number): Promise<void> {
  const from = target;
  if (from === undefined || pages.has(block)) return;
  pages.add(block);
  try {
    const read = { from: block * BLOCK + 1, limit: BLOCK };
    const { lines } = await client.call('servers.readLog', { ...from, read });
    if (from === target) useLog.setState((state) => ({ lines: holding(state.lines, lines) }));
  } catch {
    // The topic says why nothing can be read; the lines are asked for again when they come into sight again.
  } finally {
    pages.delete(block);
  }
}

/** So many are quoted where a crash is told. */
const LAST_ERRORS = 3;

/** Looks for the last errors from the end back: however long the log is, they are found at once. */
export async function readLastErrors(): Promise<void> {
  const from = target;
  if (from === undefined) return;
  try {
    const search = { levels: ['error' as const], limit: LAST_ERRORS, direction: 'backward' as const };
    const { hits } = await client.call('servers.searchLog', { ...from, search });
    const lastErrors = hits.map(({ line }) => line).toSorted((a, b) => a.number - b.number);
    if (from === target) useLog.setState({ lastErrors });
  } catch {
    // The topic says why nothing can be read.
  }
}

/** Follows the newest line, or stays where the person is. */
export function setFollowing(isFollowing: boolean): void {
  useLog.setState((state) => {
    if (state.isFollowing === isFollowing) return state;
    return isFollowing ? { isFollowing, pausedAt: undefined } : { isFollowing, seen: state.extent?.last ?? 0 };
  });
}

/** Freezes the view while lines keep coming, or lets it go on. */
export function setPaused(isPaused: boolean): void {
  useLog.setState(({ extent }) => ({ pausedAt: isPaused ? (extent?.last ?? 0) : undefined, seen: extent?.last ?? 0 }));
}

/** Shows all lines, or only bad ones. */
export function setLevel(level: LogLevel): void {
  useLog.setState({ level });
}

/** Looks for a text or a pattern; an empty one ends the search. */
export function searchLog(text: string, isRegex: boolean): void {
  stopSearch();
  stopSearch = () => undefined;
  useLog.setState({ search: { ...noSearch, text, isRegex, isBusy: text !== '' } });
  const from = target;
  if (text === '' || from === undefined) return;
  const timer = setTimeout(() => {
    stopSearch = runLogSearch({
      target: from,
      search: isRegex ? { regex: text } : { text },
      last,
      onFound: (found) => {
        if (found.length === 0) return;
        useLog.setState(({ search }) => {
          const hits = withNumbers(
            search.hits,
            found.map(({ line }) => line.number),
          );
          const ranges = new Map(search.ranges);
          for (const hit of found) ranges.set(hit.line.number, hit.ranges);
          // As long as nobody has gone to one, the newest is the present one. Others may be found before the one that was chosen.
          const present = search.isChosen ? search.hits[search.at] : undefined;
          return {
            search: { ...search, hits, ranges, at: present === undefined ? hits.length - 1 : hits.indexOf(present) },
          };
        });
      },
      onRest: (note) => useLog.setState(({ search }) => ({ search: { ...search, isBusy: false, note } })),
    });
  }, 200);
  stopSearch = () => clearTimeout(timer);
}

/** Goes to the next or previous hit, round the end; answers its line. */
export function stepSearch(by: 1 | -1): number | undefined {
  const { search } = useLog.getState();
  const count = search.hits.length;
  if (count === 0) return undefined;
  const at = (search.at + by + count) % count;
  useLog.setState({ search: { ...search, at, isChosen: true } });
  return search.hits[at];
}

/** Reads lines of the log that is open, one block after the other. */
export async function readLog(from: number, to: number, take: (lines: LogLineView[]) => void): Promise<void> {
  const source = target;
  if (source === undefined) return;
  let next = from;
  while (next <= to) {
    const { lines } = await client.call('servers.readLog', { ...source, read: { from: next, limit: 5_000 } });
    if (lines.length === 0) return;
    take(lines.filter(({ number }) => number <= to));
    next = (lines.at(-1)?.number ?? to) + 1;
  }
}

/** Types a line into the console of a server. Answers why that failed, if it did. */
export async function typeLine(server: ServerTarget, line: string): Promise<string | undefined> {
  try {
    const { instance_id, game_id, namespace_id, server_id } = server;
    await client.call('servers.type', { instance_id, game_id, namespace_id, server_id, line });
    return undefined;
  } catch (thrown) {
    return errorText(asAppError(thrown).toBody());
  }
}
