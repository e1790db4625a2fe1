// Messages over the window: how long they stand, what holds them, how many there are, and what is kept of them behind the bell.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { hashOf } from '../../../src-renderer/routes/routes.ts';
import { say } from '../../../src-renderer/ui/notices/notices-actions.ts';
import { clearToasts } from '../../../src-renderer/ui/notices/toasts-actions.ts';
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
  clearToasts();
});

/** The messages that a person sees now. */
const seen = () =>
  [...document.querySelectorAll('[data-slot~="toast"]')]
    .filter((toast) => toast.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
    .flatMap((toast) => (toast.matches('[data-gone]') ? [] : [toast.querySelector('h2')?.textContent]));
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
  say({ state: 'done', title: 'prod switched to v2' }, [{ label: 'Undo', run: () => undefined }]);
  await nextPicture();
  focusOn(page.getByRole('button', { name: 'Undo' }).element());
  await nextPicture();
  await pass(60_000);
  expect(seen()).toEqual(['prod switched to v2']);
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

test('no more than two stay at once, and each is kept behind the bell, which is told of the others', async () => {
  for (const n of [1, 2, 3, 4, 5]) say({ state: 'failed', title: `Failure ${n}` });
  await expect.poll(() => seen().toSorted()).toEqual(['Failure 4', 'Failure 5']);
  await expect.element(page.getByText('3 more in the bell')).toBeVisible();
  await userEvent.click(page.getByRole('button', { name: /^Notifications/ }));
  const kept = () => page.getByRole('menuitem').elements();
  const failures = () => kept().flatMap(({ textContent }) => /Failure \d/.exec(textContent) ?? []);
  await expect.poll(failures).toEqual([5, 4, 3, 2, 1].map((n) => `Failure ${n}`));
});

test('what a person just did is answered, however much there is that stays', async () => {
  for (const n of [1, 2, 3]) say({ state: 'failed', title: `Failure ${n}` });
  await expect.poll(() => seen().toSorted()).toEqual(['Failure 2', 'Failure 3']);
  say({ state: 'done', title: 'prod rolled back' });
  await expect.poll(seen).toContain('prod rolled back');
});

test('what found no room goes with its time, and is not said when it is no longer so', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  say({ state: 'done', title: 'staging switched to 0.1.3' });
  say({ state: 'done', title: 'prod switched to 0.1.2' });
  for (const n of [1, 2]) say({ state: 'failed', title: `Failure ${n}` });
  await nextPicture();
  expect(seen()).toEqual(['Failure 2', 'Failure 1', 'prod switched to 0.1.2']);
  await pass(6_100);
  await pass(200);
  vi.useRealTimers();
  expect(seen()).toEqual(['Failure 2', 'Failure 1']);
});

test('what waits for room is on top as soon as there is something new to say of it', async () => {
  say({ state: 'uploading', title: '0.1.2 is on its way' }, [], { subject: 'transfer:1' });
  for (const n of [3, 4, 5]) say({ state: 'uploading', title: `0.1.${n} is on its way` });
  say({ state: 'done', title: 'staging switched to 0.1.2' }, [], { instead: 'transfer:1' });
  await expect.poll(seen).toEqual(['staging switched to 0.1.2', '0.1.5 is on its way', '0.1.4 is on its way']);
});

test('what a person does is answered under a pointer too, and what it overtakes goes when that leaves', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  say({ state: 'done', title: 'staging switched to 0.1.3' }, [], { subject: 'switch:staging' });
  for (const n of [1, 2]) say({ state: 'failed', title: `Failure ${n}` });
  await nextPicture();
  await userEvent.hover(page.getByRole('alert', { name: 'Failure 1' }));
  say({ state: 'done', title: 'staging switched to 0.1.4' }, [], { subject: 'switch:staging' });
  say({ state: 'done', title: 'staging switched to 0.1.5' }, [], { subject: 'switch:staging' });
  await nextPicture();
  const switched = (version: string) => `staging switched to ${version}`;
  expect(seen()).toEqual([switched('0.1.5'), switched('0.1.4'), 'Failure 2', 'Failure 1', switched('0.1.3')]);
  await userEvent.hover(heading);
  await pass(400);
  expect(seen()).toEqual(['staging switched to 0.1.5', 'Failure 2', 'Failure 1']);
  vi.useRealTimers();
});

const topOf = (name: string) => page.getByRole('button', { name }).element().getBoundingClientRect().top;
const heading = page.getByRole('heading', { name: 'Local is running' });

