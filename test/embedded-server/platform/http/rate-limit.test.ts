// Limits on calls: generous, per address and token, only where others than this machine can call, in bounded memory.
import { expect, it } from 'vitest';
import { callerAddress, callerNetwork, createRateLimit } from '../../../../embedded-server/platform/http/rate-limit.ts';
import { startTestService } from '../../../support/service.ts';

const proxied = { trustProxy: true, publicUrl: 'https://games.example' };
const few = { burst: 3, perMinute: 60 };
const many = { burst: 1_000, perMinute: 60_000 };

it('lets a burst through, then one at a time as time goes by, also for who never stops', () => {
  let now = 0;
  const limit = createRateLimit({ burst: 2, perMinute: 60 }, () => now);
  expect([limit.take('a'), limit.take('a'), limit.take('a'), limit.take('b')]).toEqual([0, 0, 1, 0]);
  const taken: number[] = [];
  for (let n = 0; n < 32; n += 1) {
    now += 125;
    taken.push(limit.take('a'));
  }
  expect(taken.filter((wait) => wait === 0)).toHaveLength(4);
});

it('says how many seconds to wait', () => {
  let now = 0;
  const limit = createRateLimit({ burst: 1, perMinute: 2 }, () => now);
  expect([limit.take('a'), limit.take('a')]).toEqual([0, 30]);
  now += 29_500;
  expect(limit.take('a')).toBe(1);
  now += 1_000;
  expect(limit.take('a')).toBe(0);
});

it('remembers no more than 10,000 callers', () => {
  const limit = createRateLimit(few, () => 0);
  for (let n = 0; n < 12_000; n += 1) limit.take(`caller ${n}`);
  expect(limit.size()).toBe(10_000);
});

it.each([
  ['192.0.2.7', {}, false, '192.0.2.7'],
  ['192.0.2.7', { 'x-forwarded-for': '198.51.100.1' }, false, '192.0.2.7'],
  ['192.0.2.7', { 'x-forwarded-for': '203.0.113.9, 198.51.100.1' }, true, '198.51.100.1'],
  ['192.0.2.7', {}, true, '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', {}, false, '2001:db8:1:2'],
  ['2001:db8::1', {}, false, '2001:db8:0:0'],
  ['::ffff:192.0.2.7', {}, false, '::ffff:192.0.2.7'],
  ['192.0.2.7', { 'x-forwarded-for': '203.0.113.9, 198.51.100.1:50123' }, true, '198.51.100.1'],
  ['192.0.2.7', { 'x-forwarded-for': '[2001:DB8:1:2:3::4]:50123' }, true, '2001:db8:1:2'],
  ['192.0.2.7', { 'x-forwarded-for': '[2001:db8:1:2:3::4]' }, true, '2001:db8:1:2'],
  ['192.0.2.7', { 'x-forwarded-for': '::FFFF:198.51.100.1' }, true, '::ffff:198.51.100.1'],
] as const)('counts %s with %j as one caller (proxy: %s)', (socket, headers, trust, expected) => {
  expect(callerNetwork(socket, headers, trust)).toBe(expected);
});

it('names the whole address of a caller, without the port that it calls from', () => {
  const from = (forwarded: string) => callerAddress('192.0.2.7', { 'x-forwarded-for': forwarded }, true);
  const told = ['198.51.100.1:50123', '[2001:db8::5]:50123', '2001:db8::5', 'unknown'].map(from);
  expect(told).toEqual(['198.51.100.1', '2001:db8::5', '2001:db8::5', 'unknown']);
});

it('answers 429 with the seconds to wait, for each address on its own', async () => {
  const { call } = await startTestService({ exposure: proxied, limits: { perAddress: few, perToken: many } });
  const from = (address: string) => call('GET', '/healthz', { token: null, headers: { 'x-forwarded-for': address } });
  for (let n = 0; n < 3; n += 1) expect((await from('198.51.100.1')).status).toBe(200);
  const { status, headers, body } = await from('198.51.100.1');
  expect(status).toBe(429);
  expect(headers.get('retry-after')).toBe('1');
  expect(body).toMatchObject({ code: 'API_RATE_LIMIT' });
  expect((await from('198.51.100.2')).status).toBe(200);
});

it('counts where a public address is all that says that others call', async () => {
  const exposure = { publicUrl: 'https://games.example' };
  const { call } = await startTestService({ exposure, limits: { perAddress: few, perToken: many } });
  for (let n = 0; n < 3; n += 1) expect((await call('GET', '/healthz', { token: null })).status).toBe(200);
  expect((await call('GET', '/healthz', { token: null })).status).toBe(429);
});

it('counts a token wherever it calls from', async () => {
  const { call } = await startTestService({ exposure: proxied, limits: { perAddress: many, perToken: few } });
  const from = (n: number) => call('GET', '/cloud/auth/inspect', { headers: { 'x-forwarded-for': `198.51.100.${n}` } });
  for (let n = 0; n < 3; n += 1) expect((await from(n)).status).toBe(200);
  expect((await from(4)).status).toBe(429);
  expect((await call('GET', '/healthz', { token: null })).status).toBe(200);
});

it('has no limit on this machine alone', async () => {
  const { call } = await startTestService({ limits: { perAddress: few, perToken: few } });
  for (let n = 0; n < 10; n += 1) expect((await call('GET', '/cloud/auth/inspect')).status).toBe(200);
});
