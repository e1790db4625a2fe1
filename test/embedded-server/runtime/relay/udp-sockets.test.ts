// What is kept for a network that takes packets too slowly.
import { expect, test } from 'vitest';
import { sendWhileRoom } from '../../../../embedded-server/runtime/relay/udp-sockets.ts';

const MOST_UNSENT_BYTES = 8_388_608;
const PACKET = Buffer.alloc(10_000);

test('what is unsent stays bounded, and sending goes on with the first packet for which there is room', () => {
  let unsent = 0;
  const send = sendWhileRoom({
    getSendQueueSize: () => unsent,
    send: (packet: unknown) => void (unsent += (packet as Buffer).length),
  });
  const sent = Array.from({ length: 10_000 }, () => send(PACKET, 1, '127.0.0.1'));
  expect(unsent).toBeGreaterThan(MOST_UNSENT_BYTES);
  expect(unsent).toBeLessThanOrEqual(MOST_UNSENT_BYTES + 64 * PACKET.length);
  expect(sent.lastIndexOf(true)).toBe(sent.indexOf(false) - 1);
  unsent = 0;
  expect(send(PACKET, 1, '127.0.0.1')).toBe(true);
  expect(unsent).toBe(PACKET.length);
});
