// The list of games with very many games in it.
import { expect, inject, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import sidebarStyles from '../../../../src-renderer/ui/sidebar.module.css';
import { expectAccessible } from '../../support/axe.ts';
import { fullGame } from '../../support/fake-core.ts';
import { focusOn, openWindow } from '../../support/open-window.tsx';
import { someServer } from '../../support/some-servers.ts';

const games = (count: number) =>
  Array.from({ length: count }, (_, at) => {
    return { id: `game-${at}`, name_id: `g${at}`, display_name: `Game ${at}`, total_player_count: at };
  });

test('draws only the rows in sight of ten thousand games', async () => {
  openWindow((core) => core.games.set(...games(10_000)));
  await expect.element(page.getByRole('link', { name: /^Game 0,/ })).toBeVisible();
  expect(document.querySelectorAll(`.${sidebarStyles['scroll']} li`).length).toBeLessThan(80);
});

test('moves by J, K and End with one focus stop, and opens by Enter', async () => {
  openWindow((core) => core.games.set(...games(10_000)));
  const first = page.getByRole('link', { name: /^Game 0,/ });
  await expect.element(first).toBeVisible();
  focusOn(first.element());
  await userEvent.keyboard('jjk');
  await expect.element(page.getByRole('link', { name: /^Game 1,/ })).toHaveFocus();
  await userEvent.keyboard('{End}');
  await expect.element(page.getByRole('link', { name: /^Game 9999,/ })).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('heading', { level: 1, name: 'Game 9999' })).toBeVisible();
  expect(document.querySelectorAll(`.${sidebarStyles['scroll']} a[tabindex="0"]`)).toHaveLength(1);
});

test('shows a change of a game at once, and says how old it is when the instance does not answer', async () => {
  const core = openWindow((fake) => fake.games.set(...games(1)));
  const since = new Date(2026, 10, 21, 14, 29).getTime();
  await expect.element(page.getByRole('heading', { level: 1, name: 'Game 0' })).toBeVisible();
  core.game('game-0').set({ game: null, stale_since: since });
  await expect.element(page.getByText(/^As of 14:29\./)).toBeVisible();
});

test('pictures of games grow with the text', async () => {
  openWindow((core) => core.games.set(...games(1)));
  await expect.element(page.getByRole('link', { name: /^Game 0,/ })).toBeVisible();
  const sizes = () =>
    [...document.querySelectorAll('[data-slot~="logo"]')].map((logo) => logo.getBoundingClientRect().width);
  const usual = sizes();
  expect(usual.length).toBeGreaterThan(0);
  document.documentElement.style.fontSize = '200%';
  try {
    expect(sizes()).toEqual(usual.map((size) => 2 * size));
  } finally {
    document.documentElement.style.fontSize = '';
  }
});

test('marks a game whose servers are gone, with words, until one runs again', async () => {
  await page.viewport(1280, 800);
  const core = openWindow((fake) => {
    fake.games.set(...games(2));
    const other = fullGame('game-1', 'Game 1', 'g1');
    fake.game('game-1').set({ game: other });
  }, '#/games/local/game-0');
  const { namespaces } = core.game('game-1').snapshot().game ?? {};
  const [prod] = namespaces ?? [];
  if (prod === undefined) throw new Error('expected a namespace');
  const life = { environment: prod.namespace_id, version: prod.version_id, kept: true };
  const crashed = someServer({ ...life, id: 'c0000000-0000-4000-8000-000000000001', state: 'crashed' as const });
  const { list } = core.servers.of(prod.namespace_id);
  const game = page.getByRole('link', { name: /^Game 1,/ });
  await expect.element(game).toHaveAccessibleName('Game 1, 1 player');
  list.set({ ...crashed, destroyed_at: Date.now(), problem: 'Ended by SIGSEGV.' });
  await expect.element(game).toHaveAccessibleName(`Game 1, 1 player, ${prod.name_id} is down`);
  for (const theme of ['light', 'dark']) {
    document.documentElement.dataset['theme'] = theme;
    if (inject('pictures')) await page.screenshot({ path: `test-results/window/game-down-${theme}.png` });
  }
  await expectAccessible('aside');
  delete document.documentElement.dataset['theme'];
  list.set(someServer({ ...life, id: 'c0000000-0000-4000-8000-000000000002', created_at: Date.now() }));
  await expect.element(game).toHaveAccessibleName('Game 1, 1 player');
});
