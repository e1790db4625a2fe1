// What changed in a game: sentences with who and where, found and filtered, and leading to what they are about.
import { beforeEach, expect, inject, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { useLanguage } from '../../../../src-renderer/text/language.ts';
import type { ActivityChange } from '../../../../src-shared/activity/bridge.ts';
import { german } from '../../../../src-shared/text/de/index.ts';
import { expectAccessible } from '../../support/axe.ts';
import { type Core, inputsOf } from '../../support/open-production.ts';
import { focusOn, openWindow } from '../../support/open-window.tsx';
import { board, boardHash, laneId } from '../../support/some-board.ts';
import { someCall } from '../../support/some-calls.ts';
import { someChanges } from '../../support/some-changes.ts';

beforeEach(() => page.viewport(1280, 800));

const hash = `${boardHash}/activity`;
const rows = () =>
  page
    .getByRole('listitem')
    .elements()
    .filter((row) => row.hasAttribute('data-change'));
const text = (n: number) => rows()[n]?.textContent?.replaceAll(/\s+/g, ' ');

async function open(changes = someChanges(), why_not: string[] = []): Promise<Core> {
  const core = openWindow((prepared) => {
    prepared.game(board.game_id).set({ game: board });
    prepared.handlers['activity.changes'] = async () => ({ changes, why_not });
    prepared.handlers['activity.page'] = async () => ({ rows: [someCall()], has_more: false });
  }, hash);
  await expect.element(page.getByRole('radio', { name: 'Changes' })).toBeChecked();
  return core;
}

test('says each change in a sentence, with who and where, by day', async () => {
  await open();
  await expect.element(page.getByRole('region', { name: 'Today' })).toBeVisible();
  await expect.element(page.getByRole('region', { name: 'Yesterday' })).toBeVisible();
  expect(text(0)).toBe(
    'staging crashed 4 times on 0.5.0-rc2Ended by SIGABRT: aborted, after 0.3 s.Open the server14:21',
  );
  expect(text(1)).toBe(
    '0.5.0-rc2 deployed to stagingyou, in this windowfrom 0.4.2, Players per lobby: 12 → 16Compare14:20',
  );
  expect(text(2)).toBe('0.5.0-rc2 uploaded1.34 GB packed, for staging14:19');
  expect(text(4)).toBe('prod keeps 2 servers nowyou, in this window13:40');
  expect(text(6)).toBe('0.4.9 deployed to playtestci-deploy, slipway/0.2.0, 10.0.4.17from 0.4.8Compare20:00');
  expect(text(7)).toBe('0.4.9 rolled back on playtestyou, in this windowto 0.4.8, after 9 minCompare19:58');
  expect(text(8)).toContain('Players per lobby no limit, Maximum lobbies 40');
  expect(text(9)).toBe('Token ci-deploy createdyou, in this window11:02');
});

test('says which setting was changed, and how many servers are kept only where that was', async () => {
  const hosting = { server_count: 1, on_version_switch: 'drain', drain_limit: 7_200_000, restart: 'back_off' } as const;
  const changeTo = (id: string, change: object): ActivityChange => ({
    id,
    at: Date.now(),
    kind: 'hosting',
    by: 'here',
    namespace_id: laneId('staging'),
    set_before: { hosting },
    set_after: { hosting: { ...hosting, ...change } },
  });
  await open([changeTo('1', { on_version_switch: 'stop' }), changeTo('2', { server_count: 3, restart: 'never' })]);
  await expect.poll(() => rows().length).toBe(2);
  expect(text(0)).toMatch(
    /^Servers of staging changedyou, in this windowAfter a switch: Let matches finish → Stop servers now/,
  );
  expect(text(1)).toMatch(/^staging keeps 3 servers nowyou, in this windowWhen a server ends: Restart → Don't restart/);
});

test('says who uploaded and deployed, as far as that is known', async () => {
  const about = { namespace_id: laneId('staging'), version: '0.5.0-rc2' };
  await open([
    { ...about, id: 'c1', at: Date.now(), kind: 'deployed', by: 'elsewhere' },
    { ...about, id: 'c2', at: Date.now() - 1, kind: 'uploaded', by: 'here', bytes: 2_000_000 },
  ]);
  await expect.poll(() => text(0)).toContain('deployed to stagingsomebody else');
  expect(text(1)).toContain('uploadedyou, in this window, 2 MB packed, for staging');
});

test('is filtered by namespace and person, and searched', async () => {
  await open();
  await expect.poll(() => rows().length).toBe(10);
  await userEvent.click(page.getByRole('combobox', { name: 'Namespace' }));
  await userEvent.click(page.getByRole('option', { name: 'playtest' }));
  expect(rows()).toHaveLength(3);
  await userEvent.click(page.getByRole('combobox', { name: 'Changed by' }));
  await userEvent.click(page.getByRole('option', { name: 'ci-deploy' }));
  expect(rows()).toHaveLength(1);
  await userEvent.keyboard('/');
  await expect.element(page.getByRole('textbox', { name: 'Find a change' })).toHaveFocus();
  await userEvent.keyboard('nothing like it');
  await expect.element(page.getByRole('heading', { name: 'No matching changes' })).toBeVisible();
});

test('leads by the keyboard to the server that crashed, and to the moment in the history', async () => {
  const core = await open();
  core.handlers['namespaces.history'] = async () => ({ rows: [], has_more: false });
  await expect.poll(() => rows().length).toBe(10);
  const [first] = rows();
  if (first === undefined) throw new Error('there are rows');
  focusOn(first);
  await userEvent.keyboard('j');
  expect(document.activeElement).toBe(rows()[1]);
  await userEvent.keyboard('{Enter}');
  const at = someChanges()[1]?.at;
  await expect.poll(() => location.hash).toBe(`${boardHash}/history/${laneId('staging')}/${at}`);
});

test('reads again when something was changed from here, and says what an instance does not tell', async () => {
  const core = await open([], ['This instance does not list its builds.']);
  await expect.element(page.getByRole('heading', { name: 'Nothing has changed yet' })).toBeVisible();
  await expect.element(page.getByText('This instance does not list its builds.')).toBeVisible();
  const read = inputsOf(core, 'activity.changes').length;
  core.activity.set(someCall({ id: '9', method: 'PUT' }));
  await expect.poll(() => inputsOf(core, 'activity.changes').length).toBe(read + 1);
});

test('has the calls in a second view with an address of its own', async () => {
  await open();
  await userEvent.click(page.getByRole('radio', { name: 'Calls' }));
  await expect.element(page.getByRole('button', { name: 'Export HAR' })).toBeVisible();
  expect(location.hash).toBe(`${hash}/calls`);
  await userEvent.click(page.getByRole('radio', { name: 'Changes' }));
  await expect.poll(() => rows().length).toBe(10);
});

test('folds reads of one address, and opens them on those that failed', async () => {
  const path = `/cloud/games/${board.game_id}/environments/x/servers`;
  const polls = Array.from({ length: 5 }, (_, n) =>
    someCall({ id: String(20 + n), path: `${path}?watch_index=${n}`, is_watch: true }),
  );
  const failed = someCall({ id: '19', path, status: 502, is_watch: true });
  const others = [
    someCall({ id: '40', path: `/cloud/games/${board.game_id}/versions`, method: 'POST' }),
    ...polls.toReversed(),
    failed,
    someCall({ id: '10', path: `/cloud/games/${board.game_id}` }),
  ];
  const core = await open();
  core.handlers['activity.page'] = async () => ({ rows: others, has_more: false });
  await userEvent.click(page.getByRole('radio', { name: 'Calls' }));
  const group = page.getByRole('row', { name: /6× .*Watching servers/ });
  await expect.element(group).toBeVisible();
  await expect.element(group).toMatchTextContent(/1 failed/);
  await expect.element(page.getByRole('row', { name: /GET .*servers 502/ })).toBeVisible();
  const rest = page.getByRole('row', { name: '5 more, all answered Show all' });
  await expect.element(rest).toBeVisible();
  await expect.element(page.getByText('8 calls since', { exact: false })).toBeVisible();
  await expectAccessible('main');
  const count = () => page.getByRole('row').elements().length;
  expect(count()).toBe(6);
  await userEvent.click(rest);
  await expect.poll(count).toBe(10);
  await userEvent.click(group);
  await expect.poll(count).toBe(4);
  await userEvent.click(page.getByRole('switch', { name: 'Fold repeated calls' }));
  await expect.poll(count).toBe(9);
});

test('tells who killed a server, and from where', async () => {
  await open();
  const row = page.getByRole('listitem').filter({ hasText: '5be107f3 killed on playtest' });
  await expect.element(row).toMatchTextContent(/ops, slipway\/0\.2\.0, 10\.0\.4\.9/);
});

test.each(['light', 'dark'])('is pictured in %s', async (theme) => {
  if (!inject('pictures')) return;
  await open();
  await expect.poll(() => rows().length).toBe(10);
  document.documentElement.dataset['theme'] = theme;
  const take = (name: string) =>
    page.screenshot({ path: `../../../../test-results/window/changes-${name}-${theme}.png` });
  for (const width of [1280, 1000, 1440]) {
    await page.viewport(width, 800);
    await take(String(width));
  }
  await page.viewport(1280, 800);
  useLanguage.setState({ language: 'de', catalogue: german });
  await take('german');
});
