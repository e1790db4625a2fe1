// The transfers in the window: each state in words, the map with its cursor, what can be done, the limit, the ring.
import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import sidebarStyles from '../../../../src-renderer/ui/sidebar.module.css';
import type { PauseReason, TransferPause, TransferView } from '../../../../src-shared/transfers/bridge.ts';
import type { PartMap } from '../../../../src-shared/transfers/part-map.ts';
import { expectAccessible } from '../../support/axe.ts';
import type { createFakeCore } from '../../support/fake-core.ts';
import { focusOn, openWindow } from '../../support/open-window.tsx';
import { someMap, someTransfer } from '../../support/some-transfers.ts';

beforeEach(() => page.viewport(1280, 800));

type Core = ReturnType<typeof createFakeCore>;
type Given = [TransferView, PartMap?];

const calls = ['pause', 'resume', 'cancel', 'retry', 'reorder', 'remove', 'pauseAll', 'clear', 'limit'] as const;

function open(given: Given[], prepare: (core: Core) => void = () => undefined, hash = '#/transfers'): Core {
  return openWindow((core) => {
    for (const name of calls) core.handlers[`transfers.${name}`] = async () => undefined;
    for (const [view, map] of given) {
      core.transfers.list.set(view);
      if (map !== undefined) core.transfers.parts(view.id).set(map);
    }
    prepare(core);
  }, hash);
}

const row = (name: string) => page.getByRole('listitem').filter({ hasText: name });
const called = (core: Core, name: string) => core.called.filter((one) => one.name === name).map(({ input }) => input);

const rc2 = someTransfer(
  {
    parts: { pending: 24, sending: 6, sent: 4, verified: 46 },
    switches: true,
    bytes_total: 1_340_000_000,
    bytes_verified: 800_000_000,
    bytes_sent: 84_400_000,
  },
  50,
);
const mismatch = { text: 'checksum mismatch', reason: 'transfer.checksum-mismatch' };
const map = someMap(
  [
    ['verified', 46],
    ['stored', 2],
    ['sent_again', 1],
    ['stored', 2],
    ['in_flight', 5],
    ['queued', 24],
  ],
  { levels: { 49: 0.4, 52: 0.88, 53: 0.71, 54: 0.52, 55: 0.38, 56: 0.24 }, why: { 49: mismatch } },
);

test('shows how far an upload is, in figures, in words and as a map', async () => {
  open([[rc2, map]]);
  const it = row('Tidebreak v0.5.0-rc2');
  await expect.element(it.getByText('to Local, launches on staging')).toBeVisible();
  await expect.element(it.getByText('66%')).toBeVisible();
  await expect.element(it.getByText('884 MB of 1.34 GB packed')).toBeVisible();
  await expect.element(it.getByText('24.6 MB/s, 19 s left')).toBeVisible();
  await expect.element(it.getByText('50 of 80 parts, 6 in flight')).toBeVisible();
  await expect.element(it.getByText('part 49 sent again after a checksum mismatch')).toBeVisible();
  await expect.element(it.getByRole('img', { name: '50 of 80 parts stored' })).toBeVisible();
  expect(document.querySelectorAll('[data-transfer] [data-kind="verified"]').length).toBe(46);
  await expect.element(page.getByText('1 uploading, 19 s left')).toBeVisible();
  await expect.element(page.getByRole('link', { name: /1 uploading/ })).toHaveAttribute('aria-current', 'page');
});

test('tells of single parts by arrow keys and by the pointer', async () => {
  open([[rc2, map]]);
  const parts = row('Tidebreak').getByRole('img', { name: '50 of 80 parts stored' });
  await expect.element(parts).toBeVisible();
  focusOn(parts.element());
  await userEvent.keyboard('{ArrowRight}');
  await expect.element(page.getByText('Part 1, 16 MiB, verified')).toBeVisible();
  await userEvent.keyboard('{End}{ArrowLeft}');
  await expect.element(page.getByText('Part 79, 16 MiB, queued')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByText('Part 79, 16 MiB, queued')).not.toBeInTheDocument();
  const cell = document.querySelector('[data-cell="48"]');
  if (cell === null) throw new Error('expected a 49th cell');
  await userEvent.hover(page.elementLocator(cell));
  await expect.element(page.getByText('Part 49, 16 MiB, sent again: checksum mismatch')).toBeVisible();
});

