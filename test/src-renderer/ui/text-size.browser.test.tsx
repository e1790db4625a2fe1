// What code lays out grows with the text, also when its size is set while the window is open.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { openWindow } from '../support/open-window.tsx';

beforeEach(() => page.viewport(1280, 800));
afterEach(() => {
  document.documentElement.style.fontSize = '';
});

test('rows grow as soon as the size of text is set, and shrink again', async () => {
  openWindow((core) => {
    for (const name of ['Tidebreak', 'Ninefold'])
      core.games.set({ id: name, name_id: name.toLowerCase(), display_name: name, total_player_count: 0 });
  });
  const games = page.getByRole('navigation', { name: 'Games' }).getByRole('listitem');
  await expect.element(games.nth(1)).toBeVisible();
  const apart = () => {
    const [first, second] = games.elements().map((row) => row.getBoundingClientRect().top);
    return (second ?? 0) - (first ?? 0);
  };
  const usual = apart();
  document.documentElement.style.fontSize = '200%';
  await expect.poll(apart).toBe(2 * usual);
  document.documentElement.style.fontSize = '';
  await expect.poll(apart).toBe(usual);
});
