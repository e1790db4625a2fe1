import { expect, test, vi } from 'vitest';
import { openSession, tokenOfHash } from '../../../src-renderer/bridge/session.ts';

type SentRequest = { method: string; body: unknown };

/** A shell that answers in turn, and a browser that remembers what the URL became. */
function setUp(hash: string, ...answers: (number | 'nobody')[]) {
  const asked: SentRequest[] = [];
  const replaced: string[] = [];
  const fetcher = async (_: unknown, init?: RequestInit) => {
    asked.push({ method: init?.method ?? 'GET', body: init?.body });
    const status = answers.shift();
    if (status === undefined || status === 'nobody') throw new TypeError('Failed to fetch');
    if (status === 204) return new Response(null, { status });
    return Response.json({ code: 'API_FORBIDDEN', message: 'This link was used already.' }, { status });
  };
  vi.spyOn(history, 'replaceState').mockImplementation((_state, _title, url) => void replaced.push(String(url)));
  return { given: { fetch: fetcher, location: { hash, pathname: '/', search: '' }, history }, asked, replaced };
}

test('finds the token of a link', () => {
  expect(tokenOfHash('#token=abc-_1')).toBe('abc-_1');
  expect(tokenOfHash('#/settings')).toBeUndefined();
  expect(tokenOfHash('')).toBeUndefined();
});

test('trades the token for a cookie and takes it out of the address', async () => {
  const { given, asked, replaced } = setUp('#token=abc', 204);
  expect(await openSession(given)).toEqual({ kind: 'good' });
  expect(asked).toEqual([{ method: 'POST', body: '{"token":"abc"}' }]);
  expect(replaced).toEqual(['/#/']);
});

test('goes on with a good cookie when its link was used before', async () => {
  const { given, replaced } = setUp('#token=abc', 403, 204);
  expect(await openSession(given)).toEqual({ kind: 'good' });
  expect(replaced).toEqual(['/#/']);
});

test('says why the link was refused when there is no cookie either', async () => {
  const { given } = setUp('#token=abc', 403, 403);
  expect(await openSession(given)).toMatchObject({
    kind: 'refused',
    error: { message: 'This link was used already.' },
  });
});

test('keeps the token while nobody answers, so that it can be tried again', async () => {
  const { given, replaced } = setUp('#token=abc', 'nobody');
  expect(await openSession(given)).toEqual({ kind: 'unreachable' });
  expect(replaced).toEqual([]);
});

test.each([
  [204, 'good'],
  [403, 'refused'],
  [500, 'unreachable'],
  ['nobody', 'unreachable'],
] as const)('asks for the cookie alone without a token: %s means %s', async (status, kind) => {
  const { given, asked } = setUp('#/', status);
  expect(await openSession(given)).toMatchObject({ kind });
  expect(asked).toEqual([{ method: 'GET', body: undefined }]);
});
