// A remote that is not ours, with its files in a store that speaks S3 (s3rver): what it does not tell is not claimed, and what cannot
// be mended is said with what to do.
import { describe, expect, it } from 'vitest';
import { problemOf, troubleOf } from '../../../../src-shared/transfers/problem-of.ts';
import { startFaultProxy } from '../../../support/fault-proxy.ts';
import type { FaultProxy } from '../../../support/open-fault-proxy.ts';
import { startS3Remote } from '../../../support/s3-remote.ts';
import { startTestService, withGame } from '../../../support/service.ts';
import { startOnce } from '../../../support/start-once.ts';
import { until } from '../../../support/until.ts';
import { MIB, makeSending, type SendingOptions } from './support.ts';

const started = startOnce(() => startTestService());

async function startSending(options: Partial<SendingOptions> & { knowsKeys?: boolean; isBehindProxy?: boolean } = {}) {
  const service = await withGame(await started());
  const { knowsKeys = false, isBehindProxy = false, ...more } = options;
  const proxies: FaultProxy[] = [];
  // The proxy reads an answer after the body alone, so it would hold back refusals that come before that.
  const through = async (store: string) => {
    if (!isBehindProxy) return store;
    proxies.push(await startFaultProxy(store));
    return proxies[0]?.url ?? '';
  };
  const remote = await startS3Remote(service, { partBytes: 5 * MIB, knowsKeys, through });
  const place = { game_id: service.game_id, namespace_id: service.place.namespace_id };
  const sending = await makeSending({
    url: remote.url,
    token: service.server.token,
    ...place,
    bytes: 17 * MIB,
    ...more,
  });
  return { ...sending, remote, service, proxy: proxies[0] as FaultProxy };
}

it('takes the parts in whatever order it names them, and its tags verify each', async () => {
  const { start, remote, content, views } = await startSending();
  expect(await start().ended).toMatchObject({ status: 'done' });
  expect((await remote.stored()).equals(content)).toBe(true);
  expect(remote.store.puts).toHaveLength(4);
  expect(remote.store.puts.every(({ status }) => status === 200)).toBe(true);
  // A store may refuse a header that it did not sign.
  expect(
    remote.store.puts.flatMap(({ headers }) => Object.keys(headers).filter((name) => name.startsWith('content-'))),
  ).toEqual(Array(4).fill('content-length'));
  expect(views.some(({ step, parts }) => step === 'confirm' && parts.verified === 4)).toBe(true);
});

it('is sent a part again that was stored with a bit turned', async () => {
  const { start, remote, content, views } = await startSending({ limits: { parallelParts: 1 } });
  remote.store.harm = 1;
  expect(await start().ended).toMatchObject({ status: 'done' });
  expect((await remote.stored()).equals(content)).toBe(true);
  expect(remote.store.puts).toHaveLength(5);
  expect(views.map(troubleOf).find((trouble) => trouble !== undefined)?.problem.message).toContain(
    'are not the bytes that were sent',
  );
});

it('whose tags are no MD5 is believed after it says the same again, and only its version verifies', async () => {
  const { start, remote, content, views } = await startSending({ limits: { parallelParts: 1 } });
  remote.store.tags = 'sealed';
  expect(await start().ended).toMatchObject({ status: 'done' });
  expect((await remote.stored()).equals(content)).toBe(true);
  expect(remote.store.puts).toHaveLength(5);
  expect(
    views.filter(({ step }) => step === 'confirm').every(({ parts }) => parts.verified === 0 || parts.sent === 0),
  ).toBe(true);
  expect(views.some(({ step, parts }) => step === 'confirm' && parts.sent === 4)).toBe(true);
});

it('gives new addresses for the same build where it knows keys', async () => {
  const { start, remote, content, views } = await startSending({ knowsKeys: true, limits: { parallelParts: 1 } });
  const pause = new AbortController();
  const upload = start(pause.signal);
  await until(() => views.some(({ parts }) => parts.verified === 2));
  pause.abort();
  await upload.ended;
  remote.store.expire();
  expect(await start().ended).toMatchObject({ status: 'done' });
  expect((await remote.stored()).equals(content)).toBe(true);
  expect(remote.builds).toHaveLength(1);
});

it('that makes another build of the same request says so, and the way out is a new build', async () => {
  const { start, remote, views, journal, record, content, bandwidth } = await startSending({
    limits: { parallelParts: 1 },
  });
  const pause = new AbortController();
  // Two parts are there within a second, and the others not before it is paused.
  bandwidth.limit(10 * MIB);
  const upload = start(pause.signal);
  await until(() => views.some(({ parts }) => parts.verified === 2));
  pause.abort();
  bandwidth.limit(undefined);
  await upload.ended;
  remote.store.expire();
  const ended = await start().ended;
  expect(ended).toMatchObject({
    status: 'failed',
    remedies: ['new_build'],
    problem: { code: 'TRANSFER_NEEDS_NEW_BUILD' },
  });
  expect(problemOf(ended)?.message).toContain('Send it again as a new build');
  const restarted = {
    ...ended,
    key: 'another',
    step: 'prepare' as const,
    build_id: undefined,
    versions_before: undefined,
  };
  journal.setParts({ ...restarted, id: record.id }, []);
  expect(await start().ended).toMatchObject({ status: 'done' });
  expect((await remote.stored()).equals(content)).toBe(true);
});

it('is not confirmed while no version shows, and done when one does', async () => {
  const { start, remote, service, record } = await startSending({ limits: { confirmMs: 400 } });
  remote.publishes = false;
  const ended = await start().ended;
  expect(ended).toMatchObject({ status: 'not_confirmed', remedies: ['retry'], problem: { code: 'NOT_CONFIRMED' } });
  const puts = remote.store.puts.length;
  const body = { display_name: record.name, config: {} };
  await service.call('POST', `/cloud/games/${service.game_id}/versions`, { body });
  expect(await start().ended).toMatchObject({ status: 'done' });
  expect(remote.store.puts).toHaveLength(puts);
});

describe('that put the parts together and knows nothing of their upload any more', () => {
  const body = '<Error><Code>NoSuchUpload</Code><Message>The specified upload does not exist.</Message></Error>';
  const gone = { kind: 'status', status: 404, body, type: 'application/xml' } as const;

  it('has the build, where only the answer to the last part was lost', async () => {
    const { start, proxy, remote, content, record, service } = await startSending({ bytes: MIB, isBehindProxy: true });
    proxy.fail({ method: 'PUT', times: 1, fault: { kind: 'lose-answer' } });
    proxy.fail({ method: 'PUT', fault: gone });
    expect(await start().ended).toMatchObject({ status: 'done' });
    expect((await remote.stored()).equals(content)).toBe(true);
    const { game } = await service.client.getGame({ params: { game_id: service.game_id } });
    expect(game.versions.filter(({ display_name: name }) => name === record.name)).toHaveLength(1);
  });

  it('has no build, where nothing of it shows', async () => {
    const { start, proxy } = await startSending({ bytes: MIB, isBehindProxy: true });
    proxy.fail({ method: 'PUT', fault: gone });
    const ended = await start().ended;
    expect(ended).toMatchObject({ status: 'failed', remedies: ['new_build'] });
    expect(problemOf(ended)?.message).toContain('The specified upload does not exist');
  });
});
