// `slipway push` as people and pipelines use it: real processes that are ended at any moment, real files, a real service.
import { once } from 'node:events';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { runCommand, runProcess, startCommand, whenEnded } from '../../support/command.ts';
import { startElevenRemote } from '../../support/eleven-remote.ts';
import { startFaultProxy } from '../../support/fault-proxy.ts';
import { lastJson } from '../../support/last-json.ts';
import { createRandom } from '../../support/random.ts';
import { startWithGame } from '../../support/service.ts';
import { rounds } from '../../support/soak.ts';
import { startSystemProxy } from '../../support/system-proxy.ts';
import { makeTempFolder } from '../../support/temp-folder.ts';
import { until } from '../../support/until.ts';
import { blobs, randomProgram } from '../../support/upload.ts';

const MIB = 1_048_576;
const isPart = /^\/uploads\//;

async function startPushing(bytes = 100_000) {
  const home = await makeTempFolder('home');
  const folder = path.join(await makeTempFolder('build'), 'harbor-server');
  await mkdir(folder);
  await writeFile(path.join(folder, 'server.bin'), randomProgram(bytes));
  await writeFile(path.join(folder, 'config.json'), '{}');
  const service = await startWithGame();
  const proxy = await startFaultProxy(service.server.url);
  const env = { SLIPWAY_TOKEN: service.server.token };
  const args = ['push', folder, '--game', service.game.name_id, '--namespace', 'prod', '--url', proxy.url, '--json'];
  const gameNow = async () => (await service.client.getGame({ params: { game_id: service.game_id } })).game;
  return {
    home,
    folder,
    service,
    proxy,
    env,
    args,
    gameNow,
    run: (more: string[] = []) => runCommand([...args, ...more], { home, env }),
  };
}

type Result = {
  state: string;
  build_id: string;
  version_id: string;
  sha256: string;
  bytes_sent: number;
  bytes_total: number;
  is_resumed: boolean;
};

function lastLine(stdout: string): Result {
  return lastJson(stdout);
}

function bytesPut(requests: readonly { path: string; bodyBytes: number }[]): number {
  return requests.filter((request) => isPart.test(request.path)).reduce((sum, { bodyBytes }) => sum + bodyBytes, 0);
}

/** How many bytes of the build's file the service has. */
async function bytesIn({ client, game_id, place }: Awaited<ReturnType<typeof startWithGame>>, build_id: string) {
  const params = { game_id, environment_id: place.namespace_id, build_id };
  const { build } = await client.getBuild({ params });
  const { upload } = await client.getUpload({ params: { upload_id: build.upload_id } });
  return upload.parts.reduce((sum, part) => sum + (part.received ? part.content_length : 0), 0);
}

/** How many parts of the only build the service has. */
async function partsIn({ client, game_id, place }: Awaited<ReturnType<typeof startWithGame>>): Promise<number> {
  const { builds } = await client.listBuilds({ params: { game_id, environment_id: place.namespace_id } });
  const uploads = builds.map(({ upload_id: id }) => client.getUpload({ params: { upload_id: id } }));
  return (await Promise.all(uploads)).flatMap(({ upload }) => upload.parts).filter(({ received }) => received).length;
}

it('sends a folder, makes a version of it, switches to it, and tells all that in its last line', async () => {
  const { run, args, env, proxy, service, gameNow, folder, home } = await startPushing();
  const { code, stdout, stderr } = await runProcess([...args, '--name', '1.4.2'], { home, env });
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  const result = lastLine(stdout);
  const game = await gameNow();
  const version = game.versions.find((one) => one.display_name === '1.4.2');
  expect(result).toMatchObject({
    event: 'result',
    state: 'done',
    version_id: version?.version_id,
    outcome: 'prod switched to 1.4.2.',
  });
  expect(result.bytes_sent).toBe(bytesPut(proxy.requests));
  expect(result.bytes_sent).toBe(result.bytes_total);
  expect(game.namespaces.find((one) => one.name_id === 'prod')?.version_id).toBe(result.version_id);
  expect(await blobs(service.server.dataFolder)).toContain(result.sha256);
  const params = { game_id: service.game_id, environment_id: service.place.namespace_id, build_id: result.build_id };
  expect((await service.client.getBuild({ params })).build).toMatchObject({ state: 'complete', compression: 'zstd' });
  const kept = await Promise.all(
    (await readdir(home))
      .filter((name) => name.includes('.db'))
      .map((name) => readFile(path.join(home, name), 'latin1')),
  );
  expect(kept.join('') + stdout).not.toContain(service.server.token);
  await writeFile(path.join(folder, '.env'), 'PASSWORD=x');
  const secret = await run();
  expect(secret).toMatchObject({ code: 1, stderr: expect.stringContaining('.env') });
  expect(await run(['--allow-secret', '.env'])).toMatchObject({ code: 0 });
});

