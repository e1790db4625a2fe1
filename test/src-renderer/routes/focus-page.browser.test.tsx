// Keys that open a page bring the focus to its list, so that the next key already moves in it.
import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectInLandmarks } from '../support/axe.ts';
import { focusOn, openWindow } from '../support/open-window.tsx';
import { someBuild } from '../support/some-builds.ts';
import { someChanges } from '../support/some-changes.ts';
import { historyGame, historyHash, setHistory } from '../support/some-history.ts';
import { someServer } from '../support/some-servers.ts';

beforeEach(() => page.viewport(1280, 800));

const gameHash = historyHash.replace(/\/history\/.*/, '');
const focused = () => document.activeElement;

function open(hash: string) {
  return openWindow((core) => {
    setHistory(core);
    core.servers.state.set({ fresh_at: 1 });
    core.handlers['activity.changes'] = async () => ({ changes: someChanges(), why_not: [] });
    for (const { namespace_id } of historyGame.namespaces) {
      core.builds.of(namespace_id).set({ builds: [someBuild(1), someBuild(2)], fresh_at: 1 });
    }
  }, hash);
}

test('two keys lead to a server from any page of the game', async () => {
  open(`${gameHash}/settings`);
  await expect.element(page.getByRole('heading', { name: 'Tidebreak' })).toBeVisible();
  await userEvent.keyboard('gs');
  await expect.poll(() => focused()?.getAttribute('role')).toBe('row');
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => location.hash).toMatch(/\/servers\/[^/]+\/[^/]+$/);
});

test('a server that takes the place of the focused one has the focus', async () => {
  const core = open(`${gameHash}/settings`);
  await expect.element(page.getByRole('heading', { name: 'Tidebreak' })).toBeVisible();
  await userEvent.keyboard('gs');
  await expect.poll(() => focused()?.getAttribute('role')).toBe('row');
  const before = focused();
  const environment = historyGame.namespaces[0]?.namespace_id ?? '';
  core.servers.list.remove(someServer().id);
  core.servers.list.set(someServer({ id: '9c1e04b2-0000-4000-8000-000000000009', environment }));
  await expect.poll(() => before?.isConnected).toBe(false);
  await expect.poll(() => focused()?.getAttribute('role')).toBe('row');
  expect(focused()?.textContent).toContain('9c1e04b2');
});

test('J moves at once in the lanes, the builds, the changes and the history', async () => {
  open(`${gameHash}/settings`);
  await expect.element(page.getByRole('heading', { name: 'Tidebreak' })).toBeVisible();
  await userEvent.keyboard('gd');
  await expect.poll(() => focused()?.getAttribute('aria-label')).toBe('Namespace prod');
  await userEvent.keyboard('j');
  expect(focused()?.getAttribute('aria-label')).toBe('Namespace staging');
  await userEvent.keyboard('gb');
  await expect.poll(() => focused()?.getAttribute('data-index')).toBe('0');
  await userEvent.keyboard('j');
  expect(focused()?.getAttribute('data-index')).toBe('1');
  await userEvent.keyboard('ga');
  await expect.poll(() => focused()?.getAttribute('data-change')).toBe('0');
  await userEvent.keyboard('j');
  expect(focused()?.getAttribute('data-change')).toBe('1');
  await userEvent.keyboard('gh');
  await expect.poll(() => focused()?.getAttribute('role')).toBe('option');
});

test('who moves the focus before the list is there keeps it', async () => {
  const core = open(`${gameHash}/settings`);
  await expect.element(page.getByRole('heading', { name: 'Tidebreak' })).toBeVisible();
  const { promise, resolve } = Promise.withResolvers<void>();
  core.handlers['activity.changes'] = async () => {
    await promise;
    return { changes: someChanges(), why_not: [] };
  };
  await userEvent.keyboard('ga');
  await expect.element(page.getByRole('textbox', { name: 'Find a change' })).toBeVisible();
  await userEvent.keyboard('/');
  await expect.element(page.getByRole('textbox', { name: 'Find a change' })).toHaveFocus();
  resolve();
  await expect.element(page.getByText('Token ci-deploy created')).toBeVisible();
  await expect.element(page.getByRole('textbox', { name: 'Find a change' })).toHaveFocus();
});

