// Real remotes beside Local: the logo of a game, a namespace that is made and set, within bounds; home, where the keys lead to its game
// and its column says when the remote goes; and the nodes of one that has several. With SLIPWAY_PICTURES it also writes what a person
// sees, in both themes and three sizes.
import path from 'node:path';
import type { Page } from 'playwright';
import { startServer } from '../../embedded-server/index.ts';
import { fixedNodes } from '../support/fixed-nodes.ts';
import { expect } from './support/app-test.ts';
import { expectLogo, refusedBy, setLogo } from './support/logos.ts';
import { takePictures } from './support/pictures.ts';
import { test } from './support/remote-test.ts';
import type { Remote } from './support/serving.ts';
import { connectRemote, connectToGame, runCommand } from './support/steps.ts';

test('shows the games of all instances with their logos, makes a namespace on one, and follows which answer', async ({
  launch,
  remote,
  line,
  shell,
  home,
}) => {
  await setLogo(remote);
  const { page } = await launch();
  const refused = refusedBy(page);
  await connectToGame(page, line.url, remote);
  await test.step('the logo of a game on a remote shows, and stays while the remote is away', async () => {
    await expectLogo(page, remote, shell);
    line.offline();
    await expect(page.getByText(/No answer, next try/)).toBeVisible();
    await expectLogo(page, remote, shell);
    expect(refused).toEqual([]);
    line.heal();
    await expect(page.getByText(/No answer, next try/)).toHaveCount(0);
  });
  await test.step('a namespace is made, with what is wrong at its field, and set', async () => {
    await makeNamespace(page, remote);
  });
  await test.step('shows the games of all instances, opens one by keys, and says which instance does not answer', async () => {
    await page.keyboard.press('g');
    await page.keyboard.press('o');
    await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible();
    expect(new URL(page.url()).hash).toBe('#/');
    const grid = page.getByRole('grid', { name: 'What runs where' });
    await expect(grid.getByRole('gridcell', { name: 'Not here' })).toBeFocused();
    await page.keyboard.press('ArrowRight');
    const cell = grid.getByRole('link', { name: /^Tidebreak on / });
    await expect(cell).toBeFocused();
    await expect(grid.getByRole('gridcell').nth(1)).toContainText('prod');
    await takePictures(page, 'home');

    await remote.stop();
    await expect(grid.getByRole('columnheader').nth(2)).toContainText('Unreachable since');
    await expect(page.getByRole('group', { name: /does not answer yet$/ })).toBeVisible();

    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: 'Tidebreak' })).toBeVisible();
  });
  await test.step('the nodes of a remote are listed, and one is drained and takes servers again', async () => {
    const fleet = { driver: fixedNodes('east', 'west') };
    const server = await startServer({ dataFolder: path.join(home, 'fleet'), port: 0, onLog: () => undefined, fleet });
    try {
      await page.evaluate(() => (location.hash = '#/welcome'));
      await connectRemote(page, server);
      await page.getByRole('link', { name: 'Nodes' }).click();
      const east = page.getByRole('region', { name: 'east' });
      await expect(east.getByText('4 of 4 free')).toBeVisible();
      await east.getByRole('button', { name: 'Drain…' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Drain east' }).click();
      await expect(east.getByText('Drained', { exact: true })).toBeVisible();
      await east.getByRole('button', { name: 'Take servers again' }).click();
      await expect(east.getByText('Ready')).toBeVisible();
      await page.getByRole('button', { name: 'Add a node' }).click();
      await expect(page.getByText(/^docker swarm join --token /)).toBeVisible();
    } finally {
      await server.close();
    }
  });
});

async function makeNamespace(page: Page, remote: Remote): Promise<void> {
  await runCommand(page, 'Create a namespace');
  const dialog = page.getByRole('dialog', { name: 'Create a namespace of Tidebreak' });
  await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Prod');
  await expect(
    dialog.getByText('Another namespace of this game has this name id. Choose a different one.'),
  ).toBeVisible();
  await takePictures(page, 'create-namespace');
  await page.keyboard.press('Escape');
  await runCommand(page, 'Create a namespace');
  await expect(dialog.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('Prod');
  await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Play test');
  await expect(dialog.getByRole('textbox', { name: 'Name id' })).toHaveValue('play-test');
  await dialog.getByRole('button', { name: 'Create namespace' }).click();
  await expect(page.getByText('play-test was created')).toBeVisible();

  await runCommand(page, 'Settings of play-test');
  const settings = page.getByRole('dialog', { name: 'Settings of play-test' });
  await settings.getByRole('textbox', { name: 'Players per lobby' }).fill('4294967296');
  await expect(settings.getByText('Type a whole number from 0 to 4,294,967,295.')).toBeVisible();
  await settings.getByRole('textbox', { name: 'Players per lobby' }).fill('0');
  await expect(settings.getByText('With 0, nobody can join a server.')).toBeVisible();
  await settings.getByRole('textbox', { name: 'Players per lobby' }).fill('24');
  await settings.getByRole('radio', { name: 'Stop servers now' }).click();
  await takePictures(page, 'settings-changed');
  await settings.getByRole('button', { name: 'Save settings' }).click();
  await expect(page.getByText('Settings of play-test saved')).toBeVisible();
  const { game } = await remote.client.getGame({ params: { game_id: remote.game.game_id } });
  const made = game.namespaces.find(({ name_id: name }) => name === 'play-test');
  const params = { game_id: game.game_id, namespace_id: made?.namespace_id ?? '' };
  const { namespace } = await remote.client.getNamespace({ params });
  expect(namespace.config.matchmaker.max_players).toBe(24);
  expect((await remote.client.getHosting({ params })).hosting.on_version_switch).toBe('stop');
}
