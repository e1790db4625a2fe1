// J1 to J5 by mouse alone, with the clicks counted: from a folder to a running server and on to its crash, a push over a bad line and
// the way back from a bad release, and from Local over staging to a protected prod of a remote. `npm test` goes these ways by mouse in
// `first-build`, `crash`, `push`, `switch` and `promote`; here, in `npm run soak`, their clicks are counted.
import path from 'node:path';
import { expect } from './support/app-test.ts';
import { test } from './support/remote-test.ts';
import { savedFile } from './support/saved-file.ts';
import { layersGone, openLocalGame, pushFiles, serverIn } from './support/steps.ts';
import {
  beforePromote,
  countClicks,
  crawlFrom,
  makeHarbor,
  makeLargeHarbor,
  reef,
  releaseBad,
  runningServer,
  runsOn,
} from './support/walks.ts';

test('J1 and J5: three clicks lead to a running server, and ten from its crash over log, bundle and a bad network to what differs', {
  tag: ['@soak-alone', '@soak-each-shell'],
}, async ({ launch, home }) => {
  test.slow();
  const app = await launch();
  const { page, willPick } = app;
  await expect(page.getByRole('heading', { name: 'Local is running' })).toBeVisible();
  await willPick(await makeHarbor(home));
  const first = countClicks();
  await first.click(page.getByRole('button', { name: 'Choose a build' }));
  await first.click(page.getByRole('button', { name: 'Choose a folder' }));
  await first.click(page.getByRole('button', { name: 'Upload and launch on staging' }));
  const lane = page.getByRole('article', { name: 'Namespace staging' });
  const running = lane.getByRole('link', { name: /, Running$/ });
  await expect(running).toBeVisible();
  expect(first.count()).toBe(3);
  await first.click(running);
  await expect(page.getByRole('log').getByText('the harbor is open')).toBeVisible();
  expect(first.count()).toBe(4);

  // Its native part breaks, and another takes its place.
  const { id, pid } = await runningServer(home);
  process.kill(pid, 'SIGSEGV');
  const mouse = countClicks();
  const toast = page.locator('[data-slot~="toast"]').filter({ hasText: /crashed/ });
  await mouse.click(toast.getByRole('button', { name: 'Show log' }));
  const inspector = page.getByRole('region', { name: `Server ${id.slice(0, 8)}` });
  await expect(inspector.getByText(/SIGSEGV/).first()).toBeVisible();
  await mouse.click(inspector.getByRole('button', { name: 'Crash bundle' }));
  const dialog = page.getByRole('dialog', { name: 'Save a crash bundle' });
  await expect(dialog.getByRole('checkbox', { name: /manifest\.json/ })).toBeVisible();
  const save = dialog.getByRole('button', { name: 'Save bundle' });
  await savedFile(app, path.join(home, 'saved'), () => mouse.click(save));
  await expect(dialog).toHaveCount(0);
  expect(mouse.count()).toBe(3);

  await runningServer(home, id);
  await mouse.click(serverIn(page, /Running/));
  await mouse.click(page.getByRole('switch', { name: 'Simulate network' }));
  await mouse.click(page.getByRole('combobox', { name: 'Network preset' }));
  await mouse.click(page.getByRole('option', { name: 'Transatlantic' }));
  expect(mouse.count()).toBe(7);

  await pushFiles(await openLocalGame(home), 'mended', reef);
  await mouse.click(page.getByRole('link', { name: /^Builds/ }));
  await mouse.click(page.getByRole('row', { name: /mended/ }));
  const build = page.getByRole('region', { name: 'Build mended' });
  await expect(build.getByText('0 servers run it now.')).toBeVisible();
  await mouse.click(build.getByRole('radio', { name: 'Compare' }));
  await expect(build.getByText(/1 added, 1 changed/)).toBeVisible();
  expect(mouse.count()).toBe(10);
});

