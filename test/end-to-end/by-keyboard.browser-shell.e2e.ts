// J1 and J3 by keyboard alone, with the keys counted: from a folder to a running server, and from a bad release back to the last good one.
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from 'playwright';
import { expect } from './support/app-test.ts';
import { test } from './support/remote-test.ts';
import { connectToGame, layersGone, pressPair } from './support/steps.ts';

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
