// How far a transfer is: what the other side has, what it took, and what is on its way. Pure, but for the reporter, which
// makes many changes few.
import type { PartCounts } from '../../../../src-shared/transfers/bridge.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Part } from '../journal/transfer-record.ts';

export type Progress = {
  verified: number;
  reused: number;
  sent: number;
  /** Of parts that the other side has not all of. */
  kept: number;
  live: number;
  counts: PartCounts;
};

/** `live` holds the bytes of the tries under way, by part. A try that failed has none, so its bytes are out again. */
export function progressOf(parts: readonly Part[], live: ReadonlyMap<number, number>): Progress {
  const progress: Progress = {
    verified: 0,
    reused: 0,
    sent: 0,
    kept: 0,
    live: 0,
    counts: { pending: 0, sending: 0, sent: 0, verified: 0, reused: 0 },
  };
  for (const { number, length, state, kept = 0 } of parts) {
    progress.counts[state] += 1;
    if (state === 'verified') progress.verified += length;
    else if (state === 'reused') progress.reused += length;
    else if (state === 'sent') progress.sent += length;
    else progress.kept += kept;
    if (state === 'sending') progress.live += Math.min(length - kept, live.get(number) ?? 0);
  }
  return progress;
}

/** At most five a second. */
const REPORT_EVERY_MS = 200;

export type Reporter = { touch(): void; close(): void };

/** Calls `report` for the first change at once, and for those that follow together. The last change is always reported. */
export function createReporter(clock: Clock, report: () => void, everyMs = REPORT_EVERY_MS): Reporter {
  const closed = new AbortController();
  let isResting = false;
  let isTouched = false;
  const rest = async () => {
    isResting = true;
    while (isTouched && !closed.signal.aborted) {
      isTouched = false;
      report();
      await clock.sleep(everyMs, closed.signal).catch(() => undefined);
    }
    isResting = false;
  };
  return {
    touch: () => {
      if (closed.signal.aborted) return;
      isTouched = true;
      if (!isResting) void rest();
    },
    close: () => {
      if (isTouched && !closed.signal.aborted) report();
      closed.abort();
    },
  };
}

/** The rate over the last seconds. */
export function createRate(clock: Clock, overMs = 5_000) {
  const seen: { at: number; bytes: number }[] = [];
  /** What was sent by a clock that was set back since tells nothing of now. */
  const look = (): number => {
    const now = clock.now();
    if ((seen.at(-1)?.at ?? now) > now) seen.length = 0;
    return now;
  };
  return {
    add: (bytes: number) => {
      const at = look();
      const last = seen.at(-1);
      if (last !== undefined && at - last.at < 100) last.bytes += bytes;
      else seen.push({ at, bytes });
    },
    perSecond: (): number => {
      const now = look();
      while (seen[0] !== undefined && now - seen[0].at > overMs) seen.shift();
      const [first] = seen;
      if (first === undefined) return 0;
      const bytes = seen.reduce((sum, one) => sum + one.bytes, 0);
      return Math.round((bytes * 1000) / Math.max(500, now - first.at));
    },
  };
}