it('makes the game it is told to make, and talks to people in sentences', async () => {
  const { folder, proxy, env, home, service } = await startPushing();
  const args = ['push', folder, '--game', 'tidewrack', '--url', proxy.url];
  const none = await runCommand(args, { home, env });
  expect(none).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('There is no game "tidewrack"') });
  const lost = await runCommand(['push', `${folder}-gone`, ...args.slice(2), '--create-game'], { home, env });
  expect(lost).toMatchObject({ code: 1, stderr: expect.stringContaining('it does not exist') });
  expect((await service.client.listGames({ query: {} })).games).toHaveLength(1);
  const made = await runCommand([...args, '--create-game'], { home, env });
  expect(made).toMatchObject({ code: 0, stdout: expect.stringMatching(/^Version {2}harbor-server [0-9a-f]{8} /) });
  expect(made.stderr).toContain('Created the game tidewrack, whose name id is tidewrack');
  const progress = made.stderr.trimEnd().split('\n');
  expect(progress.at(-1), 'no bar that stopped half way').toBe('The version is there');
  expect(new Set(progress).size, 'nothing is said twice').toBe(progress.length);
  const again = await runCommand([...args.with(3, 'TideWrack'), '--create-game'], { home, env });
  expect(again, 'finds the game that it made, and its version').toMatchObject({
    code: 0,
    stderr: expect.stringContaining('Warning  tidewrack'),
  });
  expect(again.stderr).toMatch(/had a version called harbor-server [0-9a-f]{8} already\. Both are kept/);
  expect((await service.client.listGames({ query: {} })).games).toHaveLength(2);
  for (const wrong of [['push'], ['push', folder], [...args, '--limit', 'much'], [...args, '--group', 'x']]) {
    expect(await runCommand(wrong, { home, env })).toMatchObject({ code: 2, stdout: '' });
  }
});

it('works on a remote with the eleven calls alone, without zstd', async () => {
  const { folder, service, home, env } = await startPushing();
  const remote = await startElevenRemote(service.server.url);
  const args = ['push', folder, '--game', service.game_id, '--namespace', 'prod', '--url', remote.url, '--json'];
  const { code, stdout, stderr } = await runCommand(args, { home, env });
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  const result = lastLine(stdout);
  const params = { game_id: service.game_id, environment_id: service.place.namespace_id, build_id: result.build_id };
  expect((await service.client.getBuild({ params })).build).toMatchObject({ state: 'complete', compression: 'none' });
});

it('ends with 4 when all was sent and no version is shown, and only looks when it is run again', async () => {
  const { folder, service, home, env, gameNow } = await startPushing();
  let isShown = false;
  const remote = await startElevenRemote(service.server.url, { hides: (name) => name === '1.4.2' && !isShown });
  const where = ['--game', service.game_id, '--namespace', 'prod', '--url', remote.url, '--name', '1.4.2'];
  const args = ['push', folder, ...where, '--give-up-after', '1'];
  const prod = async () => (await gameNow()).namespaces.find(({ name_id: name }) => name === 'prod')?.version_id;
  const before = await prod();
  const first = await runCommand([...args, '--json'], { home, env });
  const sentence =
    'All of 1.4.2 was sent, but the instance has not shown a version of it for 1 s. Check again, or ask the team';
  expect(first).toMatchObject({ code: 4, stderr: expect.stringContaining(sentence) });
  const result = lastLine(first.stdout);
  expect(result).toMatchObject({
    event: 'result',
    state: 'not_confirmed',
    version_id: null,
    build_id: expect.any(String),
    problem: { code: 'NOT_CONFIRMED', message: expect.stringContaining(sentence) },
  });
  expect(result.bytes_sent).toBe(result.bytes_total);
  const people = await runCommand(args, { home, env });
  expect(people).toMatchObject({ code: 4, stdout: '', stderr: expect.stringContaining(sentence) });
  expect(await prod(), 'not switched to what was not confirmed').toBe(before);
  isShown = true;
  const last = await runCommand([...args, '--json'], { home, env });
  expect(last).toMatchObject({ code: 0, stderr: '' });
  expect(lastLine(last.stdout)).toMatchObject({ state: 'done', bytes_sent: 0, is_resumed: true });
  expect(await prod()).toBe((await gameNow()).versions.at(-1)?.version_id);
  expect((await gameNow()).versions.map(({ display_name: name }) => name)).toEqual(['0.0.1', '1.4.2']);
});

