// What the system shows of a transfer and of a crash while a person looks elsewhere: the bar at the icon, the tray, and notifications
// whose click leads to the place, as the built app asks Electron for them. And what it hears of the system, up to a real remote: sleep,
// wake and another network.
import net from 'node:net';
import path from 'node:path';
import type { Page } from 'playwright';
import { expect } from './support/app-test.ts';
import { dropFiles } from './support/drop-files.ts';
import { dropCard, makeBuild, uploadOf } from './support/hard-drops.ts';
import { expectLogo, refusedBy, setLogo } from './support/logos.ts';
import { test } from './support/remote-test.ts';
import { savedFile } from './support/saved-file.ts';
import type { RunningApp } from './support/shells.ts';
import { sendSlowHarbor, slowParts } from './support/slow-harbor.ts';
import { eventsOf, settingsOf } from './support/stand-in-reports.ts';
import { createGame, openLocalGame, pressPair, pushFiles } from './support/steps.ts';

const click = (app: RunningApp, what: string) => app.tell({ event: 'click', args: [what] });
const trayLabels = (app: RunningApp) =>
  (settingsOf(app)['tray'] as { label?: string }[]).flatMap(({ label }) => (label === undefined ? [] : [label]));

/** Dies by a signal as soon as a player says something. */
const program = `
require('node:net').createServer((player) => {
  player.on('error', () => undefined);
  player.on('data', () => process.kill(process.pid, 'SIGSEGV'));
}).listen(Number(process.env.PORT), process.env.SLIPWAY_HOST);
`;

/** Starts a server of a new game of Local, which dies as a player speaks. */
async function crashOne(page: Page, app: RunningApp, home: string): Promise<void> {
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
    .poll(() => eventsOf(app, 'notification').at(-1))
    .toMatchObject({ title: 'A server of Tidebreak crashed', body: expect.stringContaining('SIGSEGV') });
  player.destroy();
}

