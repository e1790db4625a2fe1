// Builds that take stretches of an earlier one: only of the same game, only bytes that are what they should be, and whole in the
// end like any other.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { zstdCompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { checkDataFolder } from '../../../../embedded-server/service/data/check.ts';
import { AppError } from '../../../../src-shared/errors/app-error.ts';
import type { PrepareBuildAnswer, ReusedRange } from '../../../../src-shared/service/builds.ts';
import { createGame } from '../../../support/service.ts';
import { until } from '../../../support/until.ts';
import { prepareBuild, put, randomFile, sha256, slice, startUploads } from '../../../support/upload.ts';

const MIB = 1_048_576;

async function startWithBase(bytes = 4 * MIB, stored = (content: Uint8Array) => new Uint8Array(content)) {
  const started = await startUploads();
  const { call, place, client } = started;
  const content = randomFile(bytes);
  const file = stored(content);
  const base = await prepareBuild(call, place, { name: 'v1', bytes: file.length });
  for (const part of base.parts) await put(part.url, slice(file, part));
  const params = { game_id: place.game_id, environment_id: place.environment_id };
  /** A build of the old content with a piece put in, which is all that is to be sent. */
  const request = (
    insert: Uint8Array<ArrayBuffer>,
    at: number,
    more: { build?: string; ranges?: ReusedRange[] } = {},
  ) => {
    const next = new Uint8Array(Buffer.concat([content.subarray(0, at), insert, content.subarray(at)]));
    const range = (offset: number, length: number, from: number): ReusedRange => {
      const hash = sha256(next.subarray(offset, offset + length)).toString('hex');
      return { byte_offset: offset, content_length: length, from_offset: from, sha256: hash };
    };
    const ranges = [range(0, at, 0), range(at + insert.length, bytes - at, at)];
    return { next, reuse: { build: base.build, ranges, ...more } };
  };
  const prepare = async (next: Uint8Array, reuse: { build: string; ranges: ReusedRange[] }, name = 'v2') => {
    const body = {
      name,
      image_tag: 'server:2',
      kind: 'archive' as const,
      multipart_upload: true,
      reuse,
      image_file: { path: 'server.tar', content_length: next.length },
    };
    const answer: PrepareBuildAnswer = await client.prepareBuild({ params, body });
    return { build: answer.build, parts: answer.image_presigned_requests ?? [] };
  };
  const blob = (bytesOf: Uint8Array) => {
    const hash = sha256(bytesOf).toString('hex');
    return path.join(started.server.dataFolder, 'blobs', hash.slice(0, 2), hash);
  };
  const complete = (build: string) => client.completeBuild({ params: { ...params, build_id: build } });
  return { ...started, base, content, params, request, prepare, blob, complete };
}

