// Which calls are shown, how they read, and how two answers differ.
import { describe, expect, it } from 'vitest';
import {
  callState,
  filterOf,
  fits,
  prettyBody,
  shortPath,
  sideBySide,
  withNews,
} from '../../../../src-renderer/features/activity/activity-selectors.ts';
import { someCall } from '../../support/some-calls.ts';

describe('the filter', () => {
  const query = { instance_id: 'all', ofGame: false, method: 'all', failedOnly: false, text: ' ' };

  it('leaves out what the query does not ask for', () => {
    expect(filterOf(query, 'g1')).toEqual({});
    expect(
      filterOf({ ...query, instance_id: 'eu', ofGame: true, method: 'PUT', failedOnly: true, text: ' a ' }, 'g1'),
    ).toEqual({
      instance_id: 'eu',
      game_id: 'g1',
      method: 'PUT',
      failed_only: true,
      text: 'a',
    });
  });

  it.each([
    [{}, true],
    [{ instance_id: 'eu' }, false],
    [{ game_id: 'g1' }, true],
    [{ game_id: 'g2' }, false],
    [{ method: 'GET' }, true],
    [{ method: 'PUT' }, false],
    [{ failed_only: true }, false],
    [{ text: 'GET /CLOUD' }, true],
    [{ text: 'nothing' }, false],
  ])('%j fits a good read: %s', (filter, wanted) => {
    expect(fits(someCall(), filter)).toBe(wanted);
  });

  it('counts a call without an answer and one that was refused as failed', () => {
    expect(fits(someCall({ status: undefined }), { failed_only: true })).toBe(true);
    expect(fits(someCall({ status: 404 }), { failed_only: true })).toBe(true);
    expect(callState({ status: undefined }).words).toBe('no answer');
    expect(callState({ status: 503 })).toEqual({ glyph: 'crashed', words: '503' });
  });
});

it('puts news on top and renews what is there', () => {
  const rows = [someCall({ id: '10' }), someCall({ id: '9' })];
  const news = [someCall({ id: '9', repeats: 4 }), someCall({ id: '12' }), someCall({ id: '11' })];
  expect(withNews(rows, news).map(({ id, repeats }) => [id, repeats])).toEqual([
    ['12', 1],
    ['11', 1],
    ['10', 1],
    ['9', 4],
  ]);
});

it('shows JSON with a line for each field, and other text as it is', () => {
  expect(prettyBody('{"a":[1]}')).toBe('{\n  "a": [\n    1\n  ]\n}');
  expect(prettyBody('no json...')).toBe('no json...');
  expect(prettyBody(undefined)).toBe('');
});

it('shortens ids in paths', () => {
  expect(shortPath('/cloud/games/3f9c27d4-61b8-4c3e-9a51-7d20b4c8e1a7/versions')).toBe(
    '/cloud/games/3f9c27d4…e1a7/versions',
  );
});

it('marks the lines that only one of two answers has', () => {
  const { left, right } = sideBySide('a\nb\nc\nd', 'a\nx\nc\nd\ne');
  expect(left.filter(({ isOnlyHere }) => isOnlyHere).map(({ text }) => text)).toEqual(['b']);
  expect(right.filter(({ isOnlyHere }) => isOnlyHere).map(({ text }) => text)).toEqual(['x', 'e']);
});
