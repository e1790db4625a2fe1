// Journey J1: with the network off, a sample's folder becomes a server that is joined: dropped or picked, looked over, uploaded,
// launched. What goes wrong on the way is bad-drops.
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from 'playwright';
import { expect, test } from './support/app-test.ts';
import { dropFiles } from './support/drop-files.ts';
import { takePictures } from './support/pictures.ts';
import { layersGone, serverIn } from './support/steps.ts';

test.use({ actionTimeout: 30_000 });

const samples = path.join(import.meta.dirname, '../../samples');

/** Only this machine is there, and where the open window itself came from; what is asked of others is counted. */
async function goOffline(page: Page): Promise<string[]> {
  const requests: string[] = [];
  const own = new URL(page.url()).host;
  const isElsewhere = ({ protocol, host, hostname }: URL) =>
    /^(http|ws)s?:$/.test(protocol) && host !== own && hostname !== '127.0.0.1';
  // Called with before anybody stops it, and the desktop app stops such requests itself.
  page.context().on('request', (request) => {
    if (isElsewhere(new URL(request.url()))) requests.push(request.url());
  });
  await page.context().route(isElsewhere, (route) => route.abort());
  return requests;
}

/** What an echo server answers to whom; asked again, as a datagram may be lost. */
async function echo(port: number, text: string): Promise<{ reply: string; own: number }> {
  const socket = createSocket('udp4');
  const answer = once(socket, 'message');
  const send = () => socket.send(text, port, '127.0.0.1');
  send();
  const again = setInterval(send, 500);
  const [message] = await answer;
  clearInterval(again);
  const { port: own } = socket.address();
  socket.close();
  return { reply: String(message), own };
}

/** The page of the servers of Staging, with its one server open. */
async function openServer(page: Page): Promise<void> {
  // The card gives the focus back when it has faded, and a list that was opened meanwhile closes.
  await layersGone(page);
  await page.getByRole('link', { name: /^Servers/ }).click();
  await page.getByRole('combobox', { name: 'Namespace' }).click();
  await page.getByRole('option', { name: 'staging' }).click();
  await serverIn(page, /Running/).click();
}

test('J1: a dropped folder becomes a running server that is joined, without any network', {
  tag: '@each-shell',
}, async ({ launch, home }) => {
  const { page } = await launch();
  await expect(page.getByRole('heading', { name: 'Local is running' })).toBeVisible();
  const requests = await goOffline(page);
  await takePictures(page, 'welcome');
  await dropFiles(page, [path.join(samples, 'udp-echo')]);
  const card = page.getByRole('dialog', { name: 'udp-echo' });
  await expect(card.getByText('Node.js', { exact: true })).toBeVisible();
  await expect(card.getByText('Starts server.js')).toBeVisible();
  await expect(card.getByRole('textbox', { name: 'Name of the new game' })).toHaveValue('Udp echo');
  await takePictures(page, 'doctor-card');
  await card.getByRole('button', { name: 'Upload and launch on staging' }).click();
  await expect(page.getByRole('heading', { name: 'Udp echo', level: 1 })).toBeVisible();

  await openServer(page);
  const address = await page.getByRole('cell', { name: /^127\.0\.0\.1:\d+$/ }).textContent();
  const port = Number(/127\.0\.0\.1:(\d+)/.exec(address ?? '')?.[1]);
  const { reply, own } = await echo(port, 'ahoy');
  expect(reply).toContain('ahoy');
  const first = page.getByText(/First packet \d\d:\d\d:\d\d/);
  await expect(first).toContainText(`from 127.0.0.1:${own},`);
  // A browser had to copy it, and nothing is left of that; the desktop app never makes the folder.
  await expect.poll(() => readdir(path.join(home, 'copies')).catch(() => [])).toEqual([]);
  expect(requests).toEqual([]);
});

test('J1: a folder is picked, edited, and runs as it was edited', { tag: '@each-shell' }, async ({ launch, home }) => {
  const { page, willPick } = await launch();
  const build = path.join(home, 'harbor');
  await mkdir(build);
  await writeFile(path.join(build, 'server.js'), "console.log('the wrong one'); process.exit(3);\n");
  await writeFile(
    path.join(build, 'main.js'),
    "console.log('runs with ' + process.argv.slice(2).join(' '));\nrequire('node:http').createServer().listen(Number(process.env.PORT), process.env.SLIPWAY_HOST);\n",
  );
  await page.getByRole('button', { name: 'Choose a build' }).click();
  await willPick(build);
  await page.getByRole('button', { name: 'Choose a folder' }).click();
  const card = page.getByRole('dialog', { name: 'harbor' });
  await card.getByText(/^Starts/).click();
  await card.getByRole('combobox', { name: 'Program' }).click();
  await page.getByRole('option', { name: 'main.js' }).click();
  await card.getByRole('textbox', { name: 'Arguments' }).fill('--map\nreef');
  if ((await card.getByRole('textbox', { name: 'Name of port 1' }).count()) === 0) {
    await card.getByRole('button', { name: 'Add a port' }).click();
  }
  await card.getByRole('combobox', { name: 'Protocol of port 1' }).click();
  await page.getByRole('option', { name: 'HTTP', exact: true }).click();
  await card.getByRole('button', { name: 'Upload and launch on staging' }).click();
  await openServer(page);
  await expect(page.getByRole('log').getByText('runs with --map reef')).toBeVisible();
});
