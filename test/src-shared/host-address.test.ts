// Which addresses lead to nobody but this machine.
import { expect, test } from 'vitest';
import {
  askedAt,
  bareHost,
  everywhereFor,
  formatEndpoint,
  isLoopback,
  isLoopbackHostname,
} from '../../src-shared/host-address.ts';

test.each(['localhost', '127.0.0.1', '127.255.1.9', '::1'])('%s is this machine', (host) => {
  expect(isLoopback(host)).toBe(true);
});

test.each([
  '',
  '0.0.0.0',
  '::',
  '10.0.0.5',
  '127.0.0',
  '127.0.0.256',
  '1127.0.0.1',
  'localhost.example',
  '127.0.0.1.example',
])('%j is not, or not only', (host) => {
  expect(isLoopback(host)).toBe(false);
});

test('the host of a URL may be in brackets', () => {
  expect(isLoopbackHostname('[::1]')).toBe(true);
  expect(isLoopbackHostname('localhost')).toBe(true);
  expect(isLoopbackHostname('[fd00::1]')).toBe(false);
  const hosts = ['https://[fd00::1]:7420', 'http://10.0.0.5', 'tcp://[::1]:2376'].map((url) => new URL(url).hostname);
  expect(hosts.map(bareHost)).toEqual(['fd00::1', '10.0.0.5', '::1']);
});

test('who listens everywhere is asked where all programs of this machine reach it', () => {
  expect(['0.0.0.0', '::', '::1', '10.0.0.5', 'localhost'].map(askedAt)).toEqual([
    '127.0.0.1',
    '127.0.0.1',
    '::1',
    '10.0.0.5',
    'localhost',
  ]);
});

test('everywhere is where those of IPv6 come as well, if one of them is named', () => {
  expect(['10.0.0.5', 'games.example', '2001:db8::5', '[2001:db8::5]'].map(everywhereFor)).toEqual([
    '0.0.0.0',
    '0.0.0.0',
    '::',
    '::',
  ]);
});

test('a port stands behind an address of IPv6 in brackets', () => {
  expect(['10.0.0.5', 'games.example', '::1', '[::1]'].map((host) => formatEndpoint(host, 7))).toEqual([
    '10.0.0.5:7',
    'games.example:7',
    '[::1]:7',
    '[::1]:7',
  ]);
});
