// The history of a namespace on a real service: what was deployed and set, a moment beside now, and the way back to it with its
// settings. And the activity of its game: who changed what, and the calls behind that. With SLIPWAY_PICTURES it also writes what a
// person sees.
import { expect, test } from './support/app-test.ts';
import { takePictures } from './support/pictures.ts';
import { createGame, layersGone, openLocalGame, pressPair, pushFiles } from './support/steps.ts';

const program = `
const net = require('node:net');
net.createServer((socket) => socket.resume().on('error', () => {})).listen(Number(process.env.PORT), process.env.SLIPWAY_HOST);
process.on('SIGTERM', () => process.exit(0));
`;

test('shows how a namespace was, brings version and settings back, and tells who changed what', async ({
  launch,
  home,
}) => {
  const { page } = await launch();
  await createGame(page);
  const local = await openLocalGame(home);
  const { api, game_id, prod, read } = local;
  const namespace = `/cloud/games/${game_id}/namespaces/${prod.namespace_id}`;
  const limits = (max_players: number) => api('POST', `${namespace}/mm-config`, { lobby_count_max: 3, max_players });
  const deploy = async (name: string) => {
    const ports = { game: { protocol: 'tcp', routing: { game_guard: {} } } };
    const settings = JSON.stringify({ program: 'server.js', ports });
    await pushFiles(local, name, {
      'slipway.json': settings,
      'server.js': `// ${name}${program}`,
      [`${name}.map`]: name,
    });
    await expect
      .poll(async () => (await read()).versions.some((one: { display_name: string }) => one.display_name === name))
      .toBe(true);
    const version = (await read()).versions.find((one: { display_name: string }) => one.display_name === name);
    await api('PUT', `${namespace}/version`, { version_id: version.version_id });
  };
  await limits(12);
  await deploy('v1.0.0');
  await limits(16);
  await deploy('v1.1.0');

  await test.step('shows how a namespace was, and brings version and settings back', async () => {
    const lane = page.getByRole('article', { name: 'Namespace prod' });
    await expect(lane.getByRole('button', { name: /^v1\.1\.0, since .*, runs now$/ })).toBeVisible();
    await lane.focus();
    await page.keyboard.press('h');
    const rows = page.getByRole('listbox', { name: 'Deployments of prod' }).getByRole('option');
    await expect(rows.nth(0)).toContainText('Players per lobby: 12 → 16');
    await expect(rows.nth(1)).toContainText('First version on prod');
    await expect(rows.nth(1)).toContainText('by the owner');
    await rows.nth(0).focus();
    await page.keyboard.press('j');
    const moment = page.getByRole('complementary', { name: 'As it was then' });
    await expect(moment.getByRole('row', { name: 'Version v1.0.0 v1.1.0' })).toBeVisible();
    await expect(moment.getByRole('row', { name: 'Players per lobby 12 16' })).toBeVisible();
    await expect(moment.getByText('1 added, 1 changed, 1 removed')).toBeVisible();
    await takePictures(page, 'history');

    await moment.getByRole('button', { name: 'Roll back to this' }).click();
    const sheet = page.getByRole('dialog', { name: 'Roll back prod' });
    await expect(sheet.getByRole('heading', { name: /^Settings of .* that come back$/ })).toBeVisible();
    await sheet.getByRole('button', { name: 'Roll back prod to v1.0.0' }).click();
    await layersGone(page);
    await expect(rows).toHaveCount(3);
    await expect(rows.nth(0)).toContainText('by you');
    const full = (await api('GET', namespace)).namespace;
    expect(full.config.matchmaker.max_players).toBe(12);
  });
  await test.step('tells who changed what, and folds the calls of those who only wait', async () => {
    await page.getByRole('navigation', { name: 'Game' }).getByRole('link', { name: 'Deploy' }).click();
    await page.getByRole('button', { name: 'Settings of prod' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Servers to keep' }).fill('2');
    await dialog.getByRole('button', { name: 'Save settings' }).click();
    await expect(dialog.getByRole('button', { name: 'Save settings' })).toHaveCount(0);

    await pressPair(page, 'g', 'a');
    const changes = page.getByRole('listitem');
    await expect(changes.filter({ hasText: 'v1.1.0 uploaded' })).toBeVisible();
    await expect(changes.filter({ hasText: 'v1.1.0 deployed to prod' })).toContainText('the owner');
    await expect(changes.filter({ hasText: 'prod keeps 2 servers now' })).toContainText('you, in this window');
    await takePictures(page, 'activity-changes');

    await page.getByRole('radio', { name: 'Calls' }).click();
    await expect(page.getByRole('row', { name: /\d+× / }).first()).toBeVisible();
    await expect(page.getByText(/rows? (is|are) folded/)).toBeVisible();
    await takePictures(page, 'activity-calls');
  });
});
