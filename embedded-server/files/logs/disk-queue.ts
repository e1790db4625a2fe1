// Brings pieces of a log to the disk in few large writes, one at a time. While the disk takes nothing, they are counted instead
// of kept, so that memory does not grow and nobody is held up; when it takes some again, one note says how much is missing.

import { errorCode } from '../../platform/storage/data-errors.ts';
import type { Piece } from './line-splitter.ts';
import type { SegmentWriter } from './segment-writer.ts';

export type DiskQueue = {
  add(piece: Piece): void;
  start(): void;
  /** When too much is waiting, resolves when there is room again. */
  whenRoom(): Promise<void> | undefined;
  /** Resolves when nothing is waiting: all is in the files, or counted as lost. */
  settle(): Promise<void>;
  /** Closes the files until there is something to write again. One that writes at this moment is left alone. */
  rest(): void;
  /** Says what is lost, if the disk takes it now, and closes the files. */
  end(): Promise<void>;
};

export type DiskQueueOptions = {
  segments: SegmentWriter;
  /** Called at each advance with the number of the last line on disk. */
  onLines: (lastLine: number) => void;
  /** Called once, in a sentence, when the disk takes no more. */
  onProblem: (sentence: string) => void;
};

const LONGEST_WRITE = 262_144;
const MOST_WAITING = 8 * LONGEST_WRITE;
const MOST_PIECES = 4_096;
/** How long to wait until a disk that took nothing is tried again. */
const RETRY_MS = 1_000;

type State = DiskQueueOptions & {
  waiting: Piece[];
  bytes: number;
  lost: Lost | undefined;
  running: Promise<void> | undefined;
  room: PromiseWithResolvers<void> | undefined;
  retryTimer: NodeJS.Timeout | undefined;
  hasEnded: boolean;
};

export function createDiskQueue(options: DiskQueueOptions): DiskQueue {
  const state: State = {
    ...options,
    waiting: [],
    bytes: 0,
    lost: undefined,
    running: undefined,
    room: undefined,
    retryTimer: undefined,
    hasEnded: false,
  };
  return {
    add: (piece) => {
      if (state.lost !== undefined && state.running === undefined) {
        count(state.lost, [piece]);
        return;
      }
      state.waiting.push(piece);
      state.bytes += piece.bytes;
    },
    start: () => {
      if (state.waiting.length > 0) void run(state);
    },
    whenRoom: () => {
      if (!isFull(state)) return undefined;
      state.room ??= Promise.withResolvers();
      return state.room.promise;
    },
    settle: () => settle(state),
    rest: () => {
      if (state.running === undefined && !state.hasEnded) void run(state, closeFiles);
    },
    end: async () => {
      state.hasEnded = true;
      clearTimeout(state.retryTimer);
      await settle(state);
      if (state.lost !== undefined) await run(state);
      await state.segments.close();
    },
  };
}

async function settle(state: State): Promise<void> {
  while (state.running !== undefined || state.waiting.length > 0) await run(state);
}

function run(state: State, work = drain): Promise<void> {
  state.running ??= work(state).finally(() => {
    state.running = undefined;
    // Who waited for room may have added something just before this.
    if (state.waiting.length > 0) void run(state);
  });
  return state.running;
}

/** What cannot be closed is opened again, mended, as after any failure. */
async function closeFiles({ segments }: State): Promise<void> {
  await segments.close().catch(() => undefined);
}

async function drain(state: State): Promise<void> {
  const { segments, onLines } = state;
  let batch: Piece[] = [];
  try {
    await sayWhatIsMissing(state);
    while (state.waiting.length > 0) {
      batch = takeBatch(state, Math.min(LONGEST_WRITE, segments.room()));
      await segments.append(batch);
      batch = [];
      onLines(segments.lastLine());
      giveRoom(state);
    }
  } catch (thrown) {
    await giveUp(state, thrown, batch);
    giveRoom(state);
  }
}

/** Before the first line that is kept again. The note alone may fit a disk that is as full as before, and would be said again and again. */
async function sayWhatIsMissing(state: State): Promise<void> {
  if (state.lost === undefined) return;
  if (!state.hasEnded && !(await state.segments.diskHas(LONGEST_WRITE))) throw state.lost.thrown;
  await state.segments.append([ownNote(noteAfter(state.lost))]);
  state.lost = undefined;
  state.onLines(state.segments.lastLine());
}

async function giveUp(state: State, thrown: unknown, refused: readonly Piece[]): Promise<void> {
  const { segments, onLines, onProblem } = state;
  if (state.lost === undefined) {
    state.lost = { bytes: 0, lines: 0, thrown };
    onProblem(noteAtStop(thrown));
    // Most often the last block of the file has room for it; where it has not, the later note says what is missing.
    await segments.append([ownNote(noteAtStop(thrown))]).catch(() => undefined);
    onLines(segments.lastLine());
  }
  count(state.lost, [...refused, ...state.waiting.splice(0)]);
  state.bytes = 0;
  if (state.hasEnded) return;
  clearTimeout(state.retryTimer);
  state.retryTimer = setTimeout(() => void run(state), RETRY_MS).unref();
}

function giveRoom(state: State): void {
  if (isFull(state)) return;
  state.room?.resolve();
  state.room = undefined;
}

function isFull({ waiting, bytes }: State): boolean {
  return bytes >= MOST_WAITING || waiting.length >= MOST_PIECES;
}

function count(lost: Lost, pieces: readonly Piece[]): void {
  for (const piece of pieces) {
    lost.bytes += piece.bytes;
    lost.lines += piece.lines;
  }
}

/** The oldest pieces up to so many bytes, at least one. */
function takeBatch(state: State, most: number): Piece[] {
  let bytes = 0;
  let taken = 0;
  for (const piece of state.waiting) {
    if (taken > 0 && bytes + piece.bytes > most) break;
    bytes += piece.bytes;
    taken += 1;
  }
  state.bytes -= bytes;
  return state.waiting.splice(0, taken);
}

function ownNote(sentence: string): Piece {
  const bytes = Buffer.from(`${sentence}\n`);
  return { stream: 'slipway', at: Date.now(), buffers: [bytes], bytes: bytes.length, lines: 1, cut: false };
}

/** What could not be written, and why it began. */
type Lost = { bytes: number; lines: number; thrown: unknown };

const FULL = new Set(['ENOSPC', 'EDQUOT']);

/** Says in a sentence why lines of a log are not kept, and afterwards how much is missing. */
function noteAtStop(thrown: unknown): string {
  if (isDiskFull(thrown)) {
    return 'The disk is full. What the server writes from here on is not kept until there is room again. Free some space.';
  }
  return `The log cannot be written (${reason(thrown)}). What the server writes from here on is not kept until it can be. Check the data folder.`;
}

function noteAfter({ bytes, lines, thrown }: Lost): string {
  const missing = `${lines.toLocaleString('en-US')} ${lines === 1 ? 'line' : 'lines'} (${bytes.toLocaleString('en-US')} bytes)`;
  const why = isDiskFull(thrown) ? 'the disk was full' : `the log could not be written (${reason(thrown)})`;
  return `${missing} are missing here: ${why}.`;
}

function isDiskFull(thrown: unknown): boolean {
  return FULL.has(errorCode(thrown) ?? '');
}

function reason(thrown: unknown): string {
  return errorCode(thrown) ?? (thrown instanceof Error ? thrown.message : String(thrown));
}
