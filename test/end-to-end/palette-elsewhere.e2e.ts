// A line of the palette that is run on another instance: carried from Local to a real second service, where it truly happens and
// not here; and refused in words where the other one is marked read-only, or its token may not do it.
import type { Page } from 'playwright';
import { expect } from './support/app-test.ts';
import { test } from './support/remote-test.ts';
import type { Remote } from './support/serving.ts';
import { connectRemote, createGame, layersGone, openLocalGame } from './support/steps.ts';

test.use({ actionTimeout: 30_000 });

/** Connects to the remote, and goes back to the game of Local. */
async function connectBeside(page: Page, local: string, remote: Pick<Remote, 'url' | 'token'>): Promise<void> {
  await page.evaluate(() => (location.hash = '#/welcome'));
  await connectRemote(page, remote);
  await expect(page).toHaveURL(/#\/games\/(?!local\/)/);
  await backToLocal(page, local);
}

async function backToLocal(page: Page, game_id: string): Promise<void> {
  await page.evaluate((id) => (location.hash = `#/games/local/${id}`), game_id);
  // The remote's game has a lane of that name as well.
  await expect(page.getByRole('article', { name: 'Namespace prod' })).toContainText('Nothing runs on prod yet');
}

/** Finds a line of the palette and asks with Ctrl and Enter where it is to be run; answers the line of the remote. */
async function carry(page: Page, command: string, url: string) {
  const search = page.getByRole('combobox', { name: 'Search games and commands' });
  await page.keyboard.press('ControlOrMeta+k');
  await search.fill(command);
  await expect(page.getByRole('option', { name: command })).toHaveAttribute('data-highlighted');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(search).toHaveValue('');
  const line = page.getByRole('option', { name: new RegExp(`^${new URL(url).host}`) });
  await expect(page.locator('[role="option"][data-highlighted]')).toHaveCount(1);
  for (let down = 0; down < 2 && (await line.getAttribute('data-highlighted')) === null; down += 1)
    await page.keyboard.press('ArrowDown');
  await expect(line).toHaveAttribute('data-highlighted');
  // What it has is asked only now; until that is known, Enter does nothing.
  await expect(line).not.toContainText('Checking what it has');
  return line;
}

async function runsThere({ client, game, namespace_id }: Remote): Promise<string | undefined> {
  const { game: now } = await client.getGame({ params: { game_id: game.game_id } });
  return now.namespaces.find(({ namespace_id: id }) => id === namespace_id)?.version_id;
}

test('a line of the palette is run on a remote: it happens there and not on Local, and nothing once it is marked read-only, or its token may not do it', async ({
  launch,
  home,
  remote,
  line: other,
}) => {
  test.slow();
  const { page } = await launch();
  await createGame(page);
  const local = await openLocalGame(home);
  await connectBeside(page, local.game_id, remote);
  const before = await local.read();

  const line = await carry(page, 'Switch version of prod', remote.url);
  await expect(line).toContainText('runs v0.4.2');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`#/games/(?!local/)[^/]+/${remote.game.game_id}`));
  const sheet = page.getByRole('dialog', { name: 'Switch version of prod' });
  await sheet.getByRole('button', { name: 'Switch prod to v0.5.0-rc1' }).click();
  await expect(page.getByText('prod switched to v0.5.0-rc1')).toBeVisible();
  expect(await runsThere(remote)).toBe(remote.versions['v0.5.0-rc1']);

  await backToLocal(page, local.game_id);
  await carry(page, 'Create a namespace', remote.url);
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

  const game = await carry(page, 'Create a game', remote.url);
  await expect(game).toContainText('is marked read-only here');
  await page.keyboard.press('Enter');
  await expect(game).toBeVisible();
  await page.keyboard.press('Escape');

  await carry(page, 'Switch version of prod', remote.url);
  await page.keyboard.press('Enter');
  const button = sheet.getByRole('button', { name: /^Switch/ });
  await expect(button).toHaveAttribute('aria-disabled', 'true');
  await expect(button).toHaveAccessibleDescription(/is marked read-only here/);
  expect(await runsThere(remote)).toBe(remote.versions['v0.5.0-rc1']);
  expect((await remote.client.listGames({ query: {} })).games).toHaveLength(1);

  await page.getByRole('button', { name: 'Cancel' }).click();
  await layersGone(page);
  await test.step('a remote whose token may not do it says so at the line', async () => {
    const params = { game_id: remote.game.game_id };
    const { token } = await remote.client.createCloudToken({ params, body: { name: 'one game' } });
    // Another way to the same one.
    await connectBeside(page, local.game_id, { url: other.url, token });
    const there = await carry(page, 'Create a game', other.url);
    await expect(there).toContainText('token');
    await page.keyboard.press('Enter');
    await expect(there).toBeVisible();
  });
});
