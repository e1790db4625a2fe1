// What the rest of the core sees of an instance, whether it is Local or a remote.
import type { ValueSource } from '../../../src-shared/bridge/source.ts';
import { AppError, type ErrorBody } from '../../../src-shared/errors/app-error.ts';
import type { Ability } from '../../../src-shared/instances/abilities.ts';
import type { InstanceView } from '../../../src-shared/instances/bridge.ts';
import type { ServiceClient, ServiceTransport } from '../../../src-shared/service/client.ts';
import { asMessage, type Message } from '../../../src-shared/text/message.ts';
import type { Network } from '../http/network.ts';
import type { FileAdopter } from '../local-service/adopt-file.ts';
import type { Connection, Live } from './connection.ts';

export type Instance = {
  readonly id: string;
  readonly log: ValueSource<string[]>;
  view(): InstanceView;
  /** The client of the present connection; throws a sentence when there is none. */
  client(): ServiceClient;
  /** What that client speaks through, in the same way. */
  transport(): ServiceTransport;
  /** The way to it, for what goes there beside calls: files to the addresses that it names. */
  network(): Network;
  /** Whether it takes files of this machine as they lie on the disk, without a socket. */
  handsOver?(): boolean;
  /** How it is given one; nothing where there is no such way. Throws a sentence while it does not run. */
  handOver?(): FileAdopter | undefined;
  start(): Promise<void>;
  /** Tries now, if it waits for its next try. */
  wake(): void;
  close(): Promise<void>;
};

/** What can be asked of an instance that may not be connected just now. */
export function reachedBy(connection: () => Connection | undefined, message: () => Message) {
  const present = () => {
    const connected = connection();
    if (connected !== undefined) return connected;
    throw new AppError('INSTANCE_UNREACHABLE', message());
  };
  return {
    client: () => present().client,
    transport: () => present().transport,
    network: () => present().network,
    wake: () => connection()?.wake(),
  };
}

/** Throws the sentence that stands in the place of what an instance cannot do. */
export function requireAbility(instance: Instance, ability: Ability): void {
  const why = instance.view().why_not?.[ability];
  if (why !== undefined) throw new AppError('NOT_OFFERED', asMessage(why));
}

/** The part of a view that a live connection fills in. */
export function liveView({ capabilities, ...health }: Live) {
  const { whyNot, tokenKind, version } = capabilities;
  return {
    state: 'connected',
    fresh_at: Date.now(),
    ...health,
    why_not: whyNot,
    ...(tokenKind === undefined ? {} : { token_kind: tokenKind }),
    ...(version === undefined ? {} : { version }),
  } as const;
}

/** What stays known of an instance while it does not answer. */
export function lostView(
  known: Partial<InstanceView>,
  state: 'reconnecting' | 'refused',
  failure: { problem: ErrorBody; retryAt: number },
) {
  const { problem: _problem, retry_at: _retry, certificate: _certificate, ...rest } = known;
  return {
    ...rest,
    state,
    problem: failure.problem,
    retry_at: failure.retryAt,
    ...(rest.fresh_at === undefined ? {} : { stale_since: rest.stale_since ?? Date.now() }),
  };
}
