// A crash loop in the window: the panel, the row and the lane say the same, and the way out is in the panel.
import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../../support/axe.ts';
import { openWindow } from '../../support/open-window.tsx';
import { allHash, crashesOfStaging, setServersAll, spaceId } from '../../support/some-servers-all.ts';

beforeEach(() => page.viewport(1280, 800));

const panel = () => page.getByRole('status').filter({ hasText: /^Crashed/ });

test('says how often and how fast it crashed, what happens next and what ran well, and rolls back from there', async () => {
  openWindow(setServersAll, allHash);
  await expect
    .element(page.getByRole('heading', { name: 'Crashed 4 times in 1 min. Restarts have stopped.' }))
    .toBeVisible();
  await expect
    .element(panel())
    .toMatchTextContent(/Ended by SIGABRT.* 0\.1\.3 ran here for 3 h without a crash loop\./);
  await expect.element(panel(), { timeout: 1_000 }).not.toMatchTextContent(/4 times within a minute/);
  await expect.element(page.getByRole('row', { name: /^a20c6de8 0\.1\.4 Crashed 4×/ })).toBeVisible();
  await expect.element(panel().getByRole('button', { name: 'Roll back staging to 0.1.3' })).toBeVisible();
  await expectAccessible('[data-slot~="page"]');
});

test('says the same of each of its crashes, and leads from one to the log of the other', async () => {
  openWindow(setServersAll, allHash);
  const crashes = page.getByRole('list', { name: 'Crashes' });
  await expect.poll(() => crashes.getByRole('listitem').elements().length).toBe(4);
  await userEvent.click(crashes.getByRole('button', { name: 'a20c6de5' }));
  await expect.element(page.getByRole('region', { name: 'Server a20c6de5' })).toBeVisible();
  await expect
    .element(page.getByRole('heading', { name: 'Crashed 4 times in 1 min. Restarts have stopped.' }))
    .toBeVisible();
  await expect.element(page.getByRole('row', { name: /Crashed 4×/ })).toHaveAttribute('aria-selected', 'true');
});

test('says in its place that another one runs again', async () => {
  const core = openWindow(setServersAll, allHash);
  await expect.element(page.getByRole('heading', { name: /Restarts have stopped/ })).toBeVisible();
  const [newest] = crashesOfStaging();
  if (newest === undefined) throw new Error('there is one');
  const { destroyed_at: _end, problem: _problem, hint: _hint, exit: _exit, ...alive } = newest;
  const again = { ...alive, id: 'c0ffee00-0', created_at: Date.now(), started_at: undefined };
  core.servers.of(spaceId('staging')).list.set({ ...again, state: 'starting' });
  await expect.element(page.getByRole('heading', { name: 'Crashed 4 times in 1 min. Restarting now.' })).toBeVisible();
  core.servers.of(spaceId('staging')).list.set({ ...again, state: 'running', started_at: Date.now() - 90_000 });
  await expect
    .element(page.getByRole('heading', { name: 'Crashed 4 times in 1 min. Running again for 1 min.' }))
    .toBeVisible();
});
