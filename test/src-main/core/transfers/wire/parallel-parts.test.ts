// How many parts go side by side, on simulated lines: as few as keep the line full, and never more than may be lost.
import { assert, boolean, constantFrom, integer, property, record } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createPace, type PaceOptions } from '../../../../../src-main/core/transfers/wire/parallel-parts.ts';
import { planParallelParts } from '../../../../../src-main/core/transfers/wire/plan-parallel-parts.ts';

const MIB = 1_048_576;
const MB = 1_000_000;
const TICK_MS = 20;

type Line = {
  /** Bytes a second, of all together and of one connection, after so many milliseconds. */
  all: (ms: number) => number;
  each: number;
  roundTripMs: number;
  /** Parts and how long each is. */
  parts: number;
  length: number;
  limit?: number;
  kind?: Pick<PaceOptions, 'keepsTorn' | 'isResumed'>;
};

type Way = { number: number; left: number; fromMs: number; answerAt: number };

const isWritten = ({ left }: Way) => left <= 0;

/** Sends them all over such a line. Time is simulated. */
function simulate({ all, each, roundTripMs, parts, length, limit = Infinity, kind = { keepsTorn: true } }: Line) {
  let now = 0;
  const pace = createPace({ now: () => now, limit: () => limit, ...kind });
  let next = 1;
  let ways: Way[] = [];
  let connections = 0;
  const ended: number[] = [];
  /** `atRisk`: bytes that went out and are not confirmed. */
  const seen: { ms: number; inFlight: number; atRisk: number; writing: number }[] = [];
  while (ended.length < parts && now < 3_600_000) {
    while (next <= parts && pace.mayBegin(length)) {
      pace.begin(next, length);
      // Connections are kept; a new one takes a round trip before its first byte.
      const opening = Math.max(0, Math.sign(ways.length + 1 - connections)) * roundTripMs;
      ways.push({ number: next, left: length, fromMs: now + opening, answerAt: Infinity });
      connections = Math.max(connections, ways.length);
      next += 1;
    }
    const writing = ways.filter((way) => !isWritten(way) && way.fromMs <= now && pace.mayWrite(way.number));
    const share = Math.min(each, Math.min(all(now), limit) / Math.max(1, writing.length));
    for (const way of writing) way.left -= (share * TICK_MS) / 1000;
    for (const way of writing.filter(isWritten)) {
      pace.written(way.number);
      way.answerAt = now + roundTripMs;
    }
    now += TICK_MS;
    for (const way of ways.filter(({ answerAt }) => answerAt <= now)) {
      ended.push(way.number);
      pace.end(way.number, length);
      pace.succeeded();
    }
    ways = ways.filter(({ answerAt }) => answerAt > now);
    const atRisk = ways.reduce((sum, { left }) => sum + length - Math.max(0, left), 0);
    seen.push({ ms: now, inFlight: ways.length * length, atRisk, writing: writing.length });
  }
  expect(ended, 'the line did not come to a stop').toHaveLength(parts);
  return { seconds: now / 1000, ended, seen, mostAtRisk: Math.max(...seen.map(({ atRisk }) => atRisk)) };
}

const lines = record({
  all: integer({ min: 200_000, max: 400 * MB }),
  length: constantFrom(5 * MIB, 8 * MIB, 16 * MIB),
  roundTripMs: integer({ min: 1, max: 200 }),
  parts: integer({ min: 8, max: 24 }),
  kind: record({ keepsTorn: boolean() }),
});

describe('a line that one connection fills', () => {
  it('is full, with no more at risk than ten seconds of it, or one part and what fills the line until its answer is there', () => {
    assert(
      property(lines, ({ all, ...rest }) => {
        const { seconds, mostAtRisk, ended } = simulate({ ...rest, all: () => all, each: Infinity });
        const { length, parts, roundTripMs } = rest;
        // The first part is measured alone.
        const wait = (2 * (roundTripMs + 2 * TICK_MS)) / 1000;
        expect(seconds).toBeLessThan(1.06 * ((parts * length) / all) + 5 * wait);
        // What was measured may be a little off.
        expect(mostAtRisk).toBeLessThanOrEqual(Math.max(length + all * wait, 11 * all));
        expect(ended.slice(0, 2)).toEqual([1, 2]);
      }),
      { numRuns: 25 },
    );
  });

  it.each([1, 2, 4])('at %i MB/s ends parts one after the other, with one or two at a time', (rate) => {
    const { seen, ended } = simulate({
      all: () => rate * MB,
      each: Infinity,
      roundTripMs: 80,
      parts: 16,
      length: 16 * MIB,
    });
    expect(ended).toEqual(ended.toSorted((a, b) => a - b));
    expect(Math.max(...seen.map(({ writing }) => writing))).toBeLessThanOrEqual(2);
    const firstAt = (16 * MIB) / (rate * MB);
    expect(seen.find(({ ms }) => ms / 1000 > firstAt * 1.1)?.inFlight).toBeLessThanOrEqual(
      Math.max(16 * MIB, 10 * rate * MB),
    );
  });
});

