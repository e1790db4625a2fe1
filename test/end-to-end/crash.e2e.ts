// J5, a server that dies on its players: one message for all that crashed, the log opened at its last error, the same again with
// three clients on a bad network, a crash bundle, and the mended build beside the old one. With SLIPWAY_PICTURES it writes pictures.
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import net from 'node:net';
import path from 'node:path';
import type { Page } from 'playwright';
import { expect, test } from './support/app-test.ts';
import { takePictures } from './support/pictures.ts';
import { savedFile } from './support/saved-file.ts';
import { createGame, openLocalGame, pressPair, pushFiles, serverIn } from './support/steps.ts';

/** Writes what goes wrong, and what comes after it, as players say so. By itself it never ends. */
const program = (isMended: boolean) => `
const net = require('node:net');
for (let n = 1; n <= 400; n += 1) console.log('tick ' + n);
net.createServer((player) => {
  player.on('error', () => undefined);
  player.write('welcome to the reef');
  player.on('data', (text) => {
    if (String(text).includes('sink') && !${isMended}) console.error('ERROR: reef: snapshot of chunk 17 is torn');
    if (String(text).includes('go on')) for (let n = 1; n <= 400; n += 1) console.log('late tick ' + n);
  });
}).listen(Number(process.env.PORT), process.env.SLIPWAY_HOST);
console.log('the reef is open');
`;
const ports = { game: { protocol: 'tcp', routing: { game_guard: {} } } };
const buildOf = (isMended: boolean) => ({
  'slipway.json': JSON.stringify({ program: 'server.js', ports, kill_timeout: 1_000 }),
  'server.js': program(isMended),
});
const client = `
import net from 'node:net';
const [host, port] = process.argv[2].split(':');
net.connect(Number(port), host).on('data', (text) => console.log('server says: ' + text)).on('error', () => undefined);
setInterval(() => undefined, 1000);
`;

type Local = Awaited<ReturnType<typeof openLocalGame>>;
type Running = {
  id: string;
  state: string;
  network: { ports: { game: { public_hostname: string; public_port: number } } };
};

async function serversOf({ api, place }: Local): Promise<Running[]> {
  const { servers } = (await api('GET', `${place}/servers`)) as { servers: Running[] };
  return servers;
}

