// Newer versions in the window: the steps in the settings, and what is new.
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../../support/axe.ts';
import { openWindow } from '../../support/open-window.tsx';

const section = page.getByRole('region', { name: 'Updates' });
const steps = (called: { name: string }[]) =>
  called.map(({ name }) => name).filter((name) => name.startsWith('updates'));

test('offers one step after the other, and says how far it is', async () => {
  const core = openWindow((it) => {
    for (const step of ['updates.check', 'updates.load', 'updates.install'] as const) {
      it.handlers[step] = async () => it.updates.snapshot();
    }
  }, '#/settings');
  await userEvent.click(section.getByRole('button', { name: 'Check for updates' }));
  core.updates.set({ state: 'found', sentence: 'Slipway 0.2.0 can be had.', version: '0.2.0', notes: ['More.'] });
  await expect.element(section.getByText('More.')).toBeVisible();
  await userEvent.click(section.getByRole('button', { name: 'Download' }));
  core.updates.set({ state: 'loading', sentence: 'On its way.', part: 0.25 });
  await expect.element(section.getByRole('progressbar')).toHaveAttribute('value', '0.25');
  core.updates.set({ state: 'ready', sentence: 'Slipway 0.2.0 is here.' });
  await userEvent.click(section.getByRole('button', { name: 'Restart and update' }));
  await expect.poll(() => steps(core.called)).toEqual(['updates.check', 'updates.load', 'updates.install']);
  await expectAccessible('[data-slot~="settings"]');
});

test('offers nothing where Slipway cannot update itself, and says why', async () => {
  openWindow((it) => it.updates.set({ state: 'unable', sentence: 'Get newer ones where you got this.' }), '#/settings');
  await expect.element(section.getByText('Get newer ones where you got this.')).toBeVisible();
  await expect.element(section.getByRole('button')).not.toBeInTheDocument();
  await expect.element(section.getByRole('switch')).not.toBeInTheDocument();
});

test('shows what is new once, and keeps that it was read', async () => {
  const core = openWindow((it) => {
    it.news.set({ news: { version: '0.1.0', notes: ['Lanes have colours.'] }, is_unread: true });
    it.handlers['updates.newsRead'] = async () => {
      it.news.set({ ...it.news.snapshot(), is_unread: false });
    };
  }, '#/settings');
  const dialog = page.getByRole('dialog', { name: "What's new in Slipway 0.1.0" });
  await expect.element(dialog.getByText('Lanes have colours.')).toBeVisible();
  await expectAccessible('[role=dialog]');
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  expect(steps(core.called)).toEqual(['updates.newsRead']);
  await userEvent.click(section.getByRole('button', { name: "What's new" }));
  await expect.element(dialog).toBeVisible();
});
