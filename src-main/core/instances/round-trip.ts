// How well the way to an instance is: the round trip of its calls, and how far its clock is from ours.
import type { CallRecord } from '../http/transport.ts';

const REMEMBERED = 21;
/** Fewer, as a clock that is set, here or there, makes what was seen before it untrue. */
const CLOCKS_REMEMBERED = 5;
/** More than this is reported: signed addresses and tokens go by the clock. */
const SKEW_TOLD_MS = 30_000;

export type Health = { latency_ms?: number; clock_skew_ms?: number };

export function createHealth() {
  const trips: number[] = [];
  const skews: number[] = [];
  return {
    /** Calls that wait for a change say nothing about the way. */
    take: ({ at, ms, date, watch, status }: CallRecord) => {
      if (status === undefined) return;
      if (!watch) remember(trips, ms, REMEMBERED);
      // The header is cut to whole seconds, and the answer began about when it ended.
      if (date !== undefined) remember(skews, date + 500 - (at + (watch ? ms : ms / 2)), CLOCKS_REMEMBERED);
    },
    view: (): Health => {
      const latency = median(trips);
      const skew = median(skews);
      return {
        ...(latency === undefined ? {} : { latency_ms: Math.round(latency) }),
        ...(skew === undefined || Math.abs(skew) < SKEW_TOLD_MS ? {} : { clock_skew_ms: Math.round(skew) }),
      };
    },
  };
}

function remember(values: number[], value: number, most: number): void {
  values.push(value);
  if (values.length > most) values.shift();
}

function median(values: readonly number[]): number | undefined {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
}
