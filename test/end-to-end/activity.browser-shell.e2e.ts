// What changed in a game, on a real service: deployments, uploads and settings, and the calls behind them in a second view. With
// SLIPWAY_PICTURES it also writes what a person sees.
import { expect, test } from './support/app-test.ts';
import { takePictures } from './support/pictures.ts';
import { createGame, openLocalGame, pressPair, pushFiles } from './support/steps.ts';

const program = `
const net = require('node:net');
net.createServer((socket) => socket.resume().on('error', () => {})).listen(Number(process.env.PORT), process.env.SLIPWAY_HOST);
process.on('SIGTERM', () => process.exit(0));
`;

test('tells who changed what, and folds the calls of those who only wait', async ({ launch, home }) => {
  const { page } = await launch();
  await createGame(page);
  const local = await openLocalGame(home);
  const { api, game_id, prod, read } = local;
  const ports = { game: { protocol: 'tcp', routing: { game_guard: {} } } };
  const settings = JSON.stringify({ program: 'server.js', ports });
  await pushFiles(local, 'v1.0.0', { 'slipway.json': settings, 'server.js': program });
  type Version = { version_id: string; display_name: string };
  const version = async () => (await read()).versions.find(({ display_name: name }: Version) => name === 'v1.0.0');
  await expect.poll(version).toBeDefined();
  await api('PUT', `/cloud/games/${game_id}/namespaces/${prod.namespace_id}/version`, {
    version_id: (await version()).version_id,
  });
  await expect(page.getByRole('button', { name: /^v1\.0\.0, since .*, runs now$/ })).toBeVisible();

  await page.getByRole('button', { name: 'Settings of prod' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Servers to keep' }).fill('2');
  await dialog.getByRole('button', { name: 'Save settings' }).click();
  await expect(dialog.getByRole('button', { name: 'Save settings' })).toHaveCount(0);

  await pressPair(page, 'g', 'a');
  const changes = page.getByRole('listitem');
  await expect(changes.filter({ hasText: 'v1.0.0 uploaded' })).toBeVisible();
  await expect(changes.filter({ hasText: 'v1.0.0 deployed to prod' })).toContainText('the owner');
  await expect(changes.filter({ hasText: 'prod keeps 2 servers now' })).toContainText('you, in this window');
  await takePictures(page, 'activity-changes');

  await page.getByRole('radio', { name: 'Calls' }).click();
  await expect(page.getByRole('row', { name: /\d+× / }).first()).toBeVisible();
  await expect(page.getByText(/rows? (is|are) folded/)).toBeVisible();
  await takePictures(page, 'activity-calls');
});
