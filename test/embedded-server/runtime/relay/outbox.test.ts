// Packets that wait until all that came in is read.
import { setImmediate as endOfTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createOutbox } from '../../../../embedded-server/runtime/relay/udp-session.ts';

test('all that one turn added goes out at its end, each box in its order', async () => {
  const sent: string[] = [];
  const [one, two] = ['one', 'two'].map((name) => createOutbox((packet) => sent.push(`${name} ${packet.toString()}`)));
  one?.add(Buffer.from('1'));
  two?.add(Buffer.from('2'));
  one?.add(Buffer.from('3'));
  expect(sent).toEqual([]);
  await endOfTurn();
  expect(sent).toEqual(['one 1', 'one 3', 'two 2']);
  one?.add(Buffer.from('4'));
  await endOfTurn();
  expect(sent.at(-1)).toBe('one 4');
});

test('what waits when its session ends goes nowhere', async () => {
  const sent: string[] = [];
  const box = createOutbox((packet) => sent.push(packet.toString()));
  box.add(Buffer.from('late'));
  box.drop();
  box.add(Buffer.from('after'));
  await endOfTurn();
  expect(sent).toEqual(['after']);
});
