// A crash between every two steps of finishing an upload, by an error at each of them: after the next start the upload is
// complete exactly once, and the version it becomes is there exactly once.
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { ownerAlone } from '../../../../embedded-server/platform/access/given-access.ts';
import { createFileHasher } from '../../../../embedded-server/platform/hashing/file-hasher.ts';
import { createBlobStore } from '../../../../embedded-server/platform/storage/blobs.ts';
import { openDataFolder } from '../../../../embedded-server/platform/storage/data-folder.ts';
import { createBuildStore } from '../../../../embedded-server/service/builds/store.ts';
import { checkDataFolder } from '../../../../embedded-server/service/data/check.ts';
import { createPresigner } from '../../../../embedded-server/service/uploads/presign.ts';
import { createUploadRemover } from '../../../../embedded-server/service/uploads/remove-unused-bytes.ts';
import {
  createUploadService,
  type Finisher,
  type UploadParts,
} from '../../../../embedded-server/service/uploads/service.ts';
import { createUploadStore } from '../../../../embedded-server/service/uploads/store.ts';
import { chooseBytes, createFileBytes } from '../../../../embedded-server/service/uploads/upload-bytes.ts';
import { createUploadFiles } from '../../../../embedded-server/service/uploads/upload-files.ts';
import { createWholeHashes } from '../../../../embedded-server/service/uploads/whole-hash.ts';
import { AppError } from '../../../../src-shared/errors/app-error.ts';
import { startTestService } from '../../../support/service.ts';
import { rounds } from '../../../support/soak.ts';
import { blobs, prepareBuild, put, randomFile, sha256, slice, startUploads } from '../../../support/upload.ts';

const MiB = 1_048_576;

class Crash extends Error {}

/** Throws at the n-th step, before or after it is done, and from then on always: a process that is gone does no more. */
function crashAt(n: number) {
  let step = 0;
  const point = () => {
    step += 1;
    if (step >= n) throw new Crash(`at step ${n}`);
  };
  const wrap = <T extends object>(real: T): T =>
    new Proxy(real, {
      get: (target, name) => {
        const value: unknown = Reflect.get(target, name);
        if (typeof value !== 'function' || name === 'file' || name === 'path') return value;
        return (...args: unknown[]) => {
          point();
          const result: unknown = value.apply(target, args);
          if (!(result instanceof Promise)) {
            point();
            return result;
          }
          return result.then((answer) => {
            point();
            return answer;
          });
        };
      },
    });
  return { wrap, wasReached: () => step >= n };
}

type Ready = { dataFolder: string; upload: string; build: string; file: Uint8Array<ArrayBuffer> };

/** A folder with an upload all of whose parts are in, which the service had no time to finish. */
async function readyToFinish(bytes: number): Promise<Ready> {
  const { call, server, place, build } = await startUploads();
  const file = randomFile(bytes);
  const prepared = await prepareBuild(call, place, { name: 'v1', bytes, multipart: bytes > 16 * MiB });
  const { upload_id: upload } = await build(prepared.build);
  const last = prepared.parts.at(-1);
  for (const part of prepared.parts.slice(0, -1)) await put(part.url, slice(file, part));
  await server.close();
  // The last part goes in by hand, so that nothing finishes the upload yet.
  const folder = await openDataFolder(server.dataFolder);
  if (last !== undefined) {
    const handle = await createUploadFiles(folder.paths).open(upload);
    await handle.write(slice(file, last), 0, last.content_length, last.byte_offset);
    await handle.close();
    const store = createUploadStore(folder.database);
    folder.database.change(() => store.setPart(upload, prepared.parts.length, sha256(slice(file, last)), Date.now()));
  }
  await folder.close();
  return { dataFolder: server.dataFolder, upload, build: prepared.build, file };
}

type Opened = Awaited<ReturnType<typeof openDataFolder>>;
type Changes = Pick<UploadParts, 'access'> & { wrap<T extends object>(real: T): T; check?: Finisher['check'] };

/** The service's own uploads over a data folder, of which nothing is published. */
function openUploads(folder: Opened, { wrap, access, check }: Changes) {
  const store = createUploadStore(folder.database);
  const builds = createBuildStore(folder.database);
  const finisher: Finisher = {
    ...(check && { check }),
    publish: () => {
      throw new Crash('before publishing');
    },
    published: () => {},
  };
  const files = wrap(createUploadFiles(folder.paths));
  const hasher = createFileHasher({
    script: new URL('../../../../embedded-server/platform/hashing/hash-thread.ts', import.meta.url),
  });
  const wholeHashes = createWholeHashes(store, files, hasher);
  const presigner = createPresigner(Buffer.alloc(32), { publicUrl: () => '', now: Date.now, access });
  const bytes = chooseBytes(createFileBytes({ store, files, presigner, wholeHashes }), undefined);
  const stored = { store, bytes, blobs: wrap(createBlobStore(folder.paths)), log: () => undefined };
  const remover = createUploadRemover({ ...stored, forget: wholeHashes.forget });
  const uploads = createUploadService({
    ...stored,
    files,
    wholeHashes,
    database: wrap(folder.database),
    finishers: { build: finisher, logo: finisher, banner: finisher },
    now: Date.now,
    access,
    discard: (upload_id) =>
      remover.remove(upload_id, (removeRecord) =>
        folder.database.change(() => {
          builds.remove(builds.byUpload(upload_id)?.build_id ?? '');
          removeRecord();
        }),
      ),
  });
  return { uploads, close: () => hasher.close() };
}

