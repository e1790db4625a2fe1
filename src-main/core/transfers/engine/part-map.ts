// How each part of a transfer stands, for the map of them: from what the journal has, and the bytes on their way. Pure.
import type { SentAgain } from '../../../../src-shared/transfers/bridge.ts';
import { countRuns, type PartCells, type PartKind, type PartMap } from '../../../../src-shared/transfers/part-map.ts';
import type { Part } from '../journal/transfer-record.ts';
import { recentOf } from './parts-over-time.ts';

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
  const recent = recentOf(parts);
  const map: PartMap = { ...cellsOf(parts, isGoing), levels: {}, why: {}, ...(recent.length > 0 && { recent }) };
  for (const part of parts) {
    const gone = goneOf({ ...part, state: stateOf(part, isGoing) }, live);
    if (gone !== undefined) map.levels[part.number] = Math.round((100 * gone) / Math.max(1, part.length)) / 100;
    if (part.why !== undefined) map.why[part.number] = part.why;
  }
  return map;
}

/** How much of it is kept there and on its way, or was when it was held. */
function goneOf(part: Part, live: ReadonlyMap<number, number>): number | undefined {
  const { number, length, state, kept, held = kept } = part;
  if (state === 'sending') return Math.min(length, (kept ?? 0) + (live.get(number) ?? 0));
  return state === 'pending' && held !== undefined ? Math.min(length, held) : undefined;
}

/**
 * What went out of parts that are not there, and is not kept: so much is sent again, of so many parts, and which is the first. At most so
 * much (`isMost`) where the other side is still to be asked what it kept.
 */
export function againOf(parts: readonly Part[], isMost = false): SentAgain {
  const lost = parts.flatMap(({ number, state, held = 0, kept = 0 }) =>
    (state === 'pending' || state === 'sending') && held > kept ? [{ number, bytes: held - kept }] : [],
  );
  const bytes = lost.reduce((sum, one) => sum + one.bytes, 0);
  return { bytes, parts: lost.length, first: lost[0]?.number ?? 0, ...(isMost && { is_most: true }) };
}
