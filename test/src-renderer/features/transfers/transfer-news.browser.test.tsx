// What is said of transfers over the window: that one is on its way until its end is said, and of a namespace only what it runs last.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { sayUndoable } from '../../../../src-renderer/features/namespaces/switch-actions.ts';
import { sayOnTheWay } from '../../../../src-renderer/features/transfers/transfer-news.ts';
import { useTransfers } from '../../../../src-renderer/features/transfers/transfers-store.ts';
import { clearToasts } from '../../../../src-renderer/ui/notices/toasts-actions.ts';
import type { TransferView } from '../../../../src-shared/transfers/bridge.ts';
import { openWindow } from '../../support/open-window.tsx';
import { someTransfer } from '../../support/some-transfers.ts';

beforeEach(() => page.viewport(1280, 800));
afterEach(() => {
  vi.useRealTimers();
  clearToasts();
});

/** What stands over the page, and what waits to. */
const titles = () =>
  [...document.querySelectorAll('[data-slot~="toast"]:not([data-gone]) h2')].map((one) => one.textContent);
const said = (text: string) => page.getByRole('region', { name: 'Messages' }).getByText(text);

const versions = ['0.1.2', '0.1.3', '0.1.4', '0.1.5'];
const sent = (n: number, more: Parameters<typeof someTransfer>[0] = {}): TransferView =>
  someTransfer({ id: `t${n}`, name: versions[n] ?? '', switches: true, ...more });
const done = (n: number): TransferView =>
  sent(n, { status: 'done', ended_at: 100 + n, outcome: `staging switched to ${versions[n]}.` });
const announce = (n: number) =>
  sayOnTheWay({
    transfer_id: `t${n}`,
    version: versions[n] ?? '',
    where: 'Local',
    detail: 'staging is switched.',
  });

async function openWithTransfers() {
  const core = openWindow((fake) => fake.transfers.list.set(...[0, 1, 2, 3].map((n) => sent(n))));
  await expect.element(page.getByRole('heading', { name: 'Local is running' })).toBeVisible();
  await expect.poll(() => useTransfers.getState().list?.length).toBe(4);
  return core;
}

test('of four launches one after the other only the last result stands, and nothing says that one is on its way', async () => {
  const core = await openWithTransfers();
  for (const n of [0, 1, 2, 3]) announce(n);
  await expect.element(said('0.1.5 is on its way to Local')).toBeVisible();
  core.transfers.list.set(done(0));
  await expect.element(said('staging switched to 0.1.2.')).toBeVisible();
  // The others come together, in whatever order.
  core.transfers.list.set(done(3), done(1), done(2));
  await expect.element(said('staging switched to 0.1.5.')).toBeVisible();
  await expect.poll(titles).toEqual(['Tidebreak 0.1.5 is on Local']);
});

test('a message that somebody points at says that the version is there as soon as that is so', async () => {
  const core = await openWithTransfers();
  announce(0);
  await userEvent.hover(said('0.1.2 is on its way to Local'));
  core.transfers.list.set(done(0));
  await expect.element(said('staging switched to 0.1.2.')).toBeVisible();
  expect(titles()).toEqual(['Tidebreak 0.1.2 is on Local']);
});

test('a switch takes the place of what a transfer had switched to, and a failure stays beside both', async () => {
  const core = await openWithTransfers();
  announce(0);
  announce(1);
  const problem = { code: 'ERROR', message: 'The disk is full.' };
  core.transfers.list.set(sent(0, { status: 'failed', problem, remedies: [] }), done(1));
  await expect.element(said('staging switched to 0.1.3.')).toBeVisible();
  const place = { instance_id: 'local', game_id: 'g1', namespace_id: 'n1' };
  sayUndoable(place, { outcome: 'switched', sentence: 'staging switched to 0.1.1.' });
  await expect
    .poll(titles)
    .toEqual(['staging switched to 0.1.1', expect.stringContaining('0.1.2 did not reach Local')]);
});

test('says nothing of a transfer that has come to its end before it is said to be on its way, or that was cancelled', async () => {
  const core = await openWithTransfers();
  announce(2);
  await expect.element(said('0.1.4 is on its way to Local')).toBeVisible();
  core.transfers.list.set(done(1), sent(2, { status: 'cancelled', ended_at: 90 }));
  await expect.element(said('staging switched to 0.1.3.')).toBeVisible();
  announce(1);
  await expect.poll(titles).toEqual(['Tidebreak 0.1.3 is on Local']);
});

test('tells a screen reader that a fresh upload began, and that one resumed only if some of it was sent before', async () => {
  const core = await openWithTransfers();
  const spoken = () => useTransfers.getState().announcement;
  const become = async (view: TransferView) => {
    core.transfers.list.set(view);
    await expect.poll(() => useTransfers.getState().list?.find(({ id }) => id === view.id)?.status).toBe(view.status);
  };
  await become(sent(0, { status: 'queued', bytes_on_wire: 0 }));
  await become(sent(0));
  expect(spoken()).toBe('Tidebreak 0.1.2 is being uploaded.');
  await become(sent(1, { status: 'queued' }));
  await become(sent(1));
  expect(spoken()).toBe('Tidebreak 0.1.3 resumed.');
  await become(sent(0, { status: 'paused', paused: { by: 'person', at: 5 } }));
  expect(spoken()).toBe('Tidebreak 0.1.2 is paused.');
  await become(sent(0));
  expect(spoken()).toBe('Tidebreak 0.1.2 resumed.');
});

test('what screen readers are told of a transfer goes after ten seconds', async () => {
  await openWithTransfers();
  const words = 'Tidebreak 0.1.2 is being uploaded.';
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  useTransfers.setState({ announcement: words });
  await expect.element(page.getByText(words)).toBeInTheDocument();
  vi.advanceTimersByTime(9_000);
  await expect.element(page.getByText(words)).toBeInTheDocument();
  vi.advanceTimersByTime(1_000);
  await expect.element(page.getByText(words)).not.toBeInTheDocument();
});
