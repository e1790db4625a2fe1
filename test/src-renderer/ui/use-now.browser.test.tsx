// The time as state: each second while something is young, then seldom, by one timer for all who show it.
import { flushSync } from 'react-dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useNow, useNowSince } from '../../../src-renderer/ui/use-now.ts';
import { cleanup, render } from '../support/render.ts';

const START = 1_000_000;

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], now: START }));
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const Lasted = ({ from }: { from: number | undefined }) => <p>{(useNowSince(from) - (from ?? START)) / 1000}</p>;
const Still = () => <p>{(useNow(false) - START) / 1000}</p>;

const pass = (seconds: number) => flushSync(() => void vi.advanceTimersByTime(seconds * 1_000));
const texts = () => [...document.querySelectorAll('p')].map(({ textContent }) => textContent);

test('tells what lasts each second in its first minute, and each ten seconds after that', () => {
  render(<Lasted from={START} />);
  expect(texts()).toEqual(['0']);
  pass(1);
  expect(texts()).toEqual(['1']);
  pass(1);
  expect(texts()).toEqual(['2']);
  pass(58);
  expect(texts()).toEqual(['60']);
  pass(9);
  expect(texts()).toEqual(['60']);
  pass(1);
  expect(texts()).toEqual(['70']);
});

test('has one timer for all who show the same, and none where nothing changes', () => {
  render(
    <>
      <Lasted from={START} />
      <Lasted from={START - 10_000} />
      <Lasted from={undefined} />
      <Still />
    </>,
  );
  expect(vi.getTimerCount()).toBe(1);
  pass(1);
  expect(texts()).toEqual(['1', '11', '0', '0']);
  cleanup();
  expect(vi.getTimerCount()).toBe(0);
});
