// `slipway switch` and `rollback` against a real `slipway serve`: what became of a switch is reported as it is, with its exit code.
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import path from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { openKeptRemotes } from '../../../src-main/core/instances/open-target.ts';
import { openSettingsFile } from '../../../src-main/core/settings/settings-file.ts';
import { runCommand } from '../../support/command.ts';
import { startFaultProxy } from '../../support/fault-proxy.ts';
import { lastJson } from '../../support/last-json.ts';
import { startServing } from '../../support/serving.ts';
import { makeTempFolder } from '../../support/temp-folder.ts';
import { until } from '../../support/until.ts';
import { randomProgram } from '../../support/upload.ts';

// Waits for answers that do not come.
vi.setConfig({ testTimeout: 60_000 });

async function startWithVersions() {
  const serving = await startServing();
  const { client } = serving;
  const game = await serving.createGame();
  const params = { game_id: game.game_id };
  const ids: Record<string, string> = {};
  for (const name of ['1.0.0', '1.1.0']) {
    ids[name] = (await client.createVersion({ params, body: { display_name: name, config: {} } })).version_id;
  }
  const where = ['--game', game.name_id, '--namespace', 'prod'];
  const running = async () => (await client.getGame({ params })).game.namespaces[0]?.version_id;
  return { ...serving, game, ids, where, running };
}

it('switches by name and by id, rolls back, and answers with names', async () => {
  const { run, where, ids, running, game } = await startWithVersions();
  const first = await run('switch', '1.0.0', ...where, '--json');
  expect(first).toMatchObject({ code: 0, stderr: '' });
  expect(JSON.parse(first.stdout)).toEqual({
    servers: { keeps: 0, state: 'none', addresses: [] },
    game_id: game.game_id,
    namespace_id: game.namespaces[0]?.namespace_id,
    outcome: 'switched',
    sentence: 'prod switched to 1.0.0.',
    version_id: ids['1.0.0'],
    version_name: '1.0.0',
    from_version_id: game.namespaces[0]?.version_id,
    from_version_name: '0.0.1',
  });
  expect(await run('switch', ids['1.1.0'] ?? '', ...where)).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('prod switched to 1.1.0.\n'),
  });
  expect(await run('switch', '1.1.0', ...where)).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('prod runs 1.1.0 already.\n'),
  });
  const preview = await run('rollback', ...where, '--dry-run', '--json');
  expect(preview).toMatchObject({ code: 0, stderr: 'Nothing ever ran here. 1.0.0 was deployed before.\n' });
  expect(JSON.parse(preview.stdout)).toMatchObject({
    dry_run: true,
    version_name: '1.0.0',
    from_version_name: '1.1.0',
    sentence: 'prod would go back from 1.1.0 to 1.0.0. Nothing was changed.',
    note: 'Nothing ever ran here. 1.0.0 was deployed before.',
  });
  expect(await running()).toBe(ids['1.1.0']);
  expect(await run('rollback', ...where)).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('prod switched to 1.0.0.\n'),
  });
  expect(await running()).toBe(ids['1.0.0']);
  expect(await run('rollback', ...where), 'what was rolled back is no way back').toMatchObject({
    code: 1,
    stderr: expect.stringContaining('Name it if you want it'),
  });
  expect(await run('rollback', '1.1.0', ...where), 'unless it is named').toMatchObject({
    code: 0,
    stdout: expect.stringContaining('prod switched to 1.1.0.\n'),
  });
  expect(await running()).toBe(ids['1.1.0']);
  const { history } = JSON.parse((await run('history', ...where, '--json')).stdout) as { history: object[] };
  expect(history.slice(0, 3)).toMatchObject([
    { display_name: '1.1.0', by: { kind: 'owner' }, from: { program: 'slipway' }, outcome: { is_running: true } },
    { display_name: '1.0.0', outcome: { rolled_back: false } },
    { display_name: '1.1.0', outcome: { rolled_back: true } },
  ]);
});

it('tells versions of one name apart by their ids, and leaves a build for no version without one', async () => {
  const { run, where, ids, game, running } = await startWithVersions();
  const build = path.join(await makeTempFolder('build'), 'server.bin');
  await writeFile(build, randomProgram(1000));
  const pushed = await run('push', build, '--game', game.name_id, '--name', '1.0.0', '--json');
  const { version_id: twin } = lastJson(pushed.stdout) as { version_id: string };
  const [one, other] = [`1.0.0 (${ids['1.0.0']?.slice(0, 8)})`, `1.0.0 (${twin.slice(0, 8)})`];
  expect((await run('switch', ids['1.0.0'] ?? '', ...where)).stdout).toContain(`prod switched to ${one}.\n`);
  expect((await run('switch', twin, ...where)).stdout).toContain(`prod switched to ${other}.\n`);
  expect(await run('rollback', ...where, '--dry-run')).toMatchObject({
    stdout: `prod would go back from ${other} to ${one}. Nothing was changed.\n`,
    stderr: `Nothing ever ran here. ${one} was deployed before.\n`,
  });
  const refused = await run('switch', '0.0.1', ...where);
  expect(refused).toMatchObject({ code: 1, stdout: '' });
  expect(refused.stderr).toContain('0.0.1 has no build, so prod would end its servers and start none. Nothing was');
  expect(await running()).toBe(twin);
});

