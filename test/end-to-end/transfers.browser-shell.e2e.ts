// An upload in the window, to a real second service behind a line that breaks: the map of its parts, the waiting that is said, the
// app that is killed in the middle and shows the whole map at once, and the end, verified. With SLIPWAY_PICTURES it also
// writes what a person sees, in both themes and three sizes. `push` has all but the colours of the map each time, this is in the soak.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type { Page } from 'playwright';
import { type FaultProxy, openFaultProxy } from '../support/open-fault-proxy.ts';
import { expect, test } from './support/app-test.ts';
import { takePictures } from './support/pictures.ts';
import { slipway } from './support/programs.ts';
import { expectText } from './support/steps.ts';

const MIB = 1_048_576;

type Remote = { url: string; token: string; child: ChildProcess };

async function startRemote(folder: string): Promise<Remote> {
  const args = [slipway, 'serve', '--data', folder, '--port', '0', '--json'];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'ignore'] });
  let text = '';
  for await (const chunk of child.stdout) {
    text += String(chunk);
    if (text.includes('\n')) break;
  }
  return { ...(JSON.parse(text) as { url: string; token: string }), child };
}

async function makeGame({ url, token }: Remote) {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const call = async (method: string, target: string, body?: object) => {
    const response = await fetch(url + target, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) });
    expect(response.status, `${method} ${target}`).toBe(200);
    return await response.json();
  };
  const { groups } = await call('GET', '/cloud/games');
  const created = await call('POST', '/cloud/games', {
    display_name: 'Tidebreak',
    developer_group_id: groups[0].group_id,
  });
  const { game } = await call('GET', `/cloud/games/${created.game_id}`);
  return { game_id: game.game_id as string, namespace_id: game.namespaces[0].namespace_id as string };
}

/** Asks the core as a second window would. */
async function ask<T>(page: Page, name: string, input: object): Promise<T> {
  const answer = await page.evaluate(
    ([call, given]) =>
      new Promise((resolve, reject) => {
        const protocols = ['slipway', sessionStorage.getItem('slipway.window-session') ?? ''];
        const socket = new WebSocket(`ws://${location.host}/bridge`, protocols);
        socket.addEventListener('open', () =>
          socket.send(JSON.stringify({ t: 'call', id: 1, name: call, input: given })),
        );
        socket.addEventListener('error', () => reject(new Error('the bridge was not reached')));
        socket.addEventListener('message', ({ data }) => {
          socket.close();
          resolve(JSON.parse(String(data)));
        });
      }),
    [name, input] as const,
  );
  expect(answer).toMatchObject({ t: 'reply' });
  return (answer as { output: T }).output;
}

/** Brings a file of random bytes to the core, as a browser does that has no path for it; answers its handle. */
async function bring(page: Page, name: string, bytes: number): Promise<string> {
  return await page.evaluate(
    async ([file, size]) => {
      const headers = { authorization: `Bearer ${sessionStorage.getItem('slipway.window-session')}` };
      const post = async (to: string, body: BodyInit) =>
        await (await fetch(to, { method: 'POST', body, headers })).json();
      const { id } = await post('/copies', JSON.stringify({ name: file, bytes: size }));
      const step = 16 * 1_048_576;
      for (let offset = 0; offset < size; offset += step) {
        const piece = new Uint8Array(Math.min(step, size - offset));
        for (let at = 0; at < piece.length; at += 65_536) crypto.getRandomValues(piece.subarray(at, at + 65_536));
        const head = new TextEncoder().encode(JSON.stringify({ path: file, offset, size: piece.length }));
        const length = new Uint8Array(4);
        new DataView(length.buffer).setUint32(0, head.length);
        await post(`/copies/${id}`, new Blob([length, head, piece]));
      }
      return (await post(`/copies/${id}/done`, '')).source_id as string;
    },
    [name, bytes] as const,
  );
}

let remote: Remote | undefined;
let proxy: FaultProxy | undefined;

test.afterEach(async () => {
  await proxy?.close();
  if (remote !== undefined && remote.child.exitCode === null) {
    const ended = once(remote.child, 'exit');
    remote.child.kill('SIGTERM');
    await ended;
  }
});

test('an upload survives a lost network and a killed app, and its map is whole at once', {
  tag: '@soak-alone',
}, async ({ launch, home }) => {
  remote = await startRemote(path.join(home, 'remote'));
  const { game_id, namespace_id } = await makeGame(remote);
  proxy = await openFaultProxy(remote.url);
  const first = await launch();
  const { page } = first;
  await expect(page.getByRole('link', { name: 'No transfers' })).toBeVisible();
  const added = await ask<{ instance_id: string }>(page, 'instances.add', {
    url: proxy.url,
    token: remote.token,
    name: 'Staging EU',
  });
  const source = await bring(page, 'server.tar', 72 * MIB);
  // The last two parts come to nothing, so that there is something to see.
  proxy.fail({ method: 'PUT', match: /^\/uploads\/[^/]+\/1[45]\b/, fault: { kind: 'slow', bytesPerSecond: MIB / 16 } });
  const place = { instance_id: added.instance_id, game_id, namespace_id };
  await ask(page, 'transfers.start', { source_id: source, ...place, name: 'v0.5.0' });
  await page.keyboard.press('Control+j');
  const row = page.getByRole('listitem').filter({ hasText: 'v0.5.0' });
  await expect(row.getByRole('img', { name: '13 of 15 parts stored' })).toBeVisible();
  await expect(row).toContainText('Uploading');
  await expect(row).toContainText('to Staging EU');
  await takePictures(page, 'transfers-uploading');

  proxy.heal();
  proxy.offline();
  await expect(row).toContainText('Waiting for the network');
  await expect(row).toContainText(/attempt \d+\. 13 of 15 parts are on Staging EU\./);
  await expect(row.locator('[data-kind="held"]')).toHaveCount(2);
  await takePictures(page, 'transfers-waiting');

  await first.kill();
  await expect(page.getByText('Slipway stopped.')).toBeVisible();
  const second = await launch();
  const again = second.page.getByRole('listitem').filter({ hasText: 'v0.5.0' });
  await expect(second.page.getByRole('navigation', { name: 'Instances' })).toBeVisible(); // before that no key is heard
  await second.page.keyboard.press('Control+j');
  await expect(again).toContainText('Paused');
  await expect(again).toContainText('when Slipway ended. Staging EU keeps the 13 parts that it has.');
  await expect(again.getByRole('img', { name: '13 of 15 parts stored' })).toBeVisible();
  await expect(again.locator('[data-kind="verified"]')).toHaveCount(13);
  await expect(again.locator('[data-kind="held"]')).toHaveCount(2);
  await takePictures(second.page, 'transfers-restarted');

  proxy.heal();
  const sentBefore = proxy.requests.filter(({ method }) => method === 'PUT').length;
  await again.getByRole('button', { name: /^Resume/ }).click();
  await expect(again).toContainText('Done');
  await expect(again).toContainText(/SHA-256 [0-9a-f]{6}…[0-9a-f]{4} verified/);
  await expect(again.locator('[data-kind="verified"]')).toHaveCount(15);
  expect(proxy.requests.filter(({ method }) => method === 'PUT').length - sentBefore).toBe(2);
  await expectText(second.page, /v0\.5\.0 is on Staging EU/);
  await takePictures(second.page, 'transfers-done');
});
