// Where players reach a port, as it is said everywhere.
import { expect, it } from 'vitest';
import { portAddress, portUrl } from '../../../src-shared/servers/port-address.ts';

const port = { protocol: 'udp', routing: { game_guard: {} }, public_port: 7777 } as const;

it.each([
  ['games.example', 'games.example:7777'],
  ['10.0.0.5', '10.0.0.5:7777'],
  ['2001:db8::5', '[2001:db8::5]:7777'],
  // As services before this one gave it.
  ['[2001:db8::5]', '[2001:db8::5]:7777'],
])('%s is typed as %s', (public_hostname, address) => {
  expect(portAddress({ ...port, public_hostname })).toBe(address);
  expect(portUrl({ ...port, public_hostname })).toBe(`udp://${address}`);
});

it('is nowhere as long as it cannot be reached', () => {
  expect([portAddress(port), portUrl(port)]).toEqual([undefined, undefined]);
});
