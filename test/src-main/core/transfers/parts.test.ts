// The pure parts of transfers: the cut that an instance answers, progress, pace, retries, the limit, and what a sleep looks like.
import { array, assert, constantFrom, nat, property, record } from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Clock } from '../../../../src-main/core/platform/clock.ts';
import { watchMachine } from '../../../../src-main/core/platform/watch-machine.ts';
import { createBackoff } from '../../../../src-main/core/transfers/engine/backoff.ts';
import { planParts, withAddresses } from '../../../../src-main/core/transfers/engine/check-parts.ts';
import { createReporter, progressOf } from '../../../../src-main/core/transfers/engine/progress.ts';
import type { Part } from '../../../../src-main/core/transfers/journal/transfer-record.ts';
import { createBandwidth } from '../../../../src-main/core/transfers/wire/bandwidth.ts';
import { createFailureCap } from '../../../../src-main/core/transfers/wire/parallel-parts.ts';
import { claimedBy, outcomeOf } from '../../../../src-main/core/transfers/wire/part-outcome.ts';
import { AppError } from '../../../../src-shared/errors/app-error.ts';
import type { TransferTrouble } from '../../../../src-shared/transfers/bridge.ts';
import { until } from '../../../support/until.ts';

/** A clock that stands still until it is turned; who sleeps wakes in order. */
function createFakeClock() {
  let now = 1_000_000;
  const sleepers = new Set<{ at: number; wake: () => void }>();
  const clock: Clock = {
    now: () => now,
    sleep: (ms, signal) =>
      new Promise((resolve, reject) => {
        const sleeper = { at: now + ms, wake: resolve };
        sleepers.add(sleeper);
        signal.addEventListener('abort', () => {
          if (sleepers.delete(sleeper)) reject(signal.reason as Error);
        });
      }),
  };
  const turn = async (ms: number) => {
    const end = now + ms;
    for (;;) {
      for (let calm = 0; calm < 10; calm += 1) await Promise.resolve();
      const [next] = [...sleepers].filter(({ at }) => at <= end).toSorted((a, b) => a.at - b.at);
      if (next === undefined) break;
      now = Math.max(now, next.at);
      sleepers.delete(next);
      next.wake();
    }
    now = end;
  };
  return { clock, turn };
}

const request = (offset: number, length: number, url = `http://store/${offset}`) => {
  return { url, path: 'x', byte_offset: offset, content_length: length };
};
const stay = new AbortController().signal;

describe('the parts that an instance answers', () => {
  it('are put in order, whatever theirs is', () => {
    const parts = planParts([request(20, 5), request(0, 10), request(10, 10)], 25);
    expect(parts.map(({ number, offset, length }) => [number, offset, length])).toEqual([
      [1, 0, 10],
      [2, 10, 10],
      [3, 20, 5],
    ]);
    expect(planParts([request(0, 0)], 0)).toHaveLength(1);
  });

  it.each([
    ['a gap', [request(0, 10), request(11, 14)], 'nothing covers bytes 10 to 11'],
    ['an overlap', [request(0, 10), request(9, 16)], 'byte 9 is in two parts'],
    ['too few bytes', [request(0, 10)], 'they cover 10 bytes of a file of 25'],
    ['too many bytes', [request(0, 26)], 'they cover 26 bytes'],
    ['an empty part', [request(0, 0), request(0, 25)], 'the part at byte 0 is empty'],
    ['no part', [], 'it gave no address'],
    ['an address of another kind', [request(0, 25, 'file:///etc/passwd')], 'has no address'],
  ])('are refused with %s', (_, requests, sentence) => {
    expect(() => planParts(requests, 25)).toThrow(sentence);
  });

  it('get new addresses only when they are the same parts', () => {
    const parts = planParts([request(0, 10), request(10, 15)], 25);
    const moved = withAddresses(parts, [request(10, 15, 'http://b/'), request(0, 10, 'http://a/')]);
    expect(moved?.map(({ url }) => url)).toEqual(['http://a/', 'http://b/']);
    expect(withAddresses(parts, [request(0, 25)])).toBeUndefined();
    expect(withAddresses(parts, [request(0, 10), request(10, 14)])).toBeUndefined();
  });
});

type Step = 'send' | 'fail' | 'sent' | 'verify';

