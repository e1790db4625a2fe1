// Servers in the window, from a build that was pushed over the interface to the server's end: the table, the log, the network, the
// countdown; clients beside one; the crash bundle of one that ended; a world that outlives its server. With SLIPWAY_PICTURES it also
// writes what a person sees, in both themes and three sizes.
import { stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from 'playwright';
import { expect, test } from './support/app-test.ts';
import { takePictures } from './support/pictures.ts';
import { createGame, openLocalGame, pushFiles, serverIn } from './support/steps.ts';

const program = `
process.stdin.on('data', (typed) => console.log('typed ' + typed));
const http = require('node:http');
http.createServer((_, answer) => answer.end('hello')).listen(Number(process.env.PORT), process.env.SLIPWAY_HOST);
process.on('SIGTERM', () => console.log('stopping: saving the reef'));
for (let n = 1; n <= 3000; n += 1) console.log('tick ' + n + ' on the reef took ' + (n % 17) + ' ms');
console.log('\\u001b[32mINFO\\u001b[0m match: round 3 started, 12 players');
console.error('WARN: tick 392136 took 21.4 ms, budget is 16.6 ms');
console.error('ERROR: save: snapshot write failed, retrying (EAGAIN)');
let n = 0;
setInterval(() => console.log('live ' + (n += 1)), 250);
`;

const ofClients = `
const net = require('node:net');
net.createServer((player) => player.end('welcome to the reef')).listen(Number(process.env.PORT), process.env.SLIPWAY_HOST);
console.log('the reef is open');
process.on('SIGTERM', () => process.exit(7));
`;
const client = `
import net from 'node:net';
const [host, port] = process.argv[2].split(':');
net.connect(Number(port), host).on('data', (text) => console.log('server says: ' + text));
setInterval(() => undefined, 1000);
`;

const withWorld = `
const fs = require('node:fs');
fs.mkdirSync('world/region', { recursive: true });
fs.writeFileSync('world/region/r.0.0.mca', 'x'.repeat(40_000));
fs.appendFileSync('world/days', 'day ');
require('node:net').createServer().listen(Number(process.env.PORT), process.env.SLIPWAY_HOST);
`;

const http = { game: { protocol: 'http', routing: { game_guard: {} } } };
const tcp = { game: { protocol: 'tcp', routing: { game_guard: {} } } };
const buildOf = (text: string, settings: object) => ({
  'slipway.json': JSON.stringify({ program: 'server.js', ...settings }),
  'server.js': text,
});

type Local = Awaited<ReturnType<typeof openLocalGame>>;

/** Starts the only server that runs, and opens it. */
async function startServer(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Start a server' }).last().click();
  await page.getByRole('combobox', { name: 'Build' }).click();
  await page.getByRole('option', { name: new RegExp(`^${name}`) }).click();
  await page.getByRole('button', { name: 'Start server' }).click();
  await serverIn(page, /Running/).click();
}

test('a server is pushed, seen, read, joined, stopped and bundled, and its world stays', async ({ launch, home }) => {
  test.slow(); // three servers, from their start to their end
  const { page } = await launch();
  await createGame(page);
  const local = await openLocalGame(home);
  await test.step('a server that was pushed is seen, read, slowed down and stopped with a countdown', async () => {
    await readServer(page, local);
  });
  await test.step('clients join a server, and one that ended gives its crash bundle', async () => {
    await joinServer(page, local, home);
  });
  await test.step('a world stays when its server ends, and a snapshot brings it back', async () => {
    await keepWorld(page, local);
  });
});

async function readServer(page: Page, local: Local): Promise<void> {
  const { api, place } = local;
  await pushFiles(local, 'v0.5.0', buildOf(program, { ports: http }));

  await page.getByRole('link', { name: 'Servers' }).click();
  await expect(page.getByRole('heading', { name: 'No servers run here' })).toBeVisible();
  await takePictures(page, 'empty');
  await page.getByRole('button', { name: 'Start a server' }).last().click();
  await expect(page.getByRole('combobox', { name: 'Build' })).toContainText('v0.5.0');
  await page.getByRole('textbox', { name: 'Tags' }).fill('mode=conquest\nmap=reef');
  await page.getByRole('textbox', { name: 'Environment' }).fill('MATCH_SIZE=16\nAPI_TOKEN=hush-hush');
  await page.getByRole('textbox', { name: 'Shutdown timeout, seconds' }).fill('90');
  await takePictures(page, 'create');
  await page.getByRole('button', { name: 'Start server' }).click();
  await expect(page.getByRole('row', { name: /Running/ })).toBeVisible();

  const log = page.getByRole('log');
  await expect(log.getByText(/live \d+/).last()).toBeVisible();
  await expect(page.getByRole('radio', { name: 'Warn 1' })).toBeVisible();
  await page.getByRole('textbox', { name: 'Search the log' }).fill('on the reef');
  await expect(page.getByText('3,000 of 3,000')).toBeVisible();
  await page.getByRole('textbox', { name: 'Search the log' }).press('Shift+Enter');
  await expect(log.locator('mark[data-present]')).toBeVisible();
  await log.hover();
  await page.mouse.wheel(0, -9_000);
  await expect(log.getByText(/live \d+/)).toHaveCount(0);
  await expect(page.getByRole('button', { name: /\d+ new lines?/ })).toBeVisible();
  await page.getByRole('button', { name: /\d+ new lines?/ }).click();
  await expect(log.getByText(/live \d+/).last()).toBeVisible();

  await page.getByRole('textbox', { name: 'Search the log' }).fill('');
  await page.getByRole('textbox', { name: 'Console' }).fill('say hello');
  await page.getByRole('textbox', { name: 'Console' }).press('Enter');
  await expect(log.getByText('> say hello')).toBeVisible();
  await expect(log.getByText('typed say hello')).toBeVisible();

  await page.getByRole('switch', { name: 'Simulate network' }).click();
  await page.getByRole('combobox', { name: 'Network preset' }).click();
  await page.getByRole('option', { name: 'Transatlantic' }).click();
  const { servers } = await api('GET', `${place}/servers`);
  const inspect = async () => (await api('GET', `${place}/servers/${servers[0].id}/inspection`)).inspection;
  await expect.poll(async () => (await inspect()).network?.latency_ms).toBe(95);
  const { game: port } = servers[0].network.ports;
  expect(await (await fetch(`http://${port.public_hostname}:${port.public_port}`)).text()).toBe('hello');
  await expect(page.getByText(/First packet \d\d:\d\d:\d\d/)).toBeVisible();
  await takePictures(page, 'inspector');

  await page.getByRole('button', { name: 'Stop', exact: true }).click();
  await expect(page.getByText(/^Stops in 1:\d\d$/).first()).toBeVisible();
  await expect(log.getByText('stopping: saving the reef')).toBeVisible();
  await page.getByRole('button', { name: 'Kill', exact: true }).click();
  await expect(page.getByRole('row', { name: /Stopped by you/ })).toBeVisible();
  await takePictures(page, 'ended');
}

async function joinServer(page: Page, local: Local, home: string): Promise<void> {
  await pushFiles(local, 'v0.6.0', buildOf(ofClients, { ports: tcp }));
  await startServer(page, 'v0.6.0');
  const script = path.join(home, 'a client.mjs');
  await writeFile(script, client);
  await page.getByRole('button', { name: 'Set up client', exact: true }).click();
  await page.getByRole('textbox', { name: 'Command or address' }).fill(`"${process.execPath}" "${script}" {address}`);
  await takePictures(page, 'client-command');
  await page.getByRole('button', { name: 'Save and open a client' }).click();
  await expect(page.getByRole('log', { name: 'Output of client 1' })).toContainText('server says: welcome to the reef');
  await page.getByRole('button', { name: 'More ways to open clients' }).click();
  await page.getByRole('menuitem', { name: 'Open 2 clients' }).click();
  await expect(page.getByRole('heading', { name: '3 clients open' })).toBeVisible();
  await page.getByRole('button', { name: 'End client 2' }).click();
  await expect(page.getByRole('heading', { name: '2 clients open, 1 ended' })).toBeVisible();
  await takePictures(page, 'clients');

  await page.getByRole('button', { name: 'Kill', exact: true }).click();
  await page.getByRole('button', { name: 'Crash bundle' }).click();
  const dialog = page.getByRole('dialog', { name: 'Save a crash bundle' });
  await expect(dialog.getByRole('checkbox', { name: /manifest\.json/ })).toBeVisible();
  await takePictures(page, 'crash-bundle');
  const downloading = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Save bundle' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^crash-[0-9a-f-]{36}\.zip$/);
  expect((await stat(await download.path())).size).toBeGreaterThan(500);
  await expect(dialog).toHaveCount(0);
}

/** It is seen, snapshotted, and brought back. */
async function keepWorld(page: Page, local: Local): Promise<void> {
  await pushFiles(local, '1.0.0', buildOf(withWorld, { keep: ['world'], ports: { game: { protocol: 'tcp' } } }));
  await startServer(page, '1.0.0');
  await page.getByRole('button', { name: 'Kept folders' }).click();
  const dialog = page.getByRole('dialog', { name: 'Kept folders of prod' });
  await expect(dialog.getByText('2 files, 40 kB')).toBeVisible();
  await dialog.getByRole('button', { name: 'Take a snapshot' }).click();
  await expect(dialog.getByText(/Taken manually, while a server ran/)).toBeVisible();
  await dialog.getByRole('button', { name: 'world', exact: true }).click();
  await dialog.getByRole('button', { name: 'region/' }).click();
  await expect(dialog.getByText('r.0.0.mca')).toBeVisible();
  await takePictures(page, 'kept');
  await expect(dialog.getByRole('button', { name: 'Restore' })).toHaveAttribute('aria-disabled', 'true');
  const { servers } = await local.api('GET', `${local.place}/servers`);
  const server = servers.find(({ state }: { state: string }) => state === 'running');
  await local.api('DELETE', `${local.place}/servers/${server.id}?override_kill_timeout=0`);
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByRole('row', { name: /Running/ })).toHaveCount(0);
  await page.getByRole('button', { name: 'Kept folders' }).click();
  await dialog.getByRole('button', { name: 'Restore' }).click();
  await expect(dialog.getByText(/Before a restore · 2 files/)).toBeVisible();
  await takePictures(page, 'kept-restored');
}
