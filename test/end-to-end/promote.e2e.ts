// J4, the same bytes in every lane: a version that runs on Local goes to staging on a real second service, is looked at there, and
// goes on to a protected prod, which gets no byte of it again. With SLIPWAY_PICTURES it also writes what a person sees.
import type { Page } from 'playwright';
import type { FaultProxy } from '../support/open-fault-proxy.ts';
import { expect } from './support/app-test.ts';
import { takePictures } from './support/pictures.ts';
import { test } from './support/remote-test.ts';
import type { Remote } from './support/serving.ts';
import { connectRemote, createGame, openLocalGame, pushFiles, runCommand } from './support/steps.ts';

const program = `
const http = require('node:http');
http.createServer((_, answer) => answer.end('hello')).listen(Number(process.env.PORT), process.env.SLIPWAY_HOST);
console.log('the reef is open');
`;
const ports = { game: { protocol: 'http', routing: { game_guard: {} } } };
const build = { 'slipway.json': JSON.stringify({ program: 'server.js', ports }), 'server.js': program };

/** A card of the sheet, by how its name begins. */
async function choose(page: Page, list: 'Where to' | 'Namespace', name: string): Promise<void> {
  const cards = page.getByRole('radiogroup', { name: list, exact: true });
  await cards.getByRole('radio', { name: new RegExp(`^${name}`) }).click();
}

