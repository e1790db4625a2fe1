// J1 to J5 by keyboard alone, with the keys counted: from a folder to a running server and on to its crash, a push over a bad line and
// the way back from a bad release, and from Local over staging to a protected prod of a remote. What is typed as text is not counted.
import path from 'node:path';
import { expect } from './support/app-test.ts';
import { test } from './support/remote-test.ts';
import { savedFile } from './support/saved-file.ts';
import { layersGone, openLocalGame, pushFiles } from './support/steps.ts';
import {
  beforePromote,
  countKeys,
  crawlFrom,
  keepOneOnStaging,
  makeHarbor,
  makeLargeHarbor,
  reef,
  releaseBad,
  runningServer,
  runsOn,
} from './support/walks.ts';

test('J1 and J5: three keys lead to a running server, and 39 from its crash over log, bundle and a bad network to what differs', {
  tag: '@soak-each-shell',
}, async ({ launch, home }) => {
  test.slow();
  const app = await launch();
  const { page, willPick } = app;
  await expect(page.getByRole('heading', { name: 'Local is running' })).toBeVisible();
  await willPick(await makeHarbor(home));
  const first = countKeys(page);
  await first.press('ControlOrMeta+u');
  await expect(page.getByRole('button', { name: 'Choose a folder' })).toBeFocused();
  await first.press('Enter');
  await expect(page.getByRole('button', { name: 'Upload and launch on staging' })).toBeFocused();
  await first.press('Enter');
  const lane = page.getByRole('article', { name: 'Namespace staging' });
  await expect(lane).toBeFocused();
  await expect(lane.getByRole('link', { name: /, Running$/ })).toBeVisible();
  expect(first.count()).toBe(3);
  await first.pair('g', 's');
  await expect(page.getByRole('row', { name: /Running/ })).toBeFocused();
  await first.press('Enter');
  await expect(page.getByRole('log').getByText('the harbor is open')).toBeVisible();
  expect(first.count()).toBe(6);

  // Its native part breaks, and another takes its place.
  const { id, pid } = await runningServer(home);
  process.kill(pid, 'SIGSEGV');
  await runningServer(home, id);
  const keys = countKeys(page);
  const row = (name: RegExp) => page.getByRole('row', { name });
  await expect(row(/Crashed/)).toBeVisible();
  await keys.pair('g', 's');
  await expect(row(/Crashed/)).toBeFocused();
  await keys.press('Enter');
  const inspector = page.getByRole('region', { name: `Server ${id.slice(0, 8)}` });
  await expect(inspector.getByText(/SIGSEGV/).first()).toBeVisible();
  await keys.to(inspector.getByRole('button', { name: 'Crash bundle' }));
  await keys.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Save a crash bundle' });
  await expect(dialog.getByRole('checkbox', { name: /manifest\.json/ })).toBeVisible();
  await keys.to(dialog.getByRole('button', { name: 'Save bundle' }));
  await savedFile(app, path.join(home, 'saved'), () => keys.press('Enter'));
  await expect(dialog).toHaveCount(0);
  expect(keys.count()).toBeLessThanOrEqual(7);

  await layersGone(page);
  await keys.pair('g', 's');
  await keys.to(row(/Running/), 'k');
  await keys.press('Enter');
  await keys.to(page.getByRole('switch', { name: 'Simulate network' }));
  await keys.press('Space');
  await keys.to(page.getByRole('combobox', { name: 'Network preset' }), 'Shift+Tab');
  await keys.press('Enter');
  await expect(page.getByRole('option', { name: 'Transatlantic' })).toBeVisible();
  await page.keyboard.type('Tra');
  await keys.press('Enter');
  await expect(page.getByRole('combobox', { name: 'Network preset' })).toContainText('Transatlantic');
  expect(keys.count()).toBeLessThanOrEqual(26);

  await pushFiles(await openLocalGame(home), 'mended', reef);
  await keys.pair('g', 'b');
  const mended = row(/mended/);
  await expect(mended).toBeVisible();
  await keys.to(mended);
  await keys.press('Enter');
  const build = page.getByRole('region', { name: 'Build mended' });
  await expect(build.getByText('0 servers run it now.')).toBeVisible();
  await keys.to(build.getByRole('radio', { name: 'Report' }));
  await keys.press('ArrowRight');
  await keys.press('ArrowRight');
  await expect(build.getByText(/1 added, 1 changed/)).toBeVisible();
  expect(keys.count()).toBeLessThanOrEqual(39);
});

