// What is in a stored build, file by file.
import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import type { BuildFile } from '../../../../src-shared/service/builds.ts';
import { tarOf } from '../../../support/tar.ts';
import { prepareBuild, put, sha256, startUploads } from '../../../support/upload.ts';

async function start() {
  const started = await startUploads();
  const { call, place } = started;
  const at = `/games/${place.game_id}/environments/${place.environment_id}/builds`;
  const upload = async (bytes: Uint8Array<ArrayBuffer>, path = 'server.tar') => {
    const { build, parts } = await prepareBuild(call, place, { bytes: bytes.length, path });
    for (const part of parts) await put(part.url, bytes);
    return build;
  };
  const files = async (build: string, query = '') => {
    const { status, body } = await call('GET', `${at}/${build}/files${query}`);
    return { status, ...(body as { files: BuildFile[]; total: number; code?: string }) };
  };
  return { ...started, at, upload, files };
}

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');

it('lists each file by the path it is unpacked to, with its size, mode and hash, and links with where they lead', async () => {
  const { upload, files, build: read } = await start();
  const bytes = tarOf({
    'top/server': { text: '#!/bin/sh\n', mode: 0o755 },
    'top/data/reef.map': 'reef',
    'top/latest': { link: 'data/reef.map' },
  });
  const build = await upload(bytes);
  expect(await files(build)).toEqual({
    status: 200,
    total: 3,
    files: [
      { path: 'data/reef.map', type: 'file', bytes: 4, mode: 0o644, sha256: hashOf('reef') },
      { path: 'latest', type: 'link', bytes: 0, link_target: 'data/reef.map' },
      { path: 'server', type: 'file', bytes: 10, mode: 0o755, sha256: hashOf('#!/bin/sh\n') },
    ],
  });
  expect(await read(build)).toMatchObject({ sha256: sha256(bytes).toString('hex') });
});

it('lists a page at a time, in the order of the paths', async () => {
  const { upload, files } = await start();
  const build = await upload(tarOf(Object.fromEntries(Array.from({ length: 30 }, (_, n) => [`f${n + 10}`, `${n}`]))));
  const { files: page, total } = await files(build, '?from=28&limit=10');
  expect([total, page.map(({ path }) => path)]).toEqual([30, ['f38', 'f39']]);
  expect((await files(build, '?from=30')).files).toEqual([]);
});

it('says in words why there is nothing to list', async () => {
  const { upload, files, call, place } = await start();
  const { build: unfinished } = await prepareBuild(call, place, { bytes: 10 });
  expect(await files(unfinished)).toMatchObject({ status: 400, code: 'UPLOAD_INCOMPLETE' });
  const cut = tarOf({ a: 'x'.repeat(2_000) }).subarray(0, 1_000);
  expect(await files(await upload(cut))).toMatchObject({ status: 400, code: 'BUILD_INVALID' });
});

it('refuses to delete a build that a namespace runs by a version of another name', async () => {
  const { upload, call, at, client, game } = await start();
  const build = await upload(tarOf({ a: 'a' }));
  const params = { game_id: game.game_id, namespace_id: game.namespaces[1]?.namespace_id ?? '' };
  const config = { build };
  const { version_id: version } = await client.createVersion({ params, body: { display_name: 'by hand', config } });
  await client.updateNamespaceVersion({ params, body: { version_id: version } });
  const refused = await call('DELETE', `${at}/${build}`);
  expect(refused).toMatchObject({ status: 400, body: { message: expect.stringContaining('staging runs this build') } });
  await client.updateNamespaceVersion({ params, body: { version_id: game.versions[0]?.version_id ?? '' } });
  expect(await call('DELETE', `${at}/${build}`)).toMatchObject({ status: 200 });
});
