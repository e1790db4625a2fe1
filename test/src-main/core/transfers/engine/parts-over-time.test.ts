// When parts were tried: kept with the part, told of those that were sent last.
import { expect, it } from 'vitest';
import { recentOf, triesAfter, triesKept } from '../../../../../src-main/core/transfers/engine/parts-over-time.ts';
import type { Part, PartState } from '../../../../../src-main/core/transfers/journal/transfer-record.ts';

const pending = (number: number): Part => ({ number, offset: 0, length: 5, url: 'http://x', state: 'pending' });

function after(part: Part, ...steps: [PartState, number][]): Part {
  return steps.reduce((one, [state, now]) => ({ ...one, state, tries: triesAfter(one, state, now) }), part);
}

it('keeps each try with its end, and one that a kill ended as far as it had come', () => {
  const killed = after(pending(1), ['sending', 100], ['sending', 1_100], ['sending', 2_100]);
  expect(killed.tries).toEqual([{ from: 100, to: 2_100, is_there: false }]);
  // What was under way is pending again, without a word of when.
  const again = after({ ...killed, state: 'pending' }, ['sending', 60_000], ['sent', 63_000], ['verified', 63_100]);
  expect(again.tries).toEqual([
    { from: 100, to: 2_100, is_there: false },
    { from: 60_000, to: 63_000, is_there: true },
  ]);
});

it('knows what was kept of a try once the other side said so, and does not judge it again', () => {
  const broken = { ...after(pending(1), ['sending', 0], ['pending', 1_000]), length: 100, held: 80 };
  const asked = { ...broken, kept: 60, tries: triesKept(broken, 60) };
  expect(asked.tries).toEqual([{ from: 0, to: 1_000, is_there: false, kept_share: 0.75 }]);
  const next = after({ ...asked, tries: triesKept(asked, 60) }, ['sending', 5_000]);
  expect(triesKept(next, 60)).toEqual([
    { from: 0, to: 1_000, is_there: false, kept_share: 0.75 },
    { from: 5_000, to: 5_000, is_there: false },
  ]);
  expect(triesKept(broken, 0)?.[0]?.kept_share).toBe(0);
  expect(triesKept(broken, 99)?.[0]?.kept_share).toBe(1);
});

it('keeps no more than four of a part that breaks all the time', () => {
  const steps = Array.from({ length: 9 }, (_, n): [PartState, number][] => [
    ['sending', 10 * n],
    ['pending', 10 * n + 5],
  ]);
  const { tries } = after(pending(1), ...steps.flat());
  expect(tries?.map(({ from }) => from)).toEqual([50, 60, 70, 80]);
});

it('tells of the six that were sent last, in file order', () => {
  const parts = Array.from({ length: 9 }, (_, n) =>
    after(pending(n + 1), ['sending', n], ['verified', n === 1 ? 99 : n]),
  );
  expect(recentOf([...parts, pending(10)]).map(({ number }) => number)).toEqual([2, 5, 6, 7, 8, 9]);
});
