// How often changed counts are reported.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createCountReports } from '../../../../embedded-server/runtime/relay/count-reports.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('tells of traffic each 250 ms, all servers together, and of nothing when there is none', () => {
  const reported: string[][] = [];
  const reports = createCountReports<string>((changed) => reported.push(changed));
  for (let ms = 0; ms < 1_000; ms += 10) {
    reports.changed('a', false);
    if (ms < 100) reports.changed('b', false);
    vi.advanceTimersByTime(10);
  }
  expect(reported).toEqual([['a', 'b'], ['a'], ['a'], ['a']]);
  vi.advanceTimersByTime(5_000);
  expect(reported).toHaveLength(4);
  expect(vi.getTimerCount()).toBe(0);
});

test('tells within 50 ms when players come, and of many who come at once together', () => {
  const reported: string[][] = [];
  const reports = createCountReports<string>((changed) => reported.push(changed));
  reports.changed('a', false);
  vi.advanceTimersByTime(10);
  for (let count = 0; count < 100; count += 1) reports.changed('b', true);
  vi.advanceTimersByTime(50);
  expect(reported).toEqual([['a', 'b']]);
});

test('who is forgotten is not reported', () => {
  const reported: string[][] = [];
  const reports = createCountReports<string>((changed) => reported.push(changed));
  reports.changed('a', true);
  reports.forget('a');
  vi.advanceTimersByTime(1_000);
  expect(reported).toEqual([]);
});
