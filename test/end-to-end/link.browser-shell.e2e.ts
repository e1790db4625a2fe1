// The browser shell's door: a link works once, in one browser, and without it there is a page that says what to do.
import { expect, test } from './support/app-test.ts';

test('keeps the token out of the address', async ({ launch }) => {
  const { page } = await launch();
  await expect(page.getByRole('heading', { name: 'Local is running' })).toBeVisible();
  expect(page.url()).not.toContain('token');
});

test('goes on after a reload, without the token', async ({ launch }) => {
  const { page } = await launch();
  await expect(page.getByRole('heading', { name: 'Local is running' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Local is running' })).toBeVisible();
});

for (const [what, hash] of [
  ['no token', ''],
  ['a wrong token', '#token=wrong'],
]) {
  test(`says what to do in a window with ${what}`, async ({ launch, browser }) => {
    const { page } = await launch();
    const stranger = await browser.newContext();
    const strange = await stranger.newPage();
    await strange.goto(new URL(`/${hash}`, page.url()).href);
    await expect(strange.getByRole('heading', { name: 'This window needs its link' })).toBeVisible();
    await expect(strange.getByText('npm start')).toBeVisible();
    await stranger.close();
  });
}

test('lets a link be used once', async ({ launch, browser }) => {
  const app = await launch();
  await expect(app.page.getByRole('heading', { name: 'Local is running' })).toBeVisible();
  const stranger = await browser.newContext();
  const strange = await stranger.newPage();
  await strange.goto(app.link ?? '');
  await expect(strange.getByRole('heading', { name: 'This window needs its link' })).toBeVisible();
  await stranger.close();
});

test('says that Slipway stopped when its process ends, and keeps what it showed', async ({ launch }) => {
  const app = await launch();
  await expect(app.page.getByRole('heading', { name: 'Local is running' })).toBeVisible();
  await app.kill();
  await expect(app.page.getByText(/Slipway stopped/)).toBeVisible();
  await expect(app.page.getByRole('heading', { name: 'Local is running' })).toBeVisible();
});
