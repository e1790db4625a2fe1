// Builds over the bridge: a real service's, followed, looked into, compared, made versions of and deleted as the window does it.
import { describe, expect, it, vi } from 'vitest';
import type { BuildProgress, NamespaceBuilds } from '../../../../src-shared/builds/bridge.ts';
import { coreForAll } from '../../../support/core.ts';
import { startElevenRemote } from '../../../support/eleven-remote.ts';
import { anyResources, hostingForAll, nodeBuild } from '../../../support/hosting.ts';
import { until } from '../../../support/until.ts';
import { prepareBuild, put, randomFile, slice } from '../../../support/upload.ts';

/** A core and a service start in each, and a busy machine takes its time for that. */
vi.setConfig({ testTimeout: 90_000 });

const openHosting = hostingForAll();
const openCore = coreForAll({ askEvery: 50 });

async function start(through?: (url: string) => Promise<string>) {
  const hosting = await openHosting();
  const url = through === undefined ? hosting.server.url : await through(hosting.server.url);
  const { client: bridge, whenState } = await openCore();
  const added = await bridge.call('instances.add', { url, token: hosting.server.token, name: 'EU' });
  if (added.outcome !== 'added') throw new Error('expected it to be added');
  await whenState(added.instance_id, 'connected');
  const place = { instance_id: added.instance_id, ...hosting.namespace };
  const target = (build: string) => ({ ...place, build_id: build });
  return { ...hosting, bridge, place, target };
}

async function follow({ bridge, place }: Pick<Awaited<ReturnType<typeof start>>, 'bridge' | 'place'>) {
  const seen: { last: NamespaceBuilds; progress: BuildProgress } = { last: { builds: null }, progress: [] };
  bridge.subscribe('builds', place, { next: (next) => (seen.last = next) });
  bridge.subscribe('builds.progress', place, { next: (next) => (seen.progress = next) });
  return seen;
}