test('a choice of another namespace in the history keeps the focus', async () => {
  open(historyHash);
  const namespace = page.getByRole('combobox', { name: 'Namespace' });
  await expect.element(page.getByRole('option').first()).toBeVisible();
  focusOn(namespace.element());
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('option', { name: 'staging', exact: true })).toBeVisible();
  await expectInLandmarks();
  await userEvent.keyboard('{ArrowDown}{Enter}');
  await expect.poll(() => location.hash).not.toContain(historyHash.slice(historyHash.lastIndexOf('/')));
  await expect.element(namespace).toHaveFocus();
});

test('a page without a list gives its heading the focus, after keys as after a link', async () => {
  const core = open(`${gameHash}/settings`);
  core.handlers['namespaces.history'] = async () => ({ rows: [], has_more: false });
  core.handlers['groups.read'] = async () => ({ display_name: 'My games', games: [] });
  await expect.element(page.getByRole('heading', { name: 'Tidebreak' })).toBeVisible();
  await userEvent.keyboard('gh');
  await expect.element(page.getByText(/Nothing was deployed to/)).toBeVisible();
  await expect.element(page.getByRole('heading', { name: 'Tidebreak', level: 1 })).toHaveFocus();
  location.hash = `${gameHash}/settings`;
  const link = page.getByRole('link', { name: /group/i });
  await expect.element(link).toBeVisible();
  focusOn(link.element());
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('heading', { name: 'My games' })).toHaveFocus();
});

test('what goes away with the focus hands it to what is nearest', async () => {
  const core = open(`${gameHash}/servers`);
  core.handlers['servers.stop'] = async () => undefined;
  const row = page.getByRole('row', { name: /^7c1e04b2/ });
  await expect.element(row).toBeVisible();
  focusOn(row.element());
  await userEvent.keyboard('x');
  focusOn(page.getByRole('toolbar', { name: 'Selected servers' }).getByRole('button', { name: 'Stop' }).element());
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('dialog', { name: 'Stop 1 server' })).toBeVisible();
  focusOn(page.getByRole('dialog').getByRole('button', { name: 'Stop 1 server' }).element());
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('toolbar', { name: 'Selected servers' })).not.toBeInTheDocument();
  await expect.element(row).toHaveFocus();
});

test('what a pointer pressed hands the focus to the list as it goes', async () => {
  const core = open(`${gameHash}/servers`);
  core.handlers['servers.stop'] = async () => undefined;
  const row = page.getByRole('row', { name: /^7c1e04b2/ });
  await expect.element(row).toBeVisible();
  await userEvent.click(row, { modifiers: ['Control'] });
  const bar = page.getByRole('toolbar', { name: 'Selected servers' });
  await userEvent.click(bar.getByRole('button', { name: 'Stop' }));
  await userEvent.click(page.getByRole('dialog').getByRole('button', { name: 'Stop 1 server' }));
  await expect.element(bar).not.toBeInTheDocument();
  await expect.element(row).toHaveFocus();
});

test('after a press on Stop the list has the focus once the server has ended', async () => {
  const core = open(`${gameHash}/servers`);
  core.handlers['servers.stop'] = async () => undefined;
  const row = page.getByRole('row', { name: /^7c1e04b2/ });
  await expect.element(row).toBeVisible();
  const [stopped] = core.servers.list.snapshot();
  if (stopped === undefined) throw new Error('expected a server');
  core.servers.list.set({ ...stopped, id: 'a20c6de8' });
  await userEvent.click(row);
  const pane = page.getByRole('region', { name: 'Server 7c1e04b2' });
  await userEvent.click(pane.getByRole('button', { name: 'Stop' }));
  await userEvent.click(page.getByRole('dialog').getByRole('button', { name: 'Stop 7c1e04b2' }));
  const exit = { code: 0, out_of_memory: false, by: 'you' as const };
  core.servers.list.set({ ...stopped, state: 'stopped', destroyed_at: Date.now(), exit });
  await expect.element(pane.getByRole('button', { name: 'Stop' })).not.toBeInTheDocument();
  await expect.poll(() => focused()?.getAttribute('data-row')).toMatch(/^(7c1e04b2|a20c6de8)/);
});
