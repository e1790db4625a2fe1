// What of the drafts outlives a reload of the window, and what never leaves its memory.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { emptyDraft, serverDraft, storableDraft } from '../../../src-renderer/features/servers/create-server-form.ts';
import { createDrafts, createPrivateDrafts, useDrafts } from '../../../src-renderer/ui/drafts.ts';
import { startDrafts } from '../../../src-renderer/ui/saved-drafts.ts';

const names = createDrafts('test-name', z.string());
const pairs = createDrafts('test-pair', z.object({ open: z.string(), secret: z.string() }), (pair) => ({
  ...pair,
  secret: '',
}));
const tokens = createPrivateDrafts('test-token', z.string());

let stop: () => void;
const stored = () => JSON.stringify(Object.entries(sessionStorage));

/** The storage stays, and all else starts from scratch. */
function reload(): void {
  stop();
  useDrafts.setState(useDrafts.getInitialState(), true);
  stop = startDrafts();
}

beforeEach(() => {
  sessionStorage.clear();
  useDrafts.setState(useDrafts.getInitialState(), true);
  stop = startDrafts();
});
afterEach(() => {
  vi.unstubAllGlobals();
  stop();
});

test('brings back what was typed, and nothing of what was sent', () => {
  names.keep('a', 'Tidebreak');
  names.keep('b', 'sent');
  names.keep('b', undefined);
  reload();
  expect(names.read('a')).toBe('Tidebreak');
  expect(names.read('b')).toBeUndefined();
  names.keep('a', undefined);
  expect(sessionStorage).toHaveLength(0);
});

test('keeps what may be stored over one reload after the other, also when the form is typed in between', () => {
  const forms = createDrafts('test-form', serverDraft, storableDraft);
  forms.keep('a', { ...emptyDraft, environment: 'MAP=canary\nMODE=canary' });
  for (const cpu of ['250', '500', '750']) {
    reload();
    const back = forms.read('a');
    expect(back?.environment).toBe('MAP\nMODE');
    forms.keep('a', { ...(back ?? emptyDraft), cpu });
  }
  expect(stored()).not.toContain('canary');
});

test('keeps secrets in memory alone, and so what a form says is none of the storage', () => {
  tokens.keep('a', 'canary-1');
  pairs.keep('a', { open: 'shown', secret: 'canary-2' });
  expect(tokens.read('a')).toBe('canary-1');
  expect(pairs.read('a')?.secret).toBe('canary-2');
  expect(stored()).toContain('shown');
  expect(stored()).not.toContain('canary');
  reload();
  expect(tokens.read('a')).toBeUndefined();
  expect(pairs.read('a')).toEqual({ open: 'shown', secret: '' });
});

test.each([
  'slipway_owner_canary0123456789',
  'first line\neyJhbGciOiJFUzI1NiJ9.canary.canary',
  'Bearer canary0123456789',
])('stores no text that holds a token, in whichever field it was pasted: %j', (text) => {
  names.keep('a', text);
  names.keep('b', 'Tidebreak');
  expect(stored()).toContain('Tidebreak');
  expect(stored()).not.toContain('canary');
  expect(names.read('a')).toBe(text);
});

test.each(['', '{', 'null', '[]', '"text"', '{"test-name/a":7,"test-pair/a":{"open":1}}', '\u{0}'])(
  'begins without drafts where the storage holds %j',
  (text) => {
    sessionStorage.setItem('slipway.drafts', text);
    reload();
    expect([names.read('a'), pairs.read('a')]).toEqual([undefined, undefined]);
    names.keep('a', 'again');
    reload();
    expect(names.read('a')).toBe('again');
  },
);

test('stores the newest that there is room for, and never one that is too large', () => {
  names.keep('huge', 'x'.repeat(1_000_000));
  for (let n = 0; n < 200; n += 1) names.keep(String(n), 'y'.repeat(1_000));
  expect(stored().length).toBeLessThan(105_000);
  reload();
  expect(names.read('199')).toHaveLength(1_000);
  expect(names.read('0')).toBeUndefined();
  expect(names.read('huge')).toBeUndefined();
});

test('goes on where the browser refuses to store or to read', () => {
  const refuse = () => {
    throw new DOMException('No room.', 'QuotaExceededError');
  };
  vi.stubGlobal('sessionStorage', { setItem: refuse, getItem: refuse, removeItem: refuse });
  names.keep('a', 'typed');
  expect(names.read('a')).toBe('typed');
  reload();
  expect(names.read('a')).toBeUndefined();
});