/** What may happen to a part, in the states in which it may. */
function apply(part: Part, live: Map<number, number>, step: Step, bytes: number): void {
  const isOver = part.state === 'sent' || part.state === 'verified';
  if (step === 'verify') {
    if (isOver) part.state = 'verified';
  } else if (step === 'send') {
    if (isOver) return;
    part.state = 'sending';
    live.set(part.number, (live.get(part.number) ?? 0) + bytes);
  } else if (part.state === 'sending') {
    part.state = step === 'sent' ? 'sent' : 'pending';
    live.delete(part.number);
  }
}

describe('progress', () => {
  it('is never over all, and goes back only when a try failed or a part was lost', () => {
    const steps = array(
      record({
        part: nat(5),
        kind: constantFrom<Step>('send', 'send', 'send', 'fail', 'sent', 'verify'),
        bytes: nat(150),
      }),
    );
    assert(
      property(steps, (all) => {
        const live = new Map<number, number>();
        const parts: Part[] = Array.from({ length: 6 }, (_, index) => {
          return { number: index + 1, offset: index * 100, length: 100, url: '', state: 'pending' };
        });
        const done = () => {
          const { verified, sent, live: now } = progressOf(parts, live);
          return verified + sent + now;
        };
        for (const { part: index, kind, bytes } of all) {
          const before = done();
          apply(parts[index] as Part, live, kind, bytes);
          expect(done()).toBeLessThanOrEqual(600);
          if (kind !== 'fail') expect(done()).toBeGreaterThanOrEqual(before);
        }
      }),
    );
  });

  it('is reported at most five times a second, and its last state always', async () => {
    const { clock, turn } = createFakeClock();
    let value = 0;
    const samples: { at: number; value: number }[] = [];
    const reporter = createReporter(clock, () => samples.push({ at: clock.now(), value }));
    for (let ms = 0; ms < 3_000; ms += 7) {
      value += 1;
      reporter.touch();
      await turn(7);
    }
    await turn(1_000);
    expect(samples.at(-1)?.value).toBe(value);
    const gaps = samples.slice(1).map(({ at }, index) => at - (samples[index]?.at ?? 0));
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(200);
    expect(samples.length).toBeGreaterThan(10);
    value += 1;
    reporter.touch();
    value += 1;
    reporter.touch();
    reporter.close();
    expect(samples.at(-1)?.value).toBe(value);
  });
});

describe('the backoff', () => {
  const failure = new AppError('INSTANCE_UNREACHABLE', { text: 'gone' });
  function open(patienceMs?: number) {
    const { clock, turn } = createFakeClock();
    const troubles: (TransferTrouble | undefined)[] = [];
    const backoff = createBackoff({
      clock,
      random: () => 1,
      onTrouble: (trouble) => troubles.push(trouble),
      patienceMs,
    });
    return { clock, turn, backoff, troubles };
  }

  it('waits longer after each failure, up to a minute, and without end', async () => {
    const { clock, turn, backoff, troubles } = open();
    const waits: number[] = [];
    for (let tries = 0; tries < 30; tries += 1) {
      const from = clock.now();
      const passing = backoff.wait(stay);
      await turn(60_000);
      const at = await passing;
      waits.push(at - from);
      backoff.failed(failure, clock.now());
    }
    expect(waits.slice(0, 4)).toEqual([0, 500, 1_000, 2_000]);
    expect(Math.max(...waits)).toBe(60_000);
    expect(troubles.at(-1)).toMatchObject({ tries: 30, problem: { message: 'gone' } });
  });

  it('counts tries that fail together once, keeps to what the other side asks for, and opens at a word', async () => {
    const { clock, turn, backoff, troubles } = open();
    const at = clock.now();
    for (let lane = 0; lane < 8; lane += 1) backoff.failed(failure, at, 5_000);
    expect(troubles.at(-1)).toMatchObject({ tries: 1, next_try_at: at + 5_000 });
    backoff.succeeded();
    let isOpen = false;
    const passing = backoff.wait(stay).then(() => (isOpen = true));
    await turn(4_000);
    expect(isOpen).toBe(false);
    backoff.endWait();
    await passing;
    expect(isOpen).toBe(true);
  });

  it('gives up for who cannot wait for ever, with the last error', async () => {
    const { clock, turn, backoff } = open(10_000);
    backoff.failed(failure, clock.now());
    await turn(10_001);
    expect(() => backoff.failed(failure, clock.now())).toThrow('gone');
  });
});

