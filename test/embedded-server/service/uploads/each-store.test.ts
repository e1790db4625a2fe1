// What holds for uploads wherever their bytes go: files of the service, and object stores of several makes. One suite, unchanged: files
// meet all of it, and so does each store in `npm run soak`; otherwise the stores of this machine share it.
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import type { RunningServer } from '../../../../embedded-server/index.ts';
import { SHORTEST_PART } from '../../../../src-shared/service/builds.ts';
import type { Upload, UploadPart } from '../../../../src-shared/service/uploads.ts';
import { freePort } from '../../../support/free-port.ts';
import {
  namesInStore,
  storedBytes,
  type UploadStoreUnderTest,
  uploadStores,
} from '../../../support/object-stores/upload-stores.ts';
import { startTestService } from '../../../support/service.ts';
import { dealTests } from '../../../support/soak.ts';
import { startOnce } from '../../../support/start-once.ts';
import { until } from '../../../support/until.ts';
import { prepareBuild, randomFile, sha256, slice, startUploads, withUploads } from '../../../support/upload.ts';

// The first test of each make starts it.
vi.setConfig({ testTimeout: 60_000 });

/** A part and some more. */
const TWO_PARTS = SHORTEST_PART + 1_048_576;
const THREE_PARTS = 2 * SHORTEST_PART + 3;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** The status alone: a store of others answers in XML. */
async function put(url: string, bytes: Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}): Promise<number> {
  const response = await fetch(url, { method: 'PUT', body: bytes, headers: { connection: 'close', ...headers } });
  await response.arrayBuffer();
  return response.status;
}

/** Whether bytes were refused. A store may end the connection of what it refuses before all of it was sent. */
async function isRefused(sent: Promise<number>): Promise<boolean> {
  return (await sent.catch(() => 400)) >= 400;
}

type Uploads = Awaited<ReturnType<typeof startUploads>>;
type Opened = Awaited<ReturnType<UploadStoreUnderTest['open']>>;

/** A service of this test alone, for what restarts it or turns its clock. */
async function startIn(store: UploadStoreUnderTest, more: Parameters<typeof startUploads>[0] = {}) {
  const opened = await store.open();
  return await uploadsIn(opened, await startUploads({ ...opened.options, ...more }));
}

/** One service for all other tests of a store, in which each has a game of its own. */
function openOnce(store: UploadStoreUnderTest) {
  let opened: ReturnType<UploadStoreUnderTest['open']> | undefined;
  const openStore = () => (opened ??= store.open());
  const started = startOnce(async () => await startTestService((await openStore()).options));
  return async () => {
    const place = await openStore();
    return await uploadsIn(place, await withUploads(await started()));
  };
}

async function uploadsIn({ options, place: objects }: Opened, started: Uploads) {
  const { call, place, build, versions } = started;
  const filesIn = () => readdir(path.join(started.server.dataFolder, 'uploads'));
  const look = async () => ({
    files: await filesIn(),
    ...(objects === undefined ? { objects: [], uploads: [] } : await namesInStore(objects)),
  });
  const before = await look();
  /** What there is of uploads since this test began: files under way, objects, and uploads of the store. */
  const leftOver = async () => {
    const now = await look();
    const since = (of: keyof typeof now) => now[of].filter((name) => !before[of].includes(name));
    return { files: since('files'), objects: since('objects'), uploads: since('uploads') };
  };
  return {
    ...started,
    leftOver,
    options,
    begin: async (bytes: number, key?: string) => {
      const file = randomFile(bytes);
      const multipart = bytes > SHORTEST_PART;
      const { build: id, parts } = await prepareBuild(call, place, {
        bytes,
        multipart,
        partSize: SHORTEST_PART,
        ...(key === undefined ? {} : { key }),
      });
      const { upload_id } = await build(id);
      return {
        file,
        id,
        parts,
        upload_id,
        send: (nth: number, from = file) => put(parts[nth - 1]?.url ?? '', slice(from, partAt(parts, nth))),
      };
    },
    list: async (upload_id: string): Promise<Upload> =>
      ((await call('GET', `/cloud/uploads/${upload_id}`)).body as { upload: Upload }).upload,
    /** With the bytes that were sent, once, under its name, and nothing left over. */
    expectComplete: async (id: string, file: Uint8Array) => {
      await until(async () => (await build(id)).state === 'complete', 'the build to be complete');
      const complete = await build(id);
      expect(complete).toMatchObject({ content_length: file.length, sha256: sha256(file).toString('hex') });
      expect((await versions()).map(({ display_name: name }) => name)).toEqual(['0.0.1', 'v1']);
      const stored = await storedBytes(objects, started.server, complete);
      expect(sha256(stored).toString('hex')).toBe(complete.sha256);
      const kept = objects === undefined ? [] : [`builds/${complete.upload_id}`];
      expect(await leftOver()).toEqual({ files: [], objects: kept, uploads: [] });
    },
  };
}

const ask = ({ localUrl, token }: RunningServer, upload_id: string) =>
  fetch(`${localUrl}/cloud/uploads/${upload_id}`, {
    headers: { authorization: `Bearer ${token}`, connection: 'close' },
  });

