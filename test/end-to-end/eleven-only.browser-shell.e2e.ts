// A remote that offers the eleven calls of the interface and nothing else, from its address to one of its servers: what it cannot do
// is said where it would be, and what it does not tell is not counted.
import { openElevenRemote } from '../support/open-eleven-remote.ts';
import { expect } from './support/app-test.ts';
import { takePictures } from './support/pictures.ts';
import { test } from './support/remote-test.ts';
import type { Remote } from './support/serving.ts';
import { connectRemote } from './support/steps.ts';

test('a remote with the eleven calls alone is followed by pasted ids, and says what it does not tell', async ({
  launch,
  remote,
}) => {
  const server = await startServer(remote);
  const eleven = await openElevenRemote(remote.url);
  try {
    const { page } = await launch();
    await connectRemote(page, { url: eleven.url, token: remote.token });
    await page.getByRole('button', { name: 'Add a game by its id' }).first().click();
    const dialog = page.getByRole('dialog');
    await takePictures(page, 'eleven-pin-game');
    await dialog.getByRole('textbox', { name: 'Game id' }).fill(remote.game.game_id);
    await dialog.getByRole('textbox', { name: 'Game id' }).press('Enter');
    await expect(page.getByRole('heading', { name: remote.game.display_name, level: 1 })).toBeVisible();
    const prod = page.getByRole('article', { name: 'Namespace prod' });
    await expect(prod.getByText('v0.4.2', { exact: true }).first()).toBeVisible();
    await expect(prod.getByText('This instance reports only the players of the whole game')).toBeVisible();
    await takePictures(page, 'eleven-deploy');

    const tabs = page.getByRole('navigation', { name: 'Game' });
    await tabs.getByRole('link', { name: 'Builds' }).click();
    await expect(page.getByText(/This instance does not list its builds\./)).toBeVisible();
    await expect(page.getByText('v0.5.0-rc1')).toBeVisible();
    await takePictures(page, 'eleven-builds');

    await tabs.getByRole('link', { name: 'Servers' }).click();
    await expect(page.getByText(/This instance does not list its servers\./)).toBeVisible();
    // How many there are, nobody knows.
    await expect(tabs.getByRole('link', { name: /^Servers$/ })).toBeVisible();
    await expect(page.getByRole('radiogroup', { name: 'Filter servers' })).toHaveCount(0);
    await page.getByRole('textbox', { name: 'Id or address of a server' }).fill(server.id);
    await page.getByRole('button', { name: 'Follow this server' }).click();
    await page.getByText(server.id.slice(0, 8)).first().click();
    await expect(page.getByText(/:\d+$/).first()).toBeVisible();
    await expect(page.getByText('This instance does not share the logs of its servers.')).toBeVisible();
    await expect(page.getByRole('textbox', { name: 'Search the log' })).toHaveCount(0);
    await takePictures(page, 'eleven-servers');

    await tabs.getByRole('link', { name: 'Settings' }).click();
    await expect(page.getByText('This instance manages its tokens elsewhere.')).toBeVisible();
    await takePictures(page, 'eleven-settings');
  } finally {
    await eleven.close();
  }
});

async function startServer({ client, game, namespace_id }: Remote) {
  const params = { game_id: game.game_id, environment_id: namespace_id };
  const { builds } = await client.listBuilds({ params, query: {} });
  const { server } = await client.createServer({
    params,
    body: {
      datacenter: 'local',
      tags: {},
      resources: { cpu: 100, memory: 128 },
      network: { ports: { game: { protocol: 'http', routing: { game_guard: {} } } } },
      runtime: { build: builds[0]?.id ?? '' },
    },
  });
  return server;
}