describe('the builds of a namespace', () => {
  it('come as they are, change as they change, with how much of an unfinished one is there', async () => {
    const started = await start();
    const seen = await follow(started);
    const { build } = await started.deploy(nodeBuild(), 'v1');
    await until(() => seen.last.builds?.[0]?.state === 'complete');
    expect(seen.last.builds).toMatchObject([
      { id: build, name: 'v1', sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
    ]);
    const bytes = 17_000_000;
    const prepared = await prepareBuild(
      started.call,
      { game_id: started.params.game_id, environment_id: started.params.environment_id },
      { name: 'v2', bytes, multipart: true },
    );
    const [first] = prepared.parts;
    if (first === undefined) throw new Error('expected a part');
    await put(first.url, slice(randomFile(bytes), first));
    await until(() => seen.progress[0]?.received_parts === 1);
    expect(seen.progress).toEqual([
      { build_id: prepared.build, received_bytes: first.content_length, parts: 2, received_parts: 1 },
    ]);
    expect(seen.last.builds?.map(({ state }) => state)).toEqual(['uploading', 'complete']);
  });

  it('are described in words where an instance does not list them', async () => {
    const started = await start(async (url) => (await startElevenRemote(url)).url);
    const seen = await follow(started);
    await until(() => seen.last.problem !== undefined);
    expect(seen.last).toMatchObject({ builds: null, problem: { code: 'NOT_OFFERED' } });
    const asked = started.bridge.call('builds.examine', started.target('x'));
    await expect(asked).rejects.toMatchObject({ code: 'NOT_OFFERED' });
    expect(await started.bridge.call('builds.uses', started.target('x'))).toEqual({
      versions: null,
      namespaces: null,
      servers: null,
    });
  });
});

describe('a build', () => {
  it('is examined, and its files are listed a page at a time, also only those that fit a text', async () => {
    const { bridge, deploy, target } = await start();
    const { build } = await deploy({ ...nodeBuild(), 'maps/reef.map': 'reef', 'maps/bay.map': 'bay!!' });
    const { report } = await bridge.call('builds.examine', target(build));
    expect(report.programs[0]?.path).toBe('server.js');
    const all = await bridge.call('builds.files', { ...target(build), text: '', from: 1, limit: 2 });
    expect([all.found, all.total, all.files.map(({ path }) => path)]).toEqual([4, 4, ['maps/reef.map', 'server.js']]);
    const maps = await bridge.call('builds.files', { ...target(build), text: 'MAPS/', from: 0, limit: 10 });
    expect([maps.found, maps.files.map(({ bytes }) => bytes)]).toEqual([2, [5, 4]]);
    expect(maps.total_bytes).toBe(all.total_bytes);
  });

  it('is compared with another, file by file', async () => {
    const { bridge, deploy, target } = await start();
    const before = await deploy({ ...nodeBuild(), 'maps/reef.map': 'reef', 'old.txt': 'old' });
    const after = await deploy({ ...nodeBuild(), 'maps/reef.map': 'REEF', 'new.txt': 'new!' });
    const difference = await bridge.call('builds.compare', {
      target: target(after.build),
      before: target(before.build),
    });
    expect(difference.counts).toEqual({ added: 1, changed: 1, removed: 1, same: 2 });
    expect(difference.changed).toMatchObject([{ path: 'maps/reef.map', before: { bytes: 4 }, after: { bytes: 4 } }]);
    expect([difference.added[0]?.path, difference.removed[0]?.path, difference.new_bytes]).toEqual([
      'new.txt',
      'old.txt',
      8,
    ]);
  });

  it('becomes another version, whose name the service checks', async () => {
    const { bridge, deploy, target, client, params } = await start();
    const { build, version } = await deploy(nodeBuild(), 'v1');
    const taken = bridge.call('builds.createVersion', { ...target(build), display_name: 'v1' });
    await expect(taken).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
    const made = await bridge.call('builds.createVersion', { ...target(build), display_name: 'v1 again' });
    const read = await client.getVersion({ params: { ...params, version_id: made.version_id } });
    expect(read.version.config.build).toBe(build);
    const uses = await bridge.call('builds.uses', target(build));
    expect(uses.versions?.map(({ version_id: id }) => id)).toEqual([version, made.version_id]);
  });

  it('is deleted only when no namespace runs it, and by its name while servers do', async () => {
    const { bridge, deploy, target, place, switchTo, game, untilState } = await start();
    const { build, version } = await deploy(nodeBuild(), 'v1');
    await switchTo(version);
    await expect(bridge.call('builds.remove', target(build))).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
    expect((await bridge.call('builds.uses', target(build))).namespaces).toMatchObject([{ name_id: 'prod' }]);
    await switchTo(game.versions[0]?.version_id ?? '');
    const body = { datacenter: 'local', tags: {}, runtime: { build }, network: { ports: {} }, resources: anyResources };
    const { server_id: server } = await bridge.call('servers.create', { ...place, body });
    await untilState(server, 'running');
    const refused = bridge.call('builds.remove', target(build));
    await expect(refused).rejects.toMatchObject({
      code: 'BUILD_IN_USE',
      message: expect.stringContaining('A server runs v1'),
    });
    expect((await bridge.call('builds.uses', target(build))).servers).toEqual([
      { server_id: server, namespace_id: place.namespace_id },
    ]);
    await bridge.call('builds.remove', { ...target(build), confirm: 'v1' });
    await expect(bridge.call('builds.examine', target(build))).rejects.toMatchObject({
      code: 'BUILDS_BUILD_NOT_FOUND',
    });
  });

  it('of an instance that is marked read-only is not touched', async () => {
    const { bridge, deploy, target, place } = await start();
    const { build } = await deploy(nodeBuild());
    await bridge.call('instances.setReadOnly', { instance_id: place.instance_id, is_read_only: true });
    await expect(bridge.call('builds.remove', target(build))).rejects.toMatchObject({ code: 'INSTANCE_READ_ONLY' });
    const request = { ...target(build), display_name: 'other' };
    await expect(bridge.call('builds.createVersion', request)).rejects.toMatchObject({ code: 'INSTANCE_READ_ONLY' });
  });
});
