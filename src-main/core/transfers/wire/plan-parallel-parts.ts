// How many parts go side by side on a line that was measured: as few as keep it full, and no more than may be lost. Pure.

/** With this many even a fast line over a long way is full. */
export const MOST_PARTS = 8;
/** What is in flight is at most what the line carries in this time, or one part. */
const SECONDS_IN_FLIGHT = 10;
/** As many as all end within this may go side by side without being tried one by one: little is lost with them. */
const QUICK_S = 1;
/** Those that go already may take a little longer, so that their number stands still. */
const STILL_QUICK_S = 1.5;
/** One more has to bring so much to be worth it; less may be chance. */
const WORTH_IT = 1.15;

export type LineMeasures = {
  /** How many are sent side by side now. */
  parallel: number;
  /** Bytes a second that were confirmed, by how many parts went side by side. Only what was measured lately. */
  rates: ReadonlyMap<number, number>;
  /** What the line carries at most, whatever was measured: a limit that somebody set, or what its silence allows. */
  atMost: number;
  /** How long the part is that would be next. */
  partBytes: number;
  /** No more than this, after failures or as a person wants it. */
  most: number;
};

/** How many may be sent side by side, and how many bytes all parts together may have that are not confirmed. One part always may go. */
export type ParallelPlan = { sending: number; bytesInFlight: number };

export function planParallelParts(measures: LineMeasures): ParallelPlan {
  const { partBytes, most } = measures;
  const rate = lineRate(measures);
  if (rate === undefined) return { sending: 1, bytesInFlight: 0 };
  const bytesInFlight = Math.floor(rate * SECONDS_IN_FLIGHT);
  const bound = Math.max(1, Math.min(most, Math.floor(bytesInFlight / Math.max(1, partBytes))));
  return { sending: Math.min(bound, Math.max(quickOf(measures, rate), stepOf(measures))), bytesInFlight };
}

function quickOf({ parallel, partBytes }: LineMeasures, rate: number): number {
  if (parallel * partBytes <= rate * STILL_QUICK_S && 2 * parallel * partBytes > rate * QUICK_S) return parallel;
  const within = (rate * QUICK_S) / Math.max(1, partBytes);
  return within < 1 ? 1 : 2 ** Math.floor(Math.log2(within));
}

/** One more where that was not tried lately or brought more; one less where the last one brought nothing. */
function stepOf({ parallel, rates }: LineMeasures): number {
  const now = rates.get(parallel);
  if (now === undefined) return parallel;
  const fewer = rates.get(parallel - 1);
  if (fewer !== undefined && now < fewer * WORTH_IT) return parallel - 1;
  const more = rates.get(parallel + 1);
  return more === undefined || more >= now * WORTH_IT ? parallel + 1 : parallel;
}

function lineRate({ parallel, rates, atMost }: LineMeasures): number | undefined {
  if (rates.size === 0) return undefined;
  return Math.min(atMost, rates.get(parallel) ?? Math.max(...rates.values()));
}
