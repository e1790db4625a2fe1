// The way of a request over a bad network: what is tried again and what never is, and the sentence for what stays wrong.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Trust } from '../../../../src-main/core/http/certificate-trust.ts';
import { openNetwork } from '../../../../src-main/core/http/network.ts';
import { lookAtCertificate } from '../../../../src-main/core/http/shown-certificate.ts';
import { type CallRecord, createHttpTransport } from '../../../../src-main/core/http/transport.ts';
import { createServiceClient } from '../../../../src-shared/service/client.ts';
import { makeCertificate } from '../../../support/certificate.ts';
import { startFaultProxy } from '../../../support/fault-proxy.ts';
import type { Fault } from '../../../support/open-fault-proxy.ts';
import { startTestService, startWithGame } from '../../../support/service.ts';
import { startSystemProxy } from '../../../support/system-proxy.ts';

async function connect(url: string, token: string, env: NodeJS.ProcessEnv = {}, trust: Trust = {}) {
  const network = await openNetwork(trust, env);
  onTestFinished(network.close);
  const calls: CallRecord[] = [];
  const onCall = (record: CallRecord) => void calls.push(record);
  const timeouts = { request: 1_500, watch: 1_500 };
  return { client: createServiceClient(createHttpTransport({ url, token, network, onCall, timeouts })), calls };
}

async function startFaulty() {
  const service = await startWithGame();
  const proxy = await startFaultProxy(service.server.url);
  const { client, calls } = await connect(proxy.url, service.server.token);
  const version_id = service.game.versions[0]?.version_id ?? '';
  return {
    service,
    proxy,
    calls,
    version_id,
    client,
    get: () => client.getGame({ params: { game_id: service.game_id } }),
    put: () => client.updateNamespaceVersion({ params: service.place, body: { version_id } }),
    post: () => client.updateMatchmakerConfig({ params: service.place, body: { lobby_count_max: 1, max_players: 1 } }),
  };
}

const passing: [string, Fault][] = [
  ['a connection that is cut before', { kind: 'drop' }],
  ['an answer that is cut off', { kind: 'cut-answer', after: 1 }],
  ['an answer that is lost', { kind: 'lose-answer' }],
  ['an answer shorter than it says', { kind: 'wrong-length', by: 10 }],
  ['503', { kind: 'status', status: 503, retryAfter: '0' }],
  ['500', { kind: 'status', status: 500 }],
  ['429 with a moment to wait', { kind: 'status', status: 429, retryAfter: '1' }],
  ['a page of a balancer', { kind: 'html' }],
];

describe('what may be sent again', () => {
  it.each(passing)('GET and PUT get over %s', async (_, fault) => {
    const { proxy, get, put, calls } = await startFaulty();
    proxy.fail({ times: 1, fault });
    expect((await get()).game.display_name).toBe('Tidebreak');
    proxy.fail({ times: 1, fault });
    expect(await put()).toEqual({});
    expect(calls).toHaveLength(4);
  });

  it.each(passing)('POST is never sent twice, after %s', async (_, fault) => {
    const { proxy, post } = await startFaulty();
    proxy.fail({ fault });
    await expect(post()).rejects.toThrow();
    expect(proxy.requests).toHaveLength(1);
  });

  it('does not wait longer than a moment, but says how long the other side wants it', async () => {
    const { proxy, get } = await startFaulty();
    const body = JSON.stringify({ code: 'API_RATE_LIMIT', message: 'Slow down.' });
    proxy.fail({ fault: { kind: 'status', status: 429, retryAfter: '3600', body } });
    await expect(get()).rejects.toMatchObject({ code: 'API_RATE_LIMIT', metadata: { retry_after_ms: 3_600_000 } });
    expect(proxy.requests).toHaveLength(1);
  });

  it('is given up after three tries, with the last reason', async () => {
    const { proxy, get } = await startFaulty();
    proxy.fail({ fault: { kind: 'html', status: 502 } });
    await expect(get()).rejects.toMatchObject({
      code: 'INSTANCE_FAILED',
      message: expect.stringContaining('502 Bad Gateway'),
    });
    expect(proxy.requests).toHaveLength(3);
  });

  it('is not sent again once it was cancelled', async () => {
    const { proxy, client, service } = await startFaulty();
    proxy.fail({ fault: { kind: 'half-open' } });
    const controller = new AbortController();
    const pending = client.getGame({ params: { game_id: service.game_id } }, { signal: controller.signal });
    await expect.poll(() => proxy.requests.length).toBe(1);
    controller.abort();
    await expect(pending).rejects.toMatchObject({ code: 'CANCELLED' });
    expect(proxy.requests).toHaveLength(1);
  });
});

describe('what stays wrong', () => {
  it.each<[string, Fault, string]>([
    ['silence', { kind: 'half-open' }, 'no answer came in time'],
    ['a cut', { kind: 'drop' }, 'the connection was cut'],
    ['another address', { kind: 'redirect', to: 'https://elsewhere.example/' }, 'another host, elsewhere.example'],
    ['a page where an answer should be', { kind: 'html', status: 200 }, 'it does not send JSON'],
  ])('%s is said in a sentence', async (_, fault, sentence) => {
    const { proxy, post } = await startFaulty();
    proxy.fail({ fault });
    await expect(post()).rejects.toMatchObject({ message: expect.stringContaining(sentence) });
  });

  it('never brings the token back in a sentence', async () => {
    const { proxy, post, service } = await startFaulty();
    const { token } = service.server;
    proxy.fail({ fault: { kind: 'status', status: 400, body: `{"message":"Bearer ${token} is not liked"}` } });
    const error: unknown = await post().catch((thrown: unknown) => thrown);
    expect(String(error)).toContain('$SLIPWAY_TOKEN is not liked');
    expect(String(error)).not.toContain(token);
  });
});

