import { beforeEach, expect, test, vi } from 'vitest';
import {
  openSession,
  sessionHeaders,
  sessionProtocols,
  signOutWindow,
  tokenOfHash,
} from '../../../src-renderer/bridge/session.ts';

type SentRequest = { method: string; body: unknown; authorization: string | null };

beforeEach(() => sessionStorage.clear());

/** A shell that answers in turn, and a browser that remembers what the URL became. */
function setUp(hash: string, ...answers: (number | 'nobody')[]) {
  const asked: SentRequest[] = [];
  const replaced: string[] = [];
  const fetcher = async (_: unknown, init?: RequestInit) => {
    const authorization = new Headers(init?.headers).get('authorization');
    asked.push({ method: init?.method ?? 'GET', body: init?.body, authorization });
    const status = answers.shift();
    if (status === undefined || status === 'nobody') throw new TypeError('Failed to fetch');
    if (status === 200) return Response.json({ secret: 'mine' });
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

test('trades the token for a secret in session storage and takes it out of the address', async () => {
  const { given, asked, replaced } = setUp('#token=abc', 200);
  expect(await openSession(given)).toEqual({ kind: 'good' });
  expect(asked).toEqual([{ method: 'POST', body: '{"token":"abc"}', authorization: null }]);
  expect(replaced).toEqual(['/#/']);
  expect(sessionHeaders()).toEqual({ authorization: 'Bearer mine' });
  expect(sessionProtocols()).toEqual(['slipway', 'mine']);
  expect(document.cookie).toBe('');
  expect(localStorage.length).toBe(0);
});

test('goes on with its good session when its link was used before', async () => {
  await openSession(setUp('#token=abc', 200).given);
  const { given, asked, replaced } = setUp('#token=abc', 403, 204);
  expect(await openSession(given)).toEqual({ kind: 'good' });
  expect(asked.at(-1)).toEqual({ method: 'GET', body: undefined, authorization: 'Bearer mine' });
  expect(replaced).toEqual(['/#/']);
});

test('forgets a session that is refused', async () => {
  await openSession(setUp('#token=abc', 200).given);
  expect(await openSession(setUp('', 403).given)).toMatchObject({ kind: 'refused' });
  expect(sessionHeaders()).toEqual({});
});

test('signs out by its secret and forgets it, whether the shell answers or not', async () => {
  await openSession(setUp('#token=abc', 200).given);
  const { given, asked } = setUp('', 'nobody');
  await expect(signOutWindow(given.fetch)).rejects.toThrow('Failed to fetch');
  expect(asked).toEqual([{ method: 'DELETE', body: undefined, authorization: 'Bearer mine' }]);
  expect(sessionHeaders()).toEqual({});
});

test('says why the link was refused when there is no session either', async () => {
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
] as const)('asks for the session alone without a token: %s means %s', async (status, kind) => {
  const { given, asked } = setUp('#/', status);
  expect(await openSession(given)).toMatchObject({ kind });
  expect(asked).toEqual([{ method: 'GET', body: undefined, authorization: null }]);
});
