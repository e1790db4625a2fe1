// J1 where it goes wrong, and its end: a server that cannot run says why with its log, and quitting the app leaves nothing behind.
import { once } from 'node:events';
import { createServer } from 'node:net';
import type { Page } from 'playwright';
import { processesOf } from '../support/processes-of.ts';
import { expect, test } from './support/app-test.ts';
import { createGame, openLocalGame, pushFiles } from './support/steps.ts';

const ports = { game: { protocol: 'tcp', routing: { game_guard: {} } } };
const settings = JSON.stringify({ program: 'server.js', ports });

const listening = `
require('node:child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
console.log('helper is up');
require('node:net').createServer().listen(Number(process.env.PORT), process.env.SLIPWAY_HOST);
`;
// In one piece: what a program has not got rid of when it ends itself is lost, and many small pieces fill its way to us.
const lacking = `
console.log(Array.from({ length: 250 }, (_, n) => 'looking for a library, ' + (n + 1)).join('\\n'));
console.error('./server: error while loading shared libraries: libreef.so: cannot open shared object file');
process.exit(127);
`;

async function startServer(page: Page, home: string, program: string) {
  await createGame(page);
  const local = await openLocalGame(home);
  await pushFiles(local, '1.0.0', { 'slipway.json': settings, 'server.js': program });
  await page.getByRole('link', { name: 'Servers' }).click();
  await page.getByRole('button', { name: 'Start a server' }).last().click();
  await page.getByRole('button', { name: 'Start server' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  return local;
}

test('a server that exits at once says its code, its log and what to do', async ({ launch, home }) => {
  const { page } = await launch();
  await startServer(page, home, lacking);
  await expect(page.getByRole('row', { name: /Crashed/ })).toBeVisible();
  const why = page.getByRole('status').filter({ hasText: /libreef\.so is missing\. Exited with code 127 after/ });
  await expect(why).toBeVisible();
  const log = page.getByRole('log', { name: 'Log' });
  await expect(log.getByText(/loading shared libraries: libreef\.so/)).toBeVisible();
  await expect(log.getByText('looking for a library, 250', { exact: true })).toBeVisible();
});

test('a server that ran when Local crashed is ended and says so, and its log stays', async ({ launch, home }) => {
  const app = await launch();
  const { page } = app;
  const local = await startServer(page, home, listening);
  await expect(page.getByRole('row', { name: /Running/ })).toBeVisible();
  const [server] = (await local.api('GET', `${local.place}/servers`)).servers;
  app.crashService();
  await expect(page.getByText(/^Local stopped at .* and was started again\.$/)).toBeVisible();
  await expect(page.getByRole('row', { name: /Stopped with Slipway/ })).toBeVisible();
  await expect(page.getByRole('row', { name: /Running|Crashed/ })).toHaveCount(0);
  await expect(
    page.getByText('The service ended unexpectedly while it ran, so it was ended as well.', { exact: true }),
  ).toBeVisible();
  await expect(page.getByRole('log', { name: 'Log' }).getByText('helper is up')).toBeVisible();
  expect(await processesOf(server.id)).toEqual([]);
});

test('quitting leaves no process of a server and holds no port', { tag: '@each-shell' }, async ({ launch, home }) => {
  const app = await launch();
  const local = await startServer(app.page, home, listening);
  await expect(app.page.getByRole('row', { name: /Running/ })).toBeVisible();
  const [server] = (await local.api('GET', `${local.place}/servers`)).servers;
  await expect(app.page.getByRole('log', { name: 'Log' }).getByText('helper is up')).toBeVisible();
  expect(await processesOf(server.id)).toHaveLength(2);

  expect(await app.stop()).toBe(0);
  expect(await processesOf(server.id)).toEqual([]);
  const { internal_port: inner, public_port: outer } = server.network.ports.game;
  for (const port of [inner, outer] as number[]) {
    const probe = createServer().listen(port, '127.0.0.1');
    await once(probe, 'listening');
    probe.close();
  }
});