it('says of a version that is named for a roll back that its servers did not start', async () => {
  const { run, where, client, game } = await startWithVersions();
  const taken = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void taken.close());
  await once(taken, 'listening');
  const { port: number } = taken.address() as AddressInfo;
  const folder = await makeTempFolder('build');
  await writeFile(path.join(folder, 'server.js'), 'setInterval(() => {}, 1000);');
  const manifest = { program: 'server.js', ports: { game: { protocol: 'tcp', number } } };
  await writeFile(path.join(folder, 'slipway.json'), JSON.stringify(manifest));
  await run('push', folder, '--game', game.name_id, '--name', '1.2.0');
  const params = { game_id: game.game_id, namespace_id: game.namespaces[0]?.namespace_id ?? '' };
  await client.setHosting({
    params,
    body: { server_count: 1, on_version_switch: 'stop', drain_limit: 1_000, restart: 'never' },
  });
  await run('switch', '1.2.0', ...where);
  const version = async () =>
    (await client.getGame({ params })).game.versions.find((one) => one.display_name === '1.2.0');
  await until(async () => (await version())?.failed_starts === 1, 'its server not to start');
  await run('switch', '1.0.0', ...where);
  expect(await run('rollback', '1.2.0', ...where, '--dry-run')).toMatchObject({
    code: 0,
    stderr: '1.2.0 did not start (1×).\n',
  });
});

it('says of servers that were given up that a switch to the same version starts none', async () => {
  const { run, where, client, game } = await startWithVersions();
  const folder = await makeTempFolder('build');
  await writeFile(path.join(folder, 'server.js'), 'process.exit(7);');
  await run('push', folder, '--game', game.name_id, '--name', '1.2.0');
  const params = { game_id: game.game_id, namespace_id: game.namespaces[0]?.namespace_id ?? '' };
  await client.setHosting({
    params,
    body: { server_count: 1, on_version_switch: 'stop', drain_limit: 1_000, restart: 'never' },
  });
  expect(await run('switch', '1.2.0', ...where)).toMatchObject({
    code: 1,
    stdout: expect.stringMatching(/switched to 1\.2\.0\.\nprod keeps 1 server: it ended\. Exited with code 7/),
  });
  const again = await run('switch', '1.2.0', ...where);
  expect(again).toMatchObject({
    code: 1,
    stdout: expect.stringMatching(
      /already\.\nprod keeps 1 server: none runs, and none is started again by itself\. Exited with code 7.*\nStart them again with slipway servers restart [0-9a-f-]{36}, or switch to another version\.\n$/,
    ),
  });
  const told = await run('switch', '1.2.0', ...where, '--json');
  expect(JSON.parse(told.stdout)).toMatchObject({ servers: { keeps: 1, state: 'ended', addresses: [] } });
  const [id = ''] = /[0-9a-f-]{36}/.exec(again.stdout) ?? [];
  const next = await run('servers', 'restart', id, ...where, '--json');
  expect(next).toMatchObject({ code: 0, stderr: '' });
});

it('refuses what is not there and what does not fit, and changes nothing', async () => {
  const { run, where, running, game } = await startWithVersions();
  const before = await running();
  const none = await run('switch', '2.0', ...where);
  expect(none).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('has no version "2.0"') });
  const nothing = await run('rollback', ...where);
  expect(nothing).toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringContaining('No earlier version ran well'),
  });
  for (const args of [
    ['switch'],
    ['switch', '1.0.0'],
    ['switch', '1.0.0', '--game', game.name_id],
    ['rollback', 'x'],
    ['rollback', 'x', 'y', ...where],
  ]) {
    expect(await run(...args), args.join(' ')).toMatchObject({ code: 2, stdout: '' });
  }
  expect(await running()).toBe(before);
});

