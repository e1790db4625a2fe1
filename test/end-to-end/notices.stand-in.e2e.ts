// What the system shows of a transfer and of a crash while a person looks elsewhere: the bar at the icon, the tray, and notifications
// whose click leads to the place, as the built app asks Electron for them.
import net from 'node:net';
import { expect } from './support/app-test.ts';
import { test } from './support/remote-test.ts';
import type { RunningApp } from './support/shells.ts';
import { sendSlowHarbor } from './support/slow-harbor.ts';
import { eventsOf, settingsOf } from './support/stand-in-reports.ts';
import { createGame, openLocalGame, pressPair, pushFiles } from './support/steps.ts';

const click = (app: RunningApp, what: string) => app.tell({ event: 'click', args: [what] });
const trayLabels = (app: RunningApp) =>
  (settingsOf(app)['tray'] as { label?: string }[]).flatMap(({ label }) => (label === undefined ? [] : [label]));

test('a transfer is shown at the icon and in the tray, held and let go there, and its end leads to its game', async ({
  launch,
  home,
  remote,
  line,
}) => {
  const { app, row } = await sendSlowHarbor({ launch, home, remote, line });
  const { page } = app;
  await expect.poll(() => settingsOf(app)).toMatchObject({ progressMode: 'normal' });
  await expect.poll(() => Number(settingsOf(app)['progress'])).toBeGreaterThan(0.1);
  expect(Number(settingsOf(app)['progress'])).toBeLessThan(1);
  await expect.poll(() => trayLabels(app).join()).toMatch(/1 transfer, \d\d%/);

  click(app, 'tray pause_all');
  await expect(row).toContainText('Paused');
  await expect.poll(() => settingsOf(app)).toMatchObject({ progressMode: 'paused' });
  await expect.poll(() => trayLabels(app)).toContain('Resume all transfers');
  line.heal();
  click(app, 'tray resume_all');
  await expect(row).toContainText('Done');
  await expect.poll(() => settingsOf(app)).toMatchObject({ progress: -1 });
  await expect.poll(() => eventsOf(app, 'notification')).toMatchObject([{ title: 'v2.0.0 was sent' }]);
  click(app, 'notification 0');
  await expect(page.getByRole('heading', { name: 'Tidebreak', level: 1 })).toBeVisible();
});

/** Dies by a signal as soon as a player says something. */
const program = `
require('node:net').createServer((player) => {
  player.on('error', () => undefined);
  player.on('data', () => process.kill(process.pid, 'SIGSEGV'));
}).listen(Number(process.env.PORT), process.env.SLIPWAY_HOST);
`;

test('a server that crashed is reported by the system, and a click leads to it', async ({ launch, home }) => {
  const app = await launch();
  const { page } = app;
  await createGame(page);
  const local = await openLocalGame(home);
  const ports = { game: { protocol: 'tcp', routing: { game_guard: {} } } };
  await pushFiles(local, '1.0.0', {
    'slipway.json': JSON.stringify({ program: 'server.js', ports }),
    'server.js': program,
  });
  await pressPair(page, 'g', 's');
  await page.getByRole('button', { name: 'Start a server' }).last().click();
  await page.getByRole('combobox', { name: 'Build' }).click();
  await page.getByRole('option', { name: /^1\.0\.0/ }).click();
  await page.getByRole('button', { name: 'Start server' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  const first = async () => (await local.api('GET', `${local.place}/servers`)).servers[0];
  await expect.poll(async () => (await first())?.state).toBe('running');
  await expect.poll(() => trayLabels(app)).toContain('1 server running');
  const { public_hostname: host, public_port: port } = (await first()).network.ports.game;
  const player = net.connect(port, host, () => player.write('sink'));
  player.on('error', () => undefined);
  await expect
    .poll(() => eventsOf(app, 'notification'))
    .toMatchObject([{ title: 'A server of Tidebreak crashed', body: expect.stringContaining('SIGSEGV') }]);
  player.destroy();
  await page.keyboard.press('ControlOrMeta+,');
  await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible();
  click(app, 'notification 0');
  await expect(page).toHaveURL(/\/servers\//);
  await expect(
    page
      .getByRole('main')
      .getByText(/SIGSEGV/)
      .first(),
  ).toBeVisible();
});
