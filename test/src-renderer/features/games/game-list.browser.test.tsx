// The list of games with very many games in it.
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import sidebarStyles from '../../../../src-renderer/ui/sidebar.module.css';
import { focusOn, openWindow } from '../../support/open-window.tsx';

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
