// A namespace of a real remote: made, with what is wrong with its name at the field, and set, within bounds. With SLIPWAY_PICTURES it
// also writes what a person sees, in both themes and three sizes.
import { expect } from './support/app-test.ts';
import { takePictures } from './support/pictures.ts';
import { test } from './support/remote-test.ts';
import { connectToGame, runCommand } from './support/steps.ts';

test('a namespace is made, with what is wrong at its field, and set', async ({ launch, remote, line }) => {
  const { page } = await launch();
  await connectToGame(page, line.url, remote);
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
});
