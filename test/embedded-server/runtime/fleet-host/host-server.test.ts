// The server of a host: where its ports listen.
import { expect, it } from 'vitest';
import { listenHostOf } from '../../../../embedded-server/runtime/fleet-host/host-server.ts';

it.each([
  ['127.0.0.1', '127.0.0.1'],
  ['::1', '::1'],
  ['10.0.0.5', '0.0.0.0'],
  ['node1.games.example', '0.0.0.0'],
  ['2001:db8::5', '::'],
])('players who reach a node at %s find its ports, which listen at %s', (address, listenHost) => {
  expect(listenHostOf(address)).toBe(listenHost);
});
