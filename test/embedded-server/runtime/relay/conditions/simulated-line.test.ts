// What becomes of packets on one way of a line, by a clock of the test's own and with seeds.
import { expect, test } from 'vitest';
import { createRandom } from '../../../../../embedded-server/runtime/relay/conditions/random.ts';
import { createLink } from '../../../../../embedded-server/runtime/relay/conditions/simulated-line.ts';
import { type NetworkConditions, networkConditions } from '../../../../../src-shared/servers/network-presets.ts';

const linkOf = (some: Partial<NetworkConditions>, seed = 1) =>
  createLink(networkConditions.parse(some), createRandom(seed, 0));

const range = (count: number) => Array.from({ length: count }, (_, index) => index);

test('each way takes half of the latency', () => {
  expect(linkOf({ latency_ms: 90 }).datagram(1_000, 50)).toEqual([1_045]);
  expect(linkOf({ latency_ms: 90 }).stream(1_000, 50)).toBe(1_045);
});

test('jitter adds up to its half each way, never takes away, and changes no order', () => {
  const link = linkOf({ latency_ms: 100, jitter_ms: 40 });
  const delays: number[] = [];
  let before = 0;
  for (const now of range(500)) {
    const [at = 0] = link.datagram(now, 50);
    expect(at).toBeGreaterThanOrEqual(Math.max(before, now + 50));
    before = at;
    delays.push(at - now);
  }
  expect(Math.max(...delays)).toBeLessThanOrEqual(70);
  expect(Math.max(...delays) - Math.min(...delays)).toBeGreaterThan(5);
});

test('loses, doubles and holds back about as many as configured, and the same ones with the same seed', () => {
  const fates = (seed: number) => {
    const link = linkOf({ loss_percent: 10, duplicate_percent: 5, reorder_percent: 3 }, seed);
    return range(10_000).map((now) => link.datagram(now * 100, 50).map((at) => at - now * 100));
  };
  const one = fates(7);
  expect(fates(7)).toEqual(one);
  expect(fates(8)).not.toEqual(one);
  const share = (holds: (fate: number[]) => boolean) => one.filter(holds).length / one.length;
  expect(share((fate) => fate.length === 0)).toBeCloseTo(0.1, 1);
  expect(share((fate) => fate.length === 2)).toBeCloseTo(0.045, 2);
  expect(share((fate) => fate[0] === 30)).toBeCloseTo(0.027, 2);
});

test('what is held back is overtaken by what comes soon after', () => {
  const link = linkOf({ latency_ms: 20, reorder_percent: 20 }, 3);
  const arrivals = range(200).map((index) => link.datagram(index * 5, 50)[0] ?? 0);
  const overtaken = arrivals.filter((at, index) => at > (arrivals[index + 1] ?? Number.POSITIVE_INFINITY));
  expect(overtaken.length).toBeGreaterThan(20);
});

test('the router of a narrow line loses what would have to wait too long', () => {
  const link = linkOf({ bandwidth_bits: 800_000 }); // 100 bytes each millisecond
  const passed = range(1_000).filter(() => link.datagram(0, 1_000).length > 0).length;
  // The burst, 400 ms of backlog, and the one that comes upon it.
  expect(passed).toBeGreaterThanOrEqual(41);
  expect(passed).toBeLessThanOrEqual(44);
  expect(link.datagram(10_000, 1_000)).toHaveLength(1);
});

test('a stream loses nothing: a piece comes later, and those behind it wait for it', () => {
  const link = linkOf({ latency_ms: 20, loss_percent: 10 }, 5);
  let before = 0;
  const late = range(1_000).filter((index) => {
    const now = index * 1_000;
    const at = link.stream(now, 100);
    expect(at).toBeGreaterThanOrEqual(before);
    before = at;
    return at - now >= 210;
  });
  expect(late.length / 1_000).toBeCloseTo(0.1, 1);
});

test('a large piece of a stream is likelier to be late, as it is many packets', () => {
  const lateOf = (bytes: number) => {
    const link = linkOf({ loss_percent: 2 }, 9);
    return range(2_000).filter((index) => link.stream(index * 1_000, bytes) > index * 1_000).length / 2_000;
  };
  expect(lateOf(1_000)).toBeCloseTo(0.02, 1);
  expect(lateOf(16_384)).toBeGreaterThan(0.15);
});

test('a narrow line trickles in small pieces, a wide one takes large ones', () => {
  expect(linkOf({ bandwidth_bits: 8_000 }).pieceBytes).toBe(1_448);
  expect(linkOf({ bandwidth_bits: 8_000_000 }).pieceBytes).toBe(10_000);
  expect(linkOf({}).pieceBytes).toBe(16_384);
});