async function startServer(page: Page, build: string): Promise<void> {
  await page.getByRole('button', { name: 'Start a server' }).last().click();
  await page.getByRole('combobox', { name: 'Build' }).click();
  await page.getByRole('option', { name: new RegExp(`^${build}`) }).click();
  await page.getByRole('button', { name: 'Start server' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
}

/** What a player does to it. The two outputs are read apart, so nothing follows on an error before that is in the log. */
async function trouble({ api, place }: Local, server: Running): Promise<void> {
  const { public_hostname: host, public_port: port } = server.network.ports.game;
  const socket = net.connect(port, host);
  socket.on('error', () => undefined);
  await once(socket, 'data');
  for (const [word, line] of [
    ['sink', 'snapshot of chunk 17 is torn'],
    ['go on', 'late tick 400'],
  ] as const) {
    socket.write(word);
    const search = `${place}/servers/${server.id}/log/search?text=${encodeURIComponent(line)}`;
    await expect.poll(async () => (await api('GET', search)).hits.length).toBe(1);
  }
  socket.destroy();
}

/** They die by a signal, as by a broken native part, all at the same moment. */
async function sink(local: Local, ...servers: Running[]): Promise<void> {
  await Promise.all(servers.map((server) => trouble(local, server)));
  const pids = await Promise.all(servers.map(async (server) => (await inspectionOf(local, server)).pid as number));
  for (const pid of pids) process.kill(pid, 'SIGSEGV');
}

async function inspectionOf({ api, place }: Local, { id }: Running) {
  return (await api('GET', `${place}/servers/${id}/inspection`)).inspection;
}

async function runningIn(local: Local, count: number): Promise<Running[]> {
  const running = async () => (await serversOf(local)).filter(({ state }) => state === 'running');
  await expect.poll(async () => (await running()).length).toBe(count);
  return await running();
}

test('J5: servers that crash are reported once, looked at, played again on a bad line, bundled, mended and compared', {
  tag: '@soak-each-shell',
}, async ({ launch, home }) => {
  test.slow(); // a whole journey: half a minute here, many times as long on a busy machine
  const app = await launch();
  const { page } = app;
  await createGame(page);
  const local = await openLocalGame(home);
  await pushFiles(local, '1.0.0', buildOf(false));
  await pressPair(page, 'g', 's');
  await startServer(page, '1.0.0');
  await startServer(page, '1.0.0');
  const both = await runningIn(local, 2);

  // 1. Both die at once: one message says so.
  await page.getByRole('link', { name: 'Deploy' }).click();
  await sink(local, ...both);
  const toast = page.locator('[data-slot~="toast"]').filter({ hasText: /2 servers crashed/ });
  await expect(toast).toHaveCount(1);
  await takePictures(page, 'crash-notice');

  // 2. The inspector says by which signal, and its log stands at the last error, not at what came after it.
  await toast.getByRole('button', { name: 'Show log' }).click();
  await expect(toast).toHaveCount(0);
  await page.getByRole('link', { name: /^Servers/ }).click();
  await serverIn(page, /Crashed/).click();
  const inspector = page.getByRole('region', { name: /^Server \w/ });
  await expect(inspector.getByText(/SIGSEGV/).first()).toBeVisible();
  await expect(inspector.getByText('It was started by hand, so it is not replaced.')).toBeVisible();
  const log = page.getByRole('log', { name: 'Log' });
  await expect(log.getByText('snapshot of chunk 17 is torn')).toBeInViewport();
  await expect(log.getByText('late tick 400', { exact: true })).not.toBeInViewport();
  await takePictures(page, 'crash-log');

  // 3. The same again with three clients, 120 ms and loss, set while it runs.
  await startServer(page, '1.0.0');
  const [again] = await runningIn(local, 1);
  if (again === undefined) throw new Error('one runs');
  await serverIn(page, /Running/).click();
  const script = path.join(home, 'client.mjs');
  await writeFile(script, client);
  await page.getByRole('button', { name: 'Set up client', exact: true }).click();
  await page.getByRole('textbox', { name: 'Command or address' }).fill(`"${process.execPath}" "${script}" {address}`);
  await page.getByRole('button', { name: 'Save and open a client' }).click();
  await page.getByRole('button', { name: 'More ways to open clients' }).click();
  await page.getByRole('menuitem', { name: 'Open 2 clients' }).click();
  await expect(page.getByRole('heading', { name: '3 clients open' })).toBeVisible();
  await expect(page.getByRole('log', { name: 'Output of client 3' })).toContainText('server says: welcome');
  await page.getByRole('switch', { name: 'Simulate network' }).click();
  await page.getByRole('combobox', { name: 'Network preset' }).click();
  await page.getByRole('option', { name: 'Transatlantic' }).click();
  await expect.poll(async () => (await inspectionOf(local, again)).network?.latency_ms).toBe(95);
  await takePictures(page, 'crash-clients');
  await sink(local, again);
  await expect(inspector.getByText(/SIGSEGV/).first()).toBeVisible();

  // 4. The bundle, with what is in it shown before.
  await page.getByRole('button', { name: 'Crash bundle' }).click();
  const dialog = page.getByRole('dialog', { name: 'Save a crash bundle' });
  await expect(dialog.getByRole('checkbox', { name: /manifest\.json/ })).toBeVisible();
  const bundle = await readFile(
    await savedFile(app, path.join(home, 'saved'), () => dialog.getByRole('button', { name: 'Save bundle' }).click()),
  );
  expect(bundle.subarray(0, 2).toString()).toBe('PK');
  expect(bundle.includes('manifest.json')).toBe(true);
  await expect(dialog).toHaveCount(0);

  // 5. The mended build beside the old one: what differs, and both run, each on its own port.
  await pushFiles(local, '1.0.1', buildOf(true));
  await pressPair(page, 'g', 'b');
  await page.getByRole('row', { name: /1\.0\.1/ }).click();
  const build = page.getByRole('region', { name: 'Build 1.0.1' });
  // What uses it stands above the buttons: a click while it comes may miss them.
  await expect(build.getByText('0 servers run it now.')).toBeVisible();
  await build.getByRole('radio', { name: 'Compare' }).click();
  await expect(build.getByRole('radio', { name: 'Compare' })).toBeChecked();
  await expect(build.getByText(/0 added, 1 changed, 0 removed, 1 the same/)).toBeVisible();
  await pressPair(page, 'g', 's');
  await startServer(page, '1.0.0');
  await runningIn(local, 1);
  await startServer(page, '1.0.1');
  const sideBySide = await runningIn(local, 2);
  expect(new Set(sideBySide.map(({ network }) => network.ports.game.public_port)).size).toBe(2);
  await expect(page.getByRole('row', { name: /Running/ })).toHaveCount(2);
  await takePictures(page, 'crash-side-by-side');
});