test('J2 and J3: eight clicks send a build to a remote, two take it up after a kill, and two roll a bad release back', {
  tag: ['@soak-alone', '@soak-each-shell'],
}, async ({ launch, home, remote, line }) => {
  test.slow();
  const before = await launch();
  await before.willPick(await makeLargeHarbor(home));
  const first = countClicks();
  const { page: start } = before;
  await first.click(start.getByRole('textbox', { name: 'URL' }));
  await start.keyboard.insertText(line.url);
  await first.click(start.getByRole('textbox', { name: 'Token' }));
  await start.keyboard.insertText(remote.token);
  await first.click(start.getByRole('button', { name: 'Connect', exact: true }));
  await first.click(start.getByRole('link', { name: /Tidebreak/ }));
  crawlFrom(line, 3);
  await first.click(start.getByRole('button', { name: 'Upload build' }));
  await first.click(start.getByRole('button', { name: 'Choose a folder' }));
  await first.click(start.getByRole('button', { name: /^Upload and launch on staging of 127/ }));
  await first.click(start.getByRole('link', { name: /uploading/ }));
  expect(first.count()).toBe(8);
  const parts = /^2 of \d+ parts stored$/;
  await expect(start.getByRole('img', { name: parts })).toBeVisible({ timeout: 90_000 });
  line.offline();
  await expect(start.getByRole('listitem').filter({ hasText: 'Waiting for the network' })).toBeVisible();
  await before.kill();
  line.heal();

  const { page } = await launch();
  const mouse = countClicks();
  await mouse.click(page.getByRole('link', { name: /held|paused/i }));
  await mouse.click(page.getByRole('button', { name: /^Resume/ }).first());
  await expect(page.getByRole('listitem').filter({ hasText: 'Done' })).toBeVisible({ timeout: 90_000 });
  expect(mouse.count()).toBe(2);
  await expect.poll(() => runsOn(remote, 'staging')).not.toBe('v0.4.2');

  await releaseBad(remote);
  await page.getByRole('navigation', { name: 'Instances' }).getByRole('button', { name: /^127/ }).first().click();
  const lane = page.getByRole('article', { name: 'Namespace prod' });
  await expect(lane.getByText('v0.5.0-rc1').first()).toBeVisible();
  await mouse.click(lane.getByRole('button', { name: /^Roll back .*to v0\.4\.2$/ }));
  await mouse.click(page.getByRole('button', { name: 'Roll back prod to v0.4.2' }).last());
  await layersGone(page);
  await expect(page.getByText('prod switched to v0.4.2')).toBeVisible();
  expect(await runsOn(remote, 'prod')).toBe('v0.4.2');
  expect(mouse.count()).toBe(4);
});

test('J4: five clicks promote from Local to staging of a remote, and eight and a name from there to its protected prod', {
  tag: ['@soak-alone', '@soak-each-shell'],
}, async ({ launch, home, remote, line }) => {
  test.slow(); // a build is sent, and servers start
  const { page } = await launch();
  await beforePromote(page, { home, remote, line });
  const mouse = countClicks();
  const sheet = page.getByRole('dialog', { name: 'Promote 1.4.2' });
  const card = (name: string) => sheet.getByRole('radio', { name: new RegExp(`^${name}`) });
  const version = page.getByRole('option', { name: /^1\.4\.2/ });
  await mouse.click(version);
  await mouse.click(page.getByRole('button', { name: 'Menu of 1.4.2' }));
  await mouse.click(page.getByRole('menuitem', { name: 'Promote it elsewhere…' }));
  await mouse.click(card('staging'));
  await mouse.click(sheet.getByRole('button', { name: /^Run Tidebreak 1\.4\.2 on staging of / }));
  await expect.poll(() => runsOn(remote, 'staging'), { timeout: 60_000 }).toBe('1.4.2');
  expect(mouse.count()).toBe(5);

  await layersGone(page);
  await mouse.click(page.getByRole('navigation', { name: 'Instances' }).getByRole('button', { name: /^127/ }).first());
  await expect(page.getByRole('article', { name: 'Namespace staging' }).getByText('1.4.2').first()).toBeVisible();
  await mouse.click(version);
  await mouse.click(page.getByRole('button', { name: 'Menu of 1.4.2' }));
  await mouse.click(page.getByRole('menuitem', { name: 'Promote it elsewhere…' }));
  await mouse.click(card('127'));
  await mouse.click(card('prod'));
  await mouse.click(sheet.getByRole('textbox', { name: 'Type prod to confirm' }));
  await page.keyboard.type('prod');
  const decision = sheet.getByRole('button', { name: /^Run Tidebreak 1\.4\.2 on prod of / });
  await expect(decision).not.toHaveAttribute('aria-disabled');
  await mouse.click(decision);
  await expect.poll(() => runsOn(remote, 'prod')).toBe('1.4.2');
  expect(mouse.count()).toBe(13);
});