test('what is sent, crashes or is away is told to a person who looks elsewhere, and sleep, wake and networks are heard of', async ({
  launch,
  home,
  remote,
  line,
  shell,
}) => {
  test.slow(); // a transfer that waits, a remote that is away, and a server that crashes
  await setLogo(remote);
  const app = await launch();
  const { page, tell } = app;
  const refused = refusedBy(page);
  const row = await sendSlowHarbor(app, { home, remote, line });
  let game = '';
  const order = (event: string, ...args: unknown[]) => tell({ event, args });
  await test.step('a transfer is shown at the icon and in the tray, and held and let go there', async () => {
    await expect.poll(() => settingsOf(app)).toMatchObject({ progressMode: 'normal' });
    await expect.poll(() => Number(settingsOf(app)['progress'])).toBeGreaterThan(0.1);
    expect(Number(settingsOf(app)['progress'])).toBeLessThan(1);
    await expect.poll(() => trayLabels(app).join()).toMatch(/1 transfer, \d\d%/);
    click(app, 'tray pause_all');
    await expect(row).toContainText('Paused');
    await expect.poll(() => settingsOf(app)).toMatchObject({ progressMode: 'paused' });
    await expect.poll(() => trayLabels(app)).toContain('Resume all transfers');
    click(app, 'tray resume_all');
    await expect(row).toContainText('Uploading');
    await expect.poll(() => settingsOf(app)).toMatchObject({ progressMode: 'normal' });
  });
  await test.step('a transfer is paused by a sleep, sends nothing while it lasts, and goes on by itself after it', async () => {
    order('suspend');
    await expect(row).toContainText('as this machine went to sleep');
    await expect(row).toContainText('Paused');
    // As asleep: no line is left, and whoever tried would be seen.
    line.heal();
    line.cutAll();
    const partsPut = () =>
      line.requests.flatMap(({ method, path: to }) =>
        method === 'PUT' ? (/^\/uploads\/[^/]+\/(\d)/.exec(to)?.[1] ?? []) : [],
      );
    const putsBefore = partsPut().length;
    order('resume');
    await expect(row).toContainText('Done');
    expect(partsPut().slice(putsBefore).map(Number).toSorted()).toEqual(slowParts);
    const { game: now } = await remote.client.getGame({ params: { game_id: remote.game.game_id } });
    expect(now.versions.map((version) => version.display_name)).toContain('v2.0.0');
    await row.getByRole('button', { name: /^\d+ attempts$/ }).click();
    const log = row.getByRole('list', { name: 'Attempts' });
    await expect(log).toContainText('Paused, as this machine went to sleep');
    await expect(log.getByRole('listitem').last()).toContainText('Done');
  });
  await test.step('the end of a transfer is told, and leads to its game', async () => {
    await expect.poll(() => settingsOf(app)).toMatchObject({ progress: -1 });
    await expect.poll(() => eventsOf(app, 'notification')).toMatchObject([{ title: 'v2.0.0 was sent' }]);
    click(app, 'notification 0');
    await expect(page.getByRole('heading', { name: 'Tidebreak', level: 1 })).toBeVisible();
    game = new URL(page.url()).hash;
  });
  for (const [event, ...args] of [['resume'], ['network', '192.0.2.17']] as const) {
    await test.step(`a remote that would be asked again in a minute is asked at once: ${event}`, async () => {
      // It asks to be left alone for longer than this test waits for anything.
      const body = JSON.stringify({ code: 'ERROR', message: 'It is being moved.' });
      line.fail({ match: /^\/cloud\/games/, fault: { kind: 'status', status: 503, retryAfter: '60', body } });
      line.cutAll();
      await expect(page.getByText(/Next try in [345]\d s/)).toBeVisible();
      line.heal();
      const requestsBefore = line.requests.length;
      order(event, ...args);
      await expect(page.getByText(/Next try in/)).not.toBeVisible({ timeout: 20_000 });
      expect(line.requests.length).toBeGreaterThan(requestsBefore);
    });
  }
  await test.step('a server that crashed is reported by the system, a click leads to it, and its bundle goes where a person picks', async () => {
    await page
      .getByRole('navigation', { name: 'Instances' })
      .getByRole('button', { name: /^Local/ })
      .first()
      .click();
    await crashOne(page, app, home);
    await page.keyboard.press('ControlOrMeta+,');
    await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible();
    click(app, 'notification 1');
    await expect(page).toHaveURL(/\/servers\//);
    const told = page.getByRole('main').getByText(/SIGSEGV/);
    await expect(told.first()).toBeVisible();
    await page.getByRole('button', { name: 'Crash bundle' }).click();
    const dialog = page.getByRole('dialog', { name: 'Save a crash bundle' });
    await expect(dialog.getByRole('checkbox', { name: /manifest\.json/ })).toBeVisible();
    const press = () => dialog.getByRole('button', { name: 'Save bundle' }).click();
    expect(path.basename(await savedFile(app, path.join(home, 'saved'), press))).toMatch(/^crash-/);
    await expect(dialog).toHaveCount(0);
  });
  await test.step('what is dropped for a remote that is away waits in its card until the remote answers', async () => {
    await page.evaluate((to) => (location.hash = to), game);
    await expect(page.getByRole('article', { name: 'Namespace prod' })).toBeVisible();
    await expectLogo(page, remote, shell);
    line.offline();
    await expect(page.getByRole('status').filter({ hasText: 'the connection was cut' })).toBeVisible();
    await test.step('the logo of a game on a remote stays while the remote is away', async () => {
      await expectLogo(page, remote, shell);
      expect(refused).toEqual([]);
    });
    const folder = await makeBuild(home, 'patient');
    const card = dropCard(page, 'patient');
    await dropFiles(page, [folder]);
    await card.getByRole('textbox', { name: 'Version' }).fill('v9.1');
    await expect(uploadOf(card)).toHaveAttribute('aria-disabled', 'true');
    await expect(uploadOf(card)).toHaveAccessibleDescription(
      /does not answer yet\. This works again once it is connected/,
    );
    line.heal();
    await expect(uploadOf(card)).not.toHaveAttribute('aria-disabled');
    await expect(card.getByRole('textbox', { name: 'Version' })).toHaveValue('v9.1');
  });
});
