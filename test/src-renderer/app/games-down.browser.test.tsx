// Which games are down is followed of each game once, whatever order they come in.
import { beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { client } from '../../../src-renderer/bridge/client.ts';
import { useGames } from '../../../src-renderer/features/games/games-store.ts';
import { openWindow } from '../support/open-window.tsx';

beforeEach(() => page.viewport(1280, 800));

test('another order of the games subscribes to none of them again', async () => {
  openWindow((fake) => {
    for (const name of ['Tidebreak', 'Ninefold'])
      fake.games.set({ id: name, name_id: name.toLowerCase(), display_name: name, total_player_count: 0 });
  });
  const games = page.getByRole('navigation', { name: 'Games' }).getByRole('listitem');
  await expect.element(games.first()).toMatchTextContent(/Tidebreak/);
  const subscribe = vi.spyOn(client, 'subscribe');
  useGames.setState(({ games: { local = [] } }) => ({ games: { local: local.toReversed() } }));
  await expect.element(games.first()).toMatchTextContent(/Ninefold/);
  expect(subscribe.mock.calls.map(([topic]) => topic)).toEqual([]);
  subscribe.mockRestore();
});
