// The sample game from the first page: one button, and its server runs, with its bots counted as players, and its client opens, where
// they are seen to move. In the stand-in, `take-out` opens it each time.
import { expect, test } from './support/app-test.ts';
import { placeOpener } from './support/opener.ts';

test('runs the sample game from the first page, and opens its client, where players move', {
  tag: '@soak-each-shell',
}, async ({ launch, home, browser }) => {
  test.skip(process.platform === 'win32', 'nothing stands in there for what opens an address');
  const { PATH, opened } = await placeOpener(home);
  const app = await launch({ PATH });
  const { page } = app;
  await page.getByRole('button', { name: 'Run Pocket Regatta' }).click();
  await expect(page.getByRole('heading', { name: 'Pocket Regatta' })).toBeVisible({ timeout: 60_000 });
  await expect(page.getByRole('link', { name: /Pocket Regatta.*2/ })).toBeVisible({ timeout: 60_000 });

  const address = async () => (await opened(app))[0] ?? '';
  await expect.poll(address).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/$/);
  const client = await browser.newPage();
  await client.goto(await address());
  await client.getByLabel('Name').fill('Ada');
  await client.getByRole('button', { name: 'Set sail' }).click();
  await expect(client.getByRole('listitem')).toHaveCount(3);
  const picture = () => client.locator('#sea').evaluate((sea) => (sea as HTMLCanvasElement).toDataURL());
  const first = await picture();
  await expect.poll(picture).not.toBe(first);
  await expect(page.getByRole('link', { name: /Pocket Regatta.*3/ })).toBeVisible();
  await client.close();
});