it('how many go at most halves after two failures, and grows back one by one', () => {
  const cap = createFailureCap(8);
  cap.failed();
  expect(cap.most()).toBe(8);
  cap.failed();
  expect(cap.most()).toBe(4);
  for (let count = 0; count < 8; count += 1) cap.failed();
  expect(cap.most()).toBe(1);
  cap.succeeded();
  cap.succeeded();
  expect(cap.most()).toBe(2);
});

it('the limit holds over time for all together, and can be turned while they wait', async () => {
  const { clock, turn } = createFakeClock();
  const bandwidth = createBandwidth(clock);
  bandwidth.limit(100_000);
  const sent = [0, 0, 0];
  const send = async (rank: number): Promise<void> => {
    const line = bandwidth.turnOf(rank);
    const piece = line.piece(1_048_576);
    await line.take(piece, stay);
    if (clock.now() > end) return;
    sent[rank] = (sent[rank] ?? 0) + piece;
    await send(rank);
  };
  const end = clock.now() + 10_000;
  const lanes = [send(0), send(1), send(2)];
  await turn(10_000);
  const all = sent.reduce((sum, bytes) => sum + bytes, 0);
  expect(all).toBeGreaterThan(950_000);
  expect(all).toBeLessThan(1_050_000);
  expect(sent[0]).toBeGreaterThan(0.9 * all); // who began first comes first
  bandwidth.limit(undefined);
  await turn(1);
  await Promise.all(lanes);
  expect(bandwidth.turnOf(0).piece(1_048_576)).toBe(1_048_576);
});

it.each([
  [200, '', 'taken'],
  [403, '<Error><Code>AccessDenied</Code><Message>Request has expired</Message></Error>', 'stale'],
  [400, '<Error><Code>ExpiredToken</Code></Error>', 'stale'],
  [404, '<Error><Code>NoSuchUpload</Code></Error>', 'gone'],
  [400, '<Error><Code>BadDigest</Code></Error>', 'passing'],
  [500, '', 'passing'],
  [503, '<html><title>Busy</title></html>', 'passing'],
  [429, '', 'passing'],
  [507, '{"code":"STORAGE_FULL","message":"Full."}', 'refused'],
  [403, '<Error><Code>QuotaExceeded</Code></Error>', 'refused'],
  [503, '<Error><Code>XMinioStorageFull</Code></Error>', 'refused'],
  [400, '<Error><Code>EntityTooLarge</Code></Error>', 'refused'],
  [301, '', 'refused'],
])('an answer of %s %s is %s', (status, body, kind) => {
  expect(outcomeOf({ status, body, headers: {} }).kind).toBe(kind);
});

it('a store without room is said so, whatever it calls that', () => {
  const says = (status: number, body: string) => {
    const outcome = outcomeOf({ status, body, headers: {} });
    return outcome.kind === 'refused' ? outcome.error.message : outcome.kind;
  };
  expect(says(403, '<Error><Code>QuotaExceeded</Code></Error>')).toContain('has no room for this build');
  expect(says(507, '')).toContain('has no room for this build');
  expect(says(507, '{"code":"STORAGE_FULL","message":"The disk of the service is full."}')).toContain('The disk of');
});

it('an answer claims the bytes it has in one of three ways, or not at all', () => {
  const of = (headers: Record<string, string>) => claimedBy({ headers });
  const digest = Buffer.alloc(32, 1);
  expect(of({ 'content-digest': `sha-256=:${digest.toString('base64')}:` })).toEqual({
    sha256: digest.toString('hex'),
  });
  expect(of({ etag: `"${'a'.repeat(32)}"` })).toEqual({ md5: 'a'.repeat(32) });
  expect(of({ etag: `"${'a'.repeat(32)}"`, 'x-amz-server-side-encryption': 'aws:kms' })).toEqual({});
  expect(of({ etag: `W/"${'a'.repeat(32)}"` })).toEqual({});
  expect(of({})).toEqual({});
});

it('a sleep is a jump of the clock on the wall, and another network is another set of addresses', async () => {
  let now = 0;
  let addresses = '10.0.0.1';
  const events: string[] = [];
  const machine = watchMachine(
    { onAwake: () => events.push('awake'), onNetwork: () => events.push('network') },
    { now: () => now, addresses: () => addresses, everyMs: 5 },
  );
  now = 15_000;
  await until(() => now === 15_000);
  addresses = '192.168.0.7';
  await until(() => events.includes('network'));
  now += 1_800_000;
  await until(() => events.includes('awake'));
  machine.close();
  expect(events).toEqual(['network', 'awake']);
});
