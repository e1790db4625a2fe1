// The log of tries of a transfer in the window: when it is offered, and its lines in words.
import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../support/axe.ts';
import { openWindow } from '../../support/open-window.tsx';
import { someTransfer } from '../../support/some-transfers.ts';

beforeEach(() => page.viewport(1280, 800));

const row = (name: string) => page.getByRole('listitem').filter({ hasText: name });

test('has a log of tries once there was more than one, kept open while it grows', async () => {
  const noAnswer = { code: 'INSTANCE_UNREACHABLE', message: 'EU does not answer.' } as const;
  const at = new Date(2026, 10, 3, 14, 2, 11).getTime();
  const begun = { at, what: 'began', step: 'pack', kept: 0, source_changed: false } as const;
  const failed = { at: at + 5_000, what: 'failed', step: 'parts', problem: noAnswer, count: 1 } as const;
  const core = openWindow((fake) => {
    fake.transfers.list.set(
      someTransfer({ name: 'quick', tries: 1 }),
      someTransfer({ id: 't2', name: 'slow', tries: 2 }),
    );
    fake.transfers.tries('t2').set([begun, failed]);
  }, '#/transfers');
  await expect.element(row('quick').getByRole('button', { name: 'Pause Tidebreak quick' })).toBeVisible();
  expect(
    row('quick')
      .getByRole('button', { name: /attempts?$/ })
      .elements(),
  ).toEqual([]);
  const button = row('slow').getByRole('button', { name: '2 attempts' });
  await expect.element(button).toHaveAttribute('aria-expanded', 'false');
  await button.click();
  const log = row('slow').getByRole('list', { name: 'Attempts' });
  const lines = () =>
    log
      .getByRole('listitem')
      .elements()
      .map((line) => line.textContent);
  await expect.poll(lines).toEqual(['3 Nov, 14:02:11Started', '3 Nov, 14:02:16Uploading: EU does not answer.']);
  core.transfers.tries('t2').set([
    begun,
    { ...failed, count: 12, until: at + 60_000 },
    { at: at + 61_000, what: 'paused', step: 'parts', by: 'end' },
    { at: at + 90_000, what: 'began', step: 'parts', kept: 5, source_changed: true },
    {
      at: at + 91_000,
      what: 'stopped',
      step: 'confirm',
      problem: { code: 'BUILD_INVALID', message: 'EU refuses it.' },
    },
  ]);
  await expect
    .poll(lines)
    .toEqual([
      '3 Nov, 14:02:11Started',
      '3 Nov, 14:02:16Uploading: EU does not answer. 12 times until 14:03:11',
      '3 Nov, 14:03:12Slipway ended',
      '3 Nov, 14:03:41Resumed, the 5 stored parts were kept; tidebreak was newer than what was packed of it',
      '3 Nov, 14:03:42Stopped: EU refuses it.',
    ]);
  await expectAccessible('[data-slot~="page"]');
  await button.click();
  await expect.element(log).not.toBeInTheDocument();
});
