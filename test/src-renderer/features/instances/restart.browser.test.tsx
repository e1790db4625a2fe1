// Restarting Local from its menu and the palette: it asks where servers would end with it, and only there.
import { beforeEach, expect, inject, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../../support/axe.ts';
import type { createFakeCore } from '../../support/fake-core.ts';
import { openWindow } from '../../support/open-window.tsx';
import { localId } from '../../support/some-instances.ts';

beforeEach(() => page.viewport(1280, 800));

type Core = ReturnType<typeof createFakeCore>;
const restarts = (core: Core) => core.called.filter(({ name }) => name === 'instances.restart');

async function choose(): Promise<void> {
  await userEvent.click(page.getByRole('button', { name: 'Menu of Local' }));
  await userEvent.click(page.getByRole('menuitem', { name: 'Restart Local' }));
}

test('asks with how many servers end and how many players are on them', async () => {
  const core = openWindow((fake) => {
    fake.handlers['instances.running'] = async () => ({ servers: 3, players: 1 });
  });
  await choose();
  const dialog = page.getByRole('dialog', { name: 'Restart Local' });
  await expect
    .element(dialog.getByText(/^3 servers run on it and will be stopped\. 1 player will be disconnected\.$/))
    .toBeVisible();
  if (inject('pictures')) await page.screenshot({ path: 'test-results/window/restart-light.png' });
  await expectAccessible('[role="dialog"]');
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
  expect(restarts(core)).toEqual([]);
  await choose();
  await userEvent.click(dialog.getByRole('button', { name: 'Restart Local' }));
  await expect.poll(() => restarts(core)).toEqual([{ name: 'instances.restart', input: { instance_id: localId } }]);
  await expect.element(dialog).not.toBeInTheDocument();
});

test('asks nobody where none runs, or where they cannot be counted', async () => {
  const core = openWindow(() => undefined);
  await choose();
  await expect.poll(() => restarts(core)).toHaveLength(1);
  core.handlers['instances.running'] = async () => {
    throw new Error('no answer');
  };
  await choose();
  await expect.poll(() => restarts(core)).toHaveLength(2);
});
