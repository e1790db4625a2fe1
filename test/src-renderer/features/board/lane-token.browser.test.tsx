// A lane of an instance whose token may not change it.
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { dayVersion, setDayOne } from '../../support/day-one.ts';
import { goesBack, lane } from '../../support/lanes.ts';
import { openWindow } from '../../support/open-window.tsx';
import { boardHash } from '../../support/some-board.ts';
import { runningLocal } from '../../support/some-instances.ts';

test('what the token of the instance may not do is off, and says why', async () => {
  const why = 'The token of this instance is for one game and may not do this. Use one that may.';
  openWindow((fake) => {
    setDayOne(fake);
    goesBack(fake, dayVersion('0.1.2'), '0.1.2');
    fake.instances.set({ ...runningLocal, why_not: { switch_version: why, upload_build: why } });
  }, boardHash);
  const buttons = [
    lane('dev').getByRole('button', { name: 'Switch version' }),
    lane('dev').getByRole('button', { name: 'Roll back to 0.1.2' }),
    page.getByRole('button', { name: 'Upload build' }),
  ];
  for (const button of buttons) {
    await expect.element(button).toHaveAttribute('aria-disabled', 'true');
    await expect.element(button).toHaveAccessibleDescription(why);
  }
});
