// The three kinds of targets that a build is sent to, each with a proxy of faults before its calls and before its parts.
import { expect } from 'vitest';
import type { PartHashes } from '../../../../src-main/core/transfers/engine/part-hashes.ts';
import type { TransferView } from '../../../../src-shared/transfers/bridge.ts';
import { startElevenRemote } from '../../../support/eleven-remote.ts';
import { startFaultProxy } from '../../../support/fault-proxy.ts';
import type { Fault, FaultProxy } from '../../../support/open-fault-proxy.ts';
import { startS3Remote } from '../../../support/s3-remote.ts';
import { startTestService, type TestService, withGame } from '../../../support/service.ts';
import { hasBlob } from '../../../support/upload.ts';
import { MIB, makeSending, openPartHashes, type SendingOptions } from './support.ts';

type Service = Awaited<ReturnType<typeof withGame>>;

type Target = {
  /** What all calls go through; it is the way to the remote. */
  calls: FaultProxy;
  parts: FaultProxy;
  /** The paths of parts. */
  isPart: RegExp;
  /** Whether the build is stored there, byte for byte. */
  holds(sha256: string, content: Buffer): Promise<boolean>;
};

async function ours(service: Service): Promise<Target> {
  const proxy = await startFaultProxy(service.server.url);
  const holds = (sha256: string) => hasBlob(service.server.dataFolder, sha256);
  return { calls: proxy, parts: proxy, isPart: /^\/uploads\//, holds };
}

async function eleven(service: Service): Promise<Target> {
  const behind = await ours(service);
  const remote = await startElevenRemote(behind.parts.url);
  return { ...behind, calls: await startFaultProxy(remote.url) };
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
  return { calls: await startFaultProxy(url), parts: proxies[0] as FaultProxy, isPart: /^\/builds\//, holds };
}

export const targets = [
  ['a service of ours', ours],
  ['a remote with the eleven calls alone', eleven],
  ['a store that speaks S3', s3],
] as const;

/** What all transfers of a file can have together. */
export async function startSendingService() {
  return { ...(await startTestService()), partHashes: openPartHashes() };
}

/** `1.4.2` on its way to such a target, which has a game of its own in this service. */
export async function startSendingTo(
  started: TestService & { partHashes?: PartHashes },
  make: (service: Service) => Promise<Target>,
  options: Partial<SendingOptions>,
) {
  const service = await withGame(started);
  const target = await make(service);
  const place = { game_id: service.game_id, namespace_id: service.place.namespace_id };
  const sending = await makeSending({
    url: target.calls.url,
    token: service.server.token,
    ...place,
    partHashes: started.partHashes,
    ...options,
  });
  const gameNow = async () => (await service.client.getGame({ params: { game_id: service.game_id } })).game;
  const versions = async () => (await gameNow()).versions.filter(({ display_name: name }) => name === '1.4.2');
  return { ...sending, ...target, service, gameNow, versions };
}

const doneOf = (view: TransferView) => view.bytes_verified + view.bytes_sent + view.bytes_live;

/** Never over all, and never back unless a try failed. Each change is looked at, not only those that a window is told. */
export function requireHonest(views: readonly TransferView[], total: number): void {
  for (const [at, view] of views.entries()) {
    const before = views[at - 1];
    expect(doneOf(view)).toBeLessThanOrEqual(total);
    const hasFailed = before !== undefined && view.parts.pending > before.parts.pending;
    if (before !== undefined && !hasFailed) expect(doneOf(view)).toBeGreaterThanOrEqual(doneOf(before));
  }
}

/** All that a line and a tired server do. `after` is where something is cut. */
export function faultsOf({ after }: { after: number }): readonly (readonly [string, Fault])[] {
  return [
    ['delayed', { kind: 'delay', ms: 300 }],
    ['dropped', { kind: 'drop' }],
    ['cut after some bytes', { kind: 'cut-request', after }],
    ['cut in the answer', { kind: 'cut-answer', after: 1 }],
    ['cut before the answer', { kind: 'lose-answer' }],
    ['left half open', { kind: 'half-open' }],
    ['slow', { kind: 'slow', bytesPerSecond: 24 * MIB }],
    ['passed on after a later one', { kind: 'reorder', of: 2 }],
    ['answered with 500', { kind: 'status', status: 500 }],
    ['answered with 503', { kind: 'status', status: 503, retryAfter: '1' }],
    ['answered with 429', { kind: 'status', status: 429 }],
    ['answered with a length that is wrong', { kind: 'wrong-length', by: 9 }],
  ];
}
