// How each part of a transfer stands, for the map of them: from what the journal has, and the bytes on their way. Pure.
import { countRuns, type PartCells, type PartKind, type PartMap } from '../../../../src-shared/transfers/part-cells.ts';
import type { Part } from '../journal/model.ts';

const kindOfState = { sending: 'in_flight', sent: 'stored', verified: 'verified', reused: 'reused' } as const;

/** While it goes on, what was held is in the queue again. */
function kindOf(part: Part, isGoing: boolean): PartKind {
  const { mishap, held } = part;
  const state = stateOf(part, isGoing);
  if (state === 'sending' && mishap !== undefined) return 'sent_again';
  if (state !== 'pending') return kindOfState[state];
  if (mishap === 'refused' && !isGoing) return 'refused';
  if (held !== undefined && !isGoing) return 'held';
  return mishap === undefined ? 'queued' : 'sent_again';
}

/** An app that was killed leaves parts on their way in its journal, and nothing of them is. */
function stateOf({ state }: Part, isGoing: boolean): Part['state'] {
  return state === 'sending' && !isGoing ? 'pending' : state;
}

export function cellsOf(parts: readonly Part[], isGoing: boolean): PartCells {
  return {
    kinds: countRuns(parts.map((part) => kindOf(part, isGoing))),
    lengths: countRuns(parts.map(({ length }) => length)),
  };
}

/** `live` holds the bytes of the tries under way, by part. */
export function partMapOf(parts: readonly Part[], live: ReadonlyMap<number, number>, isGoing: boolean): PartMap {
  const map: PartMap = { ...cellsOf(parts, isGoing), levels: {}, why: {} };
  for (const part of parts) {
    const gone = goneOf({ ...part, state: stateOf(part, isGoing) }, live);
    if (gone !== undefined) map.levels[part.number] = Math.round((100 * gone) / Math.max(1, part.length)) / 100;
    if (part.why !== undefined) map.why[part.number] = part.why;
  }
  return map;
}

/** How much of it is on its way, or was when it was held. */
function goneOf({ number, length, state, held }: Part, live: ReadonlyMap<number, number>): number | undefined {
  if (state === 'sending') return Math.min(length, live.get(number) ?? 0);
  return state === 'pending' && held !== undefined ? Math.min(length, held) : undefined;
}
