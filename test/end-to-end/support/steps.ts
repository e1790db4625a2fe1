// What a person does at the start of many end-to-end tests: makes a game, connects a remote, runs a command, pushes a build.
import type { Locator, Page } from 'playwright';
import { tarOf } from '../../support/tar.ts';
import { expect } from './app-test.ts';
import { openLocalApi } from './local-api.ts';
import type { Remote } from './serving.ts';
import type { RunningApp } from './shells.ts';

/** Makes a game of Local from the welcome page, and waits for its page. */
export async function createGame(page: Page, name = 'Tidebreak'): Promise<void> {
  await page.getByRole('button', { name: 'Create a game' }).first().click();
  await page.getByRole('textbox', { name: 'Name' }).fill(name);
  await page.getByRole('textbox', { name: 'Name' }).press('Enter');
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
  await expect(page.getByRole('article', { name: 'Namespace prod' })).toBeVisible();
  await layersGone(page);
}

/** Until then single keys mean nothing, and the focus has not come back: a layer that closes fades away first. */
export async function layersGone(page: Page): Promise<void> {
  await expect(page.locator('[role="dialog"]:not([data-slot~="toast"]), [role="menu"]')).toHaveCount(0);
}

/** Two keys within the time that a pair has, however long the window takes for the first one. */
export async function pressPair(page: Page, first: string, second: string): Promise<void> {
  await layersGone(page);
  await Promise.all([page.keyboard.press(first), page.keyboard.press(second)]);
}

/** Looks behind the bell for what was said: a message in the corner goes away by itself, this one stays. */
export async function expectText(page: Page, what: RegExp): Promise<void> {
  await page.getByRole('button', { name: 'Notifications' }).click();
  await expect(page.getByRole('menu').getByText(what).first()).toBeVisible();
  await page.keyboard.press('Escape');
  await layersGone(page);
}

/** All messages in the corner, so that what is said next is new. */
export async function dismissToasts(page: Page): Promise<void> {
  const toasts = page.locator('[data-slot~="toast"]');
  await expect(async () => {
    const buttons = toasts.getByRole('button', { name: 'Dismiss' });
    await buttons.evaluateAll((all) => all.forEach((each) => (each as HTMLElement).click()));
    expect(await toasts.count()).toBe(0);
  }).toPass();
}

/** Connects to a remote from the welcome page. */
export async function connectRemote(page: Page, { url, token }: { url: string; token: string }): Promise<void> {
  await page.getByRole('textbox', { name: 'URL' }).fill(url);
  await page.getByRole('textbox', { name: 'Token' }).fill(token);
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
}

/** Connects to a remote, over a line to it or directly, and opens its game. */
export async function connectToGame(page: Page, url: string, { token, game }: Remote): Promise<void> {
  await connectRemote(page, { url, token });
  await page.getByRole('link', { name: new RegExp(game.display_name) }).click();
  await expect(page.getByRole('heading', { name: game.display_name })).toBeVisible();
}

/** Sends a folder "harbor" that is picked as v2.0.0 to staging of the open game; answers its row among the transfers. */
export async function sendHarbor({ page, willPick }: RunningApp, folder: string): Promise<Locator> {
  await page.getByRole('button', { name: 'Upload build' }).click();
  await willPick(folder);
  await page.getByRole('button', { name: 'Choose a folder' }).click();
  const card = page.getByRole('dialog', { name: 'harbor' });
  await card.getByRole('textbox', { name: 'Version' }).fill('v2.0.0');
  await card.getByRole('button', { name: 'Upload and launch on staging' }).click();
  await expect(card).toHaveCount(0);
  return await openTransfer(page);
}

/** The row of v2.0.0 among the transfers. */
export async function openTransfer(page: Page): Promise<Locator> {
  await page.keyboard.press('ControlOrMeta+j');
  return page.getByRole('listitem').filter({ hasText: 'v2.0.0' });
}

/** The first server in this state of the list that is shown: a click opens it. */
export function serverIn(page: Page, state: RegExp): Locator {
  return page.getByRole('row', { name: state }).getByRole('gridcell').first();
}

/** Runs a command of the palette. */
export async function runCommand(page: Page, command: string): Promise<void> {
  await layersGone(page);
  await page.keyboard.press('ControlOrMeta+k');
  const search = page.getByRole('combobox', { name: 'Search games and commands' });
  await search.fill(command);
  await expect(page.getByRole('option', { name: command })).toHaveAttribute('data-highlighted');
  await search.press('Enter');
}

/** The only game of Local as a tool sees it, with the place of its first namespace in addresses. */
export async function openLocalGame(home: string) {
  const api = await openLocalApi(home);
  const { games } = await api('GET', '/cloud/games');
  const game_id = games[0].game_id as string;
  const read = async () => (await api('GET', `/cloud/games/${game_id}`)).game;
  const [prod] = (await read()).namespaces;
  return { api, game_id, read, prod, place: `/games/${game_id}/environments/${prod.namespace_id}` };
}

type LocalGame = Pick<Awaited<ReturnType<typeof openLocalGame>>, 'api' | 'place'>;

/** Pushes files as a build over the interface, as a tool would. Its `slipway.json` says how it starts. */
export async function pushFiles({ api, place }: LocalGame, name: string, files: Record<string, string>): Promise<void> {
  const file = tarOf(files);
  const prepared = await api('POST', `${place}/builds/prepare`, {
    name,
    image_tag: name,
    kind: 'archive',
    image_file: { path: 'server.tar', content_length: file.length },
  });
  const put = await fetch(prepared.image_presigned_request.url, { method: 'PUT', body: file });
  expect(put.status).toBe(200);
}
