// A crash loop in the window: the panel, the row and the lane say the same, and the way out is in the panel.
import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../../support/axe.ts';
import { openWindow } from '../../support/open-window.tsx';
import { buildId, someBuild } from '../../support/some-builds.ts';
import { extent, span } from '../../support/some-log.ts';
import { allHash, crashesOfStaging, serversGame, setServersAll, spaceId } from '../../support/some-servers-all.ts';

beforeEach(() => page.viewport(1280, 800));

const panel = () => page.getByRole('status').filter({ hasText: /^Crashed/ });

test('says how often and how fast it crashed, what happens next and what ran well, and rolls back from there', async () => {
  openWindow(setServersAll, allHash);
  await expect
    .element(page.getByRole('heading', { name: 'Crashed 4 times in 1 min. Restarts have stopped.' }))
    .toBeVisible();
  await expect
    .element(panel())
    .toMatchTextContent(/Ended by SIGABRT.* 0\.1\.3 ran here for 3 h without a crash loop\./);
  await expect.element(panel(), { timeout: 1_000 }).not.toMatchTextContent(/4 times within a minute/);
  await expect.element(page.getByRole('row', { name: /^a20c6de8 0\.1\.4 Crashed 4×/ })).toBeVisible();
  await expect.element(panel().getByRole('button', { name: 'Roll back staging to 0.1.3' })).toBeVisible();
});

test('says the same of each of its crashes, and leads from one to the log of the other', async () => {
  openWindow(setServersAll, allHash);
  const crashes = page.getByRole('list', { name: 'Crashes' });
  await expect.poll(() => crashes.getByRole('listitem').elements().length).toBe(4);
  await userEvent.click(crashes.getByRole('button', { name: 'a20c6de5' }));
  await expect.element(page.getByRole('region', { name: 'Server a20c6de5' })).toBeVisible();
  await expect
    .element(page.getByRole('heading', { name: 'Crashed 4 times in 1 min. Restarts have stopped.' }))
    .toBeVisible();
  await expect.element(page.getByRole('row', { name: /Crashed 4×/ })).toHaveAttribute('aria-selected', 'true');
});

test('counts the crashes of the present deployment alone, though the version was there before', async () => {
  const core = openWindow(setServersAll, allHash);
  await expect.element(page.getByRole('row', { name: /^a20c6de8 0\.1\.4 Crashed 4×/ })).toBeVisible();
  const servers = core.servers.of(spaceId('staging')).list.snapshot();
  const ends = servers.map(({ destroyed_at: end = 0 }) => end);
  const deploy_ts = new Date(Math.max(...ends)).toISOString();
  const namespaces = serversGame.namespaces.map((one) => (one.name_id === 'staging' ? { ...one, deploy_ts } : one));
  core.game(serversGame.game_id).set({ game: { ...serversGame, namespaces } });
  await expect.element(page.getByRole('row', { name: /^a20c6de8 0\.1\.4 Crashed(?! 4)/ })).toBeVisible();
  await expect.element(page.getByRole('heading', { name: /^Crashed at .*Restarts have stopped/ })).toBeVisible();
  await expect.element(page.getByRole('row', { name: /0\.1\.4 Crashed 3×/ })).toBeVisible();
});

test('says in its place that another one runs again', async () => {
  const core = openWindow(setServersAll, allHash);
  await expect.element(page.getByRole('heading', { name: /Restarts have stopped/ })).toBeVisible();
  const [newest] = crashesOfStaging();
  if (newest === undefined) throw new Error('there is one');
  const { destroyed_at: _end, problem: _problem, hint: _hint, exit: _exit, ...alive } = newest;
  const again = { ...alive, id: 'c0ffee00-0', created_at: Date.now(), started_at: undefined };
  core.servers.of(spaceId('staging')).list.set({ ...again, state: 'starting' });
  await expect.element(page.getByRole('heading', { name: 'Crashed 4 times in 1 min. Restarting now.' })).toBeVisible();
  core.servers.of(spaceId('staging')).list.set({ ...again, state: 'running', started_at: Date.now() - 90_000 });
  await expect
    .element(page.getByRole('heading', { name: 'Crashed 4 times in 1 min. Running again for 1 min.' }))
    .toBeVisible();
});

