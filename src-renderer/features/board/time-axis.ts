// The one time axis of several lanes: the same moment stands at the same place in all of them. Short blocks get the room that they
// need to be pressed and, where there is enough, for their names; all other time gives it in proportion. Pure.

/** Where a part of the time stands on the width, once short blocks have been given room: both from 0 to 1. */
export type Bend = (part: number) => number;
/** All time gets its own share. */
export const straight: Bend = (part) => part;

export type Range = { from: number; to: number };
/** From when to when several lanes tell, and how the time between is bent in all of them alike. */
export type Axis = Range & { bend: Bend };

/** Where a moment is within the range, from 0 to 1. */
export function partOf(at: number, { from, to }: Range): number {
  return Math.max(0, Math.min(1, (at - from) / Math.max(1, to - from)));
}

/** A block of a lane, up to the next one or the present: where it begins, and what of the width it takes at least, with its name and without. */
export type AxisBlock = { start: number; named: number; plain: number };

/** What is before the first block keeps a little of the width. */
const BEFORE = 0.1;

type Span = { from: number; to: number; least: number };

/** How the time of these lanes is bent. Undefined where their short blocks have no room beside each other. */
export function bendOf(lanes: readonly (readonly AxisBlock[])[]): Bend | undefined {
  const cuts = [...new Set([0, 1, ...lanes.flat().map(({ start }) => start)])].toSorted((a, b) => a - b);
  const at = new Map(cuts.map((cut, n) => [cut, n]));
  const spansBy = (kind: 'named' | 'plain'): Span[] =>
    lanes.flatMap((blocks) =>
      blocks.map((block, n) => ({
        from: at.get(block.start) ?? 0,
        to: at.get(blocks[n + 1]?.start ?? 1) ?? 0,
        least: block[kind],
      })),
    );
  const before = Math.min(BEFORE, ...lanes.flat().map(({ start }) => start));
  const places = placesOf(cuts, spansBy('named'), 1 - before) ?? placesOf(cuts, spansBy('plain'), 1);
  return places === undefined ? undefined : (part) => between(cuts, places, part);
}

/** Where each cut stands. Undefined where the least of all spans takes more than `most` of the width. */
function placesOf(cuts: readonly number[], spans: readonly Span[], most: number): readonly number[] | undefined {
  // Grouped once: the places are tried fifty times.
  const ends = Map.groupBy(spans, ({ to }) => to);
  if ((place(cuts, ends, 0).at(-1) ?? 0) > most) return undefined;
  let [low, high] = [0, 1];
  for (let turn = 0; turn < 50; turn += 1) {
    const scale = (low + high) / 2;
    if ((place(cuts, ends, scale).at(-1) ?? 0) > 1) high = scale;
    else low = scale;
  }
  return place(cuts, ends, low);
}

/** Each cut as near to the one before it as its time at this scale and the spans that end there allow. */
function place(cuts: readonly number[], ends: ReadonlyMap<number, readonly Span[]>, scale: number): number[] {
  const places: number[] = [];
  for (const [n, cut] of cuts.entries()) {
    const wanted = n === 0 ? 0 : (places[n - 1] ?? 0) + scale * (cut - (cuts[n - 1] ?? 0));
    const here = (ends.get(n) ?? []).filter(({ from }) => from < n);
    places.push(Math.max(wanted, ...here.map(({ from, least }) => (places[from] ?? 0) + least)));
  }
  return places;
}

function between(cuts: readonly number[], places: readonly number[], part: number): number {
  const n = Math.max(
    1,
    cuts.findIndex((cut) => cut >= part),
  );
  const [from = 0, to = 1] = [cuts[n - 1], cuts[n]];
  const [start = 0, end = 1] = [places[n - 1], places[n]];
  return start + ((part - from) / (to - from)) * (end - start);
}