it('ends with 3 when nobody answers for long, keeps what was sent, and goes on with it', async () => {
  const { run, proxy, service } = await startPushing(13 * MIB);
  const repair = proxy.fail({ method: 'PUT', match: /^\/uploads\/[^/]+\/3/, fault: { kind: 'drop' } });
  const first = await run(['--give-up-after', '1']);
  expect(first).toMatchObject({ code: 3, stderr: expect.stringContaining('does not answer') });
  expect(lastLine(first.stdout)).toMatchObject({ state: 'paused', problem: { code: 'INSTANCE_UNREACHABLE' } });
  repair();
  const inAlready = await bytesIn(service, lastLine(first.stdout).build_id);
  const before = bytesPut(proxy.requests);
  const second = await run();
  expect(second).toMatchObject({ code: 0, stderr: '' });
  const result = lastLine(second.stdout);
  expect(result.is_resumed).toBe(true);
  expect(bytesPut(proxy.requests) - before).toBe(result.bytes_sent);
  // On a busy machine the other two parts may not be in before it gives up, and be taken in while nobody waits any more.
  expect(result.bytes_sent).toBeLessThanOrEqual(result.bytes_total - inAlready);
});

it('keeps what was sent at Ctrl-C', async () => {
  const { args, proxy, home, env, run, service } = await startPushing(13 * MIB);
  const never = new Promise<void>(() => undefined);
  const repair = proxy.fail({ method: 'PUT', match: /^\/uploads\/[^/]+\/3/, fault: { kind: 'delay', ms: never } });
  const child = startCommand(args, { home, env });
  const ended = whenEnded(child);
  await until(async () => (await partsIn(service)) >= 2, 'two parts to be stored');
  child.kill('SIGINT');
  const first = await ended;
  expect(first).toMatchObject({ code: 1, stderr: expect.stringContaining('run the same command to resume') });
  repair();
  const second = await run();
  expect(second.code).toBe(0);
  expect(lastLine(second.stdout).bytes_sent).toBeLessThan(4 * MIB);
});

it('does not send the same twice at once', async () => {
  const { args, proxy, home, env, run } = await startPushing(MIB);
  const repair = proxy.fail({ method: 'PUT', match: isPart, fault: { kind: 'half-open' } });
  const ended = whenEnded(startCommand(args, { home, env }));
  await until(() => bytesPut(proxy.requests) > MIB / 2);
  expect(await run()).toMatchObject({ code: 1, stderr: expect.stringContaining('Another slipway push') });
  repair();
  proxy.cutAll();
  expect((await ended).code).toBe(0);
});

it('survives kill -9 at any moment: what is sent after it is no more than what was missing', {
  timeout: rounds(120_000, 600_000),
}, async () => {
  const random = createRandom();
  const { args, proxy, home, env, service, gameNow } = await startPushing(rounds(20, 100) * MIB);
  proxy.fail({ method: 'PUT', match: isPart, fault: { kind: 'slow', bytesPerSecond: rounds(2, 12) * MIB } });
  const missing = async () => {
    const builds = await service.client.listBuilds({
      params: { game_id: service.game_id, environment_id: service.place.namespace_id },
    });
    const [build, ...more] = builds.builds;
    expect(more).toEqual([]);
    if (build === undefined) return Number.POSITIVE_INFINITY;
    const { upload } = await service.client.getUpload({ params: { upload_id: build.upload_id } });
    return upload.parts.filter((part) => !part.received).reduce((sum, part) => sum + part.content_length, 0);
  };
  for (let round = 0; round < rounds(2, 10); round += 1) {
    const left = await missing();
    const before = bytesPut(proxy.requests);
    const child = startCommand(args, { home, env });
    const exit = once(child, 'exit');
    await sleep(800 + random.below(2_500));
    child.kill('SIGKILL');
    await exit;
    proxy.cutAll();
    expect(bytesPut(proxy.requests) - before).toBeLessThanOrEqual(left);
  }
  const left = await missing();
  const before = bytesPut(proxy.requests);
  proxy.heal();
  const last = await runCommand(args, { home, env });
  expect(last).toMatchObject({ code: 0, stderr: '' });
  expect(lastLine(last.stdout)).toMatchObject({ state: 'done' });
  expect(bytesPut(proxy.requests) - before).toBeLessThanOrEqual(left);
  const versions = (await gameNow()).versions.filter(({ display_name: name }) => name.startsWith('harbor-server'));
  expect(versions).toHaveLength(1);
});

it('sends the parts as well through the proxy that the system names, and none through one that is excepted', async () => {
  const { args, home, env, proxy, gameNow } = await startPushing();
  const system = await startSystemProxy();
  const variables = { ...env, HTTP_PROXY: system.url };
  const through = await runProcess([...args, '--name', '1'], { home, env: { ...variables, NO_PROXY: '' } });
  expect(through).toMatchObject({ code: 0 });
  expect(system.through.filter((url) => url.startsWith(`${proxy.url}/uploads/`)).length).toBeGreaterThan(0);
  const before = system.through.length;
  const past = await runProcess([...args, '--name', '2'], { home, env: { ...variables, NO_PROXY: '127.0.0.1' } });
  expect(past).toMatchObject({ code: 0 });
  expect(system.through).toHaveLength(before);
  expect((await gameNow()).versions.map(({ display_name: name }) => name)).toEqual(['0.0.1', '1', '2']);
});
