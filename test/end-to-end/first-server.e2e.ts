// J1 where it goes wrong, and its end: a server that cannot run says why with its log, and quitting the app leaves nothing behind.
import { once } from 'node:events';
import { createServer } from 'node:net';
import type { Page } from 'playwright';
import { processesOf } from '../support/processes-of.ts';
import { isSoak } from '../support/soak.ts';
import { expect, test } from './support/app-test.ts';
import type { RunningApp } from './support/shells.ts';
import { createGame, openLocalGame, pushFiles, serverIn } from './support/steps.ts';

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

type Local = Awaited<ReturnType<typeof openLocalGame>>;

/** On the page of the servers, from a build that is pushed for it. */
async function startServer(page: Page, local: Local, { name, program }: { name: string; program: string }) {
  await pushFiles(local, name, { 'slipway.json': settings, 'server.js': program });
  await page.getByRole('button', { name: 'Start a server' }).last().click();
  await page.getByRole('combobox', { name: 'Build' }).click();
  await page.getByRole('option', { name: new RegExp(`^${name}`) }).click();
  await page.getByRole('button', { name: 'Start server' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
}

/** The only one that runs, opened. */
async function openRunning(page: Page, { api, place }: Local) {
  await serverIn(page, /Running/).click();
  await expect(page.getByRole('log', { name: 'Log' }).getByText('helper is up')).toBeVisible();
  const { servers } = await api('GET', `${place}/servers`);
  return servers.find(({ state }: { state: string }) => state === 'running');
}

test('a server that cannot run says why, one that Local took along says so, and quitting leaves nothing of one', {
  tag: '@each-shell',
}, async ({ launch, home, shell }) => {
  const app = await launch();
  const { page } = app;
  await createGame(page);
  const local = await openLocalGame(home);
  await page.getByRole('link', { name: 'Servers' }).click();
  if (shell === 'browser-shell' || isSoak) await endOtherwise(app, local);
  await test.step('quitting leaves no process of a server and holds no port', async () => {
    const now = await openLocalGame(home); // the service that was started again may have another port
    await startServer(page, now, { name: '1.0.2', program: listening });
    const server = await openRunning(page, now);
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
});

/** Of no shell: the service ends these. */
async function endOtherwise({ page, crashService }: RunningApp, local: Local): Promise<void> {
  const log = page.getByRole('log', { name: 'Log' });
  await test.step('a server that exits at once says its code, its log and what to do', async () => {
    await startServer(page, local, { name: '1.0.0', program: lacking });
    await expect(page.getByRole('row', { name: /Crashed/ })).toBeVisible();
    const why = page.getByRole('status').filter({ hasText: /libreef\.so is missing\. Exited with code 127 after/ });
    await expect(why).toBeVisible();
    await expect(log.getByText(/loading shared libraries: libreef\.so/)).toBeVisible();
    await expect(log.getByText('looking for a library, 250', { exact: true })).toBeVisible();
  });
  await test.step('a server that ran when Local crashed is ended and says so, and its log stays', async () => {
    await startServer(page, local, { name: '1.0.1', program: listening });
    const { id } = await openRunning(page, local);
    crashService();
    await expect(page.getByText(/^Local stopped at .* and was started again\.$/)).toBeVisible();
    await expect(page.getByRole('row', { name: /Stopped with Slipway/ })).toBeVisible();
    await expect(page.getByRole('row', { name: /Running/ })).toHaveCount(0);
    await expect(page.getByRole('row', { name: /Crashed/ })).toHaveCount(1);
    await expect(
      page.getByText('The service ended unexpectedly while it ran, so it was ended as well.', { exact: true }),
    ).toBeVisible();
    await expect(log.getByText('helper is up')).toBeVisible();
    expect(await processesOf(id)).toEqual([]);
  });
}
