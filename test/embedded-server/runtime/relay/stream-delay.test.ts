// A stream that is held back: in order, whole, bounded, by a clock of the test's own.
import { beforeEach, expect, test } from 'vitest';
import type { Link } from '../../../../embedded-server/runtime/relay/conditions/simulated-line.ts';
import { createStreamDelay, type StreamDelay } from '../../../../embedded-server/runtime/relay/stream-delay.ts';

let now = 0;
let due: { at: number; act: () => void }[] = [];
let written: string[] = [];
let events: string[] = [];
let takesMore = true;

beforeEach(() => {
  now = 0;
  due = [];
  written = [];
  events = [];
  takesMore = true;
});

function advanceTo(time: number): void {
  now = time;
  for (const { act } of due.filter(({ at }) => at <= time)) act();
  due = due.filter(({ at }) => at > time);
}

function make(): StreamDelay {
  return createStreamDelay({
    scheduler: { now: () => now, at: (at, act) => void due.push({ at, act }) },
    write: (bytes) => {
      written.push(bytes.toString());
      return takesMore;
    },
    end: () => void events.push('end'),
    onRoom: () => void events.push('room'),
    onIdle: () => void events.push('idle'),
  });
}

const late = (delay: number, pieceBytes = 4): Link => {
  return { datagram: () => [], stream: (at) => at + delay, pieceBytes };
};

test('passes pieces at their time, the end after them, and waits with one wake-up', () => {
  const delay = make();
  delay.setLink(late(50));
  delay.take(Buffer.from('abcdefgh'));
  delay.finish();
  expect(due).toHaveLength(1);
  advanceTo(49);
  expect(written).toEqual([]);
  advanceTo(50);
  expect(written).toEqual(['abcd', 'efgh']);
  expect(events).toEqual(['end']);
});

test('a shorter line does not let later bytes overtake earlier ones', () => {
  const delay = make();
  delay.setLink(late(100));
  delay.take(Buffer.from('old'));
  delay.setLink(late(1));
  delay.take(Buffer.from('new'));
  advanceTo(50);
  expect(written).toEqual([]);
  advanceTo(100);
  expect(written).toEqual(['old', 'new']);
});

test('without a line all passes at once, and then there is nothing left to do', () => {
  const delay = make();
  delay.setLink(late(1_000));
  delay.take(Buffer.from('abcdef'));
  delay.finish();
  delay.setLink(undefined);
  expect(written).toEqual(['abcd', 'ef']);
  expect(events).toEqual(['end', 'idle']);
});

test('while held nothing passes, however late it is', () => {
  const delay = make();
  delay.setHeld(true);
  delay.take(Buffer.from('abc'));
  advanceTo(10_000);
  expect(written).toEqual([]);
  delay.setHeld(false);
  expect(written).toEqual(['abc']);
  expect(events).toEqual(['idle']);
});

test('waits for a socket that takes no more', () => {
  const delay = make();
  delay.setLink(late(0));
  takesMore = false;
  delay.take(Buffer.from('abcdefgh'));
  expect(written).toEqual(['abcd']);
  delay.unblock();
  expect(written).toEqual(['abcd', 'efgh']);
});

test('wants no more when four megabytes wait, and more again when half of them have gone', () => {
  const delay = make();
  delay.setLink(late(10, 65_536));
  const chunk = Buffer.alloc(1_048_576);
  expect([1, 2, 3].map(() => delay.take(chunk))).toEqual([true, true, true]);
  expect(delay.take(chunk)).toBe(false);
  expect(events).toEqual([]);
  advanceTo(10);
  expect(events).toEqual(['room']);
});

test('tiny pieces count for what they take in memory', () => {
  const delay = make();
  delay.setLink(late(10));
  let taken = 1;
  while (delay.take(Buffer.from('x'))) taken += 1;
  expect(taken).toBeLessThan(17_000);
});

test('what is dropped never comes', () => {
  const delay = make();
  delay.setLink(late(10));
  delay.take(Buffer.from('abc'));
  delay.drop();
  advanceTo(20);
  expect(written).toEqual([]);
});
