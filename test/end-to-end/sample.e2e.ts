// The sample game from the first page: one button, and its server runs, with its bots counted as players, and its client opens, where
// they are seen to move.
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from './support/app-test.ts';
import { eventsOf } from './support/stand-in-reports.ts';

/** A program of the system that opens addresses, which writes down what it was given. */
async function placeOpener(home: string) {
  const folder = path.join(home, 'opener');
  await mkdir(folder);
  const names = { darwin: 'open', win32: 'explorer.exe' } as Partial<Record<NodeJS.Platform, string>>;
  const program = path.join(folder, names[process.platform] ?? 'xdg-open');
  await writeFile(program, '#!/bin/sh\nprintf %s "$1" > "$(dirname "$0")/opened"\n');
  await chmod(program, 0o755);
  const opened = () => readFile(path.join(folder, 'opened'), 'utf8').catch(() => undefined);
  return { PATH: `${folder}${path.delimiter}${process.env['PATH']}`, opened };
}

test('runs the sample game from the first page, and opens its client, where players move', {
  tag: '@each-shell',
}, async ({ launch, home, shell, browser }) => {
  test.skip(process.platform === 'win32', 'nothing stands in there for what opens an address');
  const { PATH, opened } = await placeOpener(home);
  const app = await launch({ PATH });
  const { page } = app;
  await page.getByRole('button', { name: 'Run Pocket Regatta' }).click();
  await expect(page.getByRole('heading', { name: 'Pocket Regatta' })).toBeVisible({ timeout: 60_000 });
  await expect(page.getByRole('link', { name: /Pocket Regatta.*2/ })).toBeVisible({ timeout: 20_000 });

  const ofStandIn = () => (eventsOf(app, 'open-external')[0] as { url: string } | undefined)?.url;
  const address = async () => (shell === 'browser-shell' ? await opened() : ofStandIn());
  await expect.poll(address).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/$/);
  const client = await browser.newPage();
  await client.goto((await address()) ?? '');
  await client.getByLabel('Name').fill('Ada');
  await client.getByRole('button', { name: 'Set sail' }).click();
  await expect(client.getByRole('listitem')).toHaveCount(3);
  const picture = () => client.locator('#sea').evaluate((sea) => (sea as HTMLCanvasElement).toDataURL());
  const first = await picture();
  await expect.poll(picture).not.toBe(first);
  await expect(page.getByRole('link', { name: /Pocket Regatta.*3/ })).toBeVisible();
  await client.close();
});