test('says why one waits, with the seconds and the attempt, and tries now when asked', async () => {
  const problem = { code: 'INSTANCE_UNREACHABLE', message: 'refused' } as const;
  const trouble = { problem, tries: 3, next_try_at: Date.now() + 12_000 };
  const core = open([[someTransfer({ status: 'waiting', trouble }, 21, 50)]]);
  const it = row('Tidebreak');
  await expect.element(it.getByText('Waiting for the network')).toBeVisible();
  await expect
    .element(
      it.getByText(
        /Local does not answer. Trying again in 1[12] s, attempt 4. 21 of 50 parts are on Local. Nothing is sent again./,
      ),
    )
    .toBeVisible();
  await userEvent.click(it.getByRole('button', { name: /^Try now/ }));
  await expect.poll(() => called(core, 'transfers.retry')).toEqual([{ transfer_id: 't1' }]);
});

test('says that at most so much is sent again while nobody knows what the other side kept', async () => {
  const problem = { code: 'INSTANCE_UNREACHABLE', message: 'refused' } as const;
  const trouble = { problem, tries: 3, next_try_at: Date.now() + 12_000 };
  const again = { bytes: 2_000_000, parts: 1, first: 1, is_most: true };
  open([[someTransfer({ status: 'waiting', trouble, again }, 0, 2)]]);
  await expect
    .element(row('Tidebreak').getByText(/0 of 2 parts are on Local\. At most 2(?:\.0+)? MB of part 1 are sent again\./))
    .toBeVisible();
});

/** Nine of 15 parts are there, two are on their way, and it went on after Slipway was ended. */
const slow = someTransfer(
  {
    parts: { pending: 4, sending: 2, sent: 0, verified: 9 },
    bytes_total: 240_000_000,
    bytes_verified: 151_000_000,
    bytes_kept: 3_000_000,
    bytes_live: 9_000_000,
    bytes_per_second: 2_000_000,
    resumed: { at: 5, after: 'end', kept: 9, again: { bytes: 14_000_000, parts: 1, first: 10 } },
  },
  9,
  15,
);
const slowMap = someMap(
  [
    ['verified', 9],
    ['in_flight', 2],
    ['queued', 4],
  ],
  { levels: { 10: 0.57, 11: 0.14 } },
);

test('says after a break what is there and what goes out again, and shows what is in flight apart', async () => {
  open([[slow, slowMap]]);
  const it = row('Tidebreak v0.5.0-rc2');
  const line = it.getByRole('status').filter({ hasText: 'Resumed' });
  await expect.element(line.getByText('Resumed after Slipway ended.')).toBeVisible();
  await expect.element(line.getByText('9 of 15 parts are on Local. 14 MB of part 10 are sent again.')).toBeVisible();
  await expect.element(it.getByText('154 MB of 240 MB packed')).toBeVisible();
  await expect.element(it.getByText(/^9(?:\.0+)? MB in flight$/)).toBeVisible();
  await expect.element(it.getByText('64%')).toBeVisible();
  await expect.element(it.getByText('10, 57%')).toBeVisible();
  await expectAccessible('[data-slot~="page"]');
  await userEvent.click(line.getByRole('button', { name: 'Dismiss' }));
  await expect.element(line).not.toBeInTheDocument();
});

test('pauses, and asks before what was sent would be lost', async () => {
  const core = open([[rc2, map]]);
  await userEvent.click(page.getByRole('button', { name: 'Pause Tidebreak v0.5.0-rc2' }));
  await expect.poll(() => called(core, 'transfers.pause')).toEqual([{ transfer_id: 't1' }]);
  await userEvent.click(page.getByRole('button', { name: 'Cancel Tidebreak v0.5.0-rc2' }));
  await expect.element(page.getByText(/Local deletes the 50 parts that it has \(884 MB\)/)).toBeVisible();
  await userEvent.click(page.getByRole('button', { name: 'Keep it' }));
  expect(called(core, 'transfers.cancel')).toEqual([]);
  await userEvent.click(page.getByRole('button', { name: 'Cancel Tidebreak v0.5.0-rc2' }));
  await userEvent.click(page.getByRole('button', { name: 'Cancel the upload' }));
  await expect.poll(() => called(core, 'transfers.cancel')).toEqual([{ transfer_id: 't1' }]);
});

test('cancels without a question what has sent nothing yet', async () => {
  const core = open([[someTransfer({ status: 'queued', position: 1 }, 0)]]);
  await expect.element(page.getByText('1 ahead')).toBeVisible();
  await userEvent.click(page.getByRole('button', { name: /^Cancel/ }));
  await expect.poll(() => called(core, 'transfers.cancel')).toEqual([{ transfer_id: 't1' }]);
});

