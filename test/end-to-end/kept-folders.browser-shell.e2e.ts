// A world that outlives its server, in the window: seen, snapshotted, and brought back. With SLIPWAY_PICTURES it also writes what a
// person sees.
import { expect, test } from './support/app-test.ts';
import { takePictures } from './support/pictures.ts';
import { createGame, openLocalGame, pushFiles } from './support/steps.ts';

const program = `
const fs = require('node:fs');
fs.mkdirSync('world/region', { recursive: true });
fs.writeFileSync('world/region/r.0.0.mca', 'x'.repeat(40_000));
fs.appendFileSync('world/days', 'day ');
require('node:net').createServer().listen(Number(process.env.PORT), process.env.SLIPWAY_HOST);
`;

test('a world stays when its server ends, and a snapshot brings it back', async ({ launch, home }) => {
  const { page } = await launch();
  await createGame(page);
  const local = await openLocalGame(home);
  const settings = JSON.stringify({ program: 'server.js', keep: ['world'], ports: { game: { protocol: 'tcp' } } });
  await pushFiles(local, '1.0.0', { 'slipway.json': settings, 'server.js': program });
  await page.getByRole('link', { name: 'Servers' }).click();
  await page.getByRole('button', { name: 'Start a server' }).last().click();
  await page.getByRole('button', { name: 'Start server' }).click();
  await expect(page.getByRole('row', { name: /Running/ })).toBeVisible();
  await page.getByRole('button', { name: 'Kept folders' }).click();
  const dialog = page.getByRole('dialog', { name: 'Kept folders of prod' });
  await expect(dialog.getByText('2 files, 40 kB')).toBeVisible();
  await dialog.getByRole('button', { name: 'Take a snapshot' }).click();
  await expect(dialog.getByText(/Taken manually, while a server ran/)).toBeVisible();
  await dialog.getByRole('button', { name: 'world', exact: true }).click();
  await dialog.getByRole('button', { name: 'region/' }).click();
  await expect(dialog.getByText('r.0.0.mca')).toBeVisible();
  await takePictures(page, 'kept');
  await expect(dialog.getByRole('button', { name: 'Restore' })).toHaveAttribute('aria-disabled', 'true');
  const [server] = (await local.api('GET', `${local.place}/servers`)).servers;
  await local.api('DELETE', `${local.place}/servers/${server.id}?override_kill_timeout=0`);
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByRole('row', { name: /Running/ })).toHaveCount(0);
  await page.getByRole('button', { name: 'Kept folders' }).click();
  await dialog.getByRole('button', { name: 'Restore' }).click();
  await expect(dialog.getByText(/Before a restore · 2 files/)).toBeVisible();
  await takePictures(page, 'kept-restored');
});
