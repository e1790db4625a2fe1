// What a server used over its whole life, in little memory: each second of the last ten minutes, coarser the older it is.
// Pure: points go in by their own time.

export type StatPoint = {
  /** Unix milliseconds; of a point that stands for a span, its begin. */
  at: number;
  /** Millicores; of a span the mean. */
  cpu: number;
  /** Bytes; of a span the most. */
  memory: number;
  /** Of a span the most. */
  connections: number;
  /** Since the point before; of a span the sum. */
  bytesIn: number;
  bytesOut: number;
};

export type Series = {
  add(point: StatPoint): void;
  /** From the oldest to the newest, each moment once, as fine as it is still known. */
  points(): StatPoint[];
};

type Tier = { stepMs: number; most: number };
type Column = {
  tier: Tier;
  stepMs: number;
  points: StatPoint[];
  first: number;
  hasDropped: boolean;
  open: { point: StatPoint; count: number } | undefined;
};

const TIERS: readonly Tier[] = [
  { stepMs: 1_000, most: 600 },
  { stepMs: 10_000, most: 720 },
  { stepMs: 60_000, most: 1_440 },
  { stepMs: 600_000, most: 1_008 },
];

/** Points that `points()` gave before bring a series back. */
export function createSeries(points: Iterable<StatPoint> = []): Series {
  const columns: Column[] = TIERS.map((tier) => ({
    tier,
    stepMs: tier.stepMs,
    points: [],
    first: 0,
    open: undefined,
    hasDropped: false,
  }));
  let newest = Number.NEGATIVE_INFINITY;
  const add = (point: StatPoint) => {
    // A clock that is set back must not tear the order; what is reported then counts for the newest moment there is.
    newest = Math.max(newest, point.at);
    for (const column of columns) addTo(column, { ...point, at: newest });
  };
  for (const point of points) add(point);
  return { add, points: () => join(columns) };
}

function addTo(column: Column, point: StatPoint): void {
  const at = Math.floor(point.at / column.stepMs) * column.stepMs;
  if (column.open?.point.at === at) {
    column.open = { point: merge(column.open.point, column.open.count, point), count: column.open.count + 1 };
    return;
  }
  close(column);
  column.open = { point: { ...point, at }, count: 1 };
}

function close(column: Column): void {
  if (column.open === undefined) return;
  column.points.push(column.open.point);
  const isCoarsest = column.tier === TIERS.at(-1);
  if (column.points.length - column.first <= column.tier.most) return;
  if (isCoarsest) {
    halve(column);
    return;
  }
  column.first += 1;
  column.hasDropped = true;
  // Moved together now and then, as shifting an array by one is slow.
  if (column.first < column.tier.most) return;
  column.points = column.points.slice(column.first);
  column.first = 0;
}

/** Nothing is dropped at the far end: the coarsest gets coarser instead, so that the whole life stays in sight. */
function halve(column: Column): void {
  column.stepMs *= 2;
  const merged: StatPoint[] = [];
  let count = 0;
  for (const point of column.points) {
    const at = Math.floor(point.at / column.stepMs) * column.stepMs;
    const last = merged.at(-1);
    if (last?.at === at) {
      merged[merged.length - 1] = merge(last, count, point);
      count += 1;
    } else {
      merged.push({ ...point, at });
      count = 1;
    }
  }
  column.points = merged;
}

function merge(sofar: StatPoint, count: number, more: StatPoint): StatPoint {
  return {
    at: sofar.at,
    cpu: (sofar.cpu * count + more.cpu) / (count + 1),
    memory: Math.max(sofar.memory, more.memory),
    connections: Math.max(sofar.connections, more.connections),
    bytesIn: sofar.bytesIn + more.bytesIn,
    bytesOut: sofar.bytesOut + more.bytesOut,
  };
}

/** Each column from where a span of the next coarser one begins, so that what is reported twice is counted once and nothing is lost. */
function join(columns: readonly Column[]): StatPoint[] {
  const parts: StatPoint[][] = [];
  let until = Number.POSITIVE_INFINITY;
  for (const [index, { points, first, open, hasDropped }] of columns.entries()) {
    const all = [...points.slice(first), ...(open === undefined ? [] : [open.point])];
    const coarser = columns[index + 1]?.stepMs;
    const isLast = !hasDropped || coarser === undefined;
    const from = isLast ? Number.NEGATIVE_INFINITY : Math.ceil((all[0]?.at ?? 0) / coarser) * coarser;
    const end = until;
    parts.push(all.filter(({ at }) => at >= from && at < end));
    until = from;
    if (isLast) break;
  }
  return parts.toReversed().flat();
}
