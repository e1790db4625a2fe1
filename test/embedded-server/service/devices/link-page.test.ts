// The page that a device link opens, in a real browser: who asks, and what becomes of yes and no.
import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { launchChromium } from '../../../support/launch-chromium.ts';
import { startWithGame } from '../../../support/service.ts';
import { closeAtEnd, startOnce } from '../../../support/start-once.ts';

const browser = startOnce(async () => {
  const launched = await launchChromium();
  closeAtEnd(() => launched.close());
  return launched;
});

async function ask() {
  const { call, server, client, game } = await startWithGame();
  const made = await call('POST', '/cloud/devices/links', {
    token: null,
    headers: { 'user-agent': '<b>build</b> bot/1' },
  });
  const link = made.body as { device_link_id: string; device_link_token: string; device_link_url: string };
  const poll = async () =>
    (await client.getDeviceLink({ query: { device_link_token: link.device_link_token } })) as object;
  return { call, server, game, link, poll };
}

async function open(url: string): Promise<{ page: Page; problems: string[] }> {
  const page = await (await browser()).newPage();
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error' || message.text().includes('Content Security Policy')) problems.push(message.text());
  });
  await page.goto(url);
  return { page, problems };
}

it('shows who asks, and links the device to the chosen game once the token of the owner is given', async () => {
  const { server, game, link, poll } = await ask();
  const { page, problems } = await open(link.device_link_url);
  const code = `${link.device_link_id.slice(0, 4)}-${link.device_link_id.slice(4, 8)}`.toUpperCase();
  await page.getByText(code).waitFor();
  expect(await page.locator('dd').allInnerTexts()).toEqual([code, '<b>build</b> bot/1', '127.0.0.1']);
  expect(await page.getByRole('button', { name: 'Link the device' }).isDisabled()).toBe(true);
  expect(await poll()).not.toHaveProperty('cloud_token');
  await page.getByLabel('Owner token').fill(server.token);
  await page.getByLabel('Owner token').blur();
  await page.getByLabel('Game').selectOption({ label: game.display_name });
  await page.getByRole('button', { name: 'Link the device' }).click();
  await page.getByText(`The device is linked to ${game.display_name}.`).waitFor();
  expect(problems).toEqual([]);
  expect(await poll()).toHaveProperty('cloud_token');
  await page.reload();
  await page.getByText('This link was used already.').waitFor();
  await page.close();
});

it('refuses a device, which is told, and says what is wrong with a token', async () => {
  const { call, server, link, poll } = await ask();
  const { page } = await open(link.device_link_url);
  await page.getByLabel('Owner token').fill('wrong');
  await page.getByLabel('Owner token').blur();
  await page.getByText(/token/i).last().waitFor();
  expect(await page.getByRole('button', { name: 'Refuse' }).isDisabled()).toBe(true);
  await page.getByLabel('Owner token').fill(server.token);
  await page.getByLabel('Owner token').blur();
  await page.getByRole('button', { name: 'Refuse' }).click();
  await page.getByText('The device was refused.').waitFor();
  expect(await poll()).toMatchObject({ refused: true });
  const late = { device_link_token: link.device_link_token, game_id: crypto.randomUUID() };
  expect(await call('POST', '/cloud/devices/links/complete', { body: late })).toMatchObject({
    status: 400,
    body: { code: 'CLOUD_DEVICE_LINK_ALREADY_COMPLETE' },
  });
  await page.close();
});

it('has a strict policy, does nothing by being opened, and says so of a link that is none', async () => {
  const { link, server } = await ask();
  const answer = await fetch(link.device_link_url);
  expect(answer.headers.get('content-security-policy')).toMatch(/^default-src 'none'; script-src 'self'/);
  expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
  const text = await answer.text();
  expect(text).not.toContain('<b>build');
  expect(text).not.toMatch(/<script>|<style>|https?:\/\//);
  for (const name of ['constructor', 'toString', '__proto__']) {
    expect((await fetch(`${server.url}/devices/link/${name}`)).status, name).toBeLessThan(500);
  }
  const none = await fetch(`${server.url}/devices/link/x.y.z`);
  expect([none.status, await none.text()]).toEqual([200, expect.stringContaining('role="status"')]);
  expect((await fetch(link.device_link_url, { method: 'POST' })).status).toBe(405);
});
