// The size of read buffers follows the traffic.
import { expect, test } from 'vitest';
import { createReadBuffer } from '../../../../embedded-server/runtime/relay/read-buffers.ts';

test('grows while reads fill it, up to 256 KiB, and goes back to a small one when they are short', () => {
  const buffer = createReadBuffer();
  const sizes = [buffer.current().length];
  for (let count = 0; count < 4; count += 1) {
    buffer.fit(buffer.current().length);
    sizes.push(buffer.current().length);
  }
  expect(sizes).toEqual([4_096, 16_384, 65_536, 262_144, 262_144]);
  buffer.fit(100_000);
  expect(buffer.current().length).toBe(262_144);
  buffer.fit(100);
  expect(buffer.current().length).toBe(4_096);
});

test('two that are in use never share memory, and what is released is used again', () => {
  const one = createReadBuffer();
  const other = createReadBuffer();
  expect(one.current().buffer).not.toBe(other.current().buffer);
  const memory = one.current().buffer;
  one.release();
  expect(createReadBuffer().current().buffer).toBe(memory);
});
