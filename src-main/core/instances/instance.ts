// What the rest of the core sees of an instance, whether it is Local or a remote.
import type { ValueSource } from '../../../src-shared/bridge/source.ts';
import { AppError } from '../../../src-shared/errors/app-error.ts';
import type { Ability } from '../../../src-shared/instances/abilities.ts';
import type { InstanceFacts } from '../../../src-shared/instances/bridge.ts';
import type { ServiceClient, ServiceTransport } from '../../../src-shared/service/client.ts';
import { asMessage, type Message } from '../../../src-shared/text/message.ts';
import type { Network } from '../http/network.ts';
import type { FileAdopter } from '../local-service/adopt-file.ts';
import type { Connection, Live } from './connection.ts';

export type Instance = {
  readonly id: string;
  readonly log: ValueSource<string[]>;
  view(): InstanceFacts;
  /** The client of the present connection; throws a sentence when there is none. */
  client(): ServiceClient;
  /** What that client speaks through, in the same way. */
  transport(): ServiceTransport;
  /** The way to it, for what goes there beside calls: files to the addresses that it names. */
  network(): Network;
  /** Whether it takes files of this machine as they lie on the disk, without a socket. */
  handsOver?(): boolean;
  /** How it is given one; nothing where there is no such way. Throws a sentence while it does not run. */
  fileAdopter?(): FileAdopter | undefined;
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

/** What a live connection tells of an instance. */
export function liveFacts({ capabilities, ...health }: Live) {
  const { whyNot, version, hasFleet = false } = capabilities;
  return {
    fresh_at: Date.now(),
    ...health,
    why_not: whyNot,
    has_fleet: hasFleet,
    ...(version === undefined ? {} : { version }),
  };
}

/** What is known of an instance, while it does not answer. */
export function staleFacts<F extends Pick<InstanceFacts, 'fresh_at' | 'stale_since'>>(known: F): F {
  return known.fresh_at === undefined ? known : { ...known, stale_since: known.stale_since ?? Date.now() };
}
