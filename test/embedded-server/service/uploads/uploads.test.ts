// Uploading through presigned addresses: section 7 of the service's decisions, over real HTTP into real files. What holds for every
// place that bytes go to is in each-store.test.ts.
import { once } from 'node:events';
import { readdir, stat } from 'node:fs/promises';
import { request } from 'node:http';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { cutIntoParts, partSizeOf } from '../../../../embedded-server/service/uploads/parts.ts';
import type { Upload } from '../../../../src-shared/service/uploads.ts';
import { freePort } from '../../../support/free-port.ts';
import { startTestService } from '../../../support/service.ts';
import {
  blobs,
  digestHeader,
  prepareBuild,
  put,
  randomFile,
  sha256,
  slice,
  startUploads,
} from '../../../support/upload.ts';

const MiB = 1_048_576;

it('closes the loop with the eleven alone: create game, prepare, PUT, get game, set version', async () => {
  const { call, server, place, versions } = await startUploads();
  const file = randomFile(100_000);
  const { parts } = await prepareBuild(call, place, { name: 'v0.5.0', bytes: file.length });
  const { status, headers, body } = await put(parts[0]?.url ?? '', file);
  expect({ status, body }).toEqual({ status: 200, body: {} });
  expect(headers.get('content-digest')).toBe(digestHeader(file));
  expect(headers.get('etag')).toBe(`"${sha256(file).toString('hex')}"`);
  const published = (await versions()).find((version) => version.display_name === 'v0.5.0');
  expect(published).toBeDefined();
  const at = `/cloud/games/${place.game_id}/namespaces/${place.environment_id}`;
  expect((await call('PUT', `${at}/version`, { body: { version_id: published?.version_id } })).status).toBe(200);
  const { body: history } = await call('GET', `${at}/version-history`);
  expect(history).toMatchObject({ versions: [{ version_id: published?.version_id }] });
  expect(await blobs(server.dataFolder)).toEqual([sha256(file).toString('hex')]);
});

describe('parts', () => {
  it('cover the file once, in order, at their default size', async () => {
    const { call, place } = await startUploads();
    const { parts } = await prepareBuild(call, place, { bytes: 40 * MiB, multipart: true });
    expect(parts.map(({ byte_offset, content_length }) => [byte_offset, content_length])).toEqual([
      [0, 16 * MiB],
      [16 * MiB, 16 * MiB],
      [32 * MiB, 8 * MiB],
    ]);
    expect(parts.map((part) => part.path)).toEqual(['server.tar', 'server.tar', 'server.tar']);
  });

  it.each([1, 16 * MiB - 1, 16 * MiB, 16 * MiB + 1, 9_000 * 16 * MiB + 1, 64 * 1024 * MiB])(
    'cover %i bytes exactly',
    (bytes) => {
      const cut = cutIntoParts({ content_length: bytes, part_size: partSizeOf(bytes), cut: null });
      let next = 0;
      for (const part of cut) {
        expect(part.offset).toBe(next);
        next += part.length;
      }
      expect(next).toBe(bytes);
      expect(cut.length).toBeLessThanOrEqual(9_000);
    },
  );

  it('go into one file, which becomes the stored one without being copied', async () => {
    const { call, server, place, upload } = await startUploads();
    const file = randomFile(17 * MiB);
    const { build: id, parts } = await prepareBuild(call, place, { bytes: file.length, multipart: true });
    const [first, second] = parts;
    if (first === undefined || second === undefined) throw new Error('Two parts');
    await put(second.url, slice(file, second));
    const unfinished = path.join(server.dataFolder, 'uploads', (await upload(id)).upload_id);
    const { ino } = await stat(unfinished);
    await put(first.url, slice(file, first));
    const [blob = ''] = await blobs(server.dataFolder);
    expect((await stat(path.join(server.dataFolder, 'blobs', blob.slice(0, 2), blob))).ino).toBe(ino);
    expect(await readdir(path.dirname(unfinished))).toEqual([]);
  });

  it('are listed with what is in, and go on after the service restarts', async () => {
    const { call, server, place, upload, versions } = await startUploads({ port: await freePort() });
    const file = randomFile(33 * MiB);
    const { build: id, parts } = await prepareBuild(call, place, { bytes: file.length, multipart: true });
    const [first, second, third] = parts;
    if (first === undefined || second === undefined || third === undefined) throw new Error('Three parts');
    await put(second.url, slice(file, second));
    expect((await upload(id)).parts.map(({ received }) => received)).toEqual([false, true, false]);
    expect((await versions()).map((version) => version.display_name)).toEqual(['0.0.1']);
    await server.close();
    const again = await startTestService({ dataFolder: server.dataFolder, port: server.port });
    const listed = (await again.call('GET', `/cloud/uploads/${(await upload(id)).upload_id}`)).body as {
      upload: Upload;
    };
    expect(listed.upload.parts.map(({ content_digest }) => content_digest)).toEqual([
      undefined,
      digestHeader(slice(file, second)),
      undefined,
    ]);
    await put(listed.upload.parts[0]?.url ?? '', slice(file, first));
    await put(third.url, slice(file, third));
    expect((await upload(id)).complete).toBe(true);
    expect((await versions()).map((version) => version.display_name)).toEqual(['0.0.1', 'v1']);
  });

  it('may be sent again with the same answer, also when all is finished', async () => {
    const { call, place, versions } = await startUploads();
    const file = randomFile(1_000);
    const { parts } = await prepareBuild(call, place, { bytes: file.length });
    const url = parts[0]?.url ?? '';
    const first = await put(url, file);
    const second = await put(url, file);
    expect([second.status, second.headers.get('etag')]).toEqual([200, first.headers.get('etag')]);
    expect(await versions()).toHaveLength(2);
    const other = await put(url, randomFile(1_000));
    expect(other).toMatchObject({ status: 400, body: { code: 'UPLOAD_INVALID' } });
  });

  it.each([
    ['plain ones', {}],
    ['ones that node:http reads', { te: 'trailers' }],
  ])('that came whole over another line do not wait for one that stands still, %s', async (_, headers) => {
    const { call, server, place } = await startUploads();
    const file = randomFile(3 * MiB);
    const { parts } = await prepareBuild(call, place, { bytes: file.length });
    const url = parts[0]?.url ?? '';
    const lost = request(url, {
      method: 'PUT',
      headers: { ...headers, expect: '100-continue', 'content-length': file.length },
    });
    onTestFinished(() => void lost.destroy());
    lost.flushHeaders();
    await once(lost, 'continue');
    const answered = once(lost, 'response');
    lost.write(file.subarray(0, MiB));
    expect((await put(url, file)).status).toBe(200);
    expect(await blobs(server.dataFolder)).toEqual([sha256(file).toString('hex')]);
    const [answer] = await answered;
    expect(answer.statusCode).toBe(400);
  });

  it('say by HEAD whether they are in', async () => {
    const { call, place } = await startUploads();
    const file = randomFile(10);
    const { parts } = await prepareBuild(call, place, { bytes: file.length });
    const url = parts[0]?.url ?? '';
    expect((await put(url, file, { method: 'HEAD' })).status).toBe(404);
    await put(url, file);
    const { status, headers } = await put(url, file, { method: 'HEAD' });
    expect([status, headers.get('content-digest')]).toEqual([200, digestHeader(file)]);
  });
});
