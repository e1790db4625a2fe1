// Builds of a namespace: listed, watched, tagged, deleted, and turned into versions.
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import type { Build } from '../../../../src-shared/service/builds.ts';
import { countRows } from '../../../support/records.ts';
import { startTestService } from '../../../support/service.ts';
import { blobs, prepareBuild, put, randomFile, startUploads } from '../../../support/upload.ts';

type List = { builds: Build[]; watch: { index: string } };

/** As a 7z archive begins. */
const noArchive = new Uint8Array(Buffer.from('377abcaf271c0004', 'hex'));

async function start() {
  const started = await startUploads();
  const { call, place } = started;
  const at = `/games/${place.game_id}/environments/${place.environment_id}/builds`;
  const list = async (query = '') => (await call('GET', at + query)).body as List;
  const upload = async (name: string) => {
    const { build, parts } = await prepareBuild(call, place, { name, bytes: 10 });
    await put(parts[0]?.url ?? '', randomFile(10));
    return build;
  };
  return { ...started, at, list, uploadBuild: upload };
}

it('lists builds newest first, with how far each is', async () => {
  const { call, place, list, uploadBuild } = await start();
  await uploadBuild('first');
  await prepareBuild(call, place, { name: 'second', bytes: 10 });
  const { builds } = await list();
  expect(builds.map(({ name, state }) => [name, state])).toEqual([
    ['second', 'uploading'],
    ['first', 'complete'],
  ]);
  expect(builds[1]?.version_id).toMatch(/^[0-9a-f-]{36}$/);
  expect(builds[0]).not.toHaveProperty('version_id');
});

it('publishes a version whose config names the build', async () => {
  const { call, place, list, uploadBuild } = await start();
  const id = await uploadBuild('v2');
  const version = (await list()).builds[0]?.version_id;
  const { body } = await call('GET', `/cloud/games/${place.game_id}/versions/${version}`);
  expect(body).toMatchObject({ version: { display_name: 'v2', config: { build: id } } });
});

it('wakes who watches the builds, when one is prepared, finished, tagged and deleted', async () => {
  const { call, place, at, list } = await start();
  const steps = [
    async () => await prepareBuild(call, place, { name: 'a', bytes: 1 }).then(({ parts }) => parts),
    async () => await call('PATCH', `${at}/${(await list()).builds[0]?.id}/tags`, { body: { tags: { stage: 'qa' } } }),
    async () => await call('DELETE', `${at}/${(await list()).builds[0]?.id}`),
  ];
  for (const step of steps) {
    const { watch } = await list();
    const waiting = list(`?watch_index=${watch.index}`);
    await step();
    expect(BigInt((await waiting).watch.index)).toBeGreaterThan(BigInt(watch.index));
  }
  const { parts } = await prepareBuild(call, place, { name: 'b', bytes: 1 });
  const { watch } = await list();
  const waiting = list(`?watch_index=${watch.index}`);
  await put(parts[0]?.url ?? '', randomFile(1));
  expect((await waiting).builds[0]?.state).toBe('complete');
});