test('says what failed and offers what helps', async () => {
  const problem = { code: 'STORAGE_FULL', message: 'The disk of this service is full. Nothing is lost.' } as const;
  const core = open([[someTransfer({ status: 'failed', problem, remedies: ['retry', 'new_build'] }, 19, 53)]]);
  await expect.element(page.getByText('Storage full')).toBeVisible();
  await expect.element(page.getByText(problem.message)).toBeVisible();
  await userEvent.click(page.getByRole('button', { name: 'Retry: Tidebreak v0.5.0-rc2' }));
  await userEvent.click(page.getByRole('button', { name: 'Send again: Tidebreak v0.5.0-rc2' }));
  await expect
    .poll(() => called(core, 'transfers.retry'))
    .toEqual([{ transfer_id: 't1' }, { transfer_id: 't1', new_build: true }]);
  expect(document.querySelector(`.${sidebarStyles['failedDot']}`)).not.toBeNull();
});

test('moves one in the queue by keys', async () => {
  const core = open([
    [someTransfer({ id: 'a', name: 'a', position: 0 })],
    [someTransfer({ id: 'b', name: 'b', position: 1 })],
    [someTransfer({ id: 'c', name: 'c', position: 2 })],
  ]);
  const grip = page.getByRole('button', { name: 'Move Tidebreak b in the queue' });
  await expect.element(grip).toBeInTheDocument();
  focusOn(grip.element());
  await userEvent.keyboard('{ArrowUp}{ArrowDown}');
  await expect
    .poll(() => called(core, 'transfers.reorder'))
    .toEqual([
      { transfer_id: 'b', before: 'a' },
      { transfer_id: 'b', before: null },
    ]);
});

test('drags one before another', async () => {
  const core = open([
    [someTransfer({ id: 'a', name: 'a', position: 0 })],
    [someTransfer({ id: 'b', name: 'b', position: 1 })],
  ]);
  const grip = page.getByRole('button', { name: 'Move Tidebreak b in the queue' });
  await expect.element(grip).toBeInTheDocument();
  await userEvent.dragAndDrop(grip, row('Tidebreak a'));
  await expect.poll(() => called(core, 'transfers.reorder')).toEqual([{ transfer_id: 'b', before: 'a' }]);
});

test('folds what has finished away but for the last one, and clears it', async () => {
  const now = Date.now();
  const done = (n: number) =>
    someTransfer(
      {
        id: `d${n}`,
        name: `v${n}`,
        status: 'done',
        step: 'switch',
        ended_at: now - n,
        sha256: '9f2c4a'.padEnd(64, 'b'),
        worked_ms: 5_200,
        bytes_on_wire: 117_000_000,
      },
      80,
    );
  const core = open([[done(1), someMap([['verified', 80]])], [done(2)], [done(3)]]);
  await expect.element(row('Tidebreak v1').getByText('1.34 GB packed, sent 117 MB in 6 s')).toBeVisible();
  await expect.element(row('Tidebreak v1').getByText(/SHA-256 9f2c4a…bbbb verified/)).toBeVisible();
  await userEvent.click(page.getByRole('button', { name: /^2 more finished/ }));
  await expect.element(row('Tidebreak v3')).toBeVisible();
  await userEvent.click(page.getByRole('button', { name: 'Clear finished' }));
  await expect.poll(() => called(core, 'transfers.clear')).toEqual([{}]);
});

test('limits the speed at once, and says the limit over the graph', async () => {
  const core = open([[rc2, map]]);
  core.handlers['transfers.limit'] = async (limits) => {
    core.transfers.limits.set(limits);
  };
  await expect
    .element(page.getByRole('slider', { name: 'Upload limit' }))
    .toHaveAccessibleDescription('Turn on "Limit upload speed" first');
  await userEvent.click(page.getByRole('switch', { name: 'Limit upload speed' }));
  await expect.element(page.getByText('limit 10 MB/s')).toBeVisible();
  focusOn(page.getByRole('slider', { name: 'Upload limit' }).element());
  await userEvent.keyboard('{ArrowRight}');
  await expect.element(page.getByText('limit 12 MB/s')).toBeVisible();
  await expect.poll(() => called(core, 'transfers.limit').at(-1)).toEqual({ bytes_per_second: 12_000_000 });
});

