// The list of who waits, beside an array that does the same slowly.
import { array, assert, boolean, nat, property, record } from 'fast-check';
import { expect, it } from 'vitest';
import { type Aged, createAgeList } from '../../../../embedded-server/platform/watch/age-list.ts';

interface Thing extends Aged<Thing> {
  readonly name: number;
}

const thing = (name: number): Thing => ({ name, isListed: false, older: undefined, newer: undefined });

it('keeps the order they came in, whichever are taken out', () => {
  const steps = array(record({ adds: boolean(), which: nat(20) }), { maxLength: 60 });
  assert(
    property(steps, (all) => {
      const list = createAgeList<Thing>();
      const known: Thing[] = [];
      const listed: Thing[] = [];
      for (const { adds, which } of all) {
        const one = adds ? thing(known.length) : known[which % Math.max(known.length, 1)];
        if (one === undefined) continue;
        if (adds) {
          known.push(one);
          listed.push(one);
          list.add(one);
        } else {
          const at = listed.indexOf(one);
          expect(list.remove(one)).toBe(at >= 0);
          if (at >= 0) listed.splice(at, 1);
        }
        expect([list.count(), list.oldest()?.name]).toEqual([listed.length, listed[0]?.name]);
      }
      for (const one of listed) {
        expect(list.oldest()?.name).toBe(one.name);
        list.remove(one);
      }
      expect([list.count(), list.oldest()]).toEqual([0, undefined]);
    }),
  );
});

it('lets a thing that was taken out keep nobody else', () => {
  const list = createAgeList<Thing>();
  const [first, second, third] = [thing(1), thing(2), thing(3)];
  for (const one of [first, second, third]) list.add(one);
  list.remove(second);
  expect(second).toEqual(thing(2));
  expect([first.newer, third.older]).toEqual([third, first]);
});
