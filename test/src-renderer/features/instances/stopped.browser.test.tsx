// A local service that stopped.
import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { messageFor } from '../../../../src-shared/text/message.ts';
import { openWindow } from '../../support/open-window.tsx';
import { localId, lost, runningLocal, stoppedLocal as stopped } from '../../support/some-instances.ts';
import { serversHash } from '../../support/some-servers.ts';
import { openGame } from '../../support/typed-places/place.ts';

beforeEach(() => page.viewport(1280, 800));

test('takes the whole page: why, what stays safe, the log, and Restart as its one orange button', async () => {
  const core = openWindow();
  await expect.element(page.getByRole('heading', { name: 'Local is running' })).toBeVisible();
  core.log.set(['listening on 7420', 'the database disk image is malformed']);
  core.instances.set(stopped);
  await expect.element(page.getByRole('heading', { level: 1, name: 'Local stopped' })).toBeVisible();
  await expect.element(page.getByText('The data folder is damaged.')).toBeVisible();
  await expect.element(page.getByText(/Slipway changes nothing in that folder/)).toBeVisible();
  await expect.element(page.getByText(/the database disk image is malformed/)).toBeVisible();
  expect(document.querySelectorAll('[data-slot~="primary-button"]')).toHaveLength(1);
});

test('restarts, is busy meanwhile, and goes back to the page when Local runs again', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const core = openWindow((fake) => {
    fake.instances.set(stopped);
    fake.handlers['instances.restart'] = async () => {
      await promise;
      fake.instances.set(runningLocal);
    };
  });
  const restart = page.getByRole('button', { name: 'Restart Local' });
  await userEvent.click(restart);
  await expect.element(restart).toHaveAttribute('aria-busy', 'true');
  await expect
    .element(page.getByRole('button', { name: 'Start on a fresh folder' }))
    .toHaveAccessibleDescription('Wait for the current step to finish');
  resolve();
  await expect.element(page.getByRole('heading', { level: 1, name: 'Local is running' })).toBeVisible();
  expect(core.called).toContainEqual({ name: 'instances.restart', input: { instance_id: localId } });
});

const { fresh_folder: _, ...withoutFolder } = stopped;

test('offers a fresh folder only when that can help', async () => {
  openWindow((core) => core.instances.set(withoutFolder));
  await expect.element(page.getByRole('button', { name: 'Restart Local' })).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Start on a fresh folder' })).not.toBeInTheDocument();
});

const crash = {
  at: Date.now(),
  count: 1,
  problem: { code: 'SERVICE_STOPPED', message: 'The service stopped by itself: X.' },
};

test('says that Local crashed and was started again until that is put away, and of the next one again', async () => {
  const core = openWindow((fake) => fake.instances.set({ ...runningLocal, crash }));
  const notice = page
    .getByRole('status')
    .filter({ hasText: /^Local stopped at .* and was started again\. The service stop/ });
  await expect.element(notice).toBeVisible();
  await userEvent.click(notice.getByRole('button', { name: 'Dismiss' }));
  await expect.element(notice).not.toBeInTheDocument();
  core.instances.set({ ...runningLocal, crash: { ...crash, at: crash.at + 1, count: 2 } });
  await expect.element(page.getByText(/^Local stopped 2 times, last at .* and was started again\.$/)).toBeVisible();
});

/** Where each of these begins and ends, from top to bottom: in order unless two lie on each other. */
function edges(elements: readonly Element[]): number[] {
  return elements.flatMap((element) => {
    const { top, bottom } = element.getBoundingClientRect();
    return [top, bottom];
  });
}

const portTaken = messageFor('listening.port-taken', {
  port: 7420,
  owner: messageFor('listening.program', { name: 'node', pid: 4711 }),
  used: 7421,
});

test('says its notices in the language of the window', async () => {
  openGame(serversHash, (fake) => {
    fake.settings.set({ ...fake.settings.snapshot(), language: 'de' });
    fake.instances.set({ ...runningLocal, notice: portTaken });
  });
  const inGerman = page.getByText('Port 7420 ist von node (Prozess 4711) belegt; benutzt wird 7421.');
  await expect.element(inGerman).toBeVisible();
});

test.each(['light', 'dark'] as const)(
  'lets no notice wait behind that, in the smallest window, in %s',
  async (theme) => {
    await page.viewport(960, 600);
    const core = openGame(serversHash, (fake) => {
      fake.settings.set({ ...fake.settings.snapshot(), theme });
      fake.instances.set({ ...runningLocal, crash, notice: portTaken, clock_skew_ms: 600_000 });
    });
    const restartNotice = () => page.getByRole('status').filter({ hasText: 'and was started again' });
    await expect.element(restartNotice()).toBeVisible();
    await expect.element(page.getByText(portTaken.text)).toBeVisible();
    await expect.element(page.getByText(/^The clock of Local is 10 minutes ahead/)).toBeVisible();
    const lines = [
      ...document.querySelectorAll(
        '[data-slot~="title-bar"], [data-slot~="banner"], [data-slot~="page"] > :last-child',
      ),
    ];
    expect(lines).toHaveLength(5);
    expect(edges(lines)).toEqual(edges(lines).toSorted((one, other) => one - other));
    expect(edges(lines).at(-1), 'the window itself does not scroll').toBeLessThanOrEqual(600);
    await userEvent.click(restartNotice().getByRole('button', { name: 'Dismiss' }));
    await expect.element(restartNotice()).not.toBeInTheDocument();
    await expect.element(page.getByText(portTaken.text)).toBeVisible();
    core.instances.set({ ...runningLocal, crash });
    await expect.element(page.getByText(portTaken.text)).not.toBeInTheDocument();
  },
);

test('says when a crashed Local is started again, and starts it sooner if asked', async () => {
  const { problem } = crash;
  const core = openWindow((fake) =>
    fake.instances.set({ ...runningLocal, state: 'reconnecting', problem, crash, retry_at: Date.now() + 15_000 }),
  );
  await expect.element(page.getByRole('heading', { level: 1, name: 'Local stopped' })).toBeVisible();
  await expect.element(page.getByText(/^It is started again in 1[345] s\./)).toBeVisible();
  await userEvent.click(page.getByRole('button', { name: 'Start now' }));
  expect(core.called).toContainEqual({ name: 'instances.restart', input: { instance_id: localId } });
});

test('says why a Local that crashed on and on is not started by itself', async () => {
  const { problem } = crash;
  openWindow((core) => core.instances.set({ ...withoutFolder, problem, crash: { ...crash, count: 5 } }));
  await expect.element(page.getByText('The service stopped by itself: X.')).toBeVisible();
  await expect.element(page.getByText(/^It stopped 5 times within a few minutes/)).toBeVisible();
});

test('counts down to the next try while Local does not answer', async () => {
  openWindow((core) => core.instances.set({ ...runningLocal, ...lost('Local', Date.now() + 8_000) }));
  await expect.element(page.getByRole('button', { name: /^Local, No answer, next try in [678] s/ })).toBeVisible();
  await expect.element(page.getByRole('status').filter({ hasText: 'Local does not answer.' })).toBeVisible();
});