test('says why less goes out than else, while people play on this machine', async () => {
  const core = open([[rc2, map]]);
  core.transfers.limits.set({ bytes_per_second: null, slowed: { bytes_per_second: 5_000_000, players: 3 } });
  await expect.element(page.getByText('5.0 MB/s while 3 people play on this machine')).toBeVisible();
  core.transfers.limits.set({ bytes_per_second: null });
  await expect.element(page.getByText(/people play on this machine/)).not.toBeInTheDocument();
});

function pausedBy(by: PauseReason): TransferPause {
  const at = Date.now();
  if (by !== 'network') return { by, at };
  return { by, at, problem: { code: 'INSTANCE_UNREACHABLE', message: 'Local does not answer.' } };
}

test.each([
  ['person', /^by you, just now\. Local keeps the 21 parts/],
  ['sleep', /^as this machine went to sleep, just now\./],
  ['network', /^Local does not answer\./],
  ['end', /^when Slipway ended\. Local keeps/],
] as const)('says who paused a transfer: %s', async (by, words) => {
  open([[someTransfer({ id: 'p', name: 'p', status: 'paused', paused: pausedBy(by) }, 21, 50)]]);
  await expect.element(page.getByText(words)).toBeVisible();
});

test('tells of the end of a transfer in a toast, and of each quarter to screen readers', async () => {
  const core = open([[someTransfer({}, 10)]], undefined, '#/welcome');
  await expect.element(page.getByRole('link', { name: /1 uploading/ })).toBeVisible();
  core.transfers.list.set(someTransfer({}, 41));
  await expect.element(page.getByText('Tidebreak v0.5.0-rc2: 50% uploaded.')).toBeInTheDocument();
  core.transfers.list.set(
    someTransfer({ status: 'done', ended_at: 1, outcome: 'staging switched to v0.5.0-rc2.' }, 80),
  );
  await expect.element(page.getByText('Tidebreak v0.5.0-rc2 is on Local')).toBeVisible();
  await expect.element(page.getByText('staging switched to v0.5.0-rc2.')).toBeVisible();
  await userEvent.keyboard('{Control>}j{/Control}');
  await expect.element(page.getByRole('heading', { name: 'Transfers', exact: true })).toBeVisible();
});

test('says what this page is for when there is nothing to show', async () => {
  open([]);
  await expect.element(page.getByRole('heading', { name: 'No transfers' })).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'No transfers' })).toBeVisible();
});

test('is found right by axe in both themes, whatever the state of a transfer', async () => {
  const problem = { code: 'STORAGE_FULL', message: 'The disk of this service is full.' } as const;
  const trouble = { problem, tries: 3, next_try_at: Date.now() + 12_000 };
  open([
    [rc2, map],
    [
      someTransfer({ id: 'b', name: 'b', status: 'waiting', trouble, position: 1 }, 21, 50),
      someMap([
        ['verified', 21],
        ['held', 3],
        ['queued', 26],
      ]),
    ],
    [someTransfer({ id: 'c', name: 'c', status: 'paused', paused: { at: 1, by: 'person' }, position: 2 })],
    [
      someTransfer({ id: 'd', name: 'd', status: 'failed', problem, remedies: ['retry', 'new_build'], position: 3 }),
      someMap([
        ['verified', 19],
        ['refused', 1],
        ['queued', 33],
      ]),
    ],
    [someTransfer({ id: 'e', name: 'e', step: 'pack', packing: { bytes: 1, total: 2 }, position: 4 })],
    [
      someTransfer({ id: 'f', name: 'f', status: 'done', ended_at: 1, sha256: 'a'.repeat(64) }, 80),
      someMap([
        ['reused', 73],
        ['verified', 7],
      ]),
    ],
    [someTransfer({ id: 'g', name: 'g', status: 'cancelled', ended_at: 1 })],
  ]);
  await expect.element(row('Tidebreak f')).toBeVisible();
  await expectAccessible('[data-slot~="page"]');
  await expectAccessible('[data-slot~="sidebar-foot"]');
});

test('goes from row to row by J and K, from wherever the focus is', async () => {
  open([[rc2], [someTransfer({ id: 't2', name: 'v0.5.1' }, 10)]]);
  await expect.element(row('v0.5.1')).toBeVisible();
  await userEvent.keyboard('j');
  const focused = () => document.activeElement?.closest('[data-transfer]')?.getAttribute('data-transfer');
  const rows = [...document.querySelectorAll('[data-transfer]')].map((one) => one.getAttribute('data-transfer'));
  expect(focused()).toBe(rows[0]);
  await userEvent.keyboard('j');
  expect(focused()).toBe(rows[1]);
  await userEvent.keyboard('k');
  expect(focused()).toBe(rows[0]);
});
