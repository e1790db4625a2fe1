// What the front puts off until its answers are written: all of it, once, and in order.
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { afterAnswers } from '../../../../embedded-server/platform/front/front.ts';

test('what is put off waits for all that runs in this turn, and then comes in order', async () => {
  const taken: number[] = [];
  const later = afterAnswers<number>((one) => taken.push(one));
  later(1);
  await Promise.resolve().then(() => later(2));
  expect(taken).toEqual([]);
  await nextTurn();
  expect(taken).toEqual([1, 2]);
});

test('what is put off while the rest is taken comes in the turn after', async () => {
  const taken: number[] = [];
  const later = afterAnswers<number>((one) => {
    taken.push(one);
    if (one < 3) later(one + 1);
  });
  later(1);
  await nextTurn();
  expect(taken).toEqual([1]);
  await nextTurn();
  await nextTurn();
  expect(taken).toEqual([1, 2, 3]);
});