test('one that was started by hand offers no way back: it says nothing of what its namespace keeps', async () => {
  const [newest] = crashesOfStaging();
  if (newest === undefined) throw new Error('there is one');
  openWindow((fake) => {
    setServersAll(fake);
    for (const { id } of crashesOfStaging()) fake.servers.of(spaceId('staging')).list.remove(id);
    const { hint: _hint, ...ended } = newest;
    fake.servers.of(spaceId('staging')).list.set({ ...ended, kept: false });
  }, `${allHash}/-/${newest.id}`);
  await expect.element(page.getByText('It was started by hand, so it is not replaced.')).toBeVisible();
  await expect.element(page.getByRole('heading', { name: /^Crashed at/ })).toBeVisible();
  await expect.element(panel().getByRole('button', { name: /Roll back/ })).not.toBeInTheDocument();
  await expect.element(panel()).not.toMatchTextContent(/without a crash loop/);
  await expect.element(page.getByRole('button', { name: 'Start again' })).toBeVisible();
});

const written = [
  'save: loading world/reef.sav',
  'net: 16 slots open',
  '\u001b[31msave: reef.sav has format 12, expected 13\u001b[0m',
  'assert: world != nullptr (world.cpp:214)',
];

function withLog(core: Parameters<typeof setServersAll>[0]) {
  setServersAll(core);
  const lines = written.map((text, at) => ({
    number: at + 1,
    at: Date.now() - 60_000,
    stream: 'std_out' as const,
    text,
    level: at < 2 ? ('info' as const) : ('error' as const),
    cut: false,
  }));
  const all = extent(lines.length);
  core.servers.log.set({ extent: all, lines });
  core.handlers['servers.readLog'] = async () => ({ lines, extent: all });
  core.handlers['servers.searchLog'] = async ({ search }) => ({
    hits: lines
      .filter(({ level, number }) => level === 'error' && number >= (search.from ?? 1))
      .map((line) => ({ line, ranges: [] })),
    looked: lines.length,
  });
}

test('names the place and the version in the head, and quotes the last errors of the log', async () => {
  openWindow(withLog, allHash);
  const pane = page.getByRole('region', { name: 'Server a20c6de8' });
  await expect.element(pane.getByText('staging, 0.1.4', { exact: true })).toBeVisible();
  const errors = pane.getByRole('list', { name: 'Last errors' }).getByRole('listitem');
  await expect
    .poll(() => errors.elements().map((one) => one.textContent))
    .toEqual(['errorsave: reef.sav has format 12, expected 13', 'errorassert: world != nullptr (world.cpp:214)']);
  await expect.element(pane.getByRole('button', { name: 'Restart now' })).toBeVisible();
  await expect.element(pane.getByRole('button', { name: 'Start again' })).not.toBeInTheDocument();
  await expect.element(pane.getByRole('table', { name: 'Ports' })).not.toBeInTheDocument();
  await expect.element(pane.getByText('CPU', { exact: false })).not.toBeInTheDocument();
  await page.viewport(1_000, 800);
  await expectAccessible('[data-slot~="page"]');
});

/** A log with one error; all of its errors are never counted to the end. */
function withErrorAt(number: number, last: number) {
  const hits = span(number, number).map((line) => {
    return { line: { ...line, level: 'error' as const, text: 'assert: hull != nullptr' }, ranges: [] };
  });
  return (core: Parameters<typeof setServersAll>[0]) => {
    setServersAll(core);
    core.servers.log.set({ extent: extent(last), lines: span(Math.max(1, last - 499), last) });
    core.handlers['servers.readLog'] = async ({ read: { from = 1, limit } }) => {
      return { lines: span(from, Math.min(last, from + limit - 1)), extent: extent(last) };
    };
    core.handlers['servers.searchLog'] = async ({ search }) => {
      if (search.direction !== 'backward') await new Promise(() => undefined);
      return { hits, looked: 1 };
    };
  };
}

