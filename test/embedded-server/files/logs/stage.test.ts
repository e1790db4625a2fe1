// Pieces of logs are copied together before they are written: large memory is lent where few write, as thousands may at the same moment.
import { expect, it } from 'vitest';
import { stage } from '../../../../embedded-server/files/logs/stage.ts';

const pieces = [Buffer.from('one\n'), Buffer.from('two\n')];

it('takes memory for what is written, not for each log, where hundreds write at the same moment', () => {
  const before = process.memoryUsage().arrayBuffers;
  const staged = Array.from({ length: 300 }, () => stage(pieces, 8));
  expect((process.memoryUsage().arrayBuffers - before) / 1_048_576).toBeLessThan(4);
  expect(staged.every(({ bytes }) => bytes.toString() === 'one\ntwo\n')).toBe(true);
  for (const { giveBack } of staged) giveBack();
});

it('lends again what was given back', () => {
  const first = stage(pieces, 8);
  const { buffer } = first.bytes;
  first.giveBack();
  const second = stage([Buffer.from('six\n')], 4);
  expect(second.bytes.buffer).toBe(buffer);
  expect(second.bytes.toString()).toBe('six\n');
  second.giveBack();
});

it('makes room for a piece that is larger than what is lent', () => {
  const large = Buffer.alloc(600_000, 'x');
  const { bytes, giveBack } = stage([large], large.length);
  expect(bytes.equals(large)).toBe(true);
  giveBack();
});
