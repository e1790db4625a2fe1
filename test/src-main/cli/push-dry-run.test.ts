// `slipway push --dry-run` against a real service: what it says is what the push then does, and it changes nothing there.
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { runCommand } from '../../support/command.ts';
import { startElevenRemote } from '../../support/eleven-remote.ts';
import { startFaultProxy } from '../../support/fault-proxy.ts';
import { lastJson } from '../../support/last-json.ts';
import { startServing } from '../../support/serving.ts';
import { makeTempFolder } from '../../support/temp-folder.ts';
import { randomProgram } from '../../support/upload.ts';

const MIB = 1_048_576;

async function startPlanning(bytes = 100_000) {
  const serving = await startServing();
  const game = await serving.createGame();
  const folder = path.join(await makeTempFolder('build'), 'harbor');
  await mkdir(folder);
  await writeFile(path.join(folder, 'server.bin'), randomProgram(bytes));
  await writeFile(path.join(folder, 'config.json'), '{}');
  await writeFile(path.join(folder, 'server.log'), 'noise');
  const proxy = await startFaultProxy(serving.url);
  const [prod] = game.namespaces;
  const params = { game_id: game.game_id, environment_id: prod?.namespace_id ?? '' };
  const { home, token, client } = serving;
  return {
    serving,
    game,
    folder,
    proxy,
    push: (...more: string[]) =>
      runCommand(['push', folder, '--url', proxy.url, ...more], { home, env: { SLIPWAY_TOKEN: token } }),
    /** All that a push could change there. */
    state: async () => ({
      games: (await client.listGames({ query: {} })).games,
      game: await client.getGame({ params }),
      builds: (await client.listBuilds({ params })).builds,
    }),
    changing: () => proxy.requests.filter(({ method }) => method !== 'GET').map((one) => `${one.method} ${one.path}`),
  };
}

it('says what the push then sends and switches, and changes nothing on the instance', async () => {
  const { push, game, folder, state, changing } = await startPlanning(20 * MIB);
  const where = ['--game', game.name_id, '--namespace', 'prod', '--json'];
  const before = await state();
  const dry = await push(...where, '--dry-run');
  expect(dry).toMatchObject({ code: 0, stderr: '' });
  const first = lastJson(dry.stdout);
  expect(first).toMatchObject({
    event: 'plan',
    game_id: game.game_id,
    namespace: 'prod',
    is_new_game: false,
    token: 'owner',
    problems: [],
    warnings: [],
    runs_now: { name: '0.0.1', is_empty: true },
    sends: { files: 2, bytes_reused: 0, parts: 5, compression: 'zstd' },
    survey: { files: { length: 2 }, leftOut: [{ path: 'server.log' }], secrets: [] },
  });
  expect(first.last_build).toBeUndefined();
  expect(changing()).toEqual([]);
  expect(await state()).toEqual(before);

  const sent = await push(...where);
  expect(lastJson(sent.stdout)).toMatchObject({
    state: 'done',
    name: first.name,
    sha256: first.sends.sha256,
    bytes_sent: first.sends.bytes_total,
  });
  await writeFile(path.join(folder, 'config.json'), '{"players":8}');
  await writeFile(path.join(folder, 'reef.map'), 'reef');
  const beforeSecond = await state();
  const changed = changing().length;
  const second = lastJson((await push(...where, '--dry-run')).stdout);
  expect(second).toMatchObject({
    runs_now: { version_id: expect.any(String), name: first.name },
    last_build: { name: first.name },
    problems: [],
    survey: { difference: { added: ['reef.map'], changed: ['config.json'], removed: [], same: 1 } },
  });
  expect(second.sends.bytes_reused).toBeGreaterThan(10 * MIB);
  expect(changing()).toHaveLength(changed);
  expect(await state()).toEqual(beforeSecond);
  const { sends } = second;
  expect(lastJson((await push(...where)).stdout)).toMatchObject({
    name: second.name,
    sha256: sends.sha256,
    bytes_sent: sends.bytes_total - sends.bytes_reused,
  });
});

it('talks to people in lines, warns of a name that is there, and makes no game', async () => {
  const { push, game, state, changing } = await startPlanning();
  const before = await state();
  const named = await push('--game', game.name_id, '--namespace', 'prod', '--name', '0.0.1', '--dry-run');
  expect(named).toMatchObject({ code: 0, stdout: expect.stringContaining('Would pack 2 files') });
  expect(named.stdout).toMatch(/^Sends {5}\d+\.\d kB in 1 part$/m);
  expect(named.stdout).toContain('Switch    prod, which runs nothing yet, to 0.0.1\n');
  expect(named.stdout).toContain('has a version called 0.0.1 already');
  expect(named.stdout).toMatch(/Nothing was sent, and nothing was changed\.\n$/);
  const fresh = await push('--game', 'Tidewrack', '--create-game', '--dry-run');
  expect(fresh).toMatchObject({ code: 0, stdout: expect.stringContaining('Tidewrack, which would be made') });
  expect(await push('--game', 'Tidewrack', '--dry-run')).toMatchObject({ code: 1, stdout: '' });
  expect(await push('--game', game.name_id, '--namespace', 'nowhere', '--dry-run')).toMatchObject({ code: 1 });
  expect(changing()).toEqual([]);
  expect(await state()).toEqual(before);
});

it('ends with 1 when something stops it, with all that was found', async () => {
  const { push, game, folder, serving, changing } = await startPlanning();
  await writeFile(path.join(folder, '.env'), 'PASSWORD=x');
  const secret = await push('--game', game.name_id, '--json', '--dry-run');
  expect(secret).toMatchObject({ code: 1, stderr: '' });
  const plan = lastJson(secret.stdout);
  expect(plan).toMatchObject({ problems: [{ code: 'PACK_SECRETS' }], survey: { secrets: [{ path: '.env' }] } });
  expect(plan.sends).toBeUndefined();
  expect(await push('--game', game.name_id, '--allow-secret', '.env', '--dry-run')).toMatchObject({ code: 0 });
  const { token } = await serving.client.createCloudToken({ params: { game_id: game.game_id }, body: {} });
  const args = ['push', folder, '--url', serving.url, '--game', 'Other', '--create-game', '--group'];
  const group = game.developer_group_id;
  const one = await runCommand([...args, group, '--allow-secret', '.env', '--dry-run'], {
    home: serving.home,
    env: { SLIPWAY_TOKEN: token },
  });
  expect(one).toMatchObject({ code: 1, stdout: expect.stringContaining('for one game and may not create a game') });
  expect(changing()).toEqual([]);
});

it('says what is known on a remote with the eleven calls alone', async () => {
  const { folder, serving, game, state } = await startPlanning(20 * MIB);
  const remote = await startElevenRemote(serving.url);
  const before = await state();
  const args = ['push', folder, '--url', remote.url, '--game', game.game_id, '--dry-run'];
  const dry = await runCommand(args, { home: serving.home, env: { SLIPWAY_TOKEN: serving.token } });
  expect(dry).toMatchObject({ code: 0, stderr: expect.stringMatching(/^(?:Packing .*\n)*$/) }); // reported where it takes long
  expect(dry.stdout).toMatch(/^Sends {5}2\d\.\d MB$/m);
  expect(dry.stdout).toContain('Before    no build that is known\n');
  expect(dry.stdout).toContain('Token     the instance does not tell what it may do\n');
  expect(await state()).toEqual(before);
});