test('the log opens at its last error, and that is quoted, however many lines there are to look through', async () => {
  openWindow(withErrorAt(99_000, 100_000), allHash);
  await expect.element(panel().getByText('assert: hull != nullptr')).toBeVisible();
  await expect.element(page.getByRole('log').getByText(/tick 99000 took/)).toBeInViewport();
});

test('the log stays at its last error when it becomes lower, also where that is near the end', async () => {
  openWindow(withErrorAt(392, 400), allHash);
  await expect.element(panel().getByText('assert: hull != nullptr')).toBeVisible();
  const line = page.getByRole('log').getByText(/tick 392 took/);
  await expect.element(line).toBeInViewport();
  await page.viewport(1280, 720);
  await expect.element(line).toBeInViewport();
  // The panel has much to say here: the log gives way, and its end is not below the window.
  await expect.poll(() => page.getByRole('log').element().getBoundingClientRect().bottom).toBeLessThanOrEqual(720);
  await expect.element(page.getByRole('button', { name: 'Follow', pressed: false })).toBeVisible();
});

test('the log of another crash opens at its own last error, not where the one before was', async () => {
  openWindow(withErrorAt(392, 400), allHash);
  await expect.element(panel().getByText('assert: hull != nullptr')).toBeVisible();
  await userEvent.click(page.getByRole('list', { name: 'Crashes' }).getByRole('button', { name: 'a20c6de5' }));
  await expect.element(page.getByRole('region', { name: 'Log of a20c6de5' })).toBeVisible();
  await expect.element(page.getByRole('log').getByText(/tick 392 took/)).toBeInViewport();
  // Nothing came since it was opened.
  await expect.element(page.getByRole('button', { name: 'Follow', pressed: false })).toBeVisible();
});

test('compares the builds of the version that crashed and of the one that ran well', async () => {
  const versionOf = (name: string) => serversGame.versions.find(({ display_name: one }) => one === name)?.version_id;
  const core = openWindow((fake) => {
    setServersAll(fake);
    const [crashed] = crashesOfStaging();
    const builds = [
      someBuild(3, { name: '0.1.3', version_id: versionOf('0.1.3') }),
      someBuild(4, { name: '0.1.4', version_id: versionOf('0.1.4'), id: crashed?.runtime.build ?? '' }),
    ];
    fake.builds.of(spaceId('staging')).set({ builds, fresh_at: 1 });
  }, allHash);
  await userEvent.click(page.getByRole('button', { name: 'Compare builds' }));
  await expect.element(page.getByRole('combobox', { name: 'Build to compare with' })).toMatchTextContent(/0\.1\.3/);
  const compared = () => core.called.filter(({ name }) => name === 'builds.compare').at(-1)?.input;
  await expect.poll(compared).toMatchObject({ before: { build_id: buildId(3) } });
});

test('one that was asked to stop offers no crash bundle, one that had to be killed does', async () => {
  const [newest] = crashesOfStaging();
  if (newest === undefined) throw new Error('there is one');
  const { problem: _problem, hint: _hint, ...ended } = newest;
  const core = openWindow((fake) => {
    setServersAll(fake);
    for (const { id } of crashesOfStaging()) fake.servers.of(spaceId('staging')).list.remove(id);
    fake.servers.of(spaceId('staging')).list.set({
      ...ended,
      state: 'stopped',
      exit: { code: 0, out_of_memory: false, by: 'you' },
    });
  }, `${allHash}/-/${newest.id}`);
  const bundle = page.getByRole('button', { name: 'Crash bundle' });
  await expect.element(page.getByText('It ended with code 0. You stopped it.')).toBeVisible();
  await expect.element(bundle).not.toBeInTheDocument();
  const killed = { signal: 'SIGKILL', out_of_memory: false, by: 'you' as const };
  core.servers.of(spaceId('staging')).list.set({ ...ended, state: 'stopped', exit: killed });
  await expect.element(bundle).toBeVisible();
});
