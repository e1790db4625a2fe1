// Looks at an instance before a token is kept for it: whether it answers, whether it takes the token, and what it can do.
import { AppError } from '../../../src-shared/errors/app-error.ts';
import { abilities } from '../../../src-shared/instances/abilities.ts';
import type { ProbeView } from '../../../src-shared/instances/bridge.ts';
import { createServiceClient, type ServiceClient } from '../../../src-shared/service/client.ts';
import { listed, type Message, messageFor } from '../../../src-shared/text/message.ts';
import type { Trust } from '../http/certificate-trust.ts';
import { openNetwork } from '../http/network.ts';
import { type Address, type CallRecord, createHttpTransport } from '../http/transport.ts';
import { type Capabilities, isReadOnly, NO_ID, probeCapabilities } from './capabilities.ts';
import { createHealth } from './round-trip.ts';

export type ProbeOptions = {
  address: Address;
  trust: Trust;
  onCall(record: CallRecord): void;
  signal?: AbortSignal;
};

export async function probeInstance({ address, trust, onCall, signal }: ProbeOptions): Promise<ProbeView> {
  const health = createHealth();
  return await withClient({ address, trust, onCall }, health.take, async (client) => {
    const stop = signal ?? new AbortController().signal;
    await refuseWebPage(client, address.url, stop);
    const capabilities = await probeCapabilities(client, stop);
    const { latency_ms: latency = 0, clock_skew_ms: skew } = health.view();
    return {
      sentence: sentenceOf(capabilities, latency, skew),
      latency_ms: latency,
      why_not: capabilities.whyNot,
      ...(capabilities.version === undefined ? {} : { version: capabilities.version }),
      ...(capabilities.tokenKind === undefined ? {} : { token_kind: capabilities.tokenKind }),
      ...(skew === undefined ? {} : { clock_skew_ms: skew }),
    };
  });
}

/** A client for a few calls, whose connections end with them. */
async function withClient<T>(
  { address, trust, onCall }: ProbeOptions,
  onTimed: (record: CallRecord) => void,
  work: (client: ServiceClient) => Promise<T>,
): Promise<T> {
  const network = await openNetwork(trust);
  const record = (call: CallRecord) => {
    onTimed(call);
    onCall(call);
  };
  try {
    return await work(
      createServiceClient(createHttpTransport({ ...address, network, onCall: record, asksForReasons: true })),
    );
  } finally {
    network.close();
  }
}

/** Most of the web answers 404 to a game that it does not know; only a service says it without a page. */
async function refuseWebPage(client: ServiceClient, url: string, signal: AbortSignal): Promise<void> {
  try {
    await client.getGame({ params: { game_id: NO_ID } }, { signal });
  } catch (thrown) {
    if (!(thrown instanceof AppError) || thrown.code !== 'API_NOT_FOUND' || !isPage(thrown.metadata)) return;
    throw new AppError('INSTANCE_UNREACHABLE', 'network.web-page', { url }, { cause: thrown });
  }
}

function isPage(metadata: unknown): boolean {
  return typeof metadata === 'object' && metadata !== null && 'page' in metadata;
}

function sentenceOf({ version, whyNot, token }: Capabilities, latency: number, skew: number | undefined): Message {
  const what = version === undefined ? messageFor('probe.something') : messageFor('probe.slipway', { version });
  const missing = abilities.filter((ability) => whyNot[ability] !== undefined).length;
  const can =
    missing === 0 ? messageFor('probe.can-all') : messageFor('probe.cannot', { missing, all: abilities.length });
  const messages = [messageFor('probe.answers', { what, latency, can }), ...aboutToken(token)];
  if (skew !== undefined) {
    const seconds = Math.round(Math.abs(skew) / 1000);
    messages.push(messageFor(skew > 0 ? 'probe.clock-ahead' : 'probe.clock-behind', { seconds }));
  }
  return listed(messages, ' ');
}

function aboutToken(token: Capabilities['token']): Message[] {
  if (token?.kind === 'owner') return [messageFor('probe.owner-token')];
  if (token?.kind !== 'cloud') return [];
  const place = messageFor(token.environment_id === undefined ? 'probe.game-token' : 'probe.namespace-token');
  return isReadOnly(token) ? [place, messageFor('probe.read-only-token')] : [place];
}
