import { expect, test } from 'vitest';
import { createProblem, homeGame, versionLines } from '../../../../src-renderer/features/games/games-selectors.ts';
import { tileOf } from '../../../../src-renderer/features/games/logo-tile.ts';
import { AppError } from '../../../../src-shared/errors/app-error.ts';
import { fullGame } from '../../support/fake-core.ts';

const invalid = (...paths: string[][]) =>
  new AppError(
    'VALIDATION_ERROR',
    { text: 'display-name.invalid' },
    { metadata: { errors: paths.map((path) => ({ path })) } },
  );

test.each([
  ['too-short', 'Type a name.'],
  ['too-long', 'This name is too long: it may have up to 128 bytes, which is 128 plain letters.'],
  ['invalid', 'Use single spaces between words, none at the start or end, and no invisible characters.'],
  ['not-unique', 'Another game here has this name. Choose a different one.'],
])('says what %s means', (reason, sentence) => {
  expect(createProblem(invalid(['display-name', reason]))).toEqual({ name: [sentence] });
});

test('says one thing of an empty name, although the service finds two', () => {
  expect(createProblem(invalid(['display-name', 'too-short'], ['display-name', 'invalid'])).name).toEqual([
    'Type a name.',
  ]);
});

test('says default sentence for a reason it does not know', () => {
  expect(createProblem(invalid(['display-name', 'rude']))).toEqual({ name: ['display-name.invalid'] });
});

test.each([
  ['an error that is not about the name', new AppError('STORAGE_FULL')],
  ['metadata it cannot read', new AppError('VALIDATION_ERROR', undefined, { metadata: 7 })],
])('blames the whole attempt for %s', (_, error) => {
  expect(createProblem(error)).toEqual({ name: [], whole: `${error.message} No game was created.` });
});

test('leads home to the game that was open last, else to the first', () => {
  const games = ['a', 'b'].map((id) => ({ id, name_id: id, display_name: id, total_player_count: 0 }));
  expect(homeGame(games, 'b')?.id).toBe('b');
  expect(homeGame(games, 'gone')?.id).toBe('a');
  expect(homeGame([], 'b')).toBeUndefined();
  expect(homeGame(undefined, undefined)).toBeUndefined();
});

test('names the namespaces of each version, newest first, and leaves out the one that came with the game', () => {
  const game = fullGame('g', 'Tidebreak', 'tidebreak');
  game.versions.push({ version_id: 'newer', display_name: '0.0.2', create_ts: '2026-11-17T09:12:00.000Z' });
  game.versions.push({ version_id: 'newest', display_name: '0.0.3', create_ts: '2026-11-18T09:12:00.000Z' });
  game.namespaces[0] = { ...(game.namespaces[0] as (typeof game.namespaces)[number]), version_id: 'newer' };
  expect(versionLines(game).map(({ name, runsOn }) => [name, runsOn])).toEqual([
    ['0.0.3', []],
    ['0.0.2', ['production']],
  ]);
});

test('draws the same tile for the same id, and another for one that differs in a digit', () => {
  const id = '3f9c27d4-61b8-4c3e-9a51-7d20b4c8e1a7';
  expect(tileOf(id)).toEqual(tileOf(id));
  expect(tileOf(id)).not.toEqual(tileOf(id.replace(/7$/, '8')));
  expect(tileOf('').cells.length).toBeGreaterThan(3);
});