it('short parts on a line of 10 MB/s do not all go side by side: a break costs little of it', () => {
  const { seen, ended, seconds } = simulate({
    all: () => 10 * MB,
    each: Infinity,
    roundTripMs: 80,
    parts: 40,
    length: 5 * MIB,
  });
  expect(ended).toEqual(ended.toSorted((a, b) => a - b));
  // One more than needed is tried once.
  expect(Math.max(...seen.map(({ writing }) => writing))).toBe(3);
  const settled = seen.filter(({ ms }) => ms > 8_000);
  expect(Math.max(...settled.map(({ writing }) => writing))).toBeLessThanOrEqual(2);
  expect(Math.max(...settled.map(({ inFlight }) => inFlight))).toBeLessThanOrEqual(3 * 5 * MIB);
  expect(seconds).toBeLessThan(1.06 * ((40 * 5 * MIB) / (10 * MB)) + 1);
});

it.each([5, 16])(
  'whole parts of %i MiB on a line of 10 MB/s go one at a time once a second one brought nothing',
  (MiB) => {
    const parts = 60;
    const { seen, seconds } = simulate({
      all: () => 10 * MB,
      each: Infinity,
      roundTripMs: 80,
      parts,
      length: MiB * MIB,
      kind: { keepsTorn: false },
    });
    const settled = seen.filter(({ ms }) => ms > 20_000);
    expect(Math.max(...settled.map(({ writing }) => writing))).toBe(1);
    // What is written waits for its answer beside the next one.
    expect(Math.max(...settled.map(({ atRisk }) => atRisk))).toBeLessThanOrEqual(MiB * MIB + 0.2 * 10 * MB);
    expect(seconds).toBeLessThan(1.06 * ((parts * MiB * MIB) / (10 * MB)) + 1);
  },
);

it.each([5, 16])('whole parts of %i MiB on a line of 1 MB/s begin when the one before is answered', (MiB) => {
  const parts = 12;
  const { seen, seconds } = simulate({
    all: () => MB,
    each: Infinity,
    roundTripMs: 80,
    parts,
    length: MiB * MIB,
    kind: { keepsTorn: false },
  });
  expect(Math.max(...seen.map(({ atRisk }) => atRisk))).toBeLessThanOrEqual(MiB * MIB);
  expect(seconds).toBeLessThan(1.03 * ((parts * MiB * MIB) / MB));
});

it('after a break a second whole part is tried later', () => {
  const secondAt = (isResumed: boolean) =>
    simulate({
      all: () => 10 * MB,
      each: Infinity,
      roundTripMs: 80,
      parts: 30,
      length: 16 * MIB,
      kind: { keepsTorn: false, isResumed },
    }).seen.find(({ writing }) => writing > 1)?.ms ?? Infinity;
  expect(secondAt(true)).toBeGreaterThan(3 * secondAt(false));
  expect(secondAt(true)).toBeLessThan(30_000);
});

it('parts that the system takes at once do not all go: no more wait for their answers than one beside those that the line takes', () => {
  let now = 0;
  const pace = createPace({ now: () => now, keepsTorn: true });
  pace.begin(1, 5 * MIB);
  now = 700;
  pace.end(1, 5 * MIB);
  let begun = 0;
  while (begun < 8 && pace.mayBegin(5 * MIB)) {
    begun += 1;
    pace.begin(1 + begun, 5 * MIB);
    pace.written(1 + begun);
  }
  expect(begun).toBe(3);
});

it('a line that one connection does not fill gets as many as do', () => {
  assert(
    property(integer({ min: 2, max: 6 }), integer({ min: 4, max: 40 }), boolean(), (connections, rate, keepsTorn) => {
      const all = rate * connections * MB;
      const parts = 200;
      const { seconds } = simulate({
        all: () => all,
        each: rate * MB,
        roundTripMs: 80,
        parts,
        length: 8 * MIB,
        kind: { keepsTorn },
      });
      expect(seconds).toBeLessThan(1.25 * ((parts * 8 * MIB) / all) + 10);
    }),
    { numRuns: 8 },
  );
});

it('a limit of speed counts as the line', () => {
  const { mostAtRisk } = simulate({
    all: () => 100 * MB,
    each: Infinity,
    roundTripMs: 10,
    parts: 12,
    length: 8 * MIB,
    limit: MB,
  });
  expect(mostAtRisk).toBeLessThanOrEqual(8 * MIB + 0.1 * MB);
});

it('a line that becomes slow is given to the oldest parts, which end one after the other', () => {
  const slowAt = 4_000;
  const { seen, ended } = simulate({
    all: (ms) => (ms < slowAt ? 60 * MB : MB),
    each: Infinity,
    roundTripMs: 40,
    parts: 40,
    length: 16 * MIB,
  });
  expect(ended).toEqual(ended.toSorted((a, b) => a - b));
  expect(seen.at(-50)?.atRisk).toBeLessThanOrEqual(16 * MIB + 0.1 * MB);
  expect(seen.find(({ ms }) => ms > slowAt + 120_000)?.writing).toBe(1);
});

it('one that becomes fast gets more again', () => {
  const { seconds } = simulate({
    all: (ms) => (ms < 60_000 ? MB : 50 * MB),
    each: Infinity,
    roundTripMs: 40,
    parts: 60,
    length: 16 * MIB,
  });
  expect(seconds).toBeLessThan(60 + 1.2 * ((60 * 16 * MIB) / (50 * MB)) + 5);
});

it('nothing is known before the first part is there: it goes alone', () => {
  const line = {
    parallel: 1,
    rates: new Map(),
    atMost: Infinity,
    partBytes: MIB,
    most: 8,
    keepsTorn: true,
    isResumed: false,
    rounds: 0,
  };
  const plan = planParallelParts(line);
  expect(plan).toEqual({ sending: 1, waiting: 0, bytesInFlight: 0 });
});
