// `slipway promote` from the service on this machine to another one: the same bytes, once.
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it, vi } from 'vitest';
import { runCommand } from '../../support/command.ts';
import { startFaultProxy } from '../../support/fault-proxy.ts';
import { lastJson } from '../../support/last-json.ts';
import { startWithGame } from '../../support/service.ts';
import { startServing } from '../../support/serving.ts';
import { makeTempFolder } from '../../support/temp-folder.ts';
import { blobs, randomProgram } from '../../support/upload.ts';

vi.setConfig({ testTimeout: 90_000 });

async function startSenders({ remoteName = 'Tidebreak' } = {}) {
  const serving = await startServing();
  await serving.createGame();
  const { home, dataFolder } = serving;
  const folder = path.join(await makeTempFolder('build'), 'harbor');
  await mkdir(folder);
  await writeFile(path.join(folder, 'server.bin'), randomProgram(300_000));
  const remote = await startWithGame();
  await remote.client.updateGame({ params: { game_id: remote.game_id }, body: { display_name: remoteName } });
  const proxy = await startFaultProxy(remote.server.url);
  const local = (args: string[], env = {}) => runCommand([...args, '--data', dataFolder], { home, env });
  const { games } = await serving.client.listGames({ query: {} });
  const game = games[0]?.name_id ?? '';
  const pushed = await local(['push', folder, '--game', game, '--namespace', 'prod', '--name', '1.4.2', '--json']);
  const { sha256 } = lastJson(pushed.stdout) as { sha256: string };
  const env = { SLIPWAY_URL: proxy.url, SLIPWAY_TOKEN: remote.server.token };
  const promote = (...args: string[]) =>
    local(['promote', '1.4.2', '--game', remote.game.name_id, '--from-game', game, ...args], env);
  return { ...serving, remote, proxy, sha256, game, local, promote };
}

it('sends a version of this machine to a remote once, and switches with no bytes the next time', async () => {
  const { promote, local, remote, sha256, game } = await startSenders();
  const dry = await promote('--namespace', 'staging', '--dry-run', '--json');
  expect(dry).toMatchObject({ code: 0, stderr: '' });
  expect(lastJson(dry.stdout)).toMatchObject({ way: 'send', sha256, problems: [], warnings: [] });
  const first = await promote('--namespace', 'staging', '--json');
  expect(first).toMatchObject({ code: 0, stderr: '' });
  const sent = lastJson(first.stdout);
  expect(sent).toMatchObject({
    event: 'result',
    state: 'done',
    way: 'send',
    sha256,
    outcome: 'staging switched to 1.4.2.',
  });
  expect(sent['bytes_sent']).toBe(sent['bytes_total']);
  expect(await blobs(remote.server.dataFolder)).toContain(sha256);
  const second = await promote('--namespace', 'prod', '--json');
  expect(lastJson(second.stdout)).toMatchObject({
    event: 'result',
    state: 'done',
    way: 'switch',
    bytes_sent: 0,
    sha256,
    version_id: sent['version_id'],
  });
  // Within one instance nothing has to be known of the bytes at all.
  const within = await local(['promote', '1.4.2', '--game', game, '--namespace', 'staging']);
  expect(within).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('staging switched to 1.4.2. Nothing was sent.\n'),
  });
});

it('refuses with the reason before anything is sent, and fits its words', async () => {
  const { promote, remote, proxy } = await startSenders();
  const group = { group_id: remote.game.developer_group_id };
  const body = { payment_failed_ts: '2026-11-03T09:30:00.000Z' } as never;
  await remote.client.setBillingTestState({ params: group, body });
  const refused = await promote('--namespace', 'staging');
  expect(refused).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('failed on 3 Nov 2026') });
  const taken = await promote('--namespace', 'staging', '--name', '0.0.1', '--anyway');
  expect(taken).toMatchObject({ code: 1, stderr: expect.stringContaining('already has a version called 0.0.1') });
  const spaced = await promote('--namespace', 'staging', '--name', ' 1', '--anyway');
  expect(spaced).toMatchObject({ code: 1, stderr: expect.stringContaining('single spaces between words') });
  expect(await promote('--namespace', 'staging', '--kind', 'floppy')).toMatchObject({ code: 2, stdout: '' });
  expect(proxy.requests.some(({ method }) => method !== 'GET')).toBe(false);
  const done = await promote('--namespace', 'staging', '--anyway');
  expect(done).toMatchObject({ code: 0, stdout: expect.stringContaining('staging switched to 1.4.2.') });
});

it('creates the game where it is missing, once, and says so first', async () => {
  const { local, remote, game, sha256 } = await startSenders({ remoteName: 'Otherwise' });
  const env = { SLIPWAY_URL: remote.server.url, SLIPWAY_TOKEN: remote.server.token };
  const promote = (...args: string[]) =>
    local(['promote', '1.4.2', '--game', game, '--namespace', 'staging', ...args], env);
  const count = async () => (await remote.client.listGames({ query: {} })).games.length;
  expect(await promote()).toMatchObject({
    code: 1,
    stderr: expect.stringContaining(`There is no game "${game}" here`),
  });
  const dry = await promote('--create-game', '--dry-run');
  expect(dry).toMatchObject({ code: 0, stdout: expect.stringContaining('Tidebreak is created on http') });
  const away = await promote('--create-game', '--dry-run', '--namespace', 'canary');
  expect(away).toMatchObject({ code: 1, stdout: expect.stringContaining('no namespace "canary"') });
  expect(await count()).toBe(1);
  const made = await promote('--create-game', '--json');
  expect(lastJson(made.stdout)).toMatchObject({
    state: 'done',
    way: 'send',
    sha256,
    outcome: 'staging switched to 1.4.2.',
  });
  const again = await promote('--create-game', '--json');
  expect(lastJson(again.stdout)).toMatchObject({ state: 'done', way: 'switch', bytes_sent: 0 });
  expect(await count()).toBe(2);
});

it('warns of another game with both sizes, and wants --anyway', async () => {
  const { promote, remote } = await startSenders({ remoteName: 'Hollow Circuit' });
  const dry = await promote('--namespace', 'staging', '--dry-run');
  const warning = 'Hollow Circuit is another game than Tidebreak';
  expect(dry).toMatchObject({ code: 1, stdout: expect.stringContaining(`Wants --anyway: ${warning}`) });
  const refused = await promote('--namespace', 'staging');
  expect(refused).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining(warning) });
  expect(await blobs(remote.server.dataFolder)).toEqual([]);
  expect(await promote('--namespace', 'staging', '--anyway')).toMatchObject({ code: 0 });
  const sized = await promote('--namespace', 'prod', '--dry-run', '--json');
  expect(sized).toMatchObject({ code: 1 });
  expect(lastJson(sized.stdout)).toMatchObject({
    way: 'switch',
    warnings: [{ code: 'OTHER_GAME', message: expect.stringMatching(/its build has [\d.]+ kB, this one [\d.]+ kB/) }],
  });
});
