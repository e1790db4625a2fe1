// The first page, as a person meets it.
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { openWindow } from '../../support/open-window.tsx';
import { runningLocal } from '../../support/some-instances.ts';

test('says where Local listens and how fast it was ready', async () => {
  openWindow();
  await expect.element(page.getByRole('heading', { level: 1, name: 'Local is running' })).toBeVisible();
  await expect.element(page.getByText('127.0.0.1:7420')).toBeVisible();
  await expect.element(page.getByText('Ready in 0.8 s')).toBeVisible();
  await expect.element(page.getByText('212 GB free')).toBeVisible();
});

test('follows the port when Local moves', async () => {
  const core = openWindow();
  await expect.element(page.getByText('127.0.0.1:7420')).toBeVisible();
  core.instances.set({ ...runningLocal, url: 'http://127.0.0.1:7431', port: 7431 });
  await expect.element(page.getByText('127.0.0.1:7431')).toBeVisible();
  await expect.element(page.getByRole('button', { name: /^Local/ })).toMatchTextContent(/:7431/);
});

test('has its landmarks, and each control has a name', async () => {
  openWindow();
  await expect.element(page.getByRole('main')).toBeVisible();
  await expect.element(page.getByRole('complementary', { name: 'Sidebar' })).toBeVisible();
  await expect.element(page.getByRole('navigation', { name: 'Instances' })).toBeVisible();
  await expect.element(page.getByRole('navigation', { name: 'Games' })).toBeVisible();
  for (const button of page.getByRole('button').elements()) {
    expect(button.getAttribute('aria-label') ?? button.textContent, button.outerHTML).not.toBe('');
  }
  expect(document.querySelectorAll('h1')).toHaveLength(1);
});

test('is reached from the help menu when there are games', async () => {
  openWindow((core) => core.games.set({ id: 'a', name_id: 'a', display_name: 'Tidebreak', total_player_count: 0 }));
  await expect.element(page.getByRole('heading', { level: 1, name: 'Tidebreak' })).toBeVisible();
  await userEvent.click(page.getByRole('button', { name: 'Help' }));
  await userEvent.click(page.getByRole('menuitem', { name: 'Open the welcome page' }));
  await expect.element(page.getByRole('heading', { level: 1, name: 'Local is running' })).toBeVisible();
});