/** Finishes with a crash at step n; false when there are fewer steps. */
async function finishUntil(n: number, { dataFolder, upload }: Ready): Promise<boolean> {
  const folder = await openDataFolder(dataFolder);
  const { wrap, wasReached } = crashAt(n);
  const { uploads, close } = openUploads(folder, { wrap, access: ownerAlone });
  await expect(uploads.finish(upload)).rejects.toThrow(Crash);
  await close();
  await folder.close();
  return wasReached();
}

it.each([
  ['one part', 50_000, 1],
  ['several parts', 17 * MiB, 2],
])('an upload of %s is complete exactly once after a crash at any step', async (_what, bytes, first) => {
  for (let n = rounds(first, 1); ; n += rounds(3, 1)) {
    const ready = await readyToFinish(bytes);
    const reached = await finishUntil(n, ready);
    const { call, server } = await startTestService({ dataFolder: ready.dataFolder });
    const { body } = await call('GET', '/cloud/games');
    const game_id = (body as { games: { game_id: string }[] }).games[0]?.game_id;
    const { body: whole } = await call('GET', `/cloud/games/${game_id}`);
    const { versions } = (whole as { game: { versions: { display_name: string }[] } }).game;
    expect(
      versions.map((version) => version.display_name),
      `step ${n}`,
    ).toEqual(['0.0.1', 'v1']);
    const wanted = sha256(ready.file).toString('hex');
    expect(await blobs(ready.dataFolder), `step ${n}`).toEqual([wanted]);
    const stored = await readFile(path.join(ready.dataFolder, 'blobs', wanted.slice(0, 2), wanted));
    expect(sha256(stored).toString('hex')).toBe(wanted);
    expect(await readdir(path.join(ready.dataFolder, 'uploads'))).toEqual([]);
    await server.close();
    expect(await checkDataFolder(ready.dataFolder)).toMatchObject({ damaged: [], notes: [] });
    if (!reached) break;
    expect(n).toBeLessThan(20);
  }
});

it('leaves no bytes of an upload whose token ended while they were read through', async () => {
  const { dataFolder, upload } = await readyToFinish(50_000);
  const folder = await openDataFolder(dataFolder);
  let ended: AppError | undefined;
  const access = { ...ownerAlone, whyEnded: () => ended };
  const check = async () => {
    expect(await blobs(dataFolder)).toHaveLength(1);
    ended = new AppError('API_UNAUTHORIZED');
    return {};
  };
  const { uploads, close } = openUploads(folder, { wrap: (real) => real, access, check });
  await expect(uploads.finish(upload)).rejects.toMatchObject({ code: 'API_UNAUTHORIZED' });
  expect(await blobs(dataFolder)).toEqual([]);
  expect(() => uploads.one(upload)).toThrow();
  await close();
  await folder.close();
});

it.each([
  ['its bytes can still be read', () => ({})],
  [
    'its bytes are not found',
    () => {
      throw new Error('ENOENT');
    },
  ],
])('knows no upload that was deleted while it was read through, and %s', async (_what, answer) => {
  const { dataFolder, upload, build } = await readyToFinish(50_000);
  const folder = await openDataFolder(dataFolder);
  const check = async () => {
    const builds = createBuildStore(folder.database);
    folder.database.change(() => {
      builds.remove(build);
      createUploadStore(folder.database).remove(upload);
    });
    return answer();
  };
  const { uploads, close } = openUploads(folder, { wrap: (real) => real, access: ownerAlone, check });
  await expect(uploads.finish(upload)).rejects.toMatchObject({ code: 'UPLOAD_NOT_FOUND' });
  await close();
  await folder.close();
});

it('keeps the bytes of an upload that finishes while an equal one is deleted', async () => {
  const { call, server, place } = await startUploads();
  const file = randomFile(300_000);
  for (let round = 0; round < rounds(5, 40); round += 1) {
    const [a, b] = [
      await prepareBuild(call, place, { name: `a${round}`, bytes: file.length }),
      await prepareBuild(call, place, { name: `b${round}`, bytes: file.length }),
    ];
    await put(a.parts[0]?.url ?? '', file);
    const at = `/games/${place.game_id}/environments/${place.environment_id}/builds`;
    const [, deleted] = await Promise.all([put(b.parts[0]?.url ?? '', file), call('DELETE', `${at}/${a.build}`)]);
    expect(deleted.status).toBe(200);
    expect(await blobs(server.dataFolder)).toHaveLength(1);
    expect((await call('DELETE', `${at}/${b.build}`)).status).toBe(200);
    expect(await blobs(server.dataFolder)).toHaveLength(0);
  }
});