describe('tags', () => {
  it('are merged, removed with null, and filter the list', async () => {
    const { call, at, list, uploadBuild } = await start();
    const id = await uploadBuild('a');
    await uploadBuild('b');
    await call('PATCH', `${at}/${id}/tags`, { body: { tags: { stage: 'qa', region: 'eu' } } });
    await call('PATCH', `${at}/${id}/tags`, { body: { tags: { region: null, __proto__x: 'y' } } });
    const found = await list(`?tags_json=${encodeURIComponent(JSON.stringify({ stage: 'qa' }))}`);
    expect(found.builds.map(({ name, tags }) => [name, tags])).toEqual([['a', { stage: 'qa', __proto__x: 'y' }]]);
    expect((await list(`?tags_json=${encodeURIComponent('{"stage":"no"}')}`)).builds).toEqual([]);
  });

  it('that are exclusive are taken from every other build', async () => {
    const { call, at, list, uploadBuild } = await start();
    const [a, b] = [await uploadBuild('a'), await uploadBuild('b')];
    await call('PATCH', `${at}/${a}/tags`, { body: { tags: { current: 'true' }, exclusive_tags: ['current'] } });
    await call('PATCH', `${at}/${b}/tags`, { body: { tags: { current: 'true' }, exclusive_tags: ['current'] } });
    expect((await list()).builds.map(({ name, tags }) => [name, tags])).toEqual([
      ['b', { current: 'true' }],
      ['a', {}],
    ]);
  });

  it.each([
    [{ tags: { a: '' } }, 'VALIDATION_ERROR'],
    [{ tags: { a: 'x'.repeat(1_025) } }, 'VALIDATION_ERROR'],
    [{ tags: { ['k'.repeat(33)]: 'x' } }, 'VALIDATION_ERROR'],
    [{ tags: Object.fromEntries(Array.from({ length: 9 }, (_, n) => [`k${n}`, 'x'])) }, 'VALIDATION_ERROR'],
    [{ tags: { a: 1 } }, 'API_BAD_BODY'],
    [{ tags: {}, exclusive_tags: ['missing'] }, 'API_BAD_BODY'],
    [{}, 'API_BAD_BODY'],
  ])('like %j are refused and change nothing', async (body, code) => {
    const { call, at, list, uploadBuild } = await start();
    const id = await uploadBuild('a');
    const before = await list();
    const answer = await call('PATCH', `${at}/${id}/tags`, { body });
    expect([answer.status, answer.body]).toMatchObject([400, { code }]);
    expect(await list()).toEqual(before);
  });

  it('are at most eight together', async () => {
    const { call, at, uploadBuild } = await start();
    const id = await uploadBuild('a');
    const five = (from: number) => Object.fromEntries(Array.from({ length: 5 }, (_, n) => [`k${from + n}`, 'x']));
    expect((await call('PATCH', `${at}/${id}/tags`, { body: { tags: five(0) } })).status).toBe(200);
    expect((await call('PATCH', `${at}/${id}/tags`, { body: { tags: five(5) } })).status).toBe(400);
  });
});

describe('delete', () => {
  it('refuses a build that a namespace runs, and says which', async () => {
    const { call, place, at, list, uploadBuild } = await start();
    const id = await uploadBuild('live');
    const version = (await list()).builds[0]?.version_id;
    await call('PUT', `/cloud/games/${place.game_id}/namespaces/${place.environment_id}/version`, {
      body: { version_id: version },
    });
    const { status, body } = await call('DELETE', `${at}/${id}`);
    expect([status, body]).toMatchObject([400, { code: 'VALIDATION_ERROR' }]);
    expect((body as { message: string }).message).toContain('prod runs this build');
  });

  it('ends an upload that is under way', async () => {
    const { call, place, at, list } = await start();
    const { build, parts } = await prepareBuild(call, place, { bytes: 10 });
    expect((await call('DELETE', `${at}/${build}`)).status).toBe(200);
    expect(await put(parts[0]?.url ?? '', randomFile(10))).toMatchObject({
      status: 404,
      body: { code: 'UPLOAD_NOT_FOUND' },
    });
    expect((await list()).builds).toEqual([]);
  });
});

describe('of a deleted namespace', () => {
  const refuse = async ({ call, place }: Awaited<ReturnType<typeof start>>) => {
    const { parts } = await prepareBuild(call, place, { name: 'refused', bytes: noArchive.length });
    expect((await put(parts[0]?.url ?? '', noArchive)).body).toMatchObject({ state: 'refused' });
  };

  it('only builds that became versions stay, and no address takes bytes', async () => {
    const started = await start();
    const { call, place, server, uploadBuild } = started;
    await uploadBuild('whole');
    await refuse(started);
    const { parts } = await prepareBuild(call, place, { name: 'waiting', bytes: 10 });
    expect(await blobs(server.dataFolder)).toHaveLength(2);
    const deleted = await call('DELETE', `/cloud/games/${place.game_id}/namespaces/${place.environment_id}`);
    expect(deleted.status).toBe(200);
    const sent = await put(parts[0]?.url ?? '', randomFile(10));
    expect(sent).toMatchObject({ status: 404, body: { code: 'UPLOAD_NOT_FOUND' } });
    expect(countRows(server.dataFolder, 'uploads')).toBe(1);
    expect(await blobs(server.dataFolder)).toHaveLength(1);
  });

  it('what an earlier Slipway left goes at the next start', async () => {
    const started = await start();
    const { place, server } = started;
    await refuse(started);
    await server.close();
    const records = new DatabaseSync(path.join(server.dataFolder, 'slipway.db'));
    records.prepare('DELETE FROM namespaces WHERE namespace_id = ?').run(place.environment_id);
    records.close();
    const again = await startTestService({ dataFolder: server.dataFolder });
    expect(countRows(server.dataFolder, 'uploads')).toBe(0);
    expect(await blobs(server.dataFolder)).toEqual([]);
    await again.server.close();
  });
});

