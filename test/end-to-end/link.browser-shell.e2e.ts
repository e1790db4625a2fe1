// The browser shell's door: a link works once, in one window, and without it there is a page that says what to do.
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from './support/app-test.ts';

test('opens one window by its link, once, and says what to do in any other', async ({ launch, browser, home }) => {
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
  await test.step('leaves no address behind that opens a window, nor a cookie', async () => {
    const again = await page.context().newPage();
    await again.goto(app.link ?? '');
    await expect(again.getByRole('heading', { name: 'This window needs its link' })).toBeVisible();
    await again.goto(page.url());
    await expect(again.getByRole('heading', { name: 'This window needs its link' })).toBeVisible();
    await again.close();
    expect(await page.context().cookies()).toEqual([]);
    await page.goto('about:blank');
    await page.goBack();
    await expect(running).toBeVisible();
    expect(page.url()).not.toContain('token');
  });
  await test.step('lets a second window in by the next link, and signs out the one alone that says so', async () => {
    const second = await page.context().newPage();
    const linkPage = path.join(home, 'browser-window/slipway-link.html');
    await mkdir(path.dirname(linkPage), { recursive: true });
    await writeFile(linkPage, 'leads a browser to the link');
    await second.goto((await app.nextLink?.()) ?? '');
    await expect(second.getByRole('heading', { name: 'Local is running' })).toBeVisible();
    await expect.poll(() => existsSync(linkPage), 'what led to the link goes with it').toBe(false);
    await second.evaluate(() => (location.hash = '#/settings'));
    await second.getByRole('button', { name: 'Sign out' }).click();
    await expect(second.getByRole('heading', { name: 'This window needs its link' })).toBeVisible();
    await second.reload();
    await expect(second.getByRole('heading', { name: 'This window needs its link' })).toBeVisible();
    await second.close();
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
