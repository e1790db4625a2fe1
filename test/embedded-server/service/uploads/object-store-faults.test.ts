// An object store in trouble: each kind of it is said in words, nothing that was acknowledged is lost, and what was under way goes on.
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { createObjectStore, type StorePlace } from '../../../../embedded-server/platform/object-store/object-store.ts';
import { objectKey } from '../../../../embedded-server/service/uploads/object-place.ts';
import { SHORTEST_PART } from '../../../../src-shared/service/builds.ts';
import type { Upload } from '../../../../src-shared/service/uploads.ts';
import { startFaultProxy } from '../../../support/fault-proxy.ts';
import { hostInOwnGame, nodeBuild, withHosting } from '../../../support/hosting.ts';
import { storeMakes } from '../../../support/object-stores/stores.ts';
import { startTestService } from '../../../support/service.ts';
import { startOnce } from '../../../support/start-once.ts';
import { until } from '../../../support/until.ts';
import { prepareBuild, put, randomFile, sha256, slice } from '../../../support/upload.ts';

// Real servers, and waits for a store that is away.
vi.setConfig({ testTimeout: 60_000 });

const MiB = 1_048_576;
/** A part and some more. */
const TWO_PARTS = SHORTEST_PART + MiB;
const [make] = storeMakes;
const { missing } = make;
const opened = startOnce(make.start);
let count = 0;

async function openBehind(change: (place: StorePlace) => Partial<StorePlace> = () => ({})) {
  const direct = await opened();
  const proxy = await startFaultProxy(direct.endpoint, { keepsHost: true });
  count += 1;
  const place = { ...direct, prefix: `faults/${count}`, endpoint: proxy.url };
  const options = { objectStore: { ...place, ...change(place) } };
  return { proxy, place, options, service: await startTestService(options) };
}

/** A service of this test alone. */
async function startBehind(...words: Parameters<typeof openBehind>) {
  const behind = await openBehind(...words);
  return inBehind(behind, await withHosting(behind.service, behind.options));
}

const openedBehind = startOnce(openBehind);

/** One service for several tests, each with a game of its own and a proxy without faults. */
async function comeBehind() {
  await opened();
  const behind = await openedBehind();
  behind.proxy.heal();
  return inBehind(behind, await hostInOwnGame(behind.service, behind.options));
}

function inBehind(
  { proxy, place }: Awaited<ReturnType<typeof openBehind>>,
  started: Awaited<ReturnType<typeof withHosting>>,
) {
  const { call, place: where, build } = started;
  return {
    ...started,
    proxy,
    store: createObjectStore(place),
    begin: async (bytes: number) => {
      const file = randomFile(bytes);
      const { build: id, parts } = await prepareBuild(call, where, { bytes, multipart: true, partSize: SHORTEST_PART });
      const { upload_id } = await build(id);
      const send = async (nth: number, given = parts) => {
        const part = given[nth - 1];
        if (part === undefined) throw new Error('No such part');
        return (await put(part.url, slice(file, part))).status;
      };
      return { file, id, upload_id, send };
    },
    tryPrepare: () =>
      call('POST', `/games/${where.game_id}/environments/${where.environment_id}/builds/prepare`, {
        body: { name: 'v1', image_tag: 'a:1', image_file: { path: 'a.tar', content_length: 10 } },
      }),
    untilComplete: (id: string) =>
      until(async () => (await build(id)).state === 'complete', 'the build to be complete'),
    list: async (upload_id: string) =>
      ((await call('GET', `/cloud/uploads/${upload_id}`)).body as { upload: Upload }).upload,
  };
}

const refusal = (status: number, code: string) =>
  ({ kind: 'status', status, type: 'application/xml', body: `<Error><Code>${code}</Code></Error>` }) as const;

