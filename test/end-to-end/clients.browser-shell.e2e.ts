// Clients beside a real server and the crash bundle of one that ended, in the browser shell: the command is typed once, the
// client joins by the address, its words are tiled, and the bundle comes as a download. With SLIPWAY_PICTURES it writes pictures.
import { stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from './support/app-test.ts';
import { takePictures } from './support/pictures.ts';
import { createGame, openLocalGame, pressPair, pushFiles } from './support/steps.ts';

const program = `
const net = require('node:net');
net.createServer((player) => player.end('welcome to the reef')).listen(Number(process.env.PORT), process.env.SLIPWAY_HOST);
console.log('the reef is open');
process.on('SIGTERM', () => process.exit(7));
`;
const client = `
import net from 'node:net';
const [host, port] = process.argv[2].split(':');
net.connect(Number(port), host).on('data', (text) => console.log('server says: ' + text));
setInterval(() => undefined, 1000);
`;

test('clients join a server, and one that ended gives its crash bundle', async ({ launch, home }) => {
  const { page } = await launch();
  await createGame(page);
  const ports = { game: { protocol: 'tcp', routing: { game_guard: {} } } };
  const settings = JSON.stringify({ program: 'server.js', ports });
  await pushFiles(await openLocalGame(home), 'v0.5.0', { 'slipway.json': settings, 'server.js': program });
  await pressPair(page, 'g', 's');
  await page.getByRole('button', { name: 'Start a server' }).last().click();
  await expect(page.getByRole('combobox', { name: 'Build' })).toContainText('v0.5.0');
  await page.getByRole('button', { name: 'Start server' }).click();
  await expect(page.getByRole('row', { name: /Running/ })).toBeVisible();

  const script = path.join(home, 'a client.mjs');
  await writeFile(script, client);
  await page.getByRole('button', { name: 'Set up client', exact: true }).click();
  await page.getByRole('textbox', { name: 'Command or address' }).fill(`"${process.execPath}" "${script}" {address}`);
  await takePictures(page, 'client-command');
  await page.getByRole('button', { name: 'Save and open a client' }).click();
  await expect(page.getByRole('log', { name: 'Output of client 1' })).toContainText('server says: welcome to the reef');
  await page.getByRole('button', { name: 'More ways to open clients' }).click();
  await page.getByRole('menuitem', { name: 'Open 2 clients' }).click();
  await expect(page.getByRole('heading', { name: '3 clients open' })).toBeVisible();
  await page.getByRole('button', { name: 'End client 2' }).click();
  await expect(page.getByRole('heading', { name: '2 clients open, 1 ended' })).toBeVisible();
  await takePictures(page, 'clients');

  await page.getByRole('button', { name: 'Kill', exact: true }).click();
  await page.getByRole('button', { name: 'Crash bundle' }).click();
  const dialog = page.getByRole('dialog', { name: 'Save a crash bundle' });
  await expect(dialog.getByRole('checkbox', { name: /manifest\.json/ })).toBeVisible();
  await takePictures(page, 'crash-bundle');
  const downloading = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Save bundle' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^crash-[0-9a-f-]{36}\.zip$/);
  expect((await stat(await download.path())).size).toBeGreaterThan(500);
  await expect(dialog).toHaveCount(0);
});
