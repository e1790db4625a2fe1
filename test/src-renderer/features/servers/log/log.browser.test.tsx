// The log of a server in the window: a hundred thousand lines, followed, searched, paused.

import { flushSync } from 'react-dom';
import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import styles from '../../../../../src-renderer/features/servers/log/log.module.css';
import { useLog } from '../../../../../src-renderer/features/servers/log/log-store.ts';
import { AppError } from '../../../../../src-shared/errors/app-error.ts';
import { messageFor } from '../../../../../src-shared/text/message.ts';
import { focusOn, openWindow } from '../../../support/open-window.tsx';
import { extent, span } from '../../../support/some-log.ts';
import { serversHash, someDetail, someServer, tidebreak } from '../../../support/some-servers.ts';

beforeEach(() => page.viewport(1280, 800));

const LINES = 100_000;

/** But for the search for the marks, which goes on beside those of a person. */
let searched: unknown[] = [];
const lastSearch = () => searched.at(-1);

function openLog() {
  searched = [];
  const server = someServer();
  return openWindow((core) => {
    core.game(tidebreak.game_id).set({ game: tidebreak });
    core.servers.list.set(server);
    core.servers.detail.set(someDetail(server));
    core.servers.log.set({ extent: extent(LINES), lines: span(LINES - 499, LINES) });
    core.handlers['servers.readLog'] = async ({ read }) => {
      const from = read.from ?? 1;
      return { lines: span(from, Math.min(LINES, from + read.limit - 1)), extent: extent(LINES) };
    };
    core.handlers['servers.searchLog'] = async ({ search }) => {
      if (search.levels === undefined) searched.push(search);
      if (search.regex === '(') throw new AppError('API_BAD_QUERY_PARAMETER', { text: 'This pattern cannot be read.' });
      const request = search.text ?? search.regex;
      const found = span(search.from ?? 1, LINES).filter(({ text, level }) =>
        request === undefined ? level !== undefined : text.includes(request),
      );
      const hits = found.slice(0, search.limit).map((hit) => ({ line: hit, ranges: [[0, 4] as [number, number]] }));
      return { hits, looked: LINES };
    };
  }, `${serversHash}/${server.id}`);
}

const log = () => page.getByRole('log');
const scroller = () => log().element();

test('draws only the lines in sight of a hundred thousand, from any place in it', async () => {
  openLog();
  await expect.element(log().getByText(/tick 100000 took/)).toBeVisible();
  expect(document.querySelectorAll(`.${styles['line']}`).length).toBeLessThan(80);
  scroller().scrollTop = 50_000 * 18;
  await expect.element(log().getByText(/tick 50001 took/)).toBeVisible();
  expect(document.querySelectorAll(`.${styles['line']}`).length).toBeLessThan(80);
});

test('a line of stderr is called so, and not an error, where nothing says how bad it is', async () => {
  const core = openLog();
  const [line] = span(LINES + 1, LINES + 1);
  if (line === undefined) throw new Error('expected a line');
  core.servers.log.set({ extent: extent(LINES + 1), lines: [{ ...line, stream: 'std_err' }] });
  await expect.element(log().getByText('stderr', { exact: true })).toBeVisible();
  await expect.element(log().getByText('err', { exact: true })).not.toBeInTheDocument();
});

test('holds no more lines, and draws no more, however many come', async () => {
  const core = openLog();
  await expect.element(log().getByText(/tick 100000 took/)).toBeVisible();
  for (let end = LINES + 500; end <= LINES + 30_000; end += 500) {
    core.servers.log.set({ extent: extent(end), lines: span(end - 499, end) });
    await expect.poll(() => useLog.getState().lines.has(end)).toBe(true);
  }
  expect(useLog.getState().lines.size).toBeLessThanOrEqual(12_000);
  expect(document.querySelectorAll(`.${styles['line']}`).length).toBeLessThan(80);
  await expect.element(log().getByText(/tick 130000 took/)).toBeVisible();
});

test('lets go of the newest line when somebody scrolls up, counts what comes, and goes back', async () => {
  const core = openLog();
  await expect.element(log().getByText(/tick 100000 took/)).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Follow', pressed: true })).toBeVisible();
  scroller().scrollTop -= 400;
  await expect.element(page.getByRole('button', { name: 'Follow', pressed: false })).toBeVisible();
  core.servers.log.set({ extent: extent(LINES + 214), lines: span(LINES + 1, LINES + 214) });
  await userEvent.click(page.getByRole('button', { name: '214 new lines' }));
  await expect.element(log().getByText(/tick 100214 took/)).toBeVisible();
  core.servers.log.set({ extent: extent(LINES + 215), lines: span(LINES + 215, LINES + 215) });
  await expect.element(log().getByText(/tick 100215 took/)).toBeVisible();
});

test('lets go also where a line comes between the scrolling and its event', async () => {
  const core = openLog();
  await expect.element(log().getByText(/tick 100000 took/)).toBeVisible();
  scroller().scrollTop -= 400;
  flushSync(() => core.servers.log.set({ extent: extent(LINES + 1), lines: span(LINES + 1, LINES + 1) }));
  await expect.element(page.getByRole('button', { name: 'Follow', pressed: false })).toBeVisible();
});