test('nothing moves under a pointer: what goes keeps its room, and what comes goes on top', async () => {
  const undone: string[] = [];
  say({ state: 'crashed', title: 'Tidebreak prod crashed' }, [], { subject: 'crashes' });
  say({ state: 'done', title: 'prod switched to v2' }, [{ label: 'Undo', run: () => undone.push('v2') }]);
  say({ state: 'failed', title: 'The log was not saved' });
  const undo = page.getByRole('button', { name: 'Undo' });
  await expect.element(undo).toBeVisible();
  await userEvent.hover(undo);
  const before = topOf('Undo');

  // The one above is dismissed, the one below is replaced, and there is a new one.
  const dismiss = page.getByRole('alert', { name: 'The log was not saved' }).getByRole('button', { name: 'Dismiss' });
  await userEvent.click(dismiss);
  say({ state: 'crashed', title: 'Tidebreak prod crashed 2 times' }, [], { subject: 'crashes' });
  await expect.poll(seen).not.toContain('The log was not saved');
  await nextPicture();
  expect(topOf('Undo')).toBe(before);
  expect(seen()).toEqual(['Tidebreak prod crashed 2 times', 'prod switched to v2', 'Tidebreak prod crashed']);
  await userEvent.click(undo);
  expect(undone).toEqual(['v2']);

  // When the pointer leaves, they close up.
  await userEvent.hover(heading);
  await expect.poll(seen).toEqual(['Tidebreak prod crashed 2 times']);
  const toasts = () => document.querySelectorAll('[data-slot~="toast"]').length;
  await expect.poll(toasts).toBe(1);
});

test('a message that is pointed at stays after its time, and has its whole time again when the pointer has left', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  say({ state: 'done', title: 'prod switched to v2' }, [{ label: 'Undo', run: () => undefined }]);
  await nextPicture();
  await userEvent.hover(page.getByRole('button', { name: 'Undo' }));
  await pass(60_000);
  expect(seen()).toEqual(['prod switched to v2']);
  await userEvent.hover(heading);
  await pass(5_000);
  expect(seen()).toEqual(['prod switched to v2']);
  await pass(2_000);
  expect(seen()).toEqual([]);
  vi.useRealTimers();
});

test('F6 leads to the messages, Escape dismisses the one with the focus and leads back', async () => {
  say({ state: 'done', title: 'Names saved' });
  say({ state: 'failed', title: 'The log was not saved' });
  const search = page.getByRole('button', { name: /Go to a game, server or command/ });
  focusOn(search.element());
  await userEvent.keyboard('{F6}{Tab}{Escape}');
  await expect.poll(seen).toEqual(['Names saved']);
  expect(document.activeElement).toBe(search.element());
});

test('Escape right after F6 dismisses the newest message, and leads back', async () => {
  say({ state: 'failed', title: 'The log was not saved' });
  say({ state: 'failed', title: '2 servers crashed' });
  const search = page.getByRole('button', { name: /Go to a game, server or command/ });
  focusOn(search.element());
  await userEvent.keyboard('{F6}{Escape}');
  await expect.poll(seen).toEqual(['The log was not saved']);
  expect(document.activeElement).toBe(search.element());
  await userEvent.keyboard('{F6}{Escape}');
  await expect.poll(seen).toEqual([]);
  expect(document.activeElement).toBe(search.element());
});

test('names the game that a message is about where there are several and its title does not', async () => {
  const core = openWindow((fake) => {
    fake.games.set({ id: 'g1', name_id: 'tidebreak', display_name: 'Tidebreak', total_player_count: 0 });
  });
  await expect.element(page.getByRole('heading', { name: 'Tidebreak' })).toBeVisible();
  const about = { hash: hashOf({ page: 'game', instance_id: 'local', game_id: 'g1' }) };
  const toast = (title: string) => page.getByRole('group', { name: title });
  say({ state: 'done', title: 'prod switched to v1' }, [], about);
  await expect.element(toast('prod switched to v1')).toBeVisible();
  expect(toast('prod switched to v1').element().textContent).not.toContain('Tidebreak');
  core.games.set({ id: 'g2', name_id: 'regatta', display_name: 'Pocket Regatta', total_player_count: 0 });
  await expect.element(page.getByRole('navigation', { name: 'Games' }).getByText('Pocket Regatta')).toBeVisible();
  say({ state: 'done', title: 'prod switched to v2' }, [], about);
  say({ state: 'done', title: 'Tidebreak v3 is on Local' }, [], about);
  await expect.element(toast('prod switched to v2').getByText('Tidebreak')).toBeVisible();
  expect(toast('Tidebreak v3 is on Local').element().querySelector('small')).toBeNull();
  await userEvent.click(page.getByRole('button', { name: /^Notifications/ }));
  await expect.element(page.getByRole('menuitem', { name: /prod switched to v2.*Tidebreak/ })).toBeVisible();
});
