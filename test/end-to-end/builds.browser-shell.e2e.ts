// Builds and the settings of a game in the window, from builds that were pushed over the interface: what is in them, how they
// differ, deleting one, and a logo that is cropped and shows. With SLIPWAY_PICTURES it also writes what a person sees.
import type { Page } from 'playwright';
import { bluePng } from '../support/png.ts';
import { expect, test } from './support/app-test.ts';
import { takePictures } from './support/pictures.ts';
import { createGame, openLocalGame, pressPair, pushFiles } from './support/steps.ts';

const program = `require('node:http').createServer().listen(Number(process.env.PORT), process.env.SLIPWAY_HOST);`;
const ports = { game: { protocol: 'http', routing: { game_guard: {} } } };
const common = { 'slipway.json': JSON.stringify({ program: 'server.js', ports }), 'server.js': program };
const builds = {
  'v0.4.9': { ...common, 'maps/reef.map': 'reef', 'maps/bay.map': 'bay', 'notes.txt': 'old' },
  'v0.5.0': { ...common, 'maps/reef.map': 'reef two', 'maps/bay.map': 'bay', 'tools/run.sh': '#!/bin/sh\r\n' },
};

async function startWithBuilds(page: Page, home: string) {
  await createGame(page);
  const local = await openLocalGame(home);
  const { api, read, place, prod, game_id } = local;
  for (const [name, files] of Object.entries(builds)) await pushFiles(local, name, files);
  await api('POST', `${place}/builds/prepare`, {
    name: 'v0.6.0-rc1',
    image_tag: 'rc',
    kind: 'archive',
    multipart_upload: true,
    image_file: { path: 'server.tar', content_length: 60_000_000 },
  });
  return { api, read, place, prod, game_id };
}

test('builds are looked into, compared and deleted, and a game is set: its logo, its names, a token, its payments', async ({
  launch,
  home,
}) => {
  const { page } = await launch();
  const { api, read, place, prod, game_id } = await startWithBuilds(page, home);
  await test.step('builds are seen, looked into, compared and deleted', async () => {
    const version = (await read()).versions.find((one: { display_name: string }) => one.display_name === 'v0.5.0');
    await api('PUT', `/cloud/games/${game_id}/namespaces/${prod.namespace_id}/version`, {
      version_id: version.version_id,
    });
    await pressPair(page, 'g', 'b');
    await expect(page.getByRole('row', { name: /v0\.5\.0 .*prod/ })).toBeVisible();
    await expect(page.getByRole('row', { name: /v0\.6\.0-rc1 Incomplete, 0 of 4 parts stored/ })).toBeVisible();
    await takePictures(page, 'builds');
    await page.getByRole('row', { name: /v0\.5\.0/ }).click();
    const build = page.getByRole('region', { name: 'Build v0.5.0' });
    await expect(build.getByText('Valid, sets the start command')).toBeVisible();
    await expect(build.getByRole('button', { name: 'Delete' })).toHaveAttribute('aria-disabled', 'true');
    await takePictures(page, 'build-report');
    await build.getByRole('radio', { name: 'Files' }).click();
    await expect(build.getByTitle('maps/reef.map')).toBeVisible();
    await takePictures(page, 'build-files');
    await build.getByRole('radio', { name: 'Compare' }).click();
    await expect(build.getByText(/1 added, 1 changed, 1 removed, 3 the same/)).toBeVisible();
    await takePictures(page, 'build-compare');
    await page.getByRole('row', { name: /v0\.4\.9/ }).click();
    await page.getByRole('region', { name: 'Build v0.4.9' }).getByRole('button', { name: 'Delete' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete v0.4.9' });
    await expect(dialog.getByText('1 version (v0.4.9) cannot be switched to any more.')).toBeVisible();
    await takePictures(page, 'build-delete');
    await dialog.getByRole('button', { name: 'Delete v0.4.9' }).click();
    await expect(dialog).toHaveCount(0); // behind it no row can be found
    await expect(page.getByRole('row', { name: /v0\.4\.9/ })).toHaveCount(0);
    const { builds: left } = await api('GET', `${place}/builds`);
    expect(left.map(({ name }: { name: string }) => name)).toEqual(['v0.6.0-rc1', 'v0.5.0']);
  });
  await test.step('a logo is cropped, sent and shows; names and a token are set; the group tells of payments', async () => {
    await page.getByRole('navigation', { name: 'Game' }).getByRole('link', { name: 'Settings' }).click();
    await page.getByLabel('File of the logo').setInputFiles({
      name: 'logo.png',
      mimeType: 'image/png',
      buffer: bluePng(800, 400),
    });
    const dialog = page.getByRole('dialog', { name: 'Set the logo' });
    await expect(dialog).toBeVisible();
    await takePictures(page, 'crop');
    await dialog.getByRole('button', { name: 'Set logo' }).click();
    await expect(page.getByRole('img', { name: 'Logo of the game' })).toBeVisible();
    const shown = await fetch((await read()).logo_url);
    expect(shown.headers.get('content-type')).toBe('image/png');
    await expect(page.locator('header [data-slot~="logo"]')).toHaveAttribute('src', /^blob:/);

    await page.getByRole('textbox', { name: 'Name id' }).fill('Tide Break');
    await expect(page.getByText(/Use small letters, digits and single hyphens/)).toBeVisible();
    await page.getByRole('textbox', { name: 'Name id' }).fill('tide-break');
    await page.getByRole('button', { name: 'Save names' }).click();
    await expect(page.locator('header').getByText('tide-break')).toBeVisible();

    await page.getByRole('button', { name: 'Create a token' }).click();
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('CI');
    await page.getByRole('button', { name: 'Create token' }).click();
    await expect(page.getByRole('dialog').getByText(/export SLIPWAY_TOKEN='/)).toBeVisible();
    await takePictures(page, 'token');
    await page.getByRole('button', { name: 'Close, it is copied' }).click();
    await expect(page.getByRole('row', { name: /CI Upload builds and switch versions the whole game/ })).toBeVisible();
    await takePictures(page, 'game-settings');

    await page.getByRole('link', { name: 'See its group and billing' }).click();
    await page.getByRole('button', { name: 'Payment failed' }).click();
    await expect(page.getByText(/The payment failed on/)).toBeVisible();
    await takePictures(page, 'group');
  });
});
