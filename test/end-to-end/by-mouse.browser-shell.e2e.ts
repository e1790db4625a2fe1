// J1 and J3 by mouse alone, with the clicks counted: from a folder to a running server, and from a bad release back to the last good one.
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Locator } from 'playwright';
import { expect } from './support/app-test.ts';
import { test } from './support/remote-test.ts';
import { connectToGame, layersGone } from './support/steps.ts';

/** Clicks and counts that. */
function countClicks() {
  let count = 0;
  return {
    count: () => count,
    click: async (what: Locator) => {
      count += 1;
      await what.click();
    },
  };
}

test('J1: three clicks lead from the welcome page to a running server, and one more to its log', async ({
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
  const mouse = countClicks();
  await mouse.click(page.getByRole('button', { name: 'Choose a build' }));
  await mouse.click(page.getByRole('button', { name: 'Choose a folder' }));
  await mouse.click(page.getByRole('button', { name: 'Upload and launch on staging' }));
  const lane = page.getByRole('article', { name: 'Namespace staging' });
  const running = lane.getByRole('link', { name: /, Running$/ });
  await expect(running).toBeVisible();
  expect(mouse.count()).toBe(3);

  await mouse.click(running);
  await expect(page.getByRole('log').getByText('the harbor is open')).toBeVisible();
  expect(mouse.count()).toBe(4);
});

test('J3: two clicks roll a bad release back', async ({ launch, remote, line }) => {
  const { page } = await launch();
  await connectToGame(page, line.url, remote);
  const place = { game_id: remote.game.game_id, namespace_id: remote.namespace_id };
  const bad = remote.versions['v0.5.0-rc1'] ?? '';
  await remote.client.updateNamespaceVersion({ params: place, body: { version_id: bad } });
  const lane = page.getByRole('article', { name: 'Namespace prod' });
  await expect(lane.getByText('v0.5.0-rc1').first()).toBeVisible();
  const mouse = countClicks();
  await mouse.click(lane.getByRole('button', { name: /^Roll back .*to v0\.4\.2$/ }));
  await mouse.click(page.getByRole('button', { name: 'Roll back prod to v0.4.2' }).last());
  await layersGone(page);
  await expect(page.getByText('prod runs v0.4.2 now')).toBeVisible();
  const { game } = await remote.client.getGame({ params: { game_id: place.game_id } });
  const runs = game.namespaces.find(({ namespace_id: id }) => id === place.namespace_id)?.version_id;
  expect(runs).toBe(remote.versions['v0.4.2']);
  expect(mouse.count()).toBe(2);
});