it('knows no build of another namespace', async () => {
  const { call, place, game, uploadBuild } = await start();
  const id = await uploadBuild('a');
  const other = game.namespaces[1]?.namespace_id;
  const { status, body } = await call('GET', `/games/${place.game_id}/environments/${other}/builds/${id}`);
  expect([status, body]).toMatchObject([404, { code: 'BUILDS_BUILD_NOT_FOUND' }]);
});

describe('prepare refuses', () => {
  const good = { name: 'v1', image_tag: 't', image_file: { path: 'a.tar', content_length: 10 } };
  it.each([
    ['no name', { name: undefined }, 'API_BAD_BODY'],
    ['an empty name', { name: '' }, 'VALIDATION_ERROR'],
    ['a name of 129 bytes', { name: 'ö'.repeat(65) }, 'VALIDATION_ERROR'],
    ['an empty tag', { image_tag: '' }, 'VALIDATION_ERROR'],
    ['control characters in the tag', { image_tag: 'a\u0000b' }, 'VALIDATION_ERROR'],
    ['a space without width in the tag', { image_tag: 'a\u200bb' }, 'VALIDATION_ERROR'],
    ['a tag that is turned around', { image_tag: 'a\u202eb' }, 'VALIDATION_ERROR'],
    ['control characters in the path', { image_file: { path: 'a\u0000b', content_length: 10 } }, 'VALIDATION_ERROR'],
    ['an unknown kind', { kind: 'iso' }, 'API_BAD_BODY'],
    ['an unknown compression', { compression: 'rar' }, 'API_BAD_BODY'],
    ['a negative length', { image_file: { path: 'a', content_length: -1 } }, 'API_BAD_BODY'],
    ['a fraction', { image_file: { path: 'a', content_length: 1.5 } }, 'API_BAD_BODY'],
    ['a length of 2^53', { image_file: { path: 'a', content_length: 2 ** 53 } }, 'UPLOAD_TOO_LARGE'],
    ['a length of 2^63', { image_file: { path: 'a', content_length: 2 ** 63 } }, 'UPLOAD_TOO_LARGE'],
    ['a length of 2^64', { image_file: { path: 'a', content_length: 2 ** 64 } }, 'UPLOAD_TOO_LARGE'],
    ['an empty path', { image_file: { path: '', content_length: 1 } }, 'VALIDATION_ERROR'],
    ['65 GiB', { image_file: { path: 'a', content_length: 65 * 1024 ** 3 } }, 'UPLOAD_TOO_LARGE'],
  ])('%s', async (_what, change, code) => {
    const { call, at, list } = await start();
    const { status, body } = await call('POST', `${at}/prepare`, { body: { ...good, ...change } });
    expect([status, body]).toMatchObject([400, { code }]);
    expect((await list()).builds).toEqual([]);
  });

  it('no tag that another build has; what is not said is an uncompressed Docker image', async () => {
    const { call, at, list } = await start();
    for (let n = 0; n < 2; n += 1) expect((await call('POST', `${at}/prepare`, { body: good })).status).toBe(200);
    const plain = { image_tag: 't', kind: 'docker_image', compression: 'none' };
    expect((await list()).builds).toMatchObject([plain, plain]);
  });

  it('takes null for what is optional, and answers one request or many', async () => {
    const { call, at } = await start();
    const nulls = { kind: null, compression: null, multipart_upload: null };
    const one = await call('POST', `${at}/prepare`, { body: { ...good, ...nulls } });
    expect(Object.keys(one.body as object).toSorted()).toEqual(['build', 'image_presigned_request']);
    const many = await call('POST', `${at}/prepare`, { body: { ...good, multipart_upload: true } });
    expect(Object.keys(many.body as object).toSorted()).toEqual(['build', 'image_presigned_requests']);
  });
});