/** Of Local, or of the remote. */
async function openGameOf(page: Page, instance: 'Local' | 'the remote'): Promise<void> {
  const name = instance === 'Local' ? /^Local/ : /^127/;
  await page.getByRole('navigation', { name: 'Instances' }).getByRole('button', { name }).first().click();
  await page
    .getByRole('navigation', { name: 'Games' })
    .getByRole('link', { name: /Tidebreak/ })
    .click();
  await expect(page).toHaveURL(instance === 'Local' ? /#\/games\/local\// : /#\/games\/(?!local\/)/);
  await expect(page.getByRole('article', { name: 'Namespace prod' })).toBeVisible();
}

const bytesPut = ({ requests }: FaultProxy) =>
  requests.filter(({ method, path }) => method === 'PUT' && path.startsWith('/uploads/')).length;

async function runsOn({ client, game }: Remote, name: string): Promise<string | undefined> {
  const { game: now } = await client.getGame({ params: { game_id: game.game_id } });
  const running = now.namespaces.find(({ name_id: id }) => id === name)?.version_id;
  return now.versions.find(({ version_id: id }) => id === running)?.display_name;
}

test('J4: a version goes from Local to staging and on to prod, with its hash in every lane', async ({
  launch,
  home,
  remote,
  line,
}) => {
  test.slow(); // a whole journey: half a minute here, many times as long on a busy machine
  const stagingId = remote.game.namespaces.find(({ name_id: name }) => name === 'staging')?.namespace_id ?? '';
  const { page } = await launch();
  // 1. A version that runs on Local.
  await createGame(page);
  const local = await openLocalGame(home);
  await pushFiles(local, '1.4.2', build);
  const version = page.getByRole('option', { name: /^1\.4\.2/ });
  await version.focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Switch prod to 1.4.2' })).toBeFocused();
  await page.keyboard.press('Enter');
  const lane = page.getByRole('article', { name: 'Namespace prod' });
  await expect(lane.getByRole('link', { name: /, Running$/ })).toBeVisible();
  const { builds } = await local.api('GET', `${local.place}/builds`);
  const hash = builds[0].sha256 as string;
  const short = `${hash.slice(0, 6)}…${hash.slice(-4)}`;

  // 2. To staging elsewhere: what stands in the way is said first, billing by its day.
  await page.evaluate(() => (location.hash = '#/welcome'));
  await connectRemote(page, { url: line.url, token: remote.token });
  await openGameOf(page, 'the remote');
  const group = { group_id: remote.game.developer_group_id };
  const failed = { payment_failed_ts: '2026-11-03T09:30:00.000Z' } as never;
  await remote.client.setBillingTestState({ params: group, body: failed });
  await openGameOf(page, 'Local');
  await version.focus();
  await page.keyboard.press('p');
  const sheet = page.getByRole('dialog', { name: 'Promote 1.4.2' });
  await expect(sheet.getByRole('radiogroup', { name: 'Namespace' }).getByRole('radio', { checked: true })).toHaveCount(
    0,
  );
  await choose(page, 'Namespace', 'staging');
  await expect(sheet.getByText(/The last payment to .* failed on 3 Nov 2026/)).toBeVisible();
  await expect(sheet.getByText(/is sent to .* from this machine, the same bytes/)).toBeVisible();
  await expect(sheet.getByText(`SHA-256 ${short}`)).toHaveAttribute('title', hash);
  await expect(sheet.getByRole('radio', { name: /^prod/ })).toContainText('Runs v0.4.2 now');
  expect(bytesPut(line)).toBe(0);
  await takePictures(page, 'promote');
  await sheet.getByRole('button', { name: /^Run Tidebreak 1\.4\.2 on staging of 127\S* anyway$/ }).click();
  await expect(page.getByText(/1\.4\.2 is on its way to/)).toBeVisible();
  await page.keyboard.press('ControlOrMeta+j'); // its own button goes away with the message
  const row = page.getByRole('list', { name: 'Transfers' }).getByRole('listitem').filter({ hasText: '1.4.2' });
  await expect(row).toContainText(`SHA-256 ${short} verified`);
  await expect.poll(() => runsOn(remote, 'staging')).toBe('1.4.2');
  const sent = bytesPut(line);
  expect(sent).toBeGreaterThan(0);
  await remote.client.setBillingTestState({ params: group, body: {} });

  // 3. A look at a server of it there: state, port, log.
  const staging = { game_id: remote.game.game_id, namespace_id: stagingId };
  const { hosting } = await remote.client.getHosting({ params: staging });
  await remote.client.setHosting({ params: staging, body: { ...hosting, server_count: 1 } });
  await openGameOf(page, 'the remote');
  await expect(page.getByRole('article', { name: 'Namespace staging' }).getByText('1.4.2').first()).toBeVisible();
  // By the keyboard: a message may lie over it, and stays for as long as the mouse waits there.
  await page
    .getByRole('article', { name: 'Namespace staging' })
    .getByRole('link', { name: /, Running$/ })
    .press('Enter');
  await expect(page.getByRole('log').getByText('the reef is open')).toBeVisible();
  await expect(page.getByRole('cell', { name: /^127\.0\.0\.1:\d+$/ })).toBeVisible();
  await takePictures(page, 'promote-smoke');

  // 4. On to prod, which is protected: by its name, and without a byte.
  await runCommand(page, 'Settings of prod');
  const settings = page.getByRole('dialog', { name: 'Settings of prod' });
  await settings.getByRole('switch', { name: 'Protected' }).click();
  await expect(settings.getByRole('switch', { name: 'Protected' })).toBeChecked();
  await page.keyboard.press('Escape');
  await runCommand(page, 'Promote a version');
  await page.getByRole('combobox', { name: 'Version to promote' }).click();
  await page.getByRole('option', { name: '1.4.2', exact: true }).click();
  await choose(page, 'Where to', '127');
  await expect(sheet.getByRole('radio', { name: /^staging/ })).toContainText(
    `Runs 1.4.2 now, ${short}: the same bytes.`,
  );
  await choose(page, 'Namespace', 'prod');
  await expect(sheet.getByText(/has 1\.4\.2 already: prod is switched to it, and no byte is sent/)).toBeVisible();
  const button = sheet.getByRole('button', { name: /^Run Tidebreak 1\.4\.2 on prod of 127/ });
  await expect(button).toHaveAttribute('aria-disabled', 'true');
  await sheet.getByRole('textbox', { name: 'Type prod to confirm' }).fill('prod');
  await takePictures(page, 'promote-protected');
  await button.click();
  // What was said of Local's own prod reads the same, and may still stand.
  await expect.poll(() => runsOn(remote, 'prod')).toBe('1.4.2');
  await expect(page.getByText('prod switched to 1.4.2').first()).toBeVisible();
  expect(bytesPut(line)).toBe(sent);
  const { builds: theirs } = await remote.client.listBuilds({
    params: { game_id: remote.game.game_id, environment_id: stagingId },
  });
  expect(theirs.map(({ sha256 }) => sha256)).toContain(hash);

  // 5. The limits of its matchmaker: within bounds, with what they were.
  await runCommand(page, 'Settings of prod');
  const most = settings.getByRole('textbox', { name: 'Players per lobby' });
  expect(await most.inputValue()).toBe('');
  await most.fill('4294967296');
  await expect(settings.getByText('Type a whole number from 0 to 4,294,967,295.')).toBeVisible();
  await most.fill('0');
  await expect(settings.getByText('With 0, nobody can join a server.')).toBeVisible();
  await most.fill('24');
  await expect(settings.getByText('no limit until now')).toBeVisible();
  await takePictures(page, 'promote-limits');
  await settings.getByRole('textbox', { name: 'Type prod to confirm' }).fill('prod');
  await settings.getByRole('button', { name: 'Save settings' }).click();
  await expect(page.getByText('Settings of prod saved')).toBeVisible();
  const params = { game_id: remote.game.game_id, namespace_id: remote.namespace_id };
  const { namespace } = await remote.client.getNamespace({ params });
  expect(namespace.config.matchmaker.max_players).toBe(24);
});
