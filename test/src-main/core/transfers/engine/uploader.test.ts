// A build on its way to a real service over a line that does what lines do. what is reported is what happened.
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { AppError } from '../../../../../src-shared/errors/app-error.ts';
import { SHORTEST_PART } from '../../../../../src-shared/service/builds.ts';
import { problemOf, troubleOf } from '../../../../../src-shared/transfers/problem-of.ts';
import { startFaultProxy } from '../../../../support/fault-proxy.ts';
import { withGame } from '../../../../support/service.ts';
import { startOnce } from '../../../../support/start-once.ts';
import { until } from '../../../../support/until.ts';
import { hasBlob } from '../../../../support/upload.ts';
import { bytesPut, MIB, makeSending, type SendingOptions } from '../support.ts';
import { startSendingService } from '../targets.ts';

const isPart = /^\/uploads\//;
const PART = SHORTEST_PART;

const started = startOnce(startSendingService);

async function startSending(options: Partial<SendingOptions> = {}) {
  const { partHashes, ...shared } = await started();
  const service = await withGame(shared);
  const proxy = await startFaultProxy(service.server.url);
  const namespace_id = service.place.namespace_id;
  const place = { game_id: service.game_id, namespace_id };
  const short = { bytes: 2 * PART + MIB, partBytes: PART };
  const sending = await makeSending({
    url: proxy.url,
    token: service.server.token,
    ...place,
    partHashes,
    ...short,
    ...options,
  });
  const versions = async () => {
    const { game } = await service.client.getGame({ params: { game_id: service.game_id } });
    return game.versions.filter(({ display_name: name }) => name === '1.4.2');
  };
  return { ...sending, service, proxy, versions };
}