it('ends with 3 when nobody answers, with 1 when the switch was not made, and with 4 when nobody can tell whether it was switched', async () => {
  const { home, url, token, game, running, ids } = await startWithVersions();
  const proxy = await startFaultProxy(url);
  const env = { SLIPWAY_URL: proxy.url, SLIPWAY_TOKEN: token };
  const args = ['switch', '1.0.0', '--game', game.game_id, '--namespace', 'prod', '--json'];
  const change = () => runCommand(args, { home, env });
  proxy.fail({ method: 'GET', fault: { kind: 'drop' } });
  expect(await change()).toMatchObject({ code: 3, stdout: expect.stringContaining('"code":"INSTANCE_UNREACHABLE"') });
  proxy.heal();
  proxy.fail({ method: 'PUT', fault: { kind: 'drop' } });
  const not = await change();
  expect(not).toMatchObject({ code: 1, stderr: expect.stringContaining('prod still runs 0.0.1') });
  expect(JSON.parse(not.stdout)).toMatchObject({ outcome: 'not_switched', version_name: '0.0.1' });
  proxy.heal();
  // The request arrives; its answer does not, and nothing after it.
  proxy.fail({ method: 'PUT', fault: { kind: 'lose-answer' } });
  proxy.fail({ method: 'GET', times: 1, fault: { kind: 'delay', ms: 0 } });
  proxy.fail({ method: 'GET', fault: { kind: 'drop' } });
  const unknown = await change();
  expect(unknown).toMatchObject({ code: 4, stderr: expect.stringContaining('It may run 1.0.0 or 0.0.1.') });
  expect(JSON.parse(unknown.stdout)).toMatchObject({ outcome: 'unknown', version_id: null });
  expect(await running()).toBe(ids['1.0.0']);
});

it('keeps to the marks of the app: read-only instances and protected namespaces', async () => {
  const { home, url, token, where, game, running, ids } = await startWithVersions();
  const added = await runCommand(['remote', 'add', url, '--token-stdin', '--name', 'EU', '--json'], {
    home,
    stdin: token,
  });
  const { id } = JSON.parse(added.stdout) as { id: string };
  const place = { game_id: game.game_id, namespace_id: game.namespaces[0]?.namespace_id ?? '' };
  const mark = async (change: object) => (await openKeptRemotes(home)).store.mark(id, () => change);
  await mark({ protected_namespaces: [place] });
  const args = ['switch', '1.0.0', ...where, '--remote', 'EU'];
  const refused = await runCommand(args, { home });
  expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('--confirm prod') });
  expect(await runCommand([...args, '--confirm', 'prod'], { home })).toMatchObject({ code: 0 });
  await mark({ is_read_only: true });
  const readOnly = await runCommand(['rollback', ...where, '--remote', 'EU', '--confirm', 'prod'], { home });
  expect(readOnly).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('read-only') });
  expect(await running()).toBe(ids['1.0.0']);
});

it('keeps to the marks of Local on the service that runs on this machine', async () => {
  const { home, url, token, dataFolder, where, game, running, ids } = await startWithVersions();
  const place = { game_id: game.game_id, namespace_id: game.namespaces[0]?.namespace_id ?? '' };
  const { store } = await openKeptRemotes(home);
  store.mark('local', () => ({ protected_namespaces: [place] }));
  const args = ['switch', '1.0.0', ...where, '--data', dataFolder];
  const refused = await runCommand(args, { home });
  expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('--confirm prod') });
  for (const host of ['127.0.0.1', 'localhost']) {
    const env = { SLIPWAY_URL: url.replace('127.0.0.1', host), SLIPWAY_TOKEN: token };
    expect(await runCommand(args, { home, env }), host).toMatchObject({ code: 1, stderr: refused.stderr });
  }
  expect(await running()).toBe(game.namespaces[0]?.version_id);
  expect(await runCommand([...args, '--confirm', 'prod'], { home })).toMatchObject({ code: 0 });
  expect(await running()).toBe(ids['1.0.0']);
});

it('keeps to the marks of every remote of an address, and of Local in a folder of its own', async () => {
  const { home, url, dataFolder, run, where, game, running } = await startWithVersions();
  const before = await running();
  const place = { game_id: game.game_id, namespace_id: game.namespaces[0]?.namespace_id ?? '' };
  const { store } = await openKeptRemotes(home);
  for (const id of ['one', 'other']) store.put({ id, name: id, url });
  store.mark('other', () => ({ protected_namespaces: [place] }));
  const confirm = { code: 1, stderr: expect.stringContaining('--confirm prod') };
  expect(await run('switch', '1.0.0', ...where)).toMatchObject(confirm);
  for (const { id } of store.list()) store.remove(id);
  (await openSettingsFile(home)).change(() => ({ data_folder: dataFolder }));
  store.mark('local', () => ({ is_read_only: true }));
  expect(await run('switch', '1.0.0', ...where)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('read-only'),
  });
  expect(await running()).toBe(before);
});
