// What servers answer to the queries of their games, written as the protocols say, and answers that mean harm.
import { randomInt } from 'node:crypto';
import { expect, test } from 'vitest';
import {
  MOST_STATUS_BYTES,
  readBedrock,
  readMinecraft,
} from '../../../../embedded-server/runtime/queries/minecraft.ts';
import { readQuake3 } from '../../../../embedded-server/runtime/queries/quake3.ts';
import { readSource } from '../../../../embedded-server/runtime/queries/source.ts';
import { bedrockPong, minecraftStatus, quake3Status, sourceChallenge, sourceInfo } from './answers.ts';

test('Source: players without bots, or a challenge', () => {
  expect(readSource(sourceInfo(12, 5))).toEqual({ players: 7 });
  expect(readSource(sourceInfo(0, 0))).toEqual({ players: 0 });
  expect(readSource(sourceInfo(2, 5))).toEqual({ players: 0 });
  expect(readSource(sourceChallenge)).toEqual({ challenge: Buffer.from('0a0b0c0d', 'hex') });
});

test('Quake 3: a line for each player, and bots have no ping', () => {
  expect(readQuake3(quake3Status(['0 48 "one"', '-3 999 "t\\"wo"', '5 0 "Bot"']))).toEqual({ players: 2 });
  expect(readQuake3(quake3Status([]))).toEqual({ players: 0 });
});

test('Minecraft: the number in the status, when all of that is there', () => {
  const whole = minecraftStatus({ players: { online: 3, max: 20 }, description: 'ü' });
  expect(readMinecraft(whole)).toEqual({ players: 3 });
  for (let length = 0; length < whole.length; length += 1)
    expect(readMinecraft(whole.subarray(0, length))).toBe('unfinished');
});

test('Bedrock: the fifth field, also where the message has semicolons of its own', () => {
  expect(readBedrock(bedrockPong('MCPE;Hello;527;1.19.1;4;10;123;world;Survival'))).toEqual({ players: 4 });
  expect(readBedrock(bedrockPong('MCPE;One\\;two;527;1.19.1;6;10'))).toEqual({ players: 6 });
});

test.each([
  ['no JSON', Buffer.from([3, 0, 1, 0x7b])],
  ['a length that never ends', Buffer.alloc(32, 0xff)],
  ['more than we take', Buffer.from([0xff, 0xff, 0xff, 0x7f])],
  ['another packet', Buffer.from([2, 1, 0])],
  ['a text that is longer than its packet', Buffer.from([2, 0, 0x7f])],
  ['a status without a number', minecraftStatus({ players: { online: 'many' } })],
  ['a number below zero', minecraftStatus({ players: { online: -1 } })],
  ['a number that cannot be', minecraftStatus({ players: { online: 1e9 } })],
  ['nothing', minecraftStatus(null)],
  ['brackets without end', minecraftStatus('x', '['.repeat(MOST_STATUS_BYTES / 2))],
])('Minecraft refuses %s', (_, bytes) => {
  expect(readMinecraft(bytes)).toBe('unreadable');
});

test.each([
  ['a number that is none', bedrockPong('MCPE;Hello;527;1.19.1;four;10')],
  ['too few fields', bedrockPong('MCPE;Hello')],
  ['a length beyond the packet', Buffer.concat([bedrockPong('').subarray(0, 33), Buffer.from([0xff, 0xff])])],
])('Bedrock refuses %s', (_, packet) => {
  expect(readBedrock(packet)).toBe('unreadable');
});

test('whatever is cut off or changed is read or refused, and none of it throws or counts too many', () => {
  const seed = randomInt(2 ** 31);
  console.log(`seed ${seed}`);
  let state = seed;
  const next = (below: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return (state >>> 8) % below;
  };
  const samples = [
    [readSource, sourceInfo(12, 5)],
    [readQuake3, quake3Status(['0 48 "one"'])],
    [readMinecraft, minecraftStatus({ players: { online: 3 } })],
    [readBedrock, bedrockPong('MCPE;Hello;527;1.19.1;4;10')],
  ] as const;
  for (const [read, whole] of samples) {
    for (let length = 0; length < whole.length; length += 1) read(whole.subarray(0, length));
    for (let round = 0; round < 2_000; round += 1) {
      const changed = Buffer.from(whole);
      for (let count = 0; count <= next(4); count += 1) changed[next(changed.length)] = next(256);
      const found = read(changed);
      if (typeof found === 'object' && 'players' in found) expect(found.players).toBeLessThanOrEqual(100_000);
    }
  }
});