describe('a transfer', () => {
  it('sends a build in parts, has each verified, and is done when the version is there', async () => {
    const { start, service, versions, packed, views, proxy } = await startSending({ switches: true });
    const record = await start().ended;
    expect(record).toMatchObject({ status: 'done', step: 'switch', outcome: 'Switched.' });
    const [version] = await versions();
    expect(record.version_id).toBe(version?.version_id);
    expect(await hasBlob(service.server.dataFolder, packed.sha256)).toBe(true);
    expect(record.bytes_on_wire).toBe(packed.bytes);
    expect(bytesPut(proxy.requests)).toBe(packed.bytes);
    const digests = proxy.requests
      .filter(({ path: to }) => isPart.test(to))
      .map(({ headers }) => headers['repr-digest']);
    expect(digests).toHaveLength(3);
    expect(digests.every((digest) => digest?.toString().startsWith('sha-256=:'))).toBe(true);
    expect(views.some(({ step, parts }) => step === 'confirm' && parts.verified === 3)).toBe(true);
    const { game } = await service.client.getGame({ params: { game_id: service.game_id } });
    expect(game.namespaces[0]?.version_id).toBe(record.version_id);
  });

  it('of nothing at all is one empty part, which becomes no version', async () => {
    const { start, versions } = await startSending({ bytes: 0 });
    const record = await start().ended;
    expect(record).toMatchObject({ status: 'failed' });
    expect(JSON.stringify(record)).toContain('it is empty');
    expect(await versions()).toHaveLength(0);
  });

  it('goes on after a pause with what is missing, and sends no part again that was in', async () => {
    const { start, proxy, packed, journal, record } = await startSending({ bytes: 6 * PART });
    const repair = proxy.fail({
      method: 'PUT',
      match: /^\/uploads\/[^/]+\/[456]/,
      fault: { kind: 'slow', bytesPerSecond: MIB },
    });
    const pause = new AbortController();
    const upload = start(pause.signal);
    await until(() => journal.parts(record.id).filter(({ state }) => state === 'verified').length === 3);
    pause.abort();
    expect(await upload.ended).toMatchObject({ status: 'paused' });
    repair();
    proxy.cutAll(); // what is on its way in the slow line would only end seconds later
    expect(journal.parts(record.id).some(({ state }) => state === 'sending')).toBe(false);
    const before = bytesPut(proxy.requests);
    expect(await start().ended).toMatchObject({ status: 'done' });
    // Of those that broke off the service kept what came.
    expect(bytesPut(proxy.requests) - before).toBeLessThanOrEqual(3 * PART);
    expect(before).toBeLessThanOrEqual(packed.bytes);
  });

  it('believes the service about what is in, and not the journal', async () => {
    const { start, proxy, journal, record, service } = await startSending({ bytes: 3 * PART });
    proxy.fail({ method: 'PUT', match: isPart, times: 1, fault: { kind: 'lose-answer' } });
    const pause = new AbortController();
    proxy.fail({ method: 'PUT', match: isPart, fault: { kind: 'half-open' } });
    const upload = start(pause.signal);
    await until(async () => {
      const upload_id = journal.get(record.id)?.upload_id;
      if (upload_id === undefined) return false;
      const stored = await service.client.getUpload({ params: { upload_id } });
      return stored.upload.parts.every(({ received }) => received);
    }, 'the service to have all parts');
    // Of the first it was asked again at once.
    expect(journal.parts(record.id).filter(({ state }) => state === 'verified').length).toBeLessThanOrEqual(1);
    pause.abort();
    await upload.ended;
    proxy.heal();
    const before = bytesPut(proxy.requests);
    expect(await start().ended).toMatchObject({ status: 'done' });
    expect(bytesPut(proxy.requests) - before).toBe(0);
  });

  it.each([
    ['cut in the middle of its body', { kind: 'cut-request', after: 2 * MIB }],
    ['cut before its answer', { kind: 'lose-answer' }],
    ['answered with 500', { kind: 'status', status: 500 }],
    ['answered with 503 and a Retry-After', { kind: 'status', status: 503, retryAfter: '1' }],
    ['answered with 429', { kind: 'status', status: 429, body: '{"code":"API_RATE_LIMIT","message":"Slow down."}' }],
    ["answered with a balancer's page", { kind: 'html' }],
    ['answered with a length that is wrong', { kind: 'wrong-length', by: 7 }],
    ['dropped', { kind: 'drop' }],
  ] as const)('ends well when a part is %s', async (_, fault) => {
    const { start, proxy, versions } = await startSending({ bytes: PART + MIB });
    proxy.fail({ method: 'PUT', match: isPart, times: 2, fault });
    expect(await start().ended).toMatchObject({ status: 'done' });
    expect(await versions()).toHaveLength(1);
  });

  it('shows the last error, the number of the try and when it tries next, and waits as long as the service wants', async () => {
    const { start, proxy, views } = await startSending({ bytes: MIB });
    const fault = { kind: 'status', status: 503, retryAfter: '1', body: 'The disk is busy.' } as const;
    proxy.fail({ method: 'PUT', match: isPart, times: 2, fault });
    expect(await start().ended).toMatchObject({ status: 'done' });
    const troubles = views.flatMap((view) => troubleOf(view) ?? []);
    expect(new Set(troubles.map(({ tries }) => tries))).toEqual(new Set([1, 2]));
    expect(troubles[0]?.problem.message).toContain('The disk is busy.');
    expect(views.some(({ status }) => status === 'waiting')).toBe(true);
    const [first, second] = proxy.requests.filter(({ method }) => method === 'PUT');
    expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThanOrEqual(950);
    expect(views.at(-1)).not.toMatchObject({ trouble: expect.anything() });
  });

  it('cuts a line on which nothing moves, and tries again', async () => {
    const { start, proxy, views } = await startSending({ bytes: MIB, limits: { stallMs: 300 } });
    proxy.fail({ method: 'PUT', match: isPart, times: 1, fault: { kind: 'half-open' } });
    expect(await start().ended).toMatchObject({ status: 'done' });
    expect(views.map(troubleOf).find((trouble) => trouble !== undefined)?.problem.code).toBe('TRANSFER_STALLED');
  });

  it('waits while the network is gone, and goes on when it is back', async () => {
    const { start, proxy, views, journal, record } = await startSending({ bytes: 4 * PART });
    const slow = proxy.fail({ method: 'PUT', match: isPart, fault: { kind: 'slow', bytesPerSecond: 20 * MIB } });
    const { ended } = start();
    await until(() => views.some(({ bytes_live: live }) => live > MIB));
    proxy.offline();
    await until(() => views.at(-1)?.status === 'waiting');
    expect(journal.parts(record.id).every(({ state }) => state !== 'sending')).toBe(true);
    slow();
    proxy.heal();
    expect(await ended).toMatchObject({ status: 'done' });
  });

  it('begins its tries again after a sleep, without waiting for lines that are dead', async () => {
    const { start, proxy, views } = await startSending({ bytes: MIB, limits: { stallMs: 60_000 } });
    proxy.fail({ method: 'PUT', match: isPart, times: 1, fault: { kind: 'half-open' } });
    const upload = start();
    await until(() => views.some(({ parts, bytes_live: live }) => parts.sending === 1 && live === MIB));
    upload.run.interrupt();
    expect(await upload.ended).toMatchObject({ status: 'done' });
    expect(views.every((view) => troubleOf(view) === undefined)).toBe(true);
  });

  it('asks for a build under one key, so that a lost answer makes no second one', async () => {
    const { start, proxy, service, versions } = await startSending({ bytes: MIB });
    proxy.fail({ method: 'POST', match: /prepare$/, times: 2, fault: { kind: 'lose-answer' } });
    expect(await start().ended).toMatchObject({ status: 'done' });
    const params = { game_id: service.game_id, environment_id: service.place.namespace_id };
    expect((await service.client.listBuilds({ params })).builds).toHaveLength(1);
    expect(await versions()).toHaveLength(1);
  });

  it('gets new addresses for a build when the old ones are too old', async () => {
    const { start, proxy, versions, packed } = await startSending();
    const body =
      '<?xml version="1.0"?><Error><Code>ExpiredToken</Code><Message>The token has expired.</Message></Error>';
    proxy.fail({
      method: 'PUT',
      match: isPart,
      times: 2,
      fault: { kind: 'status', status: 400, type: 'application/xml', body },
    });
    expect(await start().ended).toMatchObject({ status: 'done' });
    expect(await versions()).toHaveLength(1);
    expect(proxy.requests.filter(({ path: to }) => to.startsWith('/cloud/uploads/')).length).toBeGreaterThanOrEqual(2);
    expect(bytesPut(proxy.requests)).toBeLessThanOrEqual(packed.bytes + 2 * PART);
  });

  it('waits out a page in the place of an answer, as sign-ins of networks send it', async () => {
    const { start, proxy, record, journal } = await startSending({ bytes: MIB });
    const checking = { kind: 'html', status: 200 } as const;
    const repair = proxy.fail({ method: 'GET', match: /\/builds\/[^/]+$/, fault: checking });
    const upload = start();
    await until(() => upload.run.trouble() !== undefined && journal.get(record.id)?.step === 'prepare');
    repair();
    expect(await upload.ended).toMatchObject({ status: 'done' });
  });

  it('says so when the file is no longer the one that was packed', async () => {
    const { start, file, journal, record, dependencies, packed } = await startSending({ bytes: 2 * PART });
    const pause = new AbortController();
    const upload = start(pause.signal);
    await until(() => journal.get(record.id)?.step === 'parts');
    pause.abort();
    await upload.ended;
    await writeFile(file, 'something else');
    dependencies.pack = async () => ({ ...packed, sha256: '0' });
    const ended = await start().ended;
    expect(ended).toMatchObject({
      status: 'failed',
      remedies: ['new_build'],
      problem: { code: 'TRANSFER_SOURCE_CHANGED' },
    });
    expect(problemOf(ended)?.message).toContain(path.basename(file));
  });

  it('says of a file that changed in its place why the service did not take it, by its reason', async () => {
    const { start, file, dependencies } = await startSending({ bytes: 1_000 });
    const changed = new AppError('UPLOAD_INVALID', 'upload.file-changed', { file });
    dependencies.adopterFor = () => () => Promise.reject(changed);
    const problem = problemOf(await start().ended);
    expect(problem).toMatchObject({ code: 'TRANSFER_SOURCE_CHANGED', params: { why: changed.toMessage() } });
  });

  it('says so when the service has removed the upload', async () => {
    const { start, journal, record, service } = await startSending({ bytes: 2 * PART });
    const pause = new AbortController();
    const upload = start(pause.signal);
    await until(() => journal.get(record.id)?.step === 'parts');
    pause.abort();
    const { build_id = '', status } = await upload.ended;
    expect(status).toBe('paused');
    const params = { game_id: service.game_id, environment_id: service.place.namespace_id, build_id };
    await service.client.deleteBuild({ params });
    expect(await start().ended).toMatchObject({ status: 'failed', remedies: ['new_build'] });
  });
});
