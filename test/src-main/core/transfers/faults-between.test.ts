// Every fault of the line, between the core and each kind of target: a service of ours, a remote that has the eleven calls alone,
// and a store that speaks S3. Whatever happens to a part, the build arrives whole, once, and no part is sent more than it has to be.
import { describe, expect, it, vi } from 'vitest';
import { startElevenRemote } from '../../../support/eleven-remote.ts';
import { startFaultProxy } from '../../../support/fault-proxy.ts';
import type { Fault, FaultProxy } from '../../../support/open-fault-proxy.ts';
import { startS3Remote } from '../../../support/s3-remote.ts';
import { startWithGame } from '../../../support/service.ts';
import { blobs } from '../../../support/upload.ts';
import { MIB, makeSending } from './support.ts';

vi.setConfig({ testTimeout: 60_000 });

/** Where to send, and the proxy that all parts go through. `stored` answers the hashes of the builds that are there. */
type Target = {
  url: string;
  proxy: FaultProxy;
  match: RegExp;
  holds(sha256: string, content: Buffer): Promise<boolean>;
};
type Service = Awaited<ReturnType<typeof startWithGame>>;

async function ours(service: Service): Promise<Target> {
  const proxy = await startFaultProxy(service.server.url);
  const holds = async (sha256: string) => (await blobs(service.server.dataFolder)).includes(sha256);
  return { url: proxy.url, proxy, match: /^\/uploads\//, holds };
}

async function eleven(service: Service): Promise<Target> {
  const behind = await ours(service);
  return { ...behind, url: (await startElevenRemote(behind.url)).url };
}

async function s3(service: Service): Promise<Target> {
  const proxies: FaultProxy[] = [];
  const through = async (store: string) => {
    const proxy = await startFaultProxy(store);
    proxies.push(proxy);
    return proxy.url;
  };
  const { url, stored } = await startS3Remote(service, { partBytes: 5 * MIB, through });
  const holds = async (_: string, content: Buffer) => (await stored()).equals(content);
  return { url, proxy: proxies[0] as FaultProxy, match: /^\/builds\//, holds };
}

async function startSending(make: (service: Service) => Promise<Target>, fault: Fault) {
  const service = await startWithGame();
  const target = await make(service);
  const place = { gameId: service.gameId, namespaceId: service.place.namespace_id };
  const access = { url: target.url, token: service.server.token, ...place };
  const sending = await makeSending({
    ...access,
    bytes: 18 * MIB,
    limits: { stallMs: fault.kind === 'half-open' ? 1_500 : 20_000 },
  });
  return { ...sending, ...target, service };
}

const faults: readonly (readonly [string, Fault])[] = [
  ['delayed', { kind: 'delay', ms: 300 }],
  ['dropped', { kind: 'drop' }],
  ['cut after some bytes', { kind: 'cut-request', after: 3 * MIB + 7 }],
  ['cut in its answer', { kind: 'cut-answer', after: 1 }],
  ['cut before its answer', { kind: 'lose-answer' }],
  ['left half open', { kind: 'half-open' }],
  ['slow', { kind: 'slow', bytesPerSecond: 8 * MIB }],
  ['passed on after a later one', { kind: 'reorder', of: 2 }],
  ['answered with 500', { kind: 'status', status: 500 }],
  ['answered with 503', { kind: 'status', status: 503, retryAfter: '1' }],
  ['answered with 429', { kind: 'status', status: 429 }],
  ['answered with a length that is wrong', { kind: 'wrong-length', by: 9 }],
];

describe.each([
  ['a service of ours', ours],
  ['a remote with the eleven calls alone', eleven],
  ['a store that speaks S3', s3],
])('%s gets the build whole', (_name, make) => {
  it.each(faults)('when parts are %s', async (_what, fault) => {
    const { start, proxy, match, holds, packed, content, service, views } = await startSending(make, fault);
    proxy.fail({ method: 'PUT', match, times: 2, fault });
    const record = await start().ended;
    expect(record).toMatchObject({ status: 'done', problem: undefined });
    expect(await holds(packed.sha256, content)).toBe(true);
    const { game } = await service.client.getGame({ params: { game_id: service.gameId } });
    expect(game.versions.filter(({ display_name: name }) => name === '1.4.2')).toHaveLength(1);
    const shown = views.map((view) => view.bytes_verified + view.bytes_sent + view.bytes_live);
    expect(Math.max(...shown)).toBeLessThanOrEqual(packed.bytes);
    // At most the two tries that the fault was for are sent twice.
    const largest = Math.max(
      ...proxy.requests.filter(({ method }) => method === 'PUT').map(({ bodyBytes }) => bodyBytes),
    );
    expect(record.bytes_on_wire).toBeLessThanOrEqual(packed.bytes + 2 * largest);
  });
});
