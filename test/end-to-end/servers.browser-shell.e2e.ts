// Servers in the window, from a build that was pushed over the interface to the server's end: the table, the log, the network,
// the countdown. With SLIPWAY_PICTURES it also writes what a person sees, in both themes and three sizes.
import { expect, test } from './support/app-test.ts';
import { takePictures } from './support/pictures.ts';
import { createGame, openLocalGame, pushFiles } from './support/steps.ts';

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

test('a server that was pushed is seen, read, slowed down and stopped with a countdown', async ({ launch, home }) => {
  const { page } = await launch();
  await createGame(page);
  const local = await openLocalGame(home);
  const { api, place } = local;
  const ports = { game: { protocol: 'http', routing: { game_guard: {} } } };
  const settings = JSON.stringify({ program: 'server.js', ports });
  await pushFiles(local, 'v0.5.0', { 'slipway.json': settings, 'server.js': program });

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
});
