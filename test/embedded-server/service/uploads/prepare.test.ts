// Preparing uploads: repeatable, limited, and never led astray by a path.
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { prepareBuild, put, randomFile, slice, startUploads } from '../../../support/upload.ts';

const MiB = 1_048_576;

it('comes back with the same build and its parts for the same key', async () => {
  const { call, place, upload } = await startUploads();
  const file = randomFile(20 * MiB);
  const request = { bytes: file.length, multipart: true, key: 'push-1' };
  const first = await prepareBuild(call, place, request);
  const [part] = first.parts;
  if (part === undefined) throw new Error('A part');
  await put(part.url, slice(file, part));
  const second = await prepareBuild(call, place, request);
  expect(second.build).toBe(first.build);
  expect((await upload(second.build)).parts.map(({ received }) => received)).toEqual([true, false]);
  expect((await put(second.parts[1]?.url ?? '', file.subarray(16 * MiB))).status).toBe(200);
});

it('takes two calls with one key at the same moment as one', async () => {
  const { call, place, server } = await startUploads();
  const request = { bytes: 10, key: 'same' };
  const both = await Promise.all([prepareBuild(call, place, request), prepareBuild(call, place, request)]);
  expect(both[0].build).toBe(both[1].build);
  expect(await readdir(path.join(server.dataFolder, 'uploads'))).toHaveLength(1);
});

it('refuses a key that was used for something else', async () => {
  const { call, place } = await startUploads();
  await prepareBuild(call, place, { bytes: 10, key: 'k' });
  const other = await prepareBuild(call, place, { bytes: 11, key: 'k' });
  expect(other.build).toBeUndefined();
});

it('gives the path back as it was given, whatever it is', async () => {
  const { call, server, place } = await startUploads();
  for (const given of ['../../etc/passwd', '/etc/passwd', 'C:\\x', 'a b/ü.tar']) {
    const { parts } = await prepareBuild(call, place, { bytes: 10, path: given });
    expect(parts[0]?.path).toBe(given);
    await put(parts[0]?.url ?? '', randomFile(10));
  }
  expect((await readdir(server.dataFolder)).toSorted()).toEqual([
    'blobs',
    'folder-key',
    'images',
    'kept',
    'lock.db',
    'logs',
    'metrics-token',
    'owner-token',
    'running.json',
    'servers',
    'slipway.db',
    'slipway.db-shm',
    'slipway.db-wal',
    'spare',
    'unpacked',
    'uploads',
  ]);
});

it('refuses more than the limit', async () => {
  const started = await startUploads({ maxBuildBytes: 100 });
  const { place } = started;
  const at = `/games/${place.game_id}/environments/${place.environment_id}/builds/prepare`;
  const { status, body } = await started.call('POST', at, {
    body: { name: 'x', image_tag: 't', image_file: { path: 'x', content_length: 101 } },
  });
  expect([status, body]).toMatchObject([400, { code: 'UPLOAD_TOO_LARGE' }]);
});

it('refuses what the disk has no room for, before a byte is sent', async () => {
  const started = await startUploads({ maxBuildBytes: Number.MAX_SAFE_INTEGER });
  const { place } = started;
  const at = `/games/${place.game_id}/environments/${place.environment_id}/builds/prepare`;
  const { status, body } = await started.call('POST', at, {
    body: { name: 'x', image_tag: 't', image_file: { path: 'x', content_length: 2 ** 52 } },
  });
  expect([status, body]).toMatchObject([507, { code: 'STORAGE_FULL' }]);
});
