// What becomes of whole uploads: kept once, completed, deleted, swept.
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import type { Build } from '../../../../src-shared/service/builds.ts';
import type { Upload } from '../../../../src-shared/service/uploads.ts';
import { startTestService } from '../../../support/service.ts';
import { blobs, prepareBuild, put, randomFile, startUploads } from '../../../support/upload.ts';

const MiB = 1_048_576;

it('keeps equal bytes once, until the last build with them is gone', async () => {
  const { call, server, place } = await startUploads();
  const file = randomFile(5_000);
  const builds: string[] = [];
  for (const name of ['a', 'b']) {
    const { build: id, parts } = await prepareBuild(call, place, { name, bytes: file.length });
    await put(parts[0]?.url ?? '', file);
    builds.push(id);
  }
  expect(await blobs(server.dataFolder)).toHaveLength(1);
  const at = `/games/${place.game_id}/environments/${place.environment_id}/builds`;
  expect((await call('DELETE', `${at}/${builds[0]}`)).status).toBe(200);
  expect(await blobs(server.dataFolder)).toHaveLength(1);
  expect((await call('DELETE', `${at}/${builds[1]}`)).status).toBe(200);
  expect(await blobs(server.dataFolder)).toHaveLength(0);
});

it('says which parts are missing when told to complete, and completing is repeatable', async () => {
  const { call, place, build } = await startUploads();
  const file = randomFile(20 * MiB);
  const { build: id, parts } = await prepareBuild(call, place, { bytes: file.length, multipart: true });
  const at = `/games/${place.game_id}/environments/${place.environment_id}/builds/${id}/complete`;
  await put(parts[1]?.url ?? '', file.subarray(16 * MiB));
  expect(await call('POST', at)).toMatchObject({
    status: 400,
    body: { code: 'UPLOAD_INCOMPLETE', metadata: { missing: [1] } },
  });
  await put(parts[0]?.url ?? '', file.subarray(0, 16 * MiB));
  expect((await call('POST', at)).status).toBe(200);
  expect((await call('POST', at)).status).toBe(200);
  expect((await build(id)).state).toBe('complete');
});

it('sweeps what got nothing for seven days, and nothing else', async () => {
  let now = Date.now();
  const first = await startUploads({ now: () => now });
  const { place } = first;
  const list = async (call: typeof first.call) => {
    const { body } = await call('GET', `/games/${place.game_id}/environments/${place.environment_id}/builds`);
    return (body as { builds: Build[] }).builds.map((each) => each.name);
  };
  const done = await prepareBuild(first.call, place, { name: 'done', bytes: 3 });
  await put(done.parts[0]?.url ?? '', randomFile(3));
  await prepareBuild(first.call, place, { name: 'abandoned', bytes: 3 });
  const slow = await prepareBuild(first.call, place, { name: 'slow', bytes: 20 * MiB, multipart: true });
  now += 5 * 24 * 60 * 60 * 1000;
  // The old addresses have expired; fresh ones come with the upload's list.
  const upload = (
    await first.call('GET', `/games/${place.game_id}/environments/${place.environment_id}/builds/${slow.build}`)
  ).body as { build: Build };
  const parts = (await first.call('GET', `/cloud/uploads/${upload.build.upload_id}`)).body as { upload: Upload };
  await put(parts.upload.parts[1]?.url ?? '', randomFile(4 * MiB));
  now += 3 * 24 * 60 * 60 * 1000;
  await first.server.close();
  const second = await startTestService({ dataFolder: first.server.dataFolder, now: () => now });
  expect((await list(second.call)).toSorted()).toEqual(['done', 'slow']);
  expect(await readdir(path.join(first.server.dataFolder, 'uploads'))).toHaveLength(1);
});