test('freezes while it is paused, and shows all when it goes on', async () => {
  const core = openLog();
  await expect.element(log().getByText(/tick 100000 took/)).toBeVisible();
  await userEvent.click(page.getByRole('button', { name: 'Pause' }));
  core.servers.log.set({ extent: extent(LINES + 3), lines: span(LINES + 1, LINES + 3) });
  await expect.element(page.getByRole('button', { name: '3 new lines' })).toBeVisible();
  await expect.element(log().getByText(/tick 100003 took/)).not.toBeInTheDocument();
  await userEvent.click(page.getByRole('button', { name: 'Continue' }));
  await expect.element(log().getByText(/tick 100003 took/)).toBeVisible();
});

test('searches in place: counts, steps by Enter, and ends with Escape', async () => {
  openLog();
  await expect.element(log().getByText(/tick 100000 took/)).toBeVisible();
  await userEvent.keyboard('/');
  const field = page.getByRole('textbox', { name: 'Search the log' });
  await expect.element(field).toHaveFocus();
  await userEvent.keyboard('tick 4200');
  await expect.element(page.getByText('11 of 11')).toBeVisible();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('1 of 11')).toBeVisible();
  await expect
    .element(
      log()
        .getByText(/took 11\.5 ms/)
        .first(),
    )
    .toBeVisible();
  expect(document.querySelector('mark[data-present]')?.parentElement?.textContent).toBe('tick 4200 took 11.5 ms');
  await userEvent.keyboard('{Escape}');
  await expect.element(field).toHaveValue('');
  expect(document.querySelector('[role="log"] mark')).toBeNull();
  await expect.element(page.getByRole('region', { name: /^Server / })).toBeVisible();
});

test.for([
  ['a place far from the newest line', 'tick 4200', 'tick 4200 took'],
  ['a line that is in sight', 'tick 99998', 'tick 99998 took'],
])('stays at what was found, at %s, while lines keep coming', async ([, text = '', found = '']) => {
  const core = openLog();
  await expect.element(log().getByText(/tick 100000 took/)).toBeVisible();
  await userEvent.fill(page.getByRole('textbox', { name: 'Search the log' }), text);
  await expect.element(page.getByText(/^\d+ of \d+$/)).toBeVisible();
  await userEvent.keyboard('{Enter}');
  const present = () => document.querySelector('mark[data-present]')?.parentElement;
  await expect.poll(() => present()?.textContent?.startsWith(found)).toBe(true);
  const isInSight = () => {
    const [line, box] = [present()?.getBoundingClientRect(), scroller().getBoundingClientRect()];
    return line !== undefined && line.top >= box.top && line.bottom <= box.bottom;
  };
  for (let end = LINES + 20; end <= LINES + 400; end += 20) {
    core.servers.log.set({ extent: extent(end), lines: span(end - 19, end) });
    await expect.poll(() => useLog.getState().lines.has(end)).toBe(true);
    expect(isInSight()).toBe(true);
  }
  await expect.element(page.getByRole('button', { name: '400 new lines' })).toBeVisible();
});

test('looks for a pattern, and goes back to the newest line by F', async () => {
  openLog();
  await expect.element(log().getByText(/tick 100000 took/)).toBeVisible();
  await userEvent.click(page.getByRole('button', { name: 'Regular expression' }));
  await userEvent.fill(page.getByRole('textbox', { name: 'Search the log' }), 'tick 4200');
  await expect.element(page.getByText('11 of 11')).toBeVisible();
  expect(lastSearch()).toMatchObject({ regex: 'tick 4200' });
  scroller().scrollTop = 0;
  await expect.element(page.getByRole('button', { name: 'Follow', pressed: false })).toBeVisible();
  focusOn(page.getByRole('button', { name: 'Pause' }).element());
  await userEvent.keyboard('f');
  await expect.element(page.getByRole('button', { name: 'Follow', pressed: true })).toBeVisible();
  await expect.element(log().getByText(/tick 100000 took/)).toBeVisible();
});

test('says what is wrong with a pattern', async () => {
  openLog();
  await userEvent.click(page.getByRole('button', { name: 'Regular expression' }));
  await userEvent.fill(page.getByRole('textbox', { name: 'Search the log' }), '(');
  await expect.element(page.getByText('This pattern cannot be read.')).toBeVisible();
});

test('says where a pattern took too long, in the language of the window', async () => {
  const core = openLog();
  core.settings.set({ ...core.settings.snapshot(), language: 'de' });
  const note = messageFor('log.pattern-too-slow', { line: 3 });
  core.handlers['servers.searchLog'] = async () => ({
    hits: [],
    looked: 3,
    stopped: { why: 'pattern', next: 4, note },
  });
  await userEvent.click(page.getByRole('button', { name: 'Regulärer Ausdruck' }));
  await userEvent.fill(page.getByRole('textbox', { name: 'Log durchsuchen' }), '(a+)+$');
  await expect.element(page.getByText(/^Das Muster braucht in Zeile 3 zu lange/)).toBeVisible();
});

test('shows only the warnings, and all again', async () => {
  openLog();
  await userEvent.click(page.getByRole('radio', { name: 'Warn 100' }));
  await expect.element(log().getByText(/tick 99000 took/)).toBeVisible();
  await expect.element(log().getByText(/tick 99999 took/)).not.toBeInTheDocument();
  await userEvent.click(page.getByRole('radio', { name: 'All' }).last());
  await expect.element(log().getByText(/tick 99999 took/)).toBeInTheDocument();
});
