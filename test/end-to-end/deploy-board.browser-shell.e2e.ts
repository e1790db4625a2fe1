// The deploy page on a real service, by keyboard alone: a version is brought to a namespace, its server starts, players come, the
// next version follows, and it is rolled back. Then a deploy over the interface alone, seen live: the version appears when the build's
// last byte is in. With SLIPWAY_PICTURES it also writes what a person sees.
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import net from 'node:net';
import { expect, test } from './support/app-test.ts';
import { takePictures } from './support/pictures.ts';
import { createGame, layersGone, openLocalGame, pushFiles } from './support/steps.ts';

const program = `
const net = require('node:net');
net.createServer((socket) => socket.resume().on('error', () => {})).listen(Number(process.env.PORT), process.env.SLIPWAY_HOST);
process.on('SIGTERM', () => process.exit(0));
`;

/** More than one part. */
const BYTES = 17 * 1_048_576;

type Prepared = { image_presigned_requests: { url: string; byte_offset: number; content_length: number }[] };

test('switches and rolls back by the keyboard, shows who plays, and what is pushed and switched elsewhere', async ({
  launch,
  home,
}) => {
  const { page } = await launch();
  await createGame(page);
  const lane = page.getByRole('article', { name: 'Namespace prod' });
  await expect(lane.getByText('Nothing runs on prod yet')).toBeVisible();
  await takePictures(page, 'deploy-new');

  const local = await openLocalGame(home);
  const { api, place, read, game_id, prod } = local;
  for (const name of ['v0.4.9', 'v0.5.0']) {
    const ports = { game: { protocol: 'tcp', routing: { game_guard: {} } } };
    const settings = JSON.stringify({ program: 'server.js', ports });
    await pushFiles(local, name, { 'slipway.json': settings, 'server.js': `// ${name}${program}` });
    await expect(page.getByRole('option', { name: new RegExp(`^${name}.*kB`) })).toBeVisible();
  }

  const bring = async (name: string) => {
    await page.getByRole('option', { name: new RegExp(`^${name}`) }).focus();
    await page.keyboard.press('l');
    await expect(page.getByText(`Press Enter to switch prod to ${name}`)).toBeVisible();
    await page.keyboard.press('Enter');
    const sheet = page.getByRole('dialog', { name: 'Switch version of prod' });
    await expect(sheet.getByRole('button', { name: `Switch prod to ${name}` })).toBeFocused();
    await page.keyboard.press('Enter');
    await layersGone(page); // it gives the focus back when it goes
    await expect(lane.getByRole('button', { name: new RegExp(`^${name}, since .*, runs now$`) })).toBeVisible();
  };
  await bring('v0.4.9');
  await expect(lane.getByRole('link', { name: /, Running$/ })).toBeVisible();
  const { servers } = await api('GET', `${place}/servers`);
  const { game: port } = servers[0].network.ports;
  const players = [1, 2].map(() => net.connect(port.public_port, port.public_hostname));
  await Promise.all(players.map((socket) => once(socket, 'connect')));
  // Who says nothing is no player.
  for (const socket of players) socket.write('hello');
  await expect(lane.getByRole('definition').first()).toHaveText('2');
  await expect(page.getByText('players now', { exact: false })).toBeVisible();
  await takePictures(page, 'deploy-played');
  for (const socket of players) socket.destroy();
  await expect(lane.getByRole('definition').first()).toHaveText('0');

  await bring('v0.5.0');
  await expect(lane.getByRole('button', { name: /^v0\.4\.9, .*, roll back$/ })).toBeVisible();
  await lane.focus();
  await page.keyboard.press('r');
  await expect(lane.getByRole('button', { name: /^v0\.4\.9, since .*, runs now$/ })).toBeVisible();
  await expect(page.getByRole('option', { name: /^v0\.5\.0 rolled back/ })).toBeVisible();
  await takePictures(page, 'deploy-rolled-back');

  await test.step('shows a pushed build as a version, and the namespace that runs it', async () => {
    const prepared = (await api('POST', `${place}/builds/prepare`, {
      name: 'v0.6.0',
      image_tag: 'server:1',
      kind: 'archive',
      multipart_upload: true,
      image_file: { path: 'server.tar', content_length: BYTES },
    })) as Prepared;
    const file = new Uint8Array(randomBytes(BYTES));
    for (const part of prepared.image_presigned_requests) {
      const body = file.subarray(part.byte_offset, part.byte_offset + part.content_length);
      expect((await fetch(part.url, { method: 'PUT', body })).status).toBe(200);
    }
    await expect(page.getByText('v0.6.0').first()).toBeVisible();

    const version = (await read()).versions.find((each: { display_name: string }) => each.display_name === 'v0.6.0');
    await api('PUT', `/cloud/games/${game_id}/namespaces/${prod.namespace_id}/version`, {
      version_id: version.version_id,
    });
    await expect(page.getByRole('article', { name: 'Namespace prod' }).getByText('v0.6.0').first()).toBeVisible();
  });
});
