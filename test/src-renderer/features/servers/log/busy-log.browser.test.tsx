// The log of a server that writes more than the window holds: what is in sight stays in sight.
import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import styles from '../../../../../src-renderer/features/servers/log/log.module.css';
import { useLog } from '../../../../../src-renderer/features/servers/log/log-store.ts';
import { openWindow } from '../../../support/open-window.tsx';
import { extent, span } from '../../../support/some-log.ts';
import { serversHash, someDetail, someServer, tidebreak } from '../../../support/some-servers.ts';

beforeEach(() => page.viewport(1280, 800));

const LINES = 20_000;

function openLog() {
  const server = someServer();
  const core = openWindow((fake) => {
    fake.game(tidebreak.game_id).set({ game: tidebreak });
    fake.servers.list.set(server);
    fake.servers.detail.set(someDetail(server));
    fake.servers.log.set({ extent: extent(LINES), lines: span(LINES - 499, LINES) });
    fake.handlers['servers.readLog'] = async ({ read: { from = 1, limit } }) => {
      return { lines: span(from, Math.min(LINES, from + limit - 1)), extent: extent(LINES) };
    };
    fake.handlers['servers.searchLog'] = async () => ({ hits: [], looked: LINES });
  }, `${serversHash}/${server.id}`);
  const write = async (lines: number, each: (end: number) => Promise<void> = async () => undefined) => {
    for (let end = LINES + 500; end <= LINES + lines; end += 500) {
      core.servers.log.set({ extent: extent(end), lines: span(end - 499, end) });
      await expect.poll(() => useLog.getState().lines.has(end)).toBe(true);
      await each(end);
    }
  };
  return { write };
}

const log = () => page.getByRole('log');
/** The lines that a person sees: those that are drawn within the view. */
function seen(): string[] {
  const box = log().element().getBoundingClientRect();
  return [...document.querySelectorAll(`.${styles['line']}`)].flatMap((one) => {
    const { top, bottom } = one.getBoundingClientRect();
    return top < box.bottom && bottom > box.top ? [one.textContent] : [];
  });
}

/** Where scroll events of the frame were told, and what is drawn in it is there. */
const nextFrame = () => new Promise<void>((resolve) => requestAnimationFrame(() => resolve()));

test('lines that somebody looks at stay, however many come', async () => {
  const { write } = openLog();
  await expect.element(log().getByText(/tick 20000 took/)).toBeVisible();
  log().element().scrollTop = 9_000 * 18;
  await expect.element(log().getByText(/tick 9005 took/)).toBeVisible();
  const before = seen();
  await write(13_000);
  expect(useLog.getState().lines.size).toBeLessThanOrEqual(12_000);
  expect(before).toEqual(expect.arrayContaining(seen()));
});

test('no frame is empty while the newest lines are followed', async () => {
  const { write } = openLog();
  await expect.element(log().getByText(/tick 20000 took/)).toBeVisible();
  const empty: number[] = [];
  await write(5_000, async (end) => {
    await nextFrame();
    if (seen().length === 0) empty.push(end);
  });
  expect(empty).toEqual([]);
});
