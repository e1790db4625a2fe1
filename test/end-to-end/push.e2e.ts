// J2, a big build over a bad line: the network goes at 40 %, the app is killed at 70 %, a file of the folder changes before it goes
// on, and what arrives is the build as it was, compared by its hash. With SLIPWAY_PICTURES it also writes what a person sees.
import { randomBytes } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from 'playwright';
import type { SeenRequest } from '../support/open-fault-proxy.ts';
import { rounds } from '../support/soak.ts';
import { expect } from './support/app-test.ts';
import { takePictures } from './support/pictures.ts';
import { test } from './support/remote-test.ts';
import type { Remote } from './support/serving.ts';
import { connectRemote, expectText, openTransfer, sendHarbor } from './support/steps.ts';

const MIB = 1_048_576;
const PART = rounds(5, 7) * MIB;

/** A little over 70 MiB, in a soak over 100, that nothing makes smaller: fifteen parts. */
async function makeBuild(folder: string): Promise<string> {
  await mkdir(path.join(folder, 'maps'), { recursive: true });
  await writeFile(path.join(folder, 'server.js'), "console.log('as it was packed');\n");
  for (const n of [1, 2, 3, 4, 5])
    await writeFile(path.join(folder, `maps/${n}.map`), randomBytes(rounds(14, 20) * MIB));
  return folder;
}

/** So slow that a part comes to nothing. */
const crawl = { kind: 'slow', bytesPerSecond: 1_024 } as const;
const partOf = ({ method, path: to }: SeenRequest) =>
  method === 'PUT' ? Number(/^\/uploads\/[^/]+\/(\d+)/.exec(to)?.[1] ?? 0) : 0;
const partsPut = (requests: readonly SeenRequest[]) => requests.filter((request) => partOf(request) > 0);

/** Every percentage that is drawn from now on, even for a moment; answers how to read them. */
async function watchPercents(page: Page): Promise<() => Promise<number[]>> {
  await page.evaluate(() => {
    const seen: number[] = [];
    Reflect.set(window, '__percents', seen);
    const look = () => {
      const texts = [...document.querySelectorAll('[data-transfer] span')].map((each) => each.textContent);
      const text = texts.find((each) => /^\d+%$/.test(each));
      if (text) seen.push(Number.parseInt(text, 10));
    };
    look();
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true });
  });
  return () => page.evaluate(() => Reflect.get(window, '__percents') as number[]);
}

/** What the remote itself has on staging, asked past the window and the line. */
async function readBuild({ client, game: { game_id } }: Remote) {
  const { game } = await client.getGame({ params: { game_id } });
  const staging = game.namespaces.find(({ name_id: name }) => name === 'staging');
  const params = { game_id, environment_id: staging?.namespace_id ?? '' };
  const { builds } = await client.listBuilds({ params });
  const { sha256 = '', state, content_length: bytes = 0 } = builds.find(({ name }) => name === 'v2.0.0') ?? {};
  const version = game.versions.find(({ version_id: id }) => id === staging?.version_id);
  return { version: version?.display_name, sha256, state, bytes };
}

