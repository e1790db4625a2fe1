// A remote instance: from its address and its kept token over its connection to what a person is told about it.
import { valueSource } from '../../../src-shared/bridge/source.ts';
import { AppError, asAppError } from '../../../src-shared/errors/app-error.ts';
import type { InstanceFacts, InstanceLife, LastSeen, RemoteFacts } from '../../../src-shared/instances/bridge.ts';
import { messageFor } from '../../../src-shared/text/message.ts';
import type { Secrets } from '../host/secrets.ts';
import { lookAtCertificate } from '../http/shown-certificate.ts';
import { isInTheClear } from '../http/token-in-clear.ts';
import type { CallRecord } from '../http/transport.ts';
import { type Connection, connect, type GamesAnswer, type Live } from './connection.ts';
import { type Instance, liveFacts, reachedBy, staleFacts } from './instance.ts';
import type { LastSeenLog } from './last-seen.ts';
import type { RemoteRecord } from './remote-store.ts';

export type RemoteOptions = {
  /** Asked at each start, since names and certificates change. */
  record: () => RemoteRecord;
  secrets: Secrets;
  caFile: () => string | undefined;
  lastSeen: LastSeenLog;
  onView(view: InstanceFacts): void;
  onGames(answer: GamesAnswer): void;
  onCall(record: CallRecord): void;
  onToken(token: string): void;
  askEvery?: number | undefined;
};

/** The name under which an instance's token is kept. */
export function tokenName(instance_id: string): string {
  return `instance-token:${instance_id}`;
}

export type RemoteInstance = Instance & {
  /** Reconnects where another token is kept for it by now. */
  lookAtToken(): Promise<void>;
};

export function createRemoteInstance(options: RemoteOptions): RemoteInstance {
  const { id } = options.record();
  const log = valueSource<string[]>([]);
  const shown = createShown(options);
  let connection: Connection | undefined;
  let usedToken: string | undefined;
  let lastStart = Promise.resolve();

  const disconnect = () => {
    connection?.close();
    connection = undefined;
  };
  const startOnce = async () => {
    disconnect();
    shown.begin();
    const { url, pinned } = options.record();
    const token = await options.secrets.get(tokenName(id));
    usedToken = token;
    if (token === undefined) throw new AppError('TOKEN_MISSING');
    options.onToken(token);
    const events = { ...shown.events, onGames: options.onGames };
    const { onCall, askEvery } = options;
    const trust = { pinned, caFile: options.caFile() };
    connection = await connect({ address: { url, token }, trust, probe: true, onCall, askEvery }, events);
  };
  const start = () => {
    lastStart = lastStart.then(startOnce).catch(shown.stop);
    return lastStart;
  };
  return {
    id,
    log,
    view: shown.view,
    ...reachedBy(
      () => connection,
      () => messageFor('instance.not-connected', { name: options.record().name }),
    ),
    start,
    lookAtToken: async () => {
      await lastStart;
      const token = await options.secrets.get(tokenName(id)).catch(() => undefined);
      if (token !== undefined && token !== usedToken) await start();
    },
    close: async () => {
      await lastStart;
      disconnect();
      shown.end();
    },
  };
}

type Known = Omit<RemoteFacts, keyof ReturnType<typeof recordFacts>>;

/** What a person is told about it, from one event of the connection to the next. */
function createShown({ record, onView, lastSeen }: RemoteOptions) {
  const { id } = record();
  let known: Known = {};
  let life: InstanceLife = { state: 'connecting' };
  /** Counts connections, so that what belongs to one that is over shows no more. */
  let turn = 0;
  const view = (): InstanceFacts => ({ ...recordFacts(record()), ...known, ...life });
  const show = (nextKnown: Known, nextLife: InstanceLife) => {
    known = nextKnown;
    life = nextLife;
    onView(view());
  };
  /** The certificate is shown beside the refusal, so that a person can compare it. */
  const showCertificate = async (ofTurn: number) => {
    const seen = await lookAtCertificate(record().url).catch(() => undefined);
    if (seen !== undefined && ofTurn === turn && life.state === 'refused') {
      show(known, { ...life, certificate: seen.view });
    }
  };
  const fail = (error: AppError, nextLife: InstanceLife) => {
    show(staleFacts(known), nextLife);
    if (error.code === 'CERTIFICATE_UNTRUSTED') void showCertificate(turn);
  };
  return {
    view,
    begin: () => {
      turn += 1;
      show(sinceThen(lastSeen.of(id)), { state: 'connecting' });
    },
    stop: (thrown: unknown) => show(known, { state: 'refused', problem: asAppError(thrown).toBody() }),
    end: () => {
      turn += 1;
    },
    events: {
      onLive: (live: Live) => {
        const { tokenKind, tokenPlace } = live.capabilities;
        show({ ...liveFacts(live), token_kind: tokenKind, token_place: tokenPlace }, { state: 'connected' });
        lastSeen.keep(id, known);
      },
      onLost: (error: AppError, retryAt: number) =>
        fail(error, { state: 'reconnecting', problem: error.toBody(), retry_at: retryAt }),
      onRefused: (error: AppError) => fail(error, { state: 'refused', problem: error.toBody() }),
    },
  };
}

/** What it could do when it was seen last, which nobody has looked at since. */
function sinceThen(seen: LastSeen | undefined): Known {
  return seen === undefined ? {} : { ...seen, stale_since: seen.fresh_at };
}

function recordFacts({ id, name, url, pinned }: RemoteRecord) {
  return {
    id,
    name,
    url,
    kind: 'remote',
    in_the_clear: isInTheClear(url),
    ...(pinned === undefined ? {} : { pinned_fingerprint: pinned.fingerprint }),
  } as const;
}