async function statusOf(server: RunningServer, upload_id: string): Promise<number> {
  const response = await ask(server, upload_id);
  await response.arrayBuffer();
  return response.status;
}

async function listOf(server: RunningServer, upload_id: string): Promise<Upload> {
  return ((await (await ask(server, upload_id)).json()) as { upload: Upload }).upload;
}

function partAt<P extends Pick<UploadPart, 'byte_offset'>>(parts: readonly P[], nth: number): P {
  const part = parts[nth - 1];
  if (part === undefined) throw new Error(`There are ${parts.length} parts`);
  return part;
}

const isIn = ({ parts }: Upload) => parts.map(({ received }) => received);

const [files, ...elsewhere] = uploadStores();
const here = elsewhere.filter(({ missing }) => missing === undefined);

describe.each([files, ...elsewhere])('uploads into $name', (store) => {
  const { missing } = store;
  const open = openOnce(store);
  const isMet = here.includes(store) ? dealTests(here.indexOf(store), here.length) : () => true;
  const test = (what: string, run: () => Promise<void>) => {
    if (!isMet()) return;
    it.skipIf(missing !== undefined)(`${what}${missing === undefined ? '' : ` (${missing})`}`, run);
  };

  test('close the loop with the eleven alone: prepare, PUT, and the version is there', async () => {
    const { begin, expectComplete } = await open();
    const { file, id, send } = await begin(100_000);
    expect(await send(1)).toBe(200);
    await expectComplete(id, file);
  });

  test('come in any order and at once, and make the file that was sent', async () => {
    const { begin, expectComplete } = await open();
    const { file, id, send } = await begin(THREE_PARTS);
    expect(await Promise.all([send(3), send(1), send(2)])).toEqual([200, 200, 200]);
    await expectComplete(id, file);
  });

  test('are listed with what is in, and go on after the service restarts', async () => {
    const { begin, list, server, options, call, expectComplete } = await startIn(store, { port: await freePort() });
    const { file, id, upload_id, send } = await begin(THREE_PARTS);
    expect(await send(2)).toBe(200);
    expect(isIn(await list(upload_id))).toEqual([false, true, false]);
    expect(await call('POST', `/cloud/uploads/${upload_id}/complete`)).toMatchObject({
      status: 400,
      body: { code: 'UPLOAD_INCOMPLETE', metadata: { missing: [1, 3] } },
    });
    await server.close();
    await startTestService({ ...options, dataFolder: server.dataFolder, port: server.port });
    const { parts } = await list(upload_id);
    expect(parts.map(({ received }) => received)).toEqual([false, true, false]);
    expect(await put(partAt(parts, 1).url, slice(file, partAt(parts, 1)))).toBe(200);
    expect(await send(3)).toBe(200);
    await expectComplete(id, file);
  });

  test('whose last part came while the service was down are complete after its start', async () => {
    const { begin, server, options, expectComplete } = await startIn(store, { port: await freePort() });
    const { file, id, send } = await begin(TWO_PARTS);
    expect(await send(1)).toBe(200);
    await server.close();
    // Into files nothing comes while nobody listens.
    const wasSent = (await send(2).catch(() => 0)) === 200;
    await startTestService({ ...options, dataFolder: server.dataFolder, port: server.port });
    if (!wasSent) expect(await send(2)).toBe(200);
    await expectComplete(id, file);
  });

  test('may have a part sent again, with other bytes too, until they are finished', async () => {
    const { begin, expectComplete } = await open();
    const { file, id, send } = await begin(TWO_PARTS);
    expect(await send(1, randomFile(TWO_PARTS))).toBe(200);
    expect(await send(1)).toBe(200);
    expect(await send(1)).toBe(200);
    expect(await send(2)).toBe(200);
    await expectComplete(id, file);
  });

  test('may have a part sent twice at the same moment', async () => {
    const { begin, expectComplete } = await open();
    const { file, id, send } = await begin(TWO_PARTS);
    expect(await Promise.all([send(1), send(1), send(1)])).toEqual([200, 200, 200]);
    expect(await send(2)).toBe(200);
    await expectComplete(id, file);
  });

  test('of no bytes are one empty part', async () => {
    const { begin, build } = await open();
    const { id, parts, send } = await begin(0);
    expect(parts).toMatchObject([{ content_length: 0, byte_offset: 0 }]);
    expect(await send(1)).toBe(200);
    await until(async () => (await build(id)).state === 'refused');
    expect((await build(id)).problem).toContain('it is empty');
  });

  test('refuse bytes of another digest than was said, and take the right ones', async () => {
    const { begin, list, expectComplete } = await open();
    const { file, id, parts, upload_id } = await begin(1_000);
    const { url } = partAt(parts, 1);
    expect(await put(url, randomFile(1_000), store.digestHeaders(file))).toBe(400);
    expect(isIn(await list(upload_id))).toEqual([false]);
    expect(await put(url, file, store.digestHeaders(file))).toBe(200);
    await expectComplete(id, file);
  });

  test('refuse more or fewer bytes than a part has, and it is as if they had never been sent', async () => {
    const { begin, list, expectComplete } = await open();
    const { file, id, parts, upload_id, send } = await begin(1_000);
    for (const bytes of [999, 1_001, 0]) {
      const status = await put(partAt(parts, 1).url, randomFile(bytes));
      expect([400, 403]).toContain(status);
    }
    expect(isIn(await list(upload_id))).toEqual([false]);
    expect(await send(1)).toBe(200);
    await expectComplete(id, file);
  });

  test('refuse an address that was changed', async () => {
    const { begin, list } = await open();
    const { file, parts, upload_id } = await begin(1_000);
    const { url } = partAt(parts, 1);
    const last = url.at(-1) === '0' ? '1' : '0';
    expect(await put(url.slice(0, -1) + last, file)).toBe(403);
    expect(isIn(await list(upload_id))).toEqual([false]);
  });

  test('refuse an address after six hours, and a fresh one of the same part works', async () => {
    let now = Date.now() - 6 * HOUR_MS - 60_000;
    const { begin, list, expectComplete } = await startIn(store, { now: () => now });
    const { file, id, upload_id, send } = await begin(1_000);
    now = Date.now();
    expect(await send(1)).toBe(403);
    const { parts } = await list(upload_id);
    expect(await put(partAt(parts, 1).url, file)).toBe(200);
    await expectComplete(id, file);
  });

  test('come back with their parts for the same key', async () => {
    const { begin, list, call, place, expectComplete } = await open();
    const { file, id, upload_id, send } = await begin(TWO_PARTS, 'push-1');
    expect(await send(1)).toBe(200);
    const again = await prepareBuild(call, place, {
      bytes: file.length,
      multipart: true,
      partSize: SHORTEST_PART,
      key: 'push-1',
    });
    expect(again.build).toBe(id);
    expect(isIn(await list(upload_id))).toEqual([true, false]);
    expect(await put(partAt(again.parts, 2).url, slice(file, partAt(again.parts, 2)))).toBe(200);
    await expectComplete(id, file);
  });

  test('take no more bytes at addresses of a token that was revoked, and publish nothing of it', async () => {
    const { begin, call, gamePath, place, list, versions } = await open();
    const { body } = await call('POST', `${gamePath}/tokens/cloud`, { body: {} });
    const { token } = body as { token: string };
    const own: typeof call = (method, at, options) => call(method, at, { ...options, token });
    const file = randomFile(TWO_PARTS);
    const { build: id, parts } = await prepareBuild(own, place, {
      bytes: file.length,
      multipart: true,
      partSize: SHORTEST_PART,
    });
    const first = partAt(parts, 1);
    const last = partAt(parts, 2);
    expect(await put(first.url, slice(file, first))).toBe(200);
    const { body: known } = await call('GET', `${gamePath}/tokens`);
    const { token_id } = (known as { tokens: { token_id: string }[] }).tokens[0] ?? { token_id: '' };
    expect((await call('DELETE', `${gamePath}/tokens/${token_id}`)).status).toBe(200);
    await until(async () => await isRefused(put(last.url, slice(file, last))), 'the address to end');
    const at = `/games/${place.game_id}/environments/${place.environment_id}/builds/${id}`;
    const { upload_id } = ((await call('GET', at)).body as { build: { upload_id: string } }).build;
    expect(isIn(await list(upload_id))[1]).toBe(false);
    expect(await versions()).toHaveLength(1);
    await begin(10); // others go on
  });

  test('are swept when nothing came for seven days, and kept when something did', async () => {
    let now = Date.now() - 8 * DAY_MS;
    const { begin, server, options, leftOver } = await startIn(store, { now: () => now });
    const old = await begin(TWO_PARTS);
    const live = await begin(TWO_PARTS);
    now = Date.now();
    const { parts } = await listOf(server, live.upload_id);
    expect(await put(partAt(parts, 1).url, slice(live.file, partAt(parts, 1)))).toBe(200);
    await server.close();
    const { server: second } = await startTestService({ ...options, dataFolder: server.dataFolder });
    await until(async () => (await statusOf(second, old.upload_id)) === 404);
    expect(isIn(await listOf(second, live.upload_id))).toEqual([true, false]);
    const ofStore = options.objectStore === undefined ? '' : `builds/${live.upload_id}`;
    await until(async () => (await leftOver()).uploads.join() === ofStore);
  });

  test('leave nothing behind when their build is deleted, finished or not', async () => {
    const { begin, call, place, leftOver, build } = await open();
    const finished = await begin(1_000);
    expect(await finished.send(1)).toBe(200);
    await until(async () => (await build(finished.id)).state === 'complete');
    const half = await begin(TWO_PARTS);
    expect(await half.send(1)).toBe(200);
    const at = `/games/${place.game_id}/environments/${place.environment_id}/builds`;
    for (const { id } of [finished, half]) expect((await call('DELETE', `${at}/${id}`)).status).toBe(200);
    expect(await isRefused(half.send(2))).toBe(true);
    expect(await leftOver()).toEqual({ files: [], objects: [], uploads: [] });
  });
});
