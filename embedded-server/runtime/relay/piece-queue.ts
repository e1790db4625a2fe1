// Pieces of a stream that wait for their time, first in, first out.

/** Without bytes it is the end of the stream. */
export type Piece = { at: number; readonly bytes: Buffer | undefined; next: Piece | undefined };

export type PieceQueue = {
  first(): Piece | undefined;
  /** What all that waits takes in memory, about. */
  cost(): number;
  /** Never due before the one before it. */
  add(at: number, bytes: Buffer | undefined): void;
  removeFirst(): void;
  /** Makes all of them due at once. */
  hurry(): void;
  clear(): void;
};

/** A piece takes memory beyond its bytes, so that many tiny ones count too. */
const PIECE_COST = 256;

export function createPieceQueue(): PieceQueue {
  let first: Piece | undefined;
  let last: Piece | undefined;
  let cost = 0;
  return {
    first: () => first,
    cost: () => cost,
    add: (at, bytes) => {
      const piece: Piece = { at: Math.max(at, last?.at ?? at), bytes, next: undefined };
      if (last === undefined) first = piece;
      else last.next = piece;
      last = piece;
      cost += costOf(piece);
    },
    removeFirst: () => {
      if (first === undefined) return;
      cost -= costOf(first);
      first = first.next;
      if (first === undefined) last = undefined;
    },
    hurry: () => {
      for (let piece = first; piece !== undefined; piece = piece.next) piece.at = Number.NEGATIVE_INFINITY;
    },
    clear: () => {
      first = undefined;
      last = undefined;
      cost = 0;
    },
  };
}

function costOf({ bytes }: Piece): number {
  return (bytes?.length ?? 0) + PIECE_COST;
}