test('J2 and J3: 22 keys send a build to a remote, five take it up after a kill, and four roll a bad release back', {
  tag: '@soak-each-shell',
}, async ({ launch, home, remote, line }) => {
  test.slow();
  const before = await launch();
  await before.willPick(await makeLargeHarbor(home));
  const { page: start } = before;
  await expect(start.getByRole('heading', { name: 'Local is running' })).toBeVisible();
  const first = countKeys(start);
  await first.to(start.getByRole('textbox', { name: 'URL' }));
  await start.keyboard.insertText(line.url);
  await first.press('Tab');
  await start.keyboard.insertText(remote.token);
  await first.press('Enter');
  await expect(start.getByRole('link', { name: /Tidebreak/ })).toBeVisible();
  await layersGone(start);
  expect(first.count()).toBeLessThanOrEqual(17);
  await first.press('ControlOrMeta+2');
  await expect(start.getByRole('article', { name: 'Namespace prod' })).toBeVisible();
  crawlFrom(line, 3);
  await first.press('ControlOrMeta+u');
  await expect(start.getByRole('button', { name: 'Choose a folder' })).toBeFocused();
  await first.press('Enter');
  await expect(start.getByRole('button', { name: /^Upload and launch on staging of 127/ })).toBeFocused();
  await first.press('Enter');
  await layersGone(start);
  await first.press('ControlOrMeta+j');
  expect(first.count()).toBeLessThanOrEqual(22);
  await expect(start.getByRole('img', { name: /^2 of \d+ parts stored$/ })).toBeVisible({ timeout: 90_000 });
  line.offline();
  await expect(start.getByRole('listitem').filter({ hasText: 'Waiting for the network' })).toBeVisible();
  await before.kill();
  line.heal();

  const { page } = await launch();
  await expect(page.getByRole('navigation', { name: 'Instances' })).toBeVisible();
  const keys = countKeys(page);
  await keys.press('ControlOrMeta+j');
  await keys.to(page.getByRole('button', { name: /^Resume/ }).first());
  await keys.press('Enter');
  expect(keys.count()).toBeLessThanOrEqual(5);
  await expect(page.getByRole('listitem').filter({ hasText: 'Done' })).toBeVisible({ timeout: 90_000 });
  await expect.poll(() => runsOn(remote, 'staging')).not.toBe('v0.4.2');

  await releaseBad(remote);
  await page.keyboard.press('ControlOrMeta+2');
  const lane = page.getByRole('article', { name: 'Namespace prod' });
  await expect(lane.getByText('v0.5.0-rc1').first()).toBeVisible();
  const back = countKeys(page);
  await back.pair('g', 'd');
  await expect(lane).toBeFocused();
  await back.press('r');
  await expect(page.getByRole('button', { name: 'Roll back prod to v0.4.2' })).toBeFocused();
  await back.press('Enter');
  await layersGone(page);
  await expect(page.getByText('prod switched to v0.4.2')).toBeVisible();
  expect(await runsOn(remote, 'prod')).toBe('v0.4.2');
  expect(back.count()).toBe(4);
});

test('J4: five keys promote from Local to staging of a remote, and nine and a name from there to its protected prod', {
  tag: '@soak-each-shell',
}, async ({ launch, home, remote, line }) => {
  test.slow(); // a build is sent, and three servers start
  const { page } = await launch();
  await beforePromote(page, { home, remote, line });
  const lane = (name: string) => page.getByRole('article', { name: `Namespace ${name}` });

  const keys = countKeys(page);
  const sheet = page.getByRole('dialog', { name: 'Promote 1.4.2' });
  const card = (name: string) => sheet.getByRole('radio', { name: new RegExp(`^${name}`) });
  await keys.pair('g', 'd');
  await expect(lane('prod')).toBeFocused();
  await keys.press('p');
  // Whoever chooses has seen what runs there.
  await expect(card('staging')).toContainText('Nobody plays there yet');
  await expect(card('staging')).toBeFocused();
  await expect(card('staging')).not.toBeChecked();
  await keys.press('Enter');
  const decision = sheet.getByRole('button', { name: /^Run Tidebreak 1\.4\.2 on staging of / });
  await expect(decision).toBeFocused();
  await keys.press('Enter');
  await expect.poll(() => runsOn(remote, 'staging')).toBe('1.4.2');
  expect(keys.count()).toBe(5);

  await keepOneOnStaging(remote);
  await layersGone(page);
  await keys.press('ControlOrMeta+2');
  await expect(lane('staging').getByText('1.4.2').first()).toBeVisible();
  await keys.pair('g', 's');
  await expect(page.getByRole('row', { name: /Running/ }).first()).toBeFocused();
  await keys.press('Enter');
  await expect(page.getByRole('log').getByText('the reef is open')).toBeVisible();
  expect(keys.count()).toBe(9);

  // On to prod of the same instance, which asks for its name.
  await keys.pair('g', 'd');
  await expect(lane('prod')).toBeFocused();
  await keys.press('j');
  await expect(lane('staging')).toBeFocused();
  await keys.press('p');
  // Nothing is chosen, so the first choice has the focus.
  await expect(card('Local')).toBeFocused();
  await expect(card('Local')).not.toBeChecked();
  await keys.press('ArrowDown');
  await keys.press('Enter');
  await expect(card('staging')).toContainText('Runs 1.4.2 now');
  await expect(card('staging')).toBeFocused();
  await keys.press('ArrowDown');
  await keys.press('Enter');
  await expect(sheet.getByRole('textbox', { name: 'Type prod to confirm' })).toBeFocused();
  await page.keyboard.type('prod');
  await expect(sheet.getByRole('button', { name: /^Run Tidebreak 1\.4\.2 on prod of / })).not.toHaveAttribute(
    'aria-disabled',
  );
  await keys.press('Enter');
  await expect.poll(() => runsOn(remote, 'prod')).toBe('1.4.2');
  expect(keys.count()).toBe(18);
});
