// Which game is the same on several instances, and when there is a home at all.
import { describe, expect, test } from 'vitest';
import { hasHome, homeRows, playersOf } from '../../../../src-renderer/features/home/home-selectors.ts';
import type { GameRow } from '../../../../src-shared/games/bridge.ts';
import { runningLocal, stagingEu } from '../../support/some-instances.ts';

const game = (id: string, display_name: string, total_player_count = 1): GameRow => {
  return { id, name_id: display_name.toLowerCase(), display_name, total_player_count };
};
const both = [runningLocal, stagingEu];

describe('games of several instances', () => {
  test('of one name are one row, in the order in which they are found', () => {
    const rows = homeRows(both, {
      local: [game('a', 'Tidebreak', 3), game('b', 'Ninefold')],
      eu: [game('c', 'Comets'), game('d', 'Tidebreak', 4)],
    });
    expect(rows.map(({ name, cells }) => [name, [...cells.keys()]])).toEqual([
      ['Tidebreak', ['local', 'eu']],
      ['Ninefold', ['local']],
      ['Comets', ['eu']],
    ]);
    expect(rows.map(playersOf)).toEqual([7, 1, 1]);
  });

  test('go by the name id first, and by the shown name where that differs', () => {
    const renamed = { ...game('c', 'Old name'), name_id: 'tidebreak' };
    const other = { ...game('d', 'Ninefold'), name_id: 'ninefold-2' };
    const rows = homeRows(both, { local: [game('a', 'Tidebreak'), game('b', 'Ninefold')], eu: [renamed, other] });
    expect(rows.map(({ cells }) => [...cells.values()].map(({ id }) => id))).toEqual([
      ['a', 'c'],
      ['b', 'd'],
    ]);
  });

  test('two of one name on the same instance stay two', () => {
    const rows = homeRows(both, { local: [game('a', 'Tidebreak'), game('b', 'Tidebreak')] });
    expect(rows).toHaveLength(2);
  });
});

test.each([
  ['no instance is known', undefined, {}, false],
  ['one game', [runningLocal], { local: [game('a', 'A')] }, false],
  ['two games', [runningLocal], { local: [game('a', 'A'), game('b', 'B')] }, true],
  ['two instances', both, {}, true],
] as const)('with %s, home is there: %#', (_, instances, games, expected) => {
  expect(hasHome(instances, games)).toBe(expected);
});
