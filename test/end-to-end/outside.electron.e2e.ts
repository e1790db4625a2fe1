// Links and connection files that the system hands to the desktop app: each asks in the window before anything happens.
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from './support/app-test.ts';

test('asks about the link that it was started with', async ({ launch }) => {
  const { page } = await launch({}, ['slipway://add-remote?url=https://games.example&name=Team']);
  const dialog = page.getByRole('dialog', { name: 'Add the remote games.example?' });
  await expect(dialog).toBeVisible();
  await expect(dialog.getByText('https://games.example')).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toBeHidden();
});

test('adds the remote of a connection file with its token, after a yes', async ({ launch, home }) => {
  const first = await launch();
  await expect(first.page.getByRole('heading', { name: 'Local is running' })).toBeVisible();
  const { url } = JSON.parse(await readFile(path.join(home, 'local/running.json'), 'utf8')) as { url: string };
  const token = (await readFile(path.join(home, 'local/owner-token'), 'utf8')).trim();
  const file = path.join(home, 'team.slipway');
  await writeFile(file, JSON.stringify({ slipway: 1, url, name: 'Team', token }));
  // The second start hands it over and ends.
  await expect(launch({}, [file])).rejects.toThrow();
  await first.page.getByRole('button', { name: 'Add remote' }).click();
  await expect(first.page.getByText('The remote was added')).toBeVisible();
  expect(JSON.parse(await readFile(path.join(home, 'settings.json'), 'utf8'))).toMatchObject({
    remotes: [{ name: 'Team', url }],
  });
});

test('says why it does not follow a hostile link', async ({ launch }) => {
  const { page } = await launch({}, ['slipway://add-remote?url=javascript:alert(1)']);
  const dialog = page.getByRole('dialog', { name: 'This link was not followed' });
  await expect(dialog.getByText(/is not the address of an instance/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await expect(dialog).toBeHidden();
});
