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
  /** The newest is still open: what falls into its span is merged into it. */
  rows: Rows;
  first: number;
  hasDropped: boolean;
  /** How many points the newest has. */
  merged: number;
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
    rows: createRows(),
    first: 0,
    hasDropped: false,
    merged: 0,
  }));
  let newest = Number.NEGATIVE_INFINITY;
  const add = (point: StatPoint) => {
    // A clock that is set back must not tear the order; what is reported then counts for the newest moment there is.
    newest = Math.max(newest, point.at);
    for (const column of columns) addTo(column, point, newest);
  };
  for (const point of points) add(point);
  return { add, points: () => join(columns) };
}

function addTo(column: Column, point: StatPoint, now: number): void {
  const at = Math.floor(now / column.stepMs) * column.stepMs;
  if (column.rows.lastAt() === at) {
    column.rows.merge(column.merged, point);
    column.merged += 1;
    return;
  }
  if (column.rows.length() - column.first > column.tier.most) makeRoom(column);
  column.rows.push(at, point);
  column.merged = 1;
}

function makeRoom(column: Column): void {
  if (column.tier === TIERS.at(-1)) {
    halve(column);
    return;
  }
  column.first += 1;
  column.hasDropped = true;
  // Moved together now and then, as shifting by one is slow.
  if (column.first < column.tier.most) return;
  column.rows.dropUntil(column.first);
  column.first = 0;
}

/** Nothing is dropped at the far end: the coarsest gets coarser instead, so that the whole life stays in sight. */
function halve(column: Column): void {
  column.stepMs *= 2;
  const halved = createRows();
  let count = 0;
  for (const point of column.rows.from(0)) {
    const at = Math.floor(point.at / column.stepMs) * column.stepMs;
    if (halved.lastAt() === at) {
      halved.merge(count, point);
      count += 1;
    } else {
      halved.push(at, point);
      count = 1;
    }
  }
  column.rows = halved;
}

/** Each column from where a span of the next coarser one begins, so that what is reported twice is counted once and nothing is lost. */
function join(columns: readonly Column[]): StatPoint[] {
  const parts: StatPoint[][] = [];
  let until = Number.POSITIVE_INFINITY;
  for (const [index, { rows, first, hasDropped }] of columns.entries()) {
    const all = rows.from(first);
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

type Rows = ReturnType<typeof createRows>;

const FIELDS = 6;

/**
 * Points as numbers in one block of memory. As objects, those of six thousand servers kept the collector of the service's memory at work
 * for ten milliseconds several times a second.
 */
function createRows() {
  let values = new Float64Array(8 * FIELDS);
  let length = 0;
  const read = (index: number): StatPoint => {
    const row = values.subarray(index * FIELDS, (index + 1) * FIELDS);
    const [at = 0, cpu = 0, memory = 0, connections = 0, bytesIn = 0, bytesOut = 0] = row;
    return { at, cpu, memory, connections, bytesIn, bytesOut };
  };
  const write = (index: number, { at, cpu, memory, connections, bytesIn, bytesOut }: StatPoint) => {
    values.set([at, cpu, memory, connections, bytesIn, bytesOut], index * FIELDS);
  };
  return {
    length: () => length,
    lastAt: (): number | undefined => (length === 0 ? undefined : values[(length - 1) * FIELDS]),
    push: (at: number, point: StatPoint): void => {
      if (length * FIELDS === values.length) {
        const larger = new Float64Array(values.length * 2);
        larger.set(values);
        values = larger;
      }
      write(length, { ...point, at });
      length += 1;
    },
    /** Into the newest, which has `count` points so far. */
    merge: (count: number, more: StatPoint): void => {
      write(length - 1, merged(read(length - 1), count, more));
    },
    dropUntil: (first: number): void => {
      values.copyWithin(0, first * FIELDS, length * FIELDS);
      length -= first;
    },
    from: (first: number): StatPoint[] => Array.from({ length: length - first }, (_, index) => read(first + index)),
  };
}

function merged(sofar: StatPoint, count: number, more: StatPoint): StatPoint {
  return {
    at: sofar.at,
    cpu: (sofar.cpu * count + more.cpu) / (count + 1),
    memory: Math.max(sofar.memory, more.memory),
    connections: Math.max(sofar.connections, more.connections),
    bytesIn: sofar.bytesIn + more.bytesIn,
    bytesOut: sofar.bytesOut + more.bytesOut,
  };
}