describe.skipIf(missing !== undefined)(`an object store${missing === undefined ? '' : ` (${missing})`}`, () => {
  it('that is away is said so, and is used again when it is back', async () => {
    const { proxy, tryPrepare } = await comeBehind();
    proxy.offline();
    expect(await tryPrepare()).toMatchObject({
      status: 503,
      body: { code: 'OBJECT_STORE_FAILED', message: expect.stringContaining('cannot be reached') },
    });
    proxy.heal();
    expect((await tryPrepare()).status).toBe(200);
  });

  it.each([
    [503, 'SlowDown', 503, 'takes and gives nothing'],
    [500, 'InternalError', 503, 'takes and gives nothing'],
    [403, 'InvalidAccessKeyId', 503, 'does not accept the keys'],
    [403, 'AccessDenied', 503, 'does not accept the keys'],
    [403, 'RequestTimeTooSkewed', 503, 'Set the clock'],
    [404, 'NoSuchBucket', 503, 'has no bucket'],
    [403, 'QuotaExceeded', 507, 'is full'],
    [507, 'InsufficientStorage', 507, 'is full'],
    [400, 'SomethingElse', 503, 'refused this (SomethingElse)'],
  ])('that answers %i %s', async (status, code, answered, says) => {
    const { proxy, tryPrepare } = await comeBehind();
    proxy.fail({ method: 'POST', fault: refusal(status, code) });
    const { status: told, body } = await tryPrepare();
    expect([told, (body as { message: string }).message]).toEqual([answered, expect.stringContaining(says)]);
    const isForOperator = answered === 503 && !says.includes('gives nothing');
    expect(body).toMatchObject(isForOperator ? { metadata: { needs_operator: true } } : {});
    if (!isForOperator) expect(body).not.toHaveProperty('metadata');
  });

  it('whose keys were exchanged is asked with the new ones', async () => {
    const { tryPrepare } = await startBehind(({ keys }) => ({
      keys: { id: keys.id, secret: 'old' },
      readKeys: async () => keys,
    }));
    const answers = await Promise.all([tryPrepare(), tryPrepare(), tryPrepare()]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  });

  it('that is away when all is in does not hold up the build when it is back, without a call', async () => {
    const { proxy, begin, build, untilComplete } = await comeBehind();
    const { id, send } = await begin(TWO_PARTS);
    expect(await send(1)).toBe(200);
    proxy.fail({ method: 'GET', fault: refusal(503, 'SlowDown') });
    expect(await send(2)).toBe(200);
    const asked = () => proxy.requests.filter(({ method }) => method === 'GET').length;
    const before = asked();
    await until(() => asked() > before + 6);
    expect((await build(id)).state).not.toBe('complete');
    proxy.heal();
    await untilComplete(id);
  });

  it('that breaks off while a build is read goes on where it broke', async () => {
    const { proxy, begin, build, untilComplete } = await comeBehind();
    const { id, file, send } = await begin(4 * MiB);
    const before = proxy.requests.length;
    proxy.fail({
      method: 'GET',
      match: /builds\/[0-9a-f-]{36}$/,
      times: 2,
      fault: { kind: 'cut-answer', after: MiB },
    });
    expect(await send(1)).toBe(200);
    await untilComplete(id);
    expect((await build(id)).sha256).toBe(sha256(file).toString('hex'));
    expect(proxy.requests.slice(before).some(({ headers }) => headers.range !== undefined)).toBe(true);
  });

  it('whose answer to the end of an upload is lost has it once all the same', async () => {
    const { proxy, begin, untilComplete, versions } = await comeBehind();
    const { id, send } = await begin(TWO_PARTS);
    expect(await Promise.all([send(1), send(2)])).toEqual([200, 200]);
    proxy.fail({ method: 'POST', match: /uploadId=/, times: 1, fault: { kind: 'lose-answer' } });
    await untilComplete(id);
    expect(await versions()).toHaveLength(2);
  });

  it('that dropped an upload behind us is sent its parts again', async () => {
    const { store, begin, list, untilComplete } = await startBehind();
    const { id, upload_id, send } = await begin(TWO_PARTS);
    expect(await send(1)).toBe(200);
    for await (const { key, upload } of store.list('')) if (upload !== undefined) await store.abort(key, upload);
    const { parts } = await list(upload_id);
    expect(parts.map(({ received }) => received)).toEqual([false, false]);
    expect([await send(1, parts), await send(2, parts)]).toEqual([200, 200]);
    await untilComplete(id);
  });

  it('gives a build by its hash to whoever runs it here, looks into it, or lists its files', async () => {
    const { deploy, build, server, create, untilState, call, params, proxy } = await startBehind();
    const { build: id } = await deploy(nodeBuild());
    const { sha256: hash = '' } = await build(id);
    const file = path.join(server.dataFolder, 'blobs', hash.slice(0, 2), hash);
    await rm(file);
    const at = `/games/${params.game_id}/environments/${params.environment_id}/builds/${id}`;
    expect((await call('GET', `${at}/files`)).body).toMatchObject({ total: 2 });
    await rm(file);
    const before = proxy.requests.length;
    await untilState((await create(id)).id, 'running');
    expect(proxy.requests.slice(before).map(({ method }) => method)).toEqual(['HEAD', 'GET']);
    // The second server has it here.
    await untilState((await create(id)).id, 'running');
    expect(proxy.requests).toHaveLength(before + 2);
  });

  it.each([
    ['removed', 'no longer in the object store'],
    ['changed', 'were changed since they were checked'],
  ])(
    'whose object was %s behind us starts no server of it, says so, and does when it was sent again',
    async (what, says) => {
      const { store, deploy, build, server, create, untilState, untilSays } = await startBehind();
      const { build: id } = await deploy(nodeBuild());
      const { sha256: hash = '', upload_id, content_length: length } = await build(id);
      const here = path.join(server.dataFolder, 'blobs', hash.slice(0, 2), hash);
      await rm(here);
      await store.remove(objectKey(upload_id));
      if (what === 'changed') {
        const upload = await store.begin(objectKey(upload_id));
        const lifetime = { at: Date.now(), seconds: 60 };
        const url = store.presignPart(objectKey(upload_id), upload, { number: 1, length }, lifetime);
        const { headers } = await put(url, randomFile(length));
        await store.complete(objectKey(upload_id), upload, [{ number: 1, tag: headers.get('etag') ?? '' }]);
      }
      const { state } = await untilSays((await create(id)).id, new RegExp(says));
      expect(state).toBe('failed');
      await deploy(nodeBuild(), 'again');
      await rm(here);
      await untilState((await create(id)).id, 'running');
    },
  );
});