test('J2: a push outlives a lost network, a killed app and an edited folder, and is confirmed by its hash', {
  tag: '@each-shell',
}, async ({ launch, shell, home, remote, line }) => {
  test.slow(); // a whole journey: half a minute here, many times as long on a busy machine
  // A browser copies what is picked, so that there nobody knows of the folder any more.
  const knowsFolder = shell !== 'browser-shell';
  const folder = await makeBuild(path.join(home, 'harbor'));
  const first = await launch();
  await connectRemote(first.page, { url: line.url, token: remote.token });
  await first.page.getByRole('link', { name: /Tidebreak/ }).click();
  line.fail({ method: 'PUT', match: /^\/uploads\/[^/]+\/(?:[7-9]|1\d)\b/, fault: crawl });
  const row = await sendHarbor(first, folder);
  await expect(row.getByRole('img', { name: '6 of 15 parts stored' })).toBeVisible({ timeout: 90_000 });

  // 3. The network goes. It is said, with the next try, and no more than before is told to be there, not for a moment.
  const percents = await watchPercents(first.page);
  line.heal();
  line.offline();
  await expect(row).toContainText('Waiting for the network');
  await expect(row).toContainText(/(Trying again in|Trying again now).*attempt \d+\. 6 of 15 parts are on 127/);
  await expect(row).toContainText(/attempt [3-9]\./);
  const [before = 0, ...later] = await percents();
  expect(Math.max(before, ...later)).toBe(before);
  await takePictures(first.page, 'push-waiting');

  // 5. It comes back, and the app is killed at 70 %.
  line.heal();
  line.fail({ method: 'PUT', match: /^\/uploads\/[^/]+\/1[2-5]\b/, fault: crawl });
  await expect(row.getByRole('img', { name: '11 of 15 parts stored' })).toBeVisible({ timeout: 90_000 });
  await first.kill();

  // 6. A file is edited before it goes on: what is sent stays as it was, and the person is told.
  await writeFile(path.join(folder, 'server.js'), "console.log('edited since');\n");
  const second = await launch();
  await expect(second.page.getByRole('navigation', { name: 'Instances' })).toBeVisible();
  const again = await openTransfer(second.page);
  await expect(again).toContainText('when Slipway ended');
  await expect(again.getByRole('img', { name: '11 of 15 parts stored' })).toBeVisible();
  line.heal();
  const sentBefore = line.requests.length;
  // It is only said while it is under way.
  const reported = Promise.withResolvers<void>();
  line.fail({
    method: 'PUT',
    match: /^\/uploads\/[^/]+\/15\b/,
    times: 1,
    fault: { kind: 'delay', ms: reported.promise },
  });
  await again.getByRole('button', { name: /^Resume/ }).click();
  if (knowsFolder)
    await expect(again).toContainText('harbor changed since it was packed; what is sent is as it was then');
  await takePictures(second.page, 'push-edited');
  reported.resolve();

  // 7. The end is what the other side says it has, and the log tells how it went.
  await expect(again).toContainText('Done', { timeout: 90_000 });
  const { version, sha256, state, bytes } = await readBuild(remote);
  expect({ version, state }).toEqual({ version: 'v2.0.0', state: 'complete' });
  await expect(again).toContainText(`SHA-256 ${sha256.slice(0, 6)}…${sha256.slice(-4)} verified`);
  await expectText(second.page, /v2\.0\.0 is on 127/);
  await again.getByRole('button', { name: /^\d+ attempts$/ }).click();
  const log = again.getByRole('list', { name: 'Attempts' });
  await expect(log.getByRole('listitem').first()).toHaveText(/^\d\d:\d\d:\d\dStarted$/);
  await expect(log).toContainText(/\d\d:\d\d:\d\dUploading: .*127\.0\.0\.1/);
  const wentOn = 'Resumed, the 11 stored parts were kept';
  await expect(log).toContainText(new RegExp(`Slipway ended.*${wentOn}${knowsFolder ? '; harbor was newer' : '\\d'}`));
  await expect(log.getByRole('listitem').last()).toHaveText(/^\d\d:\d\d:\d\dDone$/);
  await takePictures(second.page, 'push-done');

  // Nothing was lost: what was stored went out once, and after the restart no more than was missing.
  const all = partsPut(line.requests);
  const bytesOf = (requests: readonly SeenRequest[]) => requests.reduce((sum, { bodyBytes }) => sum + bodyBytes, 0);
  for (let number = 1; number <= 11; number += 1) {
    const sent = bytesOf(all.filter((request) => partOf(request) === number));
    expect(sent, `part ${number}`).toBeGreaterThanOrEqual(PART);
    // What was on the line when it broke.
    expect(sent, `part ${number}`).toBeLessThanOrEqual(PART + MIB);
  }
  const after = partsPut(line.requests.slice(sentBefore));
  expect(after.map(partOf).toSorted((a, b) => a - b)).toEqual([12, 13, 14, 15]);
  expect(bytesOf(after)).toBeLessThanOrEqual(bytes - 11 * PART);
});
