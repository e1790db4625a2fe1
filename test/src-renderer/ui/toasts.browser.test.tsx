// Messages over the window: how long they stand, what holds them, how many there are, and what is kept of them behind the bell.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { forgetNotices, say } from '../../../src-renderer/ui/notices/notices-actions.ts';
import { toastManager } from '../../../src-renderer/ui/notices/notices-store.ts';
import { focusOn, openWindow } from '../support/open-window.tsx';

beforeEach(async () => {
  await page.viewport(1280, 800);
  openWindow();
  const heading = page.getByRole('heading', { name: 'Local is running' });
  await expect.element(heading).toBeVisible();
  // A pointer that the file before left over the messages would hold them.
  await userEvent.hover(heading);
});
afterEach(() => {
  vi.useRealTimers();
  toastManager.close();
  forgetNotices();
});

/** The messages that a person sees now. */
const seen = () =>
  [...document.querySelectorAll('[data-slot~="toast"]')]
    .filter((toast) => toast.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
    .flatMap((toast) => (toast.matches('[data-ending-style]') ? [] : [toast.querySelector('h2')?.textContent]));
const nextPicture = () =>
  new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())));

/** Lets a time pass for the window alone. */
async function pass(ms: number): Promise<void> {
  vi.advanceTimersByTime(ms);
  await nextPicture();
}

test('a fact goes after six seconds, and a crash stays until it is dismissed', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  say({ state: 'done', title: 'Names saved' });
  say({ state: 'crashed', title: 'Server a20c6de8 crashed' });
  await nextPicture();
  await pass(5_900);
  expect(seen()).toContain('Names saved');
  await pass(200);
  expect(seen()).toEqual(['Server a20c6de8 crashed']);
  await pass(600_000);
  vi.useRealTimers();
  expect(seen()).toEqual(['Server a20c6de8 crashed']);
  const toast = [...document.querySelectorAll('[data-slot~="toast"]')].find(({ textContent }) =>
    textContent.includes('a20c6de8'),
  );
  const dismiss = toast?.querySelector('button');
  if (dismiss === null || dismiss === undefined) throw new Error('expected a button to dismiss it');
  focusOn(dismiss);
  await userEvent.keyboard('{Enter}');
  await expect.poll(seen).toEqual([]);
});

test('the focus holds a message for as long as it is there', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  say({ state: 'done', title: 'prod runs v2 now' }, [{ label: 'Undo', run: () => undefined }]);
  await nextPicture();
  focusOn(page.getByRole('button', { name: 'Undo' }).element());
  await nextPicture();
  await pass(60_000);
  expect(seen()).toEqual(['prod runs v2 now']);
  focusOn(
    page
      .getByRole('button', { name: 'Upload build' })
      .or(page.getByRole('button', { name: 'Choose a build' }))
      .element(),
  );
  await nextPicture();
  await pass(7_000);
  vi.useRealTimers();
  await expect.poll(seen).toEqual([]);
});

test('no more than three are there at once, and each is kept behind the bell', async () => {
  for (const n of [1, 2, 3, 4, 5]) say({ state: 'failed', title: `Failure ${n}` });
  await expect.poll(() => seen().toSorted()).toEqual(['Failure 3', 'Failure 4', 'Failure 5']);
  await userEvent.click(page.getByRole('button', { name: 'Notifications' }));
  const kept = () => page.getByRole('menuitem').elements();
  const failures = () => kept().flatMap(({ textContent }) => /Failure \d/.exec(textContent) ?? []);
  await expect.poll(failures).toEqual([5, 4, 3, 2, 1].map((n) => `Failure ${n}`));
});
