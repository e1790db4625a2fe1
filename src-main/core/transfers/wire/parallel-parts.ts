// Follows the line while parts go over it: measures what was confirmed, and has `planParallelParts` say how many go side by side.
// After failures there are fewer, and slowly more again while all goes well.
import { MOST_PARTS, planParallelParts } from './plan-parallel-parts.ts';

/** So long a measure holds; then one more part is tried again, as the line may have changed. */
const FRESH_MS = 30_000;
/** Where each try puts a whole part more at risk. */
const FRESH_WHOLE_MS = 300_000;

type UnderWay = { length: number; isWritten: boolean };

export type Pace = ReturnType<typeof createPace>;

export type PaceOptions = {
  /** In milliseconds, by a clock that nobody sets. */
  now?: () => number;
  most?: number | undefined;
  /** How many a person lets go side by side, now. */
  mostNow?: (() => number | undefined) | undefined;
  /** The limit of speed, now. */
  limit?: (() => number | undefined) | undefined;
  /** The other side keeps what came of a part that broke off. Else that part is lost, and few are put at risk. */
  keepsTorn?: boolean | undefined;
  /** Parts were sent before: this goes on after a break. */
  isResumed?: boolean;
};

export function createPace(options: PaceOptions = {}) {
  const {
    now = () => performance.now(),
    most = MOST_PARTS,
    mostNow,
    limit,
    keepsTorn = false,
    isResumed = false,
  } = options;
  const underWay = new Map<number, UnderWay>();
  const cap = createFailureCap(most);
  const measure = createMeasure(now, keepsTorn ? FRESH_MS : FRESH_WHOLE_MS);
  const longest = () => Math.max(0, ...[...underWay.values()].map(({ length }) => length));
  const plan = (partBytes: number) =>
    planParallelParts({
      parallel: measure.parallel(),
      rates: measure.rates(),
      atMost: Math.min(limit?.() ?? Infinity, measure.mostBySilence(underWay.size * longest())),
      partBytes,
      most: Math.min(cap.most(), mostNow?.() ?? Infinity),
      keepsTorn,
      isResumed,
      rounds: measure.rounds(),
    });
  const writing = () => [...underWay].filter(([, { isWritten }]) => !isWritten).map(([number]) => number);
  return {
    /** Whether a part of this length may begin now. */
    mayBegin: (length: number): boolean => {
      if (underWay.size === 0) return true;
      if (underWay.size >= Math.min(most, mostNow?.() ?? Infinity)) return false;
      const { sending, waiting, bytesInFlight } = plan(length);
      measure.setParallel(sending);
      const inFlight = [...underWay.values()].reduce((sum, one) => sum + one.length, 0);
      const nowWriting = writing().length;
      // One that is written is all but there: the next one fills the line until its answer comes.
      const isOnlyOneWaiting = waiting > 0 && underWay.size === 1 && nowWriting === 0;
      // The system takes some MB at once: short parts are written long before they are there.
      const isFew = nowWriting < sending && underWay.size < sending + waiting;
      return isFew && (isOnlyOneWaiting || inFlight + length <= bytesInFlight);
    },
    /** Whether this part may write on: the older ones come first where the line has become slow. */
    mayWrite: (number: number): boolean => {
      const before = writing().filter((other) => other < number).length;
      return before === 0 || before < plan(longest()).sending;
    },
    begin: (number: number, length: number): void => {
      if (underWay.size === 0) measure.begin();
      underWay.set(number, { length, isWritten: false });
    },
    /** The system has all bytes of it; what is left is to hear of it. */
    written: (number: number): void => {
      const part = underWay.get(number);
      if (part !== undefined) part.isWritten = true;
    },
    /** `bytes` came to the other side; none where the try failed. */
    end: (number: number, bytes: number): void => {
      underWay.delete(number);
      if (bytes > 0) measure.confirmed(bytes);
    },
    failed: (): void => {
      cap.failed();
      measure.forget();
    },
    succeeded: cap.succeeded,
    rate: measure.rate,
  };
}

/** How many at most, after what failed and what went well. */
export function createFailureCap(most: number) {
  let cap = most;
  let failures = 0;
  let successes = 0;
  return {
    most: () => cap,
    failed: () => {
      successes = 0;
      failures += 1;
      if (failures < 2) return;
      failures = 0;
      cap = Math.max(1, Math.floor(cap / 2));
    },
    succeeded: () => {
      failures = 0;
      successes += 1;
      if (successes < 2 * cap) return;
      successes = 0;
      cap = Math.min(most, cap + 1);
    },
  };
}

/** As many answers as parts went side by side. `from` is when it began; nothing as long as that is not known. */
type Round = { from: number | undefined; answers: number; bytes: number };

/**
 * What was confirmed, by how many went side by side then. Parts that share a line end at one time, so whole rounds of them are
 * counted, and the time of a round begins where another one ends.
 */
function createMeasure(now: () => number, freshMs: number) {
  const known = new Map<number, { rate: number; at: number }>();
  let parallel = 1;
  let rounds = 0;
  let round: Round = { from: undefined, answers: 0, bytes: 0 };
  let before: Round | undefined;
  let lastAt = now();
  const countFrom = (from: number | undefined) => {
    round = { from, answers: 0, bytes: 0 };
    before = undefined;
    rounds = 0;
  };
  const fresh = (): Map<number, number> => {
    const since = now() - freshMs;
    for (const [count, { at }] of known) if (count !== parallel && at < since) known.delete(count);
    return new Map([...known].map(([count, { rate }]) => [count, rate]));
  };
  return {
    parallel: () => parallel,
    rounds: () => rounds,
    rates: fresh,
    /** The last one that was measured. */
    rate: (): number | undefined => [...known.values()].toSorted((a, b) => b.at - a.at)[0]?.rate,
    setParallel: (count: number): void => {
      if (count === parallel) return;
      parallel = count;
      countFrom(undefined);
      known.delete(count); // what was so then is no measure of now
    },
    /** Nothing was under way before: what comes next is counted from here. */
    begin: (): void => {
      lastAt = now();
      countFrom(lastAt);
    },
    confirmed: (bytes: number): void => {
      lastAt = now();
      round = { ...round, answers: round.answers + 1, bytes: round.bytes + bytes };
      if (round.answers < parallel) return;
      rounds += 1;
      const since = before?.from ?? round.from;
      const counted = round.bytes + (before?.bytes ?? 0);
      before = round.from === undefined ? undefined : round;
      round = { from: lastAt, answers: 0, bytes: 0 };
      if (since === undefined) return;
      known.set(parallel, { rate: (counted * 1000) / Math.max(1, lastAt - since), at: lastAt });
    },
    /** As long as none of so many bytes is confirmed, the line carries no more than they would be. */
    mostBySilence: (inFlight: number): number => {
      const seconds = (now() - lastAt) / 1000;
      return inFlight === 0 || seconds <= 0 ? Infinity : inFlight / seconds;
    },
    /** After a failure only what was measured with as many as now still says something. */
    forget: (): void => {
      for (const count of known.keys()) if (count > parallel) known.delete(count);
      countFrom(undefined);
    },
  };
}
