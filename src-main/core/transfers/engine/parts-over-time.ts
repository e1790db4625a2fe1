// When each part was tried, and how that went: for the view of parts over time. Pure.
import type { PartMap, PartTry } from '../../../../src-shared/transfers/part-map.ts';
import type { Part, PartState } from '../journal/transfer-record.ts';

/** Of one part; a line that breaks all the time would make endlessly many. */
const TRIES_KEPT = 4;
/** So many parts are shown. */
const PARTS_SHOWN = 6;

/** What is known of its tries once it is in this state. One on its way has come as far as this moment. */
export function triesAfter({ state: before, tries }: Part, state: PartState, now: number): PartTry[] | undefined {
  const last = tries?.at(-1);
  if (before !== 'sending') {
    const begun = { from: now, to: now, is_there: false };
    return state === 'sending' ? [...(tries ?? []).slice(1 - TRIES_KEPT), begun] : tries;
  }
  if (tries === undefined || last === undefined) return tries;
  return [...tries.slice(0, -1), { ...last, to: now, is_there: state === 'sent' || state === 'verified' }];
}

/** Its tries once the other side said how much of the part it keeps. Those of which that is known already stay as they are. */
export function triesKept({ state, tries, held = 0, kept: before = 0 }: Part, kept: number): PartTry[] | undefined {
  const ended = (tries?.length ?? 0) - (state === 'sending' ? 1 : 0);
  const share = held > before ? Math.max(0, Math.min(1, (kept - before) / (held - before))) : 1;
  return tries?.map((one, at) =>
    at >= ended || one.is_there || one.kept_share !== undefined ? one : { ...one, kept_share: share },
  );
}

/** Those that were tried last, in file order. */
export function recentOf(parts: readonly Part[]): NonNullable<PartMap['recent']> {
  const tried = parts.flatMap(({ number, tries = [] }) => (tries.length === 0 ? [] : [{ number, tries }]));
  const latest = tried.toSorted((a, b) => endOf(b) - endOf(a)).slice(0, PARTS_SHOWN);
  return latest.toSorted((a, b) => a.number - b.number);
}

function endOf({ tries }: { tries: readonly PartTry[] }): number {
  return tries.at(-1)?.to ?? 0;
}
