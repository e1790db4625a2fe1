// What the walks by mouse and by keyboard share: what is counted, and what stands there before the first click or key.
import { randomBytes } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { JSHandle, Locator, Page } from 'playwright';
import type { FaultProxy } from '../../support/open-fault-proxy.ts';
import { expect } from './app-test.ts';
import type { Remote } from './serving.ts';
import { connectRemote, createGame, layersGone, openLocalGame, pressPair, pushFiles, runCommand } from './steps.ts';

/** Clicks and counts that. */
export function countClicks() {
  let count = 0;
  return {
    count: () => count,
    click: async (what: Locator) => {
      count += 1;
      await what.click();
    },
  };
}

/** Presses keys and counts them. A pair is two. What is typed is text, and not counted. */
export function countKeys(page: Page) {
  let count = 0;
  const press = async (key: string) => {
    count += 1;
    await page.keyboard.press(key);
  };
  return {
    count: () => count,
    press,
    pair: async (first: string, second: string) => {
      count += 2;
      await pressPair(page, first, second);
    },
    /** Tab, or another key, until it has the focus. */
    to: async (what: Locator, key = 'Tab') => {
      await expect(what).toBeVisible();
      const hasFocus = () => what.evaluate((element) => element === document.activeElement);
      for (let times = 0; !(await hasFocus()); times += 1) {
        expect(times, `${key} leads to ${String(what)}`).toBeLessThan(40);
        const before = await page.evaluateHandle(() => document.activeElement);
        await press(key);
        await focusMoved(page, before);
      }
    },
  };
}

/** On a busy machine a key takes its time, and pressing it again would count twice. Some keys move nothing, as at the end of a list. */
async function focusMoved(page: Page, before: JSHandle<Element | null>): Promise<void> {
  await page
    .waitForFunction((from) => document.activeElement !== from, before, { timeout: 1_000 })
    .catch(() => undefined);
  await before.dispose();
}

const server = (text: string) =>
  `console.log('${text}'); require('node:http').createServer().listen(Number(process.env.PORT), process.env.SLIPWAY_HOST);\n`;

/** A build of one program. */
export async function makeHarbor(home: string): Promise<string> {
  const folder = path.join(home, 'harbor');
  await mkdir(folder);
  await writeFile(path.join(folder, 'server.js'), server('the harbor is open'));
  return folder;
}

/** The same, so large that it goes in parts. */
export async function makeLargeHarbor(home: string): Promise<string> {
  const folder = await makeHarbor(home);
  for (const n of [1, 2]) await writeFile(path.join(folder, `${n}.map`), randomBytes(10 * 1_048_576));
  return folder;
}

/** A build as a tool pushes it. */
export const reef = {
  'slipway.json': JSON.stringify({
    program: 'server.js',
    ports: { game: { protocol: 'http', routing: { game_guard: {} } } },
  }),
  'server.js': server('the reef is open'),
};

/** The only server of Local that runs, as a tool sees it; waits for it. `not`: one that ended. */
export async function runningServer(home: string, not?: string): Promise<{ id: string; pid: number }> {
  const { api, game_id, read } = await openLocalGame(home);
  const found = async () => {
    for (const { namespace_id } of (await read()).namespaces) {
      const place = `/games/${game_id}/environments/${namespace_id}/servers`;
      const { servers } = await api('GET', place);
      const one = servers.find(({ id, state }: { id: string; state: string }) => state === 'running' && id !== not);
      if (one !== undefined) {
        const { inspection } = await api('GET', `${place}/${one.id}/inspection`);
        return { id: one.id as string, pid: inspection.pid as number };
      }
    }
    return undefined;
  };
  await expect.poll(found).toBeDefined();
  const one = await found();
  if (one === undefined) throw new Error('it ran a moment ago');
  return one;
}

/** The name of the version that a namespace of the remote runs, asked past the window. */
export async function runsOn({ client, game: { game_id } }: Remote, name: string): Promise<string | undefined> {
  const { game } = await client.getGame({ params: { game_id } });
  const running = game.namespaces.find(({ name_id: id }) => id === name)?.version_id;
  return game.versions.find(({ version_id: id }) => id === running)?.display_name;
}

/** Somebody brings the bad release to prod. */
export async function releaseBad({ client, game: { game_id }, namespace_id, versions }: Remote): Promise<void> {
  const version_id = versions['v0.5.0-rc1'] ?? '';
  await client.updateNamespaceVersion({ params: { game_id, namespace_id }, body: { version_id } });
}

/** Has staging of the remote keep a server. */
export async function keepOneOnStaging({ client, game }: Remote): Promise<void> {
  const namespace_id = game.namespaces.find(({ name_id: name }) => name === 'staging')?.namespace_id ?? '';
  const params = { game_id: game.game_id, namespace_id };
  const { hosting } = await client.getHosting({ params });
  await client.setHosting({ params, body: { ...hosting, server_count: 1 } });
}

/** A version that runs on Local, and a remote with the same game, whose prod is protected. The window shows the game of Local. */
export async function beforePromote(
  page: Page,
  { home, remote, line }: { home: string; remote: Remote; line: FaultProxy },
) {
  await createGame(page);
  await pushFiles(await openLocalGame(home), '1.4.2', reef);
  await page.getByRole('option', { name: /^1\.4\.2/ }).press('Enter');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Switch prod to 1.4.2' }).press('Enter');
  await layersGone(page);
  const local = page.url();
  await page.evaluate(() => (location.hash = '#/welcome'));
  await connectRemote(page, { url: line.url, token: remote.token });
  await page.getByRole('navigation', { name: 'Instances' }).getByRole('button', { name: /^127/ }).first().click();
  await expect(page.getByRole('article', { name: 'Namespace prod' }).getByText('v0.4.2').first()).toBeVisible();
  await runCommand(page, 'Settings of prod');
  const settings = page.getByRole('dialog', { name: 'Settings of prod' });
  await settings.getByRole('switch', { name: 'Protected' }).click();
  await expect(settings.getByRole('switch', { name: 'Protected' })).toBeChecked();
  await page.keyboard.press('Escape');
  await page.goto(local);
  await expect(
    page.getByRole('article', { name: 'Namespace prod' }).getByRole('link', { name: /, Running$/ }),
  ).toBeVisible();
}

/** Bytes crawl from this part on, so that what is before it is stored and what comes with it is not. */
export function crawlFrom(line: FaultProxy, part: number): void {
  line.fail({
    method: 'PUT',
    match: new RegExp(`^/uploads/[^/]+/(?:[${part}-9]|1\\d)\\b`),
    fault: { kind: 'slow', bytesPerSecond: 1_024 },
  });
}
