// Holds back one way of a TCP connection as a link says, in order and bounded: when too much waits, it wants no more.

import type { Scheduler } from './conditions/scheduler.ts';
import type { Link } from './conditions/simulated-line.ts';
import { createPieceQueue, type PieceQueue } from './piece-queue.ts';

export type StreamDelay = {
  /** Keeps the bytes, which must not change afterwards. Answers whether there is room for more. */
  take(bytes: Buffer): boolean;
  /** After all that waits, the stream ends. */
  finish(): void;
  /** Without a link all that waits goes on at once. */
  setLink(link: Link | undefined): void;
  /** While held, nothing passes. */
  setHeld(isHeld: boolean): void;
  /** The socket has taken what it was given. */
  unblock(): void;
  drop(): void;
};

export type StreamDelayDependencies = {
  scheduler: Scheduler;
  /** Answers whether the socket takes more. */
  write(bytes: Buffer): boolean;
  end(): void;
  onRoom(): void;
  /** There is nothing left that would delay anything. */
  onIdle(): void;
};

type State = {
  link: Link | undefined;
  isHeld: boolean;
  isBlocked: boolean;
  isFull: boolean;
  isWoken: boolean;
};

const MOST_WAITING = 4_194_304;

export function createStreamDelay(dependencies: StreamDelayDependencies): StreamDelay {
  const { scheduler } = dependencies;
  const queue = createPieceQueue();
  const state: State = { link: undefined, isHeld: false, isBlocked: false, isFull: false, isWoken: false };
  const work = () => passWhatIsDue(dependencies, queue, state);
  const wakeAt = (at: number | undefined) => {
    if (at === undefined || state.isWoken) return;
    state.isWoken = true;
    scheduler.at(at, () => {
      state.isWoken = false;
      wakeAt(work());
    });
  };
  const add = (bytes: Buffer | undefined) => {
    const now = scheduler.now();
    queue.add(state.link?.stream(now, bytes?.length ?? 0) ?? now, bytes);
  };
  const set = (change: Partial<State>) => {
    Object.assign(state, change);
    wakeAt(work());
  };
  return {
    take: (bytes) => {
      const size = state.link?.pieceBytes ?? bytes.length;
      for (let from = 0; from < bytes.length; from += size) add(bytes.subarray(from, from + size));
      set({ isFull: queue.cost() >= MOST_WAITING });
      return !state.isFull;
    },
    finish: () => {
      add(undefined);
      wakeAt(work());
    },
    setLink: (link) => {
      if (link === undefined) queue.hurry();
      set({ link });
    },
    setHeld: (isHeld) => set({ isHeld }),
    unblock: () => {
      if (state.isBlocked) set({ isBlocked: false });
    },
    drop: queue.clear,
  };
}

/** Answers when the next piece is due, if one has to be waited for. */
function passWhatIsDue(dependencies: StreamDelayDependencies, queue: PieceQueue, state: State): number | undefined {
  const now = dependencies.scheduler.now();
  let piece = queue.first();
  while (piece !== undefined && piece.at <= now && !isStopped(state)) {
    queue.removeFirst();
    if (piece.bytes === undefined) dependencies.end();
    else state.isBlocked = !dependencies.write(piece.bytes);
    piece = queue.first();
  }
  tellWhatChanged(dependencies, queue, state);
  return piece !== undefined && piece.at > now ? piece.at : undefined;
}

function tellWhatChanged(dependencies: StreamDelayDependencies, queue: PieceQueue, state: State): void {
  if (state.isFull && queue.cost() < MOST_WAITING / 2) {
    state.isFull = false;
    dependencies.onRoom();
  }
  if (queue.first() === undefined && state.link === undefined && !state.isHeld) dependencies.onIdle();
}

function isStopped({ isHeld, isBlocked }: State): boolean {
  return isHeld || isBlocked;
}
