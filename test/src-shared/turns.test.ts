// Work that takes turns: at one thing alone, or at one that has room for several.
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createTurnsOf } from '../../src-shared/turns.ts';

/** Works that end when they are told to, and the numbers of those that were begun. */
function startWorks(most: number, count: number) {
  const inTurn = createTurnsOf(most);
  const begun: number[] = [];
  const works = Array.from({ length: count }, (_, number) => {
    const end = Promise.withResolvers<void>();
    const done = inTurn(async () => {
      begun.push(number);
      await end.promise;
    });
    return { end, done };
  });
  return { begun, works };
}

it('begins so many at once, and the next when one of them ends, in the order they came', async () => {
  const { begun, works } = startWorks(2, 5);
  expect(begun).toEqual([0, 1]);
  works[1]?.end.resolve();
  await works[1]?.done;
  await sleep(0);
  expect(begun).toEqual([0, 1, 2]);
  for (const { end } of works) end.resolve();
  await Promise.all(works.map(({ done }) => done));
  expect(begun).toEqual([0, 1, 2, 3, 4]);
});

it('gives on the room of work that failed', async () => {
  const { begun, works } = startWorks(1, 2);
  works[0]?.end.reject(new Error('It went wrong'));
  await expect(works[0]?.done).rejects.toThrow('It went wrong');
  works[1]?.end.resolve();
  await works[1]?.done;
  expect(begun).toEqual([0, 1]);
});
