// Builds that are images, through the service's own calls: created, reached over their ports by what players use, and ended.
import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { imageName } from '../../../../embedded-server/runtime/containers/images.ts';
import type { BuildKind } from '../../../../src-shared/service/builds.ts';
import { addressOf, hostingForAll, nodeBuild, startHosting } from '../../../support/hosting.ts';
import { tarOf } from '../../../support/tar.ts';
import { makeTempFolder } from '../../../support/temp-folder.ts';
import { until } from '../../../support/until.ts';
import { sha256 } from '../../../support/upload.ts';
import { builtImage, removeImage, savedImage, shellRoot, tarOfFolder } from './support/images.ts';
import {
  containersOf,
  describeWithEngine,
  hasImage,
  hasInit,
  imagesOf,
  theEngine,
  withContainers,
} from './support/podman.ts';

// An engine takes seconds for each of its commands on a busy machine.
vi.setConfig({ testTimeout: 90_000 });

const SERVE = 'echo "I am $GREETING in $(cat /etc/who)"; httpd -f -p $SLIPWAY_HOST:$PORT -h /www';
/** Ends well when it is asked to. */
const POLITE = `trap 'echo bye; exit 0' TERM; ${SERVE} & wait`;
const gamePort = { ports: { game: { protocol: 'tcp', routing: { game_guard: {} } } } };
type Bytes = Uint8Array<ArrayBuffer>;
type ServerRequest = { network?: object; resources?: object; runtime?: object };

