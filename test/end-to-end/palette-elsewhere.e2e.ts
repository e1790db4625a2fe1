// A line of the palette that is run on another instance: carried from Local to a real second service, where it truly happens and
// not here; and refused in words where the other one is marked read-only, or its token may not do it.
import type { Page } from 'playwright';
import { expect } from './support/app-test.ts';
import { test } from './support/remote-test.ts';
import type { Remote } from './support/serving.ts';
import { connectRemote, createGame, openLocalGame } from './support/steps.ts';

/** Connects to the remote, and goes back to the game of Local. */
async function openBoth(page: Page, home: string, remote: Pick<Remote, 'url' | 'token'>) {
  await createGame(page);
  const local = await openLocalGame(home);
  await page.evaluate(() => (location.hash = '#/welcome'));
  await connectRemote(page, remote);
  await expect(page).toHaveURL(/#\/games\/(?!local\/)/);
  await backToLocal(page, local.game_id);
  return local;
}

async function backToLocal(page: Page, game_id: string): Promise<void> {
  await page.evaluate((id) => (location.hash = `#/games/local/${id}`), game_id);
  // The remote's game has a lane of that name as well.
  await expect(page.getByRole('article', { name: 'Namespace prod' })).toContainText('Nothing runs on prod yet');
}

/** Finds a line of the palette and asks with Ctrl and Enter where it is to be run; answers the line of the remote. */
async function carry(page: Page, command: string) {
  const search = page.getByRole('combobox', { name: 'Search games and commands' });
  await page.keyboard.press('ControlOrMeta+k');
  await search.fill(command);
  await expect(page.getByRole('option', { name: command })).toHaveAttribute('data-highlighted');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(search).toHaveValue('');
  const line = page.getByRole('option', { name: /^127/ });
  await expect(line).toHaveAttribute('data-highlighted');
  // What it has is asked only now; until that is known, Enter does nothing.
  await expect(line).not.toContainText('Checking what it has');
  return line;
}

async function runsThere({ client, game, namespace_id }: Remote): Promise<string | undefined> {
  const { game: now } = await client.getGame({ params: { game_id: game.game_id } });
  return now.namespaces.find(({ namespace_id: id }) => id === namespace_id)?.version_id;
}

test('a line of the palette is run on a remote: it happens there and not on Local, and nothing once it is marked read-only', async ({
  launch,
  home,
  remote,
}) => {
  test.slow();
  const { page } = await launch();
  const local = await openBoth(page, home, remote);
  const before = await local.read();

  const line = await carry(page, 'Switch version of prod');
  await expect(line).toContainText('runs v0.4.2');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`#/games/(?!local/)[^/]+/${remote.game.game_id}`));
  const sheet = page.getByRole('dialog', { name: 'Switch version of prod' });
  await sheet.getByRole('button', { name: 'Switch prod to v0.5.0-rc1' }).click();
  await expect(page.getByText('prod switched to v0.5.0-rc1')).toBeVisible();
  expect(await runsThere(remote)).toBe(remote.versions['v0.5.0-rc1']);

  await backToLocal(page, local.game_id);
  await carry(page, 'Create a namespace');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Create a namespace of Tidebreak' });
  const nameField = dialog.getByRole('textbox', { name: 'Name', exact: true });
  await nameField.fill('Carried');
  await expect(nameField).toHaveValue('Carried');
  await dialog.getByRole('button', { name: 'Create namespace' }).click();
  await expect(page.getByText('carried was created')).toBeVisible();
  const { game: theirs } = await remote.client.getGame({ params: { game_id: remote.game.game_id } });
  expect(theirs.namespaces.map(({ name_id: name }) => name)).toContain('carried');

  expect(await local.read()).toEqual(before);

  await backToLocal(page, local.game_id);
  await page.getByRole('button', { name: /^Menu of 127/ }).click();
  await page.getByRole('menuitem', { name: 'Mark as read-only' }).click();
  await page.getByRole('menuitem', { name: 'Mark as read-only' }).waitFor({ state: 'detached' });

  const game = await carry(page, 'Create a game');
  await expect(game).toContainText('is read-only here');
  await page.keyboard.press('Enter');
  await expect(game).toBeVisible();
  await page.keyboard.press('Escape');

  await carry(page, 'Switch version of prod');
  await page.keyboard.press('Enter');
  const button = sheet.getByRole('button', { name: /^Switch prod to/ });
  await expect(button).toHaveAttribute('aria-disabled', 'true');
  await expect(button).toHaveAccessibleDescription(/is marked read-only here/);
  expect(await runsThere(remote)).toBe(remote.versions['v0.5.0-rc1']);
  expect((await remote.client.listGames({ query: {} })).games).toHaveLength(1);
});

test('a remote whose token may not do it says so at the line', async ({ launch, home, remote }) => {
  const { page } = await launch();
  const params = { game_id: remote.game.game_id };
  const { token } = await remote.client.createCloudToken({ params, body: { name: 'one game' } });
  await openBoth(page, home, { url: remote.url, token });
  const line = await carry(page, 'Create a game');
  await expect(line).toContainText('token');
  await page.keyboard.press('Enter');
  await expect(line).toBeVisible();
});
