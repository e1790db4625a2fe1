// One live connection to an instance: follows its list of games, or where it has none asks now and then whether it lives.
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '../../../src-shared/errors/app-error.ts';
import { createServiceClient, type ServiceClient, type ServiceTransport } from '../../../src-shared/service/client.ts';
import type { Contract } from '../../../src-shared/service/contract.ts';
import type { EndpointAnswer } from '../../../src-shared/service/endpoint.ts';
import { messageFor } from '../../../src-shared/text/message.ts';
import type { Trust } from '../http/certificate-trust.ts';
import { type Network, openNetwork } from '../http/network.ts';
import { type Address, type CallRecord, createHttpTransport } from '../http/transport.ts';
import { createWake, isRefusal, runWatchLoop, type Wake } from '../http/watch-loop.ts';
import { allCapabilities, askForLife, type Capabilities, probeCapabilities } from './capabilities.ts';
import { createHeartbeat, type Heartbeat, type HeartbeatTimes } from './heartbeat.ts';
import { createHealth, type Health } from './round-trip.ts';

export type GamesAnswer = EndpointAnswer<Contract['listGames']>;

/** What is known of an instance that answers. */
export type Live = Health & { capabilities: Capabilities };

export type ConnectionEvents = {
  onLive(live: Live): void;
  onGames(answer: GamesAnswer): void;
  onLost(error: AppError, retryAt: number): void;
  onRefused(error: AppError, retryAt: number): void;
};

export type ConnectionOptions = {
  address: Address;
  trust: Trust;
  /** Local is known and needs no look. */
  probe: boolean;
  onCall(record: CallRecord): void;
  /** How often an instance that cannot be watched is asked; tests are in a hurry. */
  askEvery?: number | undefined;
  /** When one that says nothing is asked for a sign of life; tests are in a hurry. */
  heartbeat?: HeartbeatTimes;
};

export type Connection = {
  readonly client: ServiceClient;
  /** What the client speaks through, for requests that are none of its calls. */
  readonly transport: ServiceTransport;
  readonly network: Network;
  /** Tries now, if it waits. */
  wake(): void;
  close(): void;
};

const ASK_EVERY_MS = 30_000;
/** One that hangs is said not to answer within ten seconds. */
const HEARTBEAT: HeartbeatTimes = { silentMs: 4_000, answerMs: 6_000 };

export async function connect(options: ConnectionOptions, events: ConnectionEvents): Promise<Connection> {
  const { address, trust, onCall } = options;
  const network = await openNetwork(trust);
  const controller = new AbortController();
  const health = createHealth();
  const wake = createWake();
  const record = (call: CallRecord) => {
    health.take(call);
    if (call.status !== undefined) heartbeat.heard();
    onCall(call);
  };
  const transport = createHttpTransport({ ...address, network, onCall: record, asksForReasons: true });
  const client = createServiceClient(transport);
  const heartbeat = createHeartbeat({
    ...(options.heartbeat ?? HEARTBEAT),
    ask: (signal) => client.getHealth({}, { signal, once: true, poll: true }),
    problem: () => {
      const why = messageFor('network.no-answer-in-time');
      return new AppError('INSTANCE_UNREACHABLE', 'network.not-answering', { address: address.url, why });
    },
  });
  const asking = createAsking(client, { wake, heartbeat }, options);
  void runWatchLoop<FollowAnswer>({
    signal: controller.signal,
    wake,
    ask: asking.ask,
    onAnswer: (answer) => {
      // Games first: an instance that is connected has told its games.
      if ('games' in answer) events.onGames(answer);
      events.onLive({ ...health.view(), capabilities: asking.capabilities() });
    },
    onFailure: (error, retryAt) => {
      asking.lookAgain();
      if (isRefusal(error)) events.onRefused(error, retryAt);
      else events.onLost(error, retryAt);
    },
  });
  return {
    client,
    transport,
    network,
    wake: wake.now,
    close: () => {
      controller.abort();
      network.close();
    },
  };
}

type Means = { wake: Wake; heartbeat: Heartbeat };

/** Looks at what the instance can do first, and again after each failure: it may be another version by then. */
function createAsking(
  client: ServiceClient,
  { wake, heartbeat }: Means,
  { probe, askEvery = ASK_EVERY_MS }: ConnectionOptions,
) {
  let capabilities: Capabilities | undefined = probe ? undefined : allCapabilities;
  return {
    capabilities: () => capabilities ?? allCapabilities,
    lookAgain: () => {
      if (probe) capabilities = undefined;
    },
    ask: async (index: string | undefined, signal: AbortSignal): Promise<FollowAnswer> => {
      capabilities ??= await probeCapabilities(client, signal);
      if (capabilities.whyNot.list_games === undefined) {
        const list = (until: AbortSignal) =>
          client.listGames({ query: { watch_index: index } }, { signal: until, once: true });
        // Local runs with this program, which knows how it is.
        return probe ? await heartbeat.during(signal, list) : await list(signal);
      }
      if (index !== undefined) {
        await sleep(askEvery, undefined, { signal: AbortSignal.any([signal, wake.signal()]) }).catch(() => undefined);
        signal.throwIfAborted();
        await askForLife(client, { signal, once: true });
      }
      return { watch: { index: String(Number(index ?? 0) + 1) } };
    },
  };
}

type FollowAnswer = GamesAnswer | { watch: { index: string } };