describe('a proxy that the system names', () => {
  it('is gone through, and not for what it names as an exception', async () => {
    const service = await startWithGame();
    const proxy = await startSystemProxy();
    const { url, token } = service.server;
    const direct = await connect(url, token, { HTTP_PROXY: proxy.url, NO_PROXY: '127.0.0.1' });
    await direct.client.getHealth({});
    expect(proxy.through).toEqual([]);
    const proxied = await connect(url, token, { HTTP_PROXY: proxy.url });
    await proxied.client.getHealth({});
    expect(proxy.through).toHaveLength(1);
  });

  it('is a tunnel for TLS: it sees no token, and the certificate is looked at behind it', async () => {
    const tls = await makeCertificate();
    const { server } = await startTestService({ exposure: { tls, publicUrl: 'https://games.example' } });
    const proxy = await startSystemProxy();
    const env = { HTTPS_PROXY: proxy.url };
    const unknown = await connect(server.localUrl, server.token, env);
    await expect(unknown.client.getHealth({})).rejects.toMatchObject({ code: 'CERTIFICATE_UNTRUSTED' });
    const { pinned } = await lookAtCertificate(server.localUrl, env);
    const known = await connect(server.localUrl, server.token, env, { pinned });
    expect(await known.client.getHealth({})).toMatchObject({ status: 'ok' });
    expect(new Set(proxy.through)).toEqual(new Set([`CONNECT 127.0.0.1:${server.port}`]));
    expect(proxy.bytes()).not.toContain(server.token);
  });
});

describe('the record of a call', () => {
  it('has its time, status, size and request id, one for each try', async () => {
    const { proxy, get, calls } = await startFaulty();
    proxy.fail({ times: 1, fault: { kind: 'drop' } });
    await get();
    expect(calls[0]).toMatchObject({ method: 'GET', error: { code: 'INSTANCE_UNREACHABLE' } });
    expect(calls[1]).toMatchObject({ status: 200, requestId: expect.stringMatching(/^[0-9a-f-]{36}$/) });
    expect(calls[1]?.answerBody).toContain('Tidebreak');
    expect(Math.abs((calls[1]?.date ?? 0) - Date.now())).toBeLessThan(60_000);
  });
});

it('an answer that would fill the memory is cut off, and reported', async () => {
  const service = await startWithGame();
  const proxy = await startFaultProxy(service.server.url);
  const network = await openNetwork({}, {});
  onTestFinished(network.close);
  const mostBytes = 1_048_576;
  const client = createServiceClient(createHttpTransport({ url: proxy.url, token: 'x', network, mostBytes }));
  const body = JSON.stringify({ games: [], padding: 'x'.repeat(8 * mostBytes) });
  const repair = proxy.fail({ fault: { kind: 'status', status: 200, body } });
  await expect(client.listGames({ query: {} })).rejects.toMatchObject({
    code: 'ANSWER_UNREADABLE',
    message: expect.stringContaining('more than 1 MiB'),
  });
  repair();
  const within = JSON.stringify({ games: [], groups: [], watch: { index: '1' }, padding: 'x'.repeat(mostBytes / 2) });
  proxy.fail({ fault: { kind: 'status', status: 200, body: within } });
  expect((await client.listGames({ query: {} })).games).toEqual([]);
});

it('shows the marks in names of games and namespaces that nobody sees, however the answer writes them', async () => {
  const { proxy, get, service } = await startFaulty();
  const [prod] = service.game.namespaces;
  const namespaces = [{ ...prod, name_id: 'pr\u200bod', display_name: 'Prod\u2066' }];
  const body = JSON.stringify({
    game: { ...service.game, display_name: 'Tide\u202ebreak', namespaces },
    watch: { index: '1' },
  });
  const written = body.replaceAll(/[\u2000-\u2fff]/g, (mark) => `\\u${mark.charCodeAt(0).toString(16)}`);
  for (const answer of [body, written]) {
    proxy.fail({ times: 1, fault: { kind: 'status', status: 200, body: answer } });
    const { game } = await get();
    expect(game.display_name).toBe('Tide\ufffdbreak');
    expect(game.namespaces).toMatchObject([{ name_id: 'pr\ufffdod', display_name: 'Prod\ufffd' }]);
  }
  proxy.fail({ times: 1, fault: { kind: 'status', status: 200, body: body.replaceAll(/[\u2000-\u2fff]/g, 'עברית') } });
  expect((await get()).game.display_name, 'right-to-left words stay').toBe('Tideעבריתbreak');
});

it('tells nothing to whoever listens where a process was that has died', async () => {
  const told: unknown[] = [];
  const stranger = createServer((request, response) => {
    told.push(request.headers.authorization);
    response.end('{}');
  });
  stranger.listen(0, '127.0.0.1');
  await once(stranger, 'listening');
  onTestFinished(() => void stranger.close());
  const { port } = stranger.address() as AddressInfo;
  const network = await openNetwork({}, {});
  onTestFinished(network.close);
  const place = { url: `http://127.0.0.1:${port}`, token: 'secret', network, isThere: () => false };
  const client = createServiceClient(createHttpTransport(place));
  await expect(client.listGames({})).rejects.toMatchObject({ code: 'INSTANCE_UNREACHABLE' });
  expect(told).toEqual([]);
});
