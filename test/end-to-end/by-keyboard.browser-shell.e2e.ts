// J1, J3 and J4 by keyboard alone, with the keys counted: from a folder to a running server, from a bad release back to the last good one,
// and from Local over staging to a protected prod of a remote.
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from 'playwright';
import { expect } from './support/app-test.ts';
import { test } from './support/remote-test.ts';
import {
  connectRemote,
  connectToGame,
  createGame,
  layersGone,
  openLocalGame,
  pressPair,
  pushFiles,
  runCommand,
} from './support/steps.ts';

/** Presses keys and counts them. A pair is two. */
function countKeys(page: Page) {
  let count = 0;
  return {
    count: () => count,
    press: async (key: string) => {
      count += 1;
      await page.keyboard.press(key);
    },
    pair: async (first: string, second: string) => {
      count += 2;
      await pressPair(page, first, second);
    },
  };
}

test('J1: three keys lead from the welcome page to a running server, and three more to its log', async ({
  launch,
  home,
}) => {
  const { page, willPick } = await launch();
  await expect(page.getByRole('heading', { name: 'Local is running' })).toBeVisible();
  const build = path.join(home, 'harbor');
  await mkdir(build);
  await writeFile(
    path.join(build, 'server.js'),
    "console.log('the harbor is open'); require('node:http').createServer().listen(Number(process.env.PORT), process.env.SLIPWAY_HOST);\n",
  );
  await willPick(build);
  const keys = countKeys(page);
  await keys.press('ControlOrMeta+u');
  await expect(page.getByRole('button', { name: 'Choose a folder' })).toBeFocused();
  await keys.press('Enter');
  await expect(page.getByRole('button', { name: 'Upload and launch on staging' })).toBeFocused();
  await keys.press('Enter');
  const lane = page.getByRole('article', { name: 'Namespace staging' });
  await expect(lane).toBeFocused();
  await expect(lane.getByRole('link', { name: /, Running$/ })).toBeVisible();
  expect(keys.count()).toBe(3);

  await keys.pair('g', 's');
  await expect(page.getByRole('row', { name: /Running/ })).toBeFocused();
  await keys.press('Enter');
  await expect(page.getByRole('log').getByText('the harbor is open')).toBeVisible();
  expect(keys.count()).toBe(6);
});

test('J3: four keys roll a bad release back', async ({ launch, remote, line }) => {
  const { page } = await launch();
  await connectToGame(page, line.url, remote);
  const place = { game_id: remote.game.game_id, namespace_id: remote.namespace_id };
  const bad = remote.versions['v0.5.0-rc1'] ?? '';
  await remote.client.updateNamespaceVersion({ params: place, body: { version_id: bad } });
  const lane = page.getByRole('article', { name: 'Namespace prod' });
  await expect(lane.getByText('v0.5.0-rc1').first()).toBeVisible();
  const keys = countKeys(page);
  await keys.pair('g', 'd');
  await expect(lane).toBeFocused();
  await keys.press('r');
  await expect(page.getByRole('button', { name: 'Roll back prod to v0.4.2' })).toBeFocused();
  await keys.press('Enter');
  await layersGone(page);
  await expect(page.getByText('prod runs v0.4.2 now')).toBeVisible();
  const { game } = await remote.client.getGame({ params: { game_id: place.game_id } });
  const runs = game.namespaces.find(({ namespace_id: id }) => id === place.namespace_id)?.version_id;
  expect(runs).toBe(remote.versions['v0.4.2']);
  expect(keys.count()).toBe(4);
});

const reef = {
  'slipway.json': JSON.stringify({
    program: 'server.js',
    ports: { game: { protocol: 'http', routing: { game_guard: {} } } },
  }),
  'server.js':
    "console.log('the reef is open'); require('node:http').createServer().listen(Number(process.env.PORT), process.env.SLIPWAY_HOST);\n",
};

test('J4: five keys promote from Local to staging of a remote, and nine and a name from there to its protected prod', async ({
  launch,
  home,
  remote,
  line,
}) => {
  test.slow(); // a build is sent, and three servers start
  const game_id = remote.game.game_id;
  const stagingId = remote.game.namespaces.find(({ name_id: name }) => name === 'staging')?.namespace_id ?? '';
  const runs = async (name: string) => {
    const { game } = await remote.client.getGame({ params: { game_id } });
    const running = game.namespaces.find(({ name_id: id }) => id === name)?.version_id;
    return game.versions.find(({ version_id: id }) => id === running)?.display_name;
  };
  const { page } = await launch();
  // What is there already: a version that runs on Local, and a remote with the game, whose prod is protected.
  await createGame(page);
  await pushFiles(await openLocalGame(home), '1.4.2', reef);
  await page.getByRole('option', { name: /^1\.4\.2/ }).press('Enter');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Switch prod to 1.4.2' }).press('Enter');
  await layersGone(page);
  const local = page.url();
  await page.evaluate(() => (location.hash = '#/welcome'));
  await connectRemote(page, { url: line.url, token: remote.token });
  await page.getByRole('navigation', { name: 'Instances' }).getByRole('button', { name: /^127/ }).first().click();
  await expect(page.getByRole('article', { name: 'Namespace prod' }).getByText('v0.4.2').first()).toBeVisible();
  await runCommand(page, 'Settings of prod');
  const settings = page.getByRole('dialog', { name: 'Settings of prod' });
  await settings.getByRole('switch', { name: 'Protected' }).click();
  await expect(settings.getByRole('switch', { name: 'Protected' })).toBeChecked();
  await page.keyboard.press('Escape');
  await page.goto(local);
  const lane = (name: string) => page.getByRole('article', { name: `Namespace ${name}` });
  await expect(lane('prod').getByRole('link', { name: /, Running$/ })).toBeVisible();

  const keys = countKeys(page);
  const sheet = page.getByRole('dialog', { name: 'Promote 1.4.2' });
  const card = (name: string) => sheet.getByRole('radio', { name: new RegExp(`^${name}`) });
  await keys.pair('g', 'd');
  await expect(lane('prod')).toBeFocused();
  await keys.press('p');
  await expect(card('staging')).toBeFocused();
  await expect(card('staging')).not.toBeChecked();
  await keys.press('Enter');
  const decision = sheet.getByRole('button', { name: /^Run Tidebreak 1\.4\.2 on staging of / });
  await expect(decision).toBeFocused();
  await keys.press('Enter');
  await expect.poll(() => runs('staging')).toBe('1.4.2');
  expect(keys.count()).toBe(5);

  const staging = { game_id, namespace_id: stagingId };
  const { hosting } = await remote.client.getHosting({ params: staging });
  await remote.client.setHosting({ params: staging, body: { ...hosting, server_count: 1 } });
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
  await expect.poll(() => runs('prod')).toBe('1.4.2');
  expect(keys.count()).toBe(18);
});
