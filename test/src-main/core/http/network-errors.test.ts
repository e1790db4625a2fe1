// What is said where an answer sends elsewhere: an address to use only where it is one, and another host by its name.
import { expect, test } from 'vitest';
import { redirected } from '../../../../src-main/core/http/network-errors.ts';

const asked = { url: 'http://games.example:7420', path: '/cloud/games?watch_index=1' };
const said = (location: string | undefined) => redirected(asked, location).message;

test.each([
  ['https://games.example/cloud/games?watch_index=1', 'https://games.example'],
  ['https://games.example/slipway/cloud/games?watch_index=1', 'https://games.example/slipway'],
  ['/slipway/', 'http://games.example:7420/slipway'],
])('%s on the same host is offered as the address %s', (location, to) => {
  expect(said(location)).toBe(`http://games.example:7420 redirects to ${to}. Use that address.`);
});

test('another host is named as one, whatever is written before it', () => {
  expect(said('https://elsewhere.example:8443/games.example/cloud/games?watch_index=1')).toBe(
    'http://games.example:7420 redirects to another host, elsewhere.example:8443. Use https://elsewhere.example:8443/games.example only if you trust that host.',
  );
  expect(said('//elsewhere.example/'), 'in the same scheme').toContain('another host, elsewhere.example.');
});

test.each([
  'file:///etc/passwd',
  'javascript:alert(1)',
  'https://games.example@elsewhere.example/',
  'http://[',
  undefined,
])('%s is no address to use', (location) => {
  expect(said(location)).toBe(
    'http://games.example:7420 redirects to a place that is no address of an instance. Check the address and its path.',
  );
});