describe('a build that takes over what is there', () => {
  it('is whole when what is new was sent', async () => {
    const { request, prepare, build, blob, complete, server } = await startWithBase();
    const { next, reuse } = request(randomFile(1000), 1_234_567);
    const { build: id, parts } = await prepare(next, reuse);
    expect(parts.map(({ content_length: length, reused }) => [length, reused === true])).toEqual([
      [1_234_567, true],
      [1000, false],
      [4 * MIB - 1_234_567, true],
    ]);
    for (const part of parts.filter(({ reused }) => reused !== true)) await put(part.url, slice(next, part));
    await complete(id);
    expect((await build(id)).state).toBe('complete');
    expect(sha256(await readFile(blob(next)))).toEqual(sha256(next));
    await server.close();
    expect((await checkDataFolder(server.dataFolder)).damaged).toEqual([]);
  });

  it('finds what it needs within a build that was compressed', async () => {
    const packed = (content: Uint8Array) =>
      new Uint8Array(
        Buffer.concat([zstdCompressSync(content.subarray(0, MIB)), zstdCompressSync(content.subarray(MIB))]),
      );
    const { request, prepare, blob, complete, client, params, base, content } = await startWithBase(4 * MIB, packed);
    const { chunks } = await client.listBuildChunks({ params: { ...params, build_id: base.build } });
    expect(chunks.reduce((sum, { length }) => sum + length, 0)).toBe(content.length);
    const first = chunks[0];
    expect(first?.name).toBe(sha256(content.subarray(0, first?.length)).toString('hex').slice(0, 32));
    const { next, reuse } = request(randomFile(1000), 2 * MIB);
    const { build, parts } = await prepare(next, reuse);
    for (const part of parts.filter(({ reused }) => reused !== true)) await put(part.url, slice(next, part));
    await complete(build);
    expect(sha256(await readFile(blob(next)))).toEqual(sha256(next));
  });

  it('shows each part that is in, with its digest and that it was not sent', async () => {
    const { request, prepare, upload } = await startWithBase();
    const { next, reuse } = request(randomFile(1000), MIB);
    const { build } = await prepare(next, reuse);
    await until(async () => (await upload(build)).parts.filter(({ received }) => received).length === 2);
    const [first, second] = (await upload(build)).parts;
    expect(first).toMatchObject({ reused: true, received: true, content_length: MIB });
    expect(first?.content_digest).toContain(sha256(next.subarray(0, MIB)).toString('base64'));
    expect(second).toMatchObject({ received: false, content_length: 1000 });
    expect(second?.reused).toBeUndefined();
  });

  it('has to be sent what is not what it was said to be', async () => {
    const { request, prepare, upload, complete, build, blob } = await startWithBase();
    const { next, reuse } = request(randomFile(1000), MIB);
    const [first, second] = reuse.ranges;
    if (first === undefined || second === undefined) throw new Error('expected two ranges');
    const wrong = { ...first, sha256: '0'.repeat(64) };
    const behind = { ...second, from_offset: 3.5 * MIB };
    const { build: id, parts } = await prepare(next, { ...reuse, ranges: [wrong, behind] });
    for (const part of parts.filter(({ reused }) => reused !== true)) await put(part.url, slice(next, part));
    await expect(complete(id)).rejects.toMatchObject({ code: 'UPLOAD_INCOMPLETE', metadata: { missing: [1, 3] } });
    expect((await build(id)).state).toBe('uploading');
    for (const part of (await upload(id)).parts.filter(({ received }) => !received))
      await put(part.url, slice(next, part));
    await complete(id);
    expect(sha256(await readFile(blob(next)))).toEqual(sha256(next));
  });

  it('gets nothing of another game, nor whether it is there', async () => {
    const { request, call, client, base } = await startWithBase();
    const { next, reuse } = request(randomFile(1000), MIB);
    const game_id = await createGame(call, 'Another');
    const { game } = await client.getGame({ params: { game_id } });
    const params = { game_id, environment_id: game.namespaces[0]?.namespace_id ?? '' };
    const body = {
      name: 'v2',
      image_tag: 'server:2',
      kind: 'archive' as const,
      multipart_upload: true,
      image_file: { path: 'server.tar', content_length: next.length },
    };
    const none = '00000000-0000-4000-8000-000000000000';
    const answers = await Promise.all(
      [base.build, none].map((build) => client.prepareBuild({ params, body: { ...body, reuse: { ...reuse, build } } })),
    );
    for (const { image_presigned_requests: parts = [] } of answers) {
      expect(parts.map(({ content_length: length, reused }) => [length, reused])).toEqual([[next.length, undefined]]);
    }
    const chunks = client.listBuildChunks({ params: { ...params, build_id: base.build } });
    await expect(chunks).rejects.toMatchObject({ code: 'BUILDS_BUILD_NOT_FOUND' });
  });

  it('is refused when its ranges overlap or lead out of the file', async () => {
    const { request, prepare } = await startWithBase();
    const { next, reuse } = request(randomFile(1000), MIB);
    const [first, second] = reuse.ranges;
    if (first === undefined || second === undefined) throw new Error('expected two ranges');
    for (const ranges of [
      [second, first],
      [first, { ...second, byte_offset: MIB - 1 }],
      [first, { ...second, content_length: second.content_length + 1 }],
    ]) {
      await expect(prepare(next, { ...reuse, ranges })).rejects.toBeInstanceOf(AppError);
    }
  });

  it('is prepared as ever for who says nothing of reusing', async () => {
    const { call, place } = await startWithBase();
    const { parts } = await prepareBuild(call, place, { name: 'v2', bytes: 20 * MIB, multipart: true });
    expect(parts.map((part) => Object.keys(part).toSorted())).toEqual(
      Array.from({ length: 2 }, () => ['byte_offset', 'content_length', 'path', 'url']),
    );
  });

  it('is finished by who sends the rest, after the service was gone in the middle', async () => {
    const { request, prepare, build, server, blob } = await startWithBase();
    const { next, reuse } = request(randomFile(1000), MIB);
    const { build: id } = await prepare(next, reuse);
    const { upload_id: upload } = await build(id);
    await server.close();
    const again = await startUploads({ dataFolder: server.dataFolder });
    const { upload: left } = await again.client.getUpload({ params: { upload_id: upload } });
    expect(left.parts.map(({ content_length: length }) => length)).toEqual([MIB, 1000, 3 * MIB]);
    for (const part of left.parts.filter(({ received }) => !received)) await put(part.url, slice(next, part));
    expect((await again.client.getUpload({ params: { upload_id: upload } })).upload.complete).toBe(true);
    expect(sha256(await readFile(blob(next)))).toEqual(sha256(next));
  });
});
