import { expect, test } from 'vitest';
import { hashOf, parseHash, type Route } from '../../../src-renderer/routes/routes.ts';

const routes: Route[] = [
  { page: 'home' },
  { page: 'welcome' },
  { page: 'settings' },
  { page: 'game', instance_id: 'local', game_id: '3f9c27d4-61b8-4c3e-9a51-7d20b4c8e1a7' },
  { page: 'game', instance_id: 'a/b c', game_id: '%' },
  { page: 'game', instance_id: 'local', game_id: 'a', tab: 'builds' },
  { page: 'game', instance_id: 'local', game_id: 'a', tab: 'builds', build_id: 'b' },
  { page: 'game', instance_id: 'local', game_id: 'a', tab: 'servers', namespace_id: 'n', server_id: 's' },
  { page: 'group', instance_id: 'local', group_id: 'g/h' },
];

test.each(routes)('finds the way back from the hash of $page', (route) => {
  expect(parseHash(hashOf(route))).toEqual(route);
});

test.each(['', '#', '#/', '#//'])('takes the hash "%s" for home', (hash) => {
  expect(parseHash(hash)).toEqual({ page: 'home' });
});

test.each([
  '#/nope',
  '#/games',
  '#/games/local',
  '#/games/a/b/c',
  '#/settings/more',
  '#/groups/a',
  '#/games/a/b/builds/c/d',
])('knows no page at "%s"', (hash) => {
  expect(parseHash(hash)).toEqual({ page: 'unknown', hash });
});

test('bears a broken percent sign', () => {
  expect(parseHash('#/games/local/%E0%A4%A')).toEqual({ page: 'game', instance_id: 'local', game_id: '%E0%A4%A' });
});
