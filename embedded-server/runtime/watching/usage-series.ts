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
  /** Which step of all time the newest stands for. A small number, unlike its time: comparing it makes no garbage. */
  step: number;
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
    rows: new Rows(),
    step: -1,
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
  const step = Math.floor(now / column.stepMs);
  if (step === column.step) {
    column.rows.merge(column.merged, point);
    column.merged += 1;
    return;
  }
  const at = step * column.stepMs;
  if (column.rows.length - column.first > column.tier.most) makeRoom(column);
  column.rows.push(at, point);
  column.step = Math.floor(at / column.stepMs);
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
  const halved = new Rows();
  let count = 0;
  for (const point of column.rows.from(0)) {
    const at = Math.floor(point.at / column.stepMs) * column.stepMs;
    if (halved.lastAt === at) {
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

const FIELDS = 6;

/**
 * Points as numbers in one block of memory. As objects, those of six thousand servers kept the collector of the service's memory at work
 * for ten milliseconds several times a second. A class, as each server has four, and functions of their own took 2 kB.
 */
class Rows {
  #values = new Float64Array(8 * FIELDS);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  get lastAt(): number | undefined {
    return this.#length === 0 ? undefined : this.#field((this.#length - 1) * FIELDS);
  }

  push(at: number, point: StatPoint): void {
    const row = this.#length * FIELDS;
    if (row === this.#values.length) {
      const larger = new Float64Array(row * 2);
      larger.set(this.#values);
      this.#values = larger;
    }
    const values = this.#values;
    values[row] = at;
    values[row + 1] = point.cpu;
    values[row + 2] = point.memory;
    values[row + 3] = point.connections;
    values[row + 4] = point.bytesIn;
    values[row + 5] = point.bytesOut;
    this.#length += 1;
  }

  /** Into the newest, which has `count` points so far: the mean of processor time, the most of memory and players, the sum of bytes. */
  merge(count: number, more: StatPoint): void {
    const values = this.#values;
    const row = (this.#length - 1) * FIELDS;
    values[row + 1] = (this.#field(row + 1) * count + more.cpu) / (count + 1);
    values[row + 2] = Math.max(this.#field(row + 2), more.memory);
    values[row + 3] = Math.max(this.#field(row + 3), more.connections);
    values[row + 4] = this.#field(row + 4) + more.bytesIn;
    values[row + 5] = this.#field(row + 5) + more.bytesOut;
  }

  dropUntil(first: number): void {
    this.#values.copyWithin(0, first * FIELDS, this.#length * FIELDS);
    this.#length -= first;
  }

  from(first: number): StatPoint[] {
    return Array.from({ length: this.#length - first }, (_, index) => this.#read(first + index));
  }

  #field(index: number): number {
    return this.#values[index] ?? 0;
  }

  #read(index: number): StatPoint {
    const row = index * FIELDS;
    return {
      at: this.#field(row),
      cpu: this.#field(row + 1),
      memory: this.#field(row + 2),
      connections: this.#field(row + 3),
      bytesIn: this.#field(row + 4),
      bytesOut: this.#field(row + 5),
    };
  }
}
