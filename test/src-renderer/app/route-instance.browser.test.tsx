// The instance of the sidebar is that of the page, however a person came there.
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { openWindow } from '../support/open-window.tsx';
import { stagingEu } from '../support/some-instances.ts';

const row = (name: RegExp) => page.getByRole('navigation', { name: 'Instances' }).getByRole('button', { name });

test('shows the instance of the game that is open after a reload, and after a step back', async () => {
  openWindow((core) => {
    core.instances.set(stagingEu);
  }, '#/games/eu/some-game');
  await expect.element(row(/^Staging EU/).first()).toHaveAttribute('aria-current', 'true');
  location.hash = '#/games/local/other-game';
  await expect.element(row(/^Local/).first()).toHaveAttribute('aria-current', 'true');
  history.back();
  await expect.element(row(/^Staging EU/).first()).toHaveAttribute('aria-current', 'true');
});
