// How many parts go side by side on a line that was measured: as few as keep it full, and no more than may be lost. Pure.

/** With this many even a fast line over a long way is full. */
export const MOST_PARTS = 8;
/** What is in flight is at most what the line carries in this time, or one part. */
const SECONDS_IN_FLIGHT = 10;
/** As many as all end within this may go side by side without being tried one by one: little is lost with them. */
const QUICK_S = 1;
/** Where a part that breaks off is lost whole. */
const QUICK_WHOLE_S = 0.3;
/** Those that go already may take a little longer, so that their number stands still. */
const STILL_QUICK = 1.5;
/** One more has to bring so much to be worth it; less may be chance. */
const WORTH_IT = 1.15;
/** Where a part takes so long, the line may rest for its answer: the next one would only be lost with it. */
const LONG_PART_S = 4;
/** The first part alone waits for its answers, which the next one fills: two at a time look faster than it, and are not. */
const ROUNDS_ALONE = 3;
/** A line that broke may break again: there a second part is tried later. */
const ROUNDS_ALONE_AFTER_BREAK = 12;

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
  /** The other side keeps what came of a part that broke off. */
  keepsTorn: boolean;
  /** Parts were sent before: this goes on after a break. */
  isResumed: boolean;
  /** How many rounds of `parallel` parts were measured one after the other. */
  rounds: number;
};

/**
 * How many may be sent side by side, how many more may wait for their answers, and how many bytes all parts together may have that
 * are not confirmed. One part always may go.
 */
export type ParallelPlan = { sending: number; waiting: 0 | 1; bytesInFlight: number };

export function planParallelParts(measures: LineMeasures): ParallelPlan {
  const { partBytes, most, keepsTorn } = measures;
  const rate = lineRate(measures);
  if (rate === undefined) return { sending: 1, waiting: 0, bytesInFlight: 0 };
  const bytesInFlight = Math.floor(rate * SECONDS_IN_FLIGHT);
  const bound = Math.max(1, Math.min(most, Math.floor(bytesInFlight / Math.max(1, partBytes))));
  const waiting = keepsTorn || partBytes < rate * LONG_PART_S ? 1 : 0;
  return { sending: Math.min(bound, Math.max(quickOf(measures, rate), stepOf(measures))), waiting, bytesInFlight };
}

function quickOf({ parallel, partBytes, keepsTorn }: LineMeasures, rate: number): number {
  const quick = rate * (keepsTorn ? QUICK_S : QUICK_WHOLE_S);
  if (parallel * partBytes <= quick * STILL_QUICK && 2 * parallel * partBytes > quick) return parallel;
  const within = quick / Math.max(1, partBytes);
  return within < 1 ? 1 : 2 ** Math.floor(Math.log2(within));
}

/** One more where that was not tried lately or brought more; one less where the last one brought nothing. */
function stepOf(measures: LineMeasures): number {
  const { parallel, rates } = measures;
  const now = rates.get(parallel);
  if (now === undefined || staysAlone(measures)) return parallel;
  const fewer = rates.get(parallel - 1);
  if (fewer !== undefined && now < fewer * WORTH_IT) return parallel - 1;
  const more = rates.get(parallel + 1);
  return more === undefined || more >= now * WORTH_IT ? parallel + 1 : parallel;
}

function staysAlone({ parallel, rounds, keepsTorn, isResumed }: LineMeasures): boolean {
  return !keepsTorn && parallel === 1 && rounds < (isResumed ? ROUNDS_ALONE_AFTER_BREAK : ROUNDS_ALONE);
}

function lineRate({ parallel, rates, atMost }: LineMeasures): number | undefined {
  if (rates.size === 0) return undefined;
  return Math.min(atMost, rates.get(parallel) ?? Math.max(...rates.values()));
}
