// Drops on the desktop app that are hard on it: a folder with 100,000 files, a file that may not be read, and a remote that
// is away when something is dropped for it.
import { chmod } from 'node:fs/promises';
import path from 'node:path';
import { expect } from './support/app-test.ts';
import { dropFiles } from './support/drop-files.ts';
import { asAnybody, dropCard, makeBuild, makeCrowdedBuild, makeLargeBuild, uploadOf } from './support/hard-drops.ts';
import { test } from './support/remote-test.ts';
import { connectRemote } from './support/steps.ts';

test.use({ actionTimeout: 60_000 });

// Above 100,000 it is said to be too much for a server; twice as many have the same said of them, only later.
for (const [maps, tag] of [
  [100_000, []],
  [200_000, ['@soak-alone']],
] as const) {
  const files = maps.toLocaleString('en');
  test(`a folder with ${files} files is looked over while the window lives on, and given up on a word`, {
    tag: [...tag],
  }, async ({ launch, home }) => {
    test.slow(); // that many files are made and looked over, which a busy disk is slow at
    const { page } = await launch();
    await expect(page.getByRole('heading', { name: 'Local is running' })).toBeVisible();
    const folder = await makeCrowdedBuild(home, 'crowded', maps);
    const card = dropCard(page, 'crowded');
    await dropFiles(page, [folder]);
    await expect(card.getByText('Scanning crowded')).toBeVisible();
    await card.getByRole('button', { name: 'Cancel' }).click();
    await expect(card).toBeHidden();
    await dropFiles(page, [folder]);
    await expect(card).toContainText('more than servers have. Packing and unpacking them takes minutes.', {
      timeout: 120_000,
    });
    await expect(card).toContainText('Choose only the folder of the server');
    await expect(card).toContainText((maps + 2).toLocaleString('en'));
  });
}

test('a folder of 3,000 files is scanned', async ({ launch, home }, { annotations }) => {
  const { page } = await launch();
  await expect(page.getByRole('heading', { name: 'Local is running' })).toBeVisible();
  const folder = await makeLargeBuild(home, 'large', 3_000);
  const card = dropCard(page, 'large');
  const begun = performance.now();
  await dropFiles(page, [folder]);
  await expect(uploadOf(card)).not.toHaveAttribute('aria-disabled');
  annotations.push({ type: 'scanned in', description: `${Math.round(performance.now() - begun)} ms` });
  await expect(card).toContainText('3,002');
});

test('a file that may not be read is named, and is taken once it may be', async ({ launch, home }) => {
  const { page } = await launch({}, [], asAnybody);
  await expect(page.getByRole('heading', { name: 'Local is running' })).toBeVisible();
  const folder = await makeBuild(home, 'private');
  const card = dropCard(page, 'private');
  await chmod(path.join(folder, 'maps/reef.map'), 0o000);
  await dropFiles(page, [folder]);
  await expect(card).toContainText('maps/reef.map cannot be read');
  await expect(uploadOf(card)).toHaveAttribute('aria-disabled', 'true');
  await page.getByRole('button', { name: 'Choose another build' }).click();
  await chmod(path.join(folder, 'maps/reef.map'), 0o600);
  await dropFiles(page, [folder]);
  await expect(uploadOf(card)).not.toHaveAttribute('aria-disabled');
});

test('what is dropped for a remote that is away waits in its card until the remote answers', async ({
  launch,
  home,
  remote,
  line,
}) => {
  const { page } = await launch();
  await expect(page.getByRole('heading', { name: 'Local is running' })).toBeVisible();
  await connectRemote(page, { url: line.url, token: remote.token });
  await page
    .getByRole('navigation', { name: 'Games' })
    .getByRole('link', { name: /Tidebreak/ })
    .click();
  await expect(page.getByRole('article', { name: 'Namespace prod' })).toBeVisible();
  line.offline();
  await expect(page.getByRole('status').filter({ hasText: 'the connection was cut' })).toBeVisible();
  const folder = await makeBuild(home, 'patient');
  const card = dropCard(page, 'patient');
  await dropFiles(page, [folder]);
  await card.getByRole('textbox', { name: 'Version' }).fill('v9.1');
  await expect(uploadOf(card)).toHaveAttribute('aria-disabled', 'true');
  await expect(uploadOf(card)).toHaveAccessibleDescription(
    /does not answer yet\. This works again once it is connected/,
  );
  line.heal();
  await expect(uploadOf(card)).not.toHaveAttribute('aria-disabled');
  await expect(card.getByRole('textbox', { name: 'Version' })).toHaveValue('v9.1');
});
