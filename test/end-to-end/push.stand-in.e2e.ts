// J2, a big build over a bad line: the network goes at 40 %, the app is killed at 70 %, a file of the folder changes before it goes
// on, and what arrives is the build as it was, told by its hash. With SLIPWAY_PICTURES it also writes what a person sees.
import { randomBytes } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Locator } from 'playwright';
import { type FaultProxy, openFaultProxy } from '../support/open-fault-proxy.ts';
import { test as base, expect } from './support/app-test.ts';
import { takePictures } from './support/pictures.ts';
import { type Remote, startRemote } from './support/serving.ts';
import { connectRemote } from './support/steps.ts';

const MIB = 1_048_576;

const test = base.extend<{ remote: Remote; line: FaultProxy }>({
  remote: async ({ home }, use) => {
    const remote = await startRemote(home);
    await use(remote);
    await remote.stop();
  },
  line: async ({ remote }, use) => {
    const proxy = await openFaultProxy(remote.url);
    await use(proxy);
    await proxy.close();
  },
});

/** A little over 100 MiB that nothing makes smaller: seven parts. */
async function makeBuild(folder: string): Promise<string> {
  await mkdir(path.join(folder, 'maps'), { recursive: true });
  await writeFile(path.join(folder, 'server.js'), "console.log('as it was packed');\n");
  for (const n of [1, 2, 3, 4, 5]) await writeFile(path.join(folder, `maps/${n}.map`), randomBytes(20 * MIB));
  return folder;
}

const isPart = ({ method, path: to }: { method: string; path: string }) =>
  method === 'PUT' && to.startsWith('/uploads/');
const percentOf = async (row: Locator) => Number.parseInt((await row.locator('.pct').textContent()) ?? '', 10);
/** So slow that a part comes to nothing. */
const crawl = { kind: 'slow', bytesPerSecond: 1_024 } as const;

test('J2: a push outlives a lost network, a killed app and an edited folder, and is confirmed by its hash', async ({
  launch,
  home,
  remote,
  line,
}) => {
  const folder = await makeBuild(path.join(home, 'harbor'));
  const first = await launch({ STAND_IN_FOLDER: folder });
  const { page } = first;
  await connectRemote(page, { url: line.url, token: remote.token });
  await page.getByRole('link', { name: /Tidebreak/ }).click();
  line.fail({ method: 'PUT', match: /^\/uploads\/[^/]+\/[4-7]/, fault: crawl });
  await page.getByRole('button', { name: 'Upload build' }).click();
  await page.getByRole('button', { name: 'Choose a folder' }).click();
  const card = page.getByRole('dialog', { name: 'harbor' });
  await card.getByRole('textbox', { name: 'Version' }).fill('v2.0.0');
  await card.getByRole('button', { name: /^Upload/ }).click();
  await expect(card).toHaveCount(0);
  await page.keyboard.press('ControlOrMeta+j');
  const row = page.getByRole('listitem').filter({ hasText: 'v2.0.0' });
  await expect(row.getByRole('img', { name: '3 of 7 parts stored' })).toBeVisible();

  // 3. The network goes. It is said, with the next try, and what is stored is not counted twice.
  const before = await percentOf(row);
  line.heal();
  line.offline();
  await expect(row).toContainText('Waiting for the network');
  await expect(row).toContainText(/(Trying again in|Trying again now).*attempt \d+\. Nothing is lost\./);
  expect(await percentOf(row)).toBeLessThanOrEqual(before);
  await takePictures(page, 'push-waiting');

  // 5. It comes back, and the app is killed at 70 %.
  line.heal();
  line.fail({ method: 'PUT', match: /^\/uploads\/[^/]+\/[67]/, fault: crawl });
  await expect(row.getByRole('img', { name: '5 of 7 parts stored' })).toBeVisible({ timeout: 90_000 });
  first.kill();

  // 6. A file is edited before it goes on: what is sent stays as it was, and the person is told.
  await writeFile(path.join(folder, 'server.js'), "console.log('edited since');\n");
  const second = await launch({ STAND_IN_FOLDER: folder });
  await expect(second.page.getByRole('navigation', { name: 'Instances' })).toBeVisible();
  await second.page.keyboard.press('ControlOrMeta+j');
  const again = second.page.getByRole('listitem').filter({ hasText: 'v2.0.0' });
  await expect(again).toContainText('when Slipway ended');
  await expect(again.getByRole('img', { name: '5 of 7 parts stored' })).toBeVisible();
  line.heal();
  const sentBefore = line.requests.length;
  line.fail({ method: 'PUT', match: /^\/uploads\/[^/]+\/7/, times: 1, fault: { kind: 'delay', ms: 4_000 } });
  await again.getByRole('button', { name: /^Resume/ }).click();
  await expect(again).toContainText('harbor changed since it was packed; what is sent is as it was then');
  await takePictures(second.page, 'push-edited');

  // 7. The end is what the other side says it has.
  await expect(again).toContainText('Done', { timeout: 90_000 });
  const after = line.requests.slice(sentBefore).filter(isPart);
  expect(after).toHaveLength(2);
  const { game } = await remote.client.getGame({ params: { game_id: remote.game.game_id } });
  expect(game.versions.map(({ display_name: name }) => name)).toContain('v2.0.0');
  const params = { game_id: game.game_id, environment_id: remote.namespaceId };
  const { builds } = await remote.client.listBuilds({ params });
  const { sha256 = '', state } = builds.find(({ name }) => name === 'v2.0.0') ?? {};
  expect(state).toBe('complete');
  await expect(again).toContainText(`SHA-256 ${sha256.slice(0, 6)}…${sha256.slice(-4)} verified`);
  await expect(second.page.getByText(/v2\.0\.0 is on 127/)).toBeVisible();
  await takePictures(second.page, 'push-done');
});
