// The parts of a transfer over time, below its map.
import { beforeEach, expect, inject, test } from 'vitest';
import { page } from 'vitest/browser';
import type { PartTry } from '../../../../src-shared/transfers/part-map.ts';
import { expectAccessible } from '../../support/axe.ts';
import { openWindow } from '../../support/open-window.tsx';
import { MIB, someMap, someTransfer } from '../../support/some-transfers.ts';

beforeEach(() => page.viewport(1280, 800));

const PART = 16 * MIB;
const now = Date.now();
const ago = (from: number, to: number, isThere = false): PartTry => {
  return { from: now - from * 1_000, to: now - to * 1_000, is_there: isThere };
};
const recent = [
  { number: 7, tries: [ago(96, 88, true)] },
  { number: 8, tries: [ago(89, 81, true)] },
  { number: 9, tries: [ago(82, 74, true)] },
  { number: 10, tries: [ago(75, 68), ago(9, 1)] },
  { number: 11, tries: [ago(8, 1)] },
];
const map = someMap(
  [
    ['verified', 9],
    ['in_flight', 2],
    ['queued', 4],
  ],
  { levels: { 10: 0.57, 11: 0.14 }, recent },
);
const view = someTransfer(
  {
    parts: { pending: 4, sending: 2, sent: 0, verified: 9 },
    bytes_total: 15 * PART,
    bytes_verified: 9 * PART,
    bytes_live: Math.round(0.71 * PART),
    bytes_per_second: 2_000_000,
    resumed: { at: now - 9_000, after: 'end', kept: 9, again: { bytes: 14_000_000, parts: 1, first: 10 } },
  },
  9,
  15,
);

test('shows when each part went, what was lost, and when nothing was sent', async () => {
  openWindow((core) => {
    core.transfers.list.set(view);
    core.transfers.parts(view.id).set(map);
  }, '#/transfers');
  const times = page.getByRole('region', { name: 'Parts over time' });
  await expect.element(times.getByText(/^nothing sent, 5\d s$/)).toBeVisible();
  await expect.element(times.getByText(/^verified \d\d:\d\d/).first()).toBeVisible();
  await expect.element(times.getByText('10 MB of 17 MB')).toBeVisible();
  await expect.element(times.getByText('now')).toBeVisible();
  await expectAccessible('[data-transfer]');
  for (const theme of ['light', 'dark']) {
    document.documentElement.dataset['theme'] = theme;
    if (inject('pictures')) await page.screenshot({ path: `../../../e2e/screens/window-parts-over-time-${theme}.png` });
  }
});

test('is not there before two parts have begun', async () => {
  openWindow((core) => {
    core.transfers.list.set(view);
    core.transfers.parts(view.id).set({ ...map, recent: recent.slice(0, 1) });
  }, '#/transfers');
  await expect.element(page.getByRole('img', { name: /9 of 15 parts stored/ })).toBeVisible();
  await expect.element(page.getByText('Parts over time')).not.toBeInTheDocument();
});
