// What is done with transfers in the window: sent on, shown in a folder, slowed while people play, and what is reported of them.
import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { TransferView } from '../../../../src-shared/transfers/bridge.ts';
import type { PartMap } from '../../../../src-shared/transfers/part-map.ts';
import type { createFakeCore } from '../../support/fake-core.ts';
import { openWindow } from '../../support/open-window.tsx';
import { someMap, someTransfer } from '../../support/some-transfers.ts';

beforeEach(() => page.viewport(1280, 800));

type Core = ReturnType<typeof createFakeCore>;

function open(given: [TransferView, PartMap?][]): Core {
  return openWindow((core) => {
    for (const name of ['resume', 'reveal'] as const) core.handlers[`transfers.${name}`] = async () => undefined;
    for (const [view, map] of given) {
      core.transfers.list.set(view);
      if (map !== undefined) core.transfers.parts(view.id).set(map);
    }
  }, '#/transfers');
}

const called = (core: Core, name: string) => core.called.filter((one) => one.name === name).map(({ input }) => input);

test('leaves room on the line while people play once that is switched on, and says when nobody does', async () => {
  const core = open([[someTransfer()]]);
  const slow = page.getByRole('switch', { name: 'Slow to 5 MB/s while people play on Local' });
  await expect.element(slow).not.toBeChecked();
  await userEvent.click(slow);
  await expect.element(slow).toBeChecked();
  expect(core.settings.snapshot().slow_while_playing).toBe(5_000_000);
  await expect.element(page.getByText('(nobody now)')).toBeVisible();
  core.transfers.limits.set({ bytes_per_second: null, slowed: { bytes_per_second: 5_000_000, players: 3 } });
  await expect.element(page.getByText('(nobody now)')).not.toBeInTheDocument();
  core.transfers.limits.set({ bytes_per_second: 4_000_000 });
  await expect.element(page.getByText('limit 4 MB/s')).toBeVisible();
  await expect.element(page.getByText('(nobody now)')).not.toBeInTheDocument();
  await userEvent.click(slow);
  await expect.poll(() => core.settings.snapshot().slow_while_playing).toBe(0);
});

test('sends on what was paused, and shows in its folder what has arrived, where the window can', async () => {
  const core = open([
    [someTransfer({ id: 'p', name: 'p', status: 'paused', paused: { at: Date.now(), by: 'person' } }, 21, 50)],
    [someTransfer({ id: 'd', name: 'd', status: 'done', ended_at: 1, sha256: 'a'.repeat(64) }, 80)],
  ]);
  await userEvent.click(page.getByRole('button', { name: 'Resume Tidebreak p' }));
  await expect.poll(() => called(core, 'transfers.resume')).toEqual([{ transfer_id: 'p' }]);
  await userEvent.click(page.getByRole('button', { name: 'Show tidebreak in its folder' }));
  await expect.poll(() => called(core, 'transfers.reveal')).toEqual([{ transfer_id: 'd' }]);
});

test('says what was reused, and draws how fast the last five minutes were', async () => {
  const core = open([
    [
      someTransfer({ status: 'done', ended_at: 1, sha256: 'a'.repeat(64) }, 80),
      someMap([
        ['reused', 73],
        ['verified', 7],
      ]),
    ],
  ]);
  await expect.element(page.getByRole('img', { name: '73 of 80 parts reused, 7 sent' })).toBeVisible();
  const at = Date.now();
  const points = [30, 20, 10].map((ago) => ({
    at: at - ago * 1_000,
    bytes_per_second: ago * 1_000_000,
    is_lost: false,
  }));
  core.transfers.speed.set({ every_ms: 2_000, points });
  await expect.element(page.getByText('peak 30.0 MB/s')).toBeVisible();
});

test('never says a peak that is below the speed beside it', async () => {
  const core = open([
    [someTransfer({ status: 'running', bytes_per_second: 84_600_000 }, 80), someMap([['in_flight', 80]])],
  ]);
  core.transfers.speed.set({
    every_ms: 2_000,
    points: [{ at: Date.now() - 5_000, bytes_per_second: 37_000_000, is_lost: false }],
  });
  await expect.element(page.getByText('peak 84.6 MB/s')).toBeVisible();
});
