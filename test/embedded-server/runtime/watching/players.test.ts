// How many play: what the server says through the SDK, then what it answers to a query, then who is connected.
import { expect, test } from 'vitest';
import { createPlayers } from '../../../../embedded-server/runtime/watching/players.ts';

function open(isUntold = false) {
  const emptied: string[] = [];
  const players = createPlayers({ onChanged: () => {} });
  players.whenEmpty((server_id) => emptied.push(server_id));
  players.add('one', 'game', { limit: 8, isUntold });
  return { ...players, emptied, now: () => players.of('one')?.now };
}

const counted = (now: number, young = 0, silent = 0) => ({ server_id: 'one', now, young, silent, refused: 0 });

test('the SDK counts more than a query, and that more than connections; what is gone falls back', () => {
  const { count, answer, say, now } = open();
  count(counted(5));
  expect(now()).toBe(5);
  answer('one', 3);
  expect(now()).toBe(3);
  say('one', 1);
  answer('one', 4);
  expect(now()).toBe(1);
  say('one', undefined);
  expect(now()).toBe(4);
  answer('one', undefined);
  expect(now()).toBe(5);
});

test('a server is empty when nobody plays, and nobody has just begun to talk', () => {
  const { count, answer, isEmpty, emptied } = open();
  expect(isEmpty('one')).toBe(true);
  count(counted(0, 1));
  expect(isEmpty('one')).toBe(false);
  count(counted(1));
  answer('one', 0); // it may be a console that is connected, and nobody plays
  expect(isEmpty('one')).toBe(true);
  count(counted(1, 1));
  expect(isEmpty('one')).toBe(false);
  count(counted(2));
  expect(emptied).toEqual(['one', 'one']);
});

test('one that was there before is empty once that was told, and not before', () => {
  const { count, isEmpty, emptied } = open(true);
  expect(isEmpty('one')).toBe(false);
  count(counted(0));
  expect(isEmpty('one')).toBe(true);
  expect(emptied).toEqual(['one']);
});

test('who fell silent is counted no more, and a server waits for them unless it says itself that nobody plays', () => {
  const { count, answer, isEmpty, now, emptied } = open();
  count(counted(1));
  count(counted(0, 0, 1));
  expect(now()).toBe(0);
  expect(isEmpty('one')).toBe(false);
  count(counted(0));
  expect(emptied).toEqual(['one']);
  count(counted(0, 0, 1));
  answer('one', 0);
  expect(isEmpty('one')).toBe(true);
});

test('the players of a game are those of its servers, whoever counts them, until a server is gone', () => {
  const { add, count, say, remove, ofGame } = open();
  add('two', 'game', { limit: 8 });
  add('other', 'another game', { limit: 8 });
  count(counted(5));
  count({ ...counted(2), server_id: 'two' });
  count({ ...counted(1), server_id: 'other' });
  expect([ofGame('game'), ofGame('another game'), ofGame()]).toEqual([7, 1, 8]);
  say('one', 3);
  expect([ofGame('game'), ofGame()]).toEqual([5, 6]);
  remove('one');
  remove('other');
  expect([ofGame('game'), ofGame('another game'), ofGame()]).toEqual([2, 0, 2]);
});