describeWithEngine('container builds', () => {
  const useHosting = hostingForAll();
  let root = '';
  let rootTar = '';

  beforeAll(async () => {
    root = await shellRoot();
    for (const folder of ['www', 'etc', 'tmp']) await mkdir(path.join(root, folder));
    await writeFile(path.join(root, 'www/index.html'), 'hello from a container');
    await writeFile(path.join(root, 'etc/who'), 'an image');
    rootTar = await tarOfFolder(root);
  });

  const ids: string[] = [];
  const names = new Set<string>();
  // Once for all tests, as each command of an engine costs as much as most of what is tried. Their servers have ended.
  afterAll(async () => {
    expect(await withContainers(ids)).toEqual([]);
    const left = await imagesOf([...names]);
    if (left.length > 0) await removeImage(...left);
    expect((await theEngine().run(['volume', 'ls', '--quiet'])).trim()).toBe('');
  });

  const read = async (file: string): Promise<Bytes> => new Uint8Array(await readFile(file));
  const command = (script: string) => `CMD ${JSON.stringify(['/bin/sh', '-c', script])}`;
  const image = async (script: string, changes: string[] = [], architecture?: string): Promise<Bytes> =>
    await builtImage(rootTar, [command(script), ...changes], architecture);
  /** As an engine saves it. */
  const saved = async (script: string, format?: string): Promise<Bytes> =>
    await read(await savedImage(rootTar, [command(script)], format));
  const bundle = async (script: string): Promise<Bytes> => {
    const config = {
      ociVersion: '1.0.2',
      root: { path: 'rootfs', readonly: false },
      process: { args: ['/bin/sh', '-c', script], env: ['GREETING=from the bundle', 'PATH=/bin'], cwd: '/www' },
    };
    const folder = await makeTempFolder('bundle');
    await writeFile(path.join(folder, 'config.json'), JSON.stringify(config));
    await cp(root, path.join(folder, 'rootfs'), { recursive: true, verbatimSymlinks: true });
    return await read(await tarOfFolder(folder));
  };
  const open = async (bytes: Bytes, kind: BuildKind, request: ServerRequest = { network: gamePort }) => {
    names.add(imageName(sha256(bytes).toString('hex')));
    const hosting = await useHosting();
    const { build } = await hosting.deployBytes(bytes, kind);
    const server = await hosting.create(build, {
      ...request,
      ...('runtime' in request ? { runtime: { ...request.runtime, build } } : {}),
    });
    ids.push(server.id);
    const lines = async (): Promise<string[]> => {
      const params = { ...hosting.params, server_id: server.id };
      return (await hosting.client.readServerLog({ params, query: {} })).lines.map(({ text }) => text);
    };
    const stop = (query = '') => hosting.call('DELETE', `${hosting.path}/servers/${server.id}${query}`);
    return { ...hosting, build, id: server.id, lines, stop };
  };
  const greeting = (text: string) => ({ arguments: [], environment: { GREETING: text } });

  test('a saved image runs, is reached over its port, and is stopped without leaving anything', async () => {
    const bytes = await saved(POLITE);
    const { id, build, untilState, stop, lines, server, create, call, path: base } = await open(bytes, 'docker_image');
    const running = await untilState(id, 'running', 'failed', 'crashed');
    expect(running).toMatchObject({ state: 'running' });
    const { host, port } = addressOf(running);
    expect(await (await fetch(`http://${host}:${port}/`)).text()).toBe('hello from a container');
    // A second one shares the image.
    const other = await create(build, { network: gamePort, runtime: { build, ...greeting('number two') } });
    await untilState(other.id, 'running');
    await stop();
    expect(await untilState(id, 'stopped', 'crashed')).toMatchObject({ state: 'stopped', exit: { by: 'you' } });
    expect(await lines()).toContain('bye');
    expect(await containersOf(id)).toEqual([]);
    expect(await containersOf(other.id)).toHaveLength(1);
    // The image goes with its build, once nobody runs it.
    const name = imageName(sha256(bytes).toString('hex'));
    expect((await call('DELETE', `${base}/builds/${build}`)).status).toBe(200);
    expect(await hasImage(name)).toBe(true);
    await call('DELETE', `${base}/servers/${other.id}`);
    await untilState(other.id, 'stopped');
    await until(async () => !(await hasImage(name)), 'the image to be removed');
    expect(await readdir(`${server.dataFolder}/servers`)).toEqual(['package.json']);
  });

  test.each<[string, (bytes: Bytes) => Bytes, string | undefined]>([
    ['compressed with gzip', (bytes) => new Uint8Array(gzipSync(bytes)), undefined],
    ['as an image layout', (bytes) => bytes, 'oci-archive'],
  ])('an image %s runs', async (_, pack, format) => {
    const { id, untilState } = await open(pack(await saved(POLITE, format)), 'docker_image');
    expect(await untilState(id, 'running', 'failed', 'crashed')).toMatchObject({ state: 'running' });
  });

  test('a bundle runs with its own program, environment and folder, without rights, and reads what is typed', async () => {
    const script = `echo "in $(pwd): $GREETING"; grep -E "CapEff|NoNewPrivs" /proc/self/status; trap "exit 0" TERM;
      httpd -f -p $SLIPWAY_HOST:$PORT & read -r line; echo "got $line"; wait`;
    const { id, untilState, lines, client, params } = await open(await bundle(script), 'oci_bundle');
    const running = await untilState(id, 'running', 'failed', 'crashed');
    expect(running).toMatchObject({ state: 'running' });
    const { host, port } = addressOf(running);
    expect(await (await fetch(`http://${host}:${port}/`)).text()).toBe('hello from a container');
    expect(await lines()).toEqual(
      expect.arrayContaining(['in /www: from the bundle', 'CapEff:\t0000000000000000', 'NoNewPrivs:\t1']),
    );
    await client.typeIntoServer({ params: { ...params, server_id: id }, body: { line: 'hello, reef' } });
    await until(async () => (await lines()).includes('got hello, reef'), 'what was typed');
  });

  test('a secret is not in the list of processes, lines and all it arrives, and no file with it stays', async () => {
    const secret = 'canary-of-a-secret';
    const environment = { GREETING: secret, TWO_LINES: 'one\ntwo' };
    const script = `echo "got $GREETING and $TWO_LINES"; ${POLITE}`;
    const bytes = await image(script);
    const runtime = { arguments: [], environment };
    const hosting = await open(bytes, 'docker_image', { network: gamePort, runtime });
    const { id, lines } = hosting;
    const seen: string[] = [];
    await until(async () => {
      seen.push(...(await commandLines()));
      return (await hosting.read(id)).state === 'running';
    });
    expect(seen.some((line) => line.includes(`slipway-${id}`))).toBe(true);
    expect(seen.filter((line) => line.includes(secret))).toEqual([]);
    const files = await readdir(`${hosting.server.dataFolder}/servers`);
    expect(files.toSorted()).toEqual([id, 'package.json'].toSorted());
    expect(await lines()).toEqual(expect.arrayContaining([`got ${secret} and one`, 'two']));
  });

  test('a server that ignores being asked is killed when its grace is over', async () => {
    const { id, untilState, stop } = await open(await image(`trap '' TERM; ${SERVE}`), 'docker_image');
    await untilState(id, 'running');
    await stop('?override_kill_timeout=200');
    expect(await untilState(id, 'stopped', 'crashed')).toMatchObject({ state: 'stopped', exit: { signal: 'SIGKILL' } });
  });

  test('a server that takes more memory than it may is ended as out of memory', async () => {
    // Enough for what starts the container, which is held to the limit as well.
    const request = { network: gamePort, resources: { cpu: 1000, memory: 96 } };
    const { id, untilState } = await open(await image('dd if=/dev/zero of=/dev/null bs=400M'), 'docker_image', request);
    const ended = await untilState(id, 'crashed', 'failed', 'exited', 'stopped');
    expect(ended).toMatchObject({ state: 'crashed', exit: { out_of_memory: true, by: 'limit' } });
  });

  test('a server that ends by itself says its code', async () => {
    const { id, untilState } = await open(await image('exit 7'), 'docker_image');
    expect((await untilState(id, 'crashed')).problem).toMatch(/^Exited with code 7/);
  });

  test('the port that an image exposes is the one that its server gets', async () => {
    const script = 'trap "exit 0" TERM; httpd -f -p 127.0.0.1:18977 -h /www & wait';
    const bytes = await image(script, ['EXPOSE 18977/tcp']);
    const { id, untilState } = await open(bytes, 'docker_image', {});
    const running = await untilState(id, 'running', 'failed', 'crashed', 'silent');
    const { host, port } = addressOf(running, 'tcp-18977');
    expect(await (await fetch(`http://${host}:${port}/`)).text()).toBe('hello from a container');
  });

  test('a plain archive whose kind says image runs as an archive', async () => {
    const bytes = tarOf({ ...nodeBuild(), 'manifest.json': '{"name": "of the game"}' });
    const { id, untilState } = await open(bytes, 'docker_image', {});
    expect(await untilState(id, 'running', 'failed')).toMatchObject({ state: 'running' });
    expect(await containersOf(id)).toEqual([]);
  });

  test.skipIf(!hasInit)(
    'a program that knows nothing of signals ends when it is asked to, as it is not the first process',
    async () => {
      const { id, untilState, stop, lines } = await open(
        await image(`echo "number $$"; exec ${SERVE.slice(SERVE.indexOf('httpd'))}`),
        'docker_image',
      );
      await untilState(id, 'running', 'failed', 'crashed');
      await stop();
      expect(await untilState(id, 'stopped', 'crashed')).toMatchObject({
        state: 'stopped',
        exit: { signal: 'SIGTERM' },
      });
      expect(await lines()).not.toContain('number 1');
    },
  );

  test('the volumes of an image outlive its servers, whoever those are, and come back from a snapshot', async () => {
    const world = path.join(root, 'srv/world');
    await mkdir(world, { recursive: true });
    await writeFile(path.join(world, 'days'), 'built ', { mode: 0o600 });
    const tar = await tarOfFolder(root);
    const script = `echo -n "$GREETING " >> /srv/world/days; echo x > /new/place; cat /srv/world/days; ${POLITE}`;
    const withVolumes = await savedImage(tar, [
      command(script),
      'VOLUME /srv/world',
      'VOLUME /new',
      'VOLUME /tmp',
      'USER 4321:4321',
    ]);
    const first = { network: gamePort, runtime: greeting('first') };
    const { id, untilState, stop, lines, create, build, client, params } = await open(
      await read(withVolumes),
      'docker_image',
      first,
    );
    const state = await untilState(id, 'running', 'failed', 'crashed');
    expect(state).toMatchObject({ state: 'running' });
    expect((await lines()).some((line) => line.startsWith('built first'))).toBe(true);
    const namespace = { game_id: params.game_id, namespace_id: params.environment_id };
    const set = { ...namespace, slot: '1' };
    const { sets } = await client.listKept({ params: namespace });
    expect(sets[0]?.folders.map(({ path: place }) => place).toSorted()).toEqual(['new', 'srv']);
    await stop();
    await untilState(id, 'stopped');
    const { snapshot } = await client.createKeptSnapshot({ params: set, body: {} });
    await client.emptyKept({ params: set, body: {} });
    await client.restoreKeptSnapshot({ params: { ...set, snapshot_id: snapshot.snapshot_id }, body: {} });
    const next = await create(build, { network: gamePort, runtime: { build, ...greeting('second') } });
    await untilState(next.id, 'running', 'failed', 'crashed');
    const { lines: said } = await client.readServerLog({ params: { ...params, server_id: next.id }, query: {} });
    expect(said.some(({ text }) => text.startsWith('built first second'))).toBe(true);
  });

  test.each<[string, () => Promise<Bytes>, RegExp]>([
    [
      'an image for another processor',
      async () => await image(SERVE, [], 's390x'),
      /This image is for s390x processors, and this machine has/,
    ],
    [
      'an image whose layers are damaged',
      async () =>
        tarOf({ 'manifest.json': '[{"Config":"a.json","Layers":["b.tar"],"RepoTags":null}]', 'b.tar': 'no tar' }),
      /could not load the image of this build: .*Save the image again/s,
    ],
    [
      'an image whose manifest is no JSON',
      async () =>
        tarOf({
          'oci-layout': '{"imageLayoutVersion":"1.0.0"}',
          'index.json': '{"manifests":[{"digest":"sha256:1"}]}',
          'manifest.json': '[{',
        }),
      /^manifest\.json of this image is damaged\. Save the image again/,
    ],
  ])('%s fails with the reason', async (_, bytes, reason) => {
    const { id, untilState } = await open(await bytes(), 'docker_image');
    const failed = await untilState(id, 'failed', 'running', 'crashed');
    expect(failed.state).toBe('failed');
    expect(failed.problem).toMatch(reason);
  });

  test('a program that the image does not have is named', async () => {
    const bytes = await image('', ['ENTRYPOINT ["/no/such/program"]']);
    const { id, untilState, lines } = await open(bytes, 'docker_image');
    const { state, problem } = await untilState(id, 'failed', 'running', 'crashed');
    // A first process has started by then, and says it itself.
    expect(state).toBe(hasInit ? 'crashed' : 'failed');
    expect(problem).toMatch(hasInit ? /code 127/ : /could not start this server's container.*ENTRYPOINT/s);
    expect((await lines()).join(' ')).toContain('/no/such/program');
  });
});

test('an image that ends too early is refused when its last byte is in', async () => {
  const saved = tarOf({
    'manifest.json': '[{"Config":"a.json","Layers":["b.tar"],"RepoTags":null}]',
    'b.tar': 'layer',
  });
  const { deployBytes, create } = await startHosting();
  const { build, version } = await deployBytes(saved.slice(0, -1700), 'docker_image');
  expect(version).toBe('');
  await expect(create(build)).rejects.toThrow('ends too early');
});

test('without an engine an image fails with what is missing, and a plain archive runs', async () => {
  const before = process.env['PATH'];
  process.env['PATH'] = await makeTempFolder('empty');
  try {
    const { deployBytes, deploy, create, untilState } = await startHosting();
    const saved = tarOf({ 'manifest.json': '[{"Config":"a.json","Layers":["b.tar"],"RepoTags":null}]', 'b.tar': '' });
    const { build } = await deployBytes(saved, 'docker_image');
    const failed = await untilState((await create(build)).id, 'failed', 'running');
    expect(failed.problem).toMatch(/nothing on this machine runs containers: podman is not installed; docker is not/);
    expect(failed.problem).toMatch(/plain archives .* need neither/);
    const archive = await deploy(nodeBuild());
    expect((await untilState((await create(archive.build)).id, 'running', 'failed')).state).toBe('running');
  } finally {
    process.env['PATH'] = before;
  }
});

async function commandLines(): Promise<string[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  return await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/cmdline`, 'latin1').catch(() => '')));
}
