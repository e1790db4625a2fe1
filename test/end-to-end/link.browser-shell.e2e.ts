// The browser shell's door: a link works once, in one browser, and without it there is a page that says what to do.
import { expect, test } from './support/app-test.ts';

test('opens one window by its link, once, and says what to do in any other', async ({ launch, browser }) => {
  const app = await launch();
  const { page } = app;
  const running = page.getByRole('heading', { name: 'Local is running' });
  await expect(running).toBeVisible();
  await test.step('keeps the token out of the address', () => {
    expect(page.url()).not.toContain('token');
  });
  await test.step('goes on after a reload, without the token', async () => {
    await page.reload();
    await expect(running).toBeVisible();
  });
  for (const [what, link] of [
    ['no token', new URL('/', page.url()).href],
    ['a wrong token', new URL('/#token=wrong', page.url()).href],
    ['a token that was used', app.link ?? ''],
  ] as const) {
    await test.step(`says what to do in a window with ${what}`, async () => {
      const stranger = await browser.newContext();
      const strange = await stranger.newPage();
      await strange.goto(link);
      await expect(strange.getByRole('heading', { name: 'This window needs its link' })).toBeVisible();
      await expect(strange.getByText('npm start')).toBeVisible();
      await stranger.close();
    });
  }
  await test.step('says that Slipway stopped when its process ends, and keeps what it showed', async () => {
    await app.kill();
    await expect(page.getByText(/Slipway stopped/)).toBeVisible();
    await expect(running).toBeVisible();
  });
});
