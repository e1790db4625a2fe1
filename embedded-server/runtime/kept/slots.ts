// Who has which kept folders. A namespace that keeps three servers has three sets of them, each for one server at a time.
import { AppError } from '../../../src-shared/errors/app-error.ts';
import { shortServerId } from '../../../src-shared/servers/short-server-id.ts';
import { type Message, messageFor } from '../../../src-shared/text/message.ts';
import type { ServerRecord } from '../server-records/store.ts';

/** `slot`: which set of folders of the namespace, from 1. */
export type KeptPlace = { namespace_id: string; slot: number };
export type KeptSlots = ReturnType<typeof createKeptSlots>;

/** The set that a server has or had, as its record says. */
export function placeOf({
  namespace_id,
  kept_slot: slot,
}: Pick<ServerRecord, 'namespace_id' | 'kept_slot'>): KeptPlace | undefined {
  return slot === null ? undefined : { namespace_id, slot };
}

type Holder = { server_id: string; kept: boolean };

export function createKeptSlots() {
  const locked = new Map<string, Promise<unknown>>();
  const namespaces = new Map<string, Map<number, Holder>>();
  const holdersOf = (namespace_id: string) => namespaces.get(namespace_id) ?? new Map<number, Holder>();
  return {
    /** The first that nobody has. */
    claim: ({
      namespace_id,
      server_id,
      kept,
    }: Pick<ServerRecord, 'namespace_id' | 'server_id' | 'kept'>): KeptPlace => {
      const holders = holdersOf(namespace_id);
      let slot = 1;
      while (holders.has(slot)) slot += 1;
      namespaces.set(namespace_id, holders.set(slot, { server_id, kept }));
      return { namespace_id, slot };
    },
    /** One that a server has had since before this service was started. */
    hold: ({ server_id, kept }: Pick<ServerRecord, 'server_id' | 'kept'>, { namespace_id, slot }: KeptPlace): void => {
      namespaces.set(namespace_id, holdersOf(namespace_id).set(slot, { server_id, kept }));
    },
    release: ({ namespace_id, slot }: KeptPlace): void => {
      const holders = holdersOf(namespace_id);
      holders.delete(slot);
      if (holders.size === 0) namespaces.delete(namespace_id);
    },
    /** The servers that a namespace keeps by its policy and that have one. */
    keptHolders: (namespace_id: string): string[] =>
      [...holdersOf(namespace_id).values()].filter(({ kept }) => kept).map(({ server_id: id }) => id),
    /** Settles when none is being copied or changed by us. */
    unlocked: async (namespace_id: string): Promise<void> => {
      for (let work = locked.get(namespace_id); work !== undefined; work = locked.get(namespace_id)) {
        await work.catch(() => undefined); // who asked for it is told
      }
    },
    /** No server gets any of the namespace meanwhile. Refused while one has this. */
    whileNobodyHas: async <T>({ namespace_id, slot }: KeptPlace, work: () => Promise<T>): Promise<T> => {
      const holder = holdersOf(namespace_id).get(slot);
      if (holder !== undefined) throw inUse(holder.server_id);
      if (locked.has(namespace_id)) throw refusedNow(messageFor('kept.busy'));
      const working = work().finally(() => locked.delete(namespace_id));
      locked.set(namespace_id, working);
      return await working;
    },
    placeOf: (server_id: string): KeptPlace | undefined => {
      for (const [namespace_id, holders] of namespaces) {
        for (const [slot, holder] of holders) if (holder.server_id === server_id) return { namespace_id, slot };
      }
      return undefined;
    },
    holder: ({ namespace_id, slot }: KeptPlace): string | undefined => holdersOf(namespace_id).get(slot)?.server_id,
  };
}

export function inUse(server_id: string): AppError {
  return refusedNow(messageFor('kept.in-use', { server: shortServerId(server_id) }));
}

function refusedNow(sentence: Message): AppError {
  return new AppError('VALIDATION_ERROR', sentence, { metadata: { errors: [{ path: ['kept', 'in-use'] }] } });
}
