// The remotes that are followed: those that are kept, whether a person added them here or another process did.
import { AppError } from '../../../src-shared/errors/app-error.ts';
import type { InstanceFacts } from '../../../src-shared/instances/bridge.ts';
import { createTurnsOf } from '../../../src-shared/turns.ts';
import { createRemoteInstance, type RemoteInstance, type RemoteOptions } from './remote-instance.ts';
import type { RemoteRecord, RemoteStore } from './remote-store.ts';

export type OpenRemoteOptions = Pick<RemoteOptions, 'secrets' | 'caFile' | 'lastSeen' | 'askEvery'> & {
  store: RemoteStore;
  eventsOf(id: string): Pick<RemoteOptions, 'onGames' | 'onCall' | 'onToken'>;
  publish(view: InstanceFacts): void;
};

/** `way` is what it was opened with: another address or certificate needs another connection. */
type Open = { readonly instance: RemoteInstance; readonly way: string };

export function createOpenRemotes(options: OpenRemoteOptions) {
  const { store, publish } = options;
  const remotes = createConnected(options);
  /** Changes of the list wait for each other: none finds another one half done. */
  const inTurn = createTurnsOf(1);
  return {
    get: (id: string) => remotes.get(id)?.instance,
    openAll: () =>
      inTurn(async () => {
        for (const record of store.list()) if (remotes.get(record.id) === undefined) await remotes.open(record);
      }),
    /** A new remote, or one whose record changed. */
    open: async (record: RemoteRecord) => {
      const { started } = await inTurn(async () => {
        store.put(record);
        return await remotes.open(record);
      });
      await started;
    },
    forget: (id: string) =>
      inTurn(async () => {
        await remotes.close(id);
        store.remove(id);
      }),
    /** Takes what is kept by now; answers those that are gone. */
    settle: () =>
      inTurn(async () => {
        const before = shownOf(store);
        store.readAgain();
        const after = shownOf(store);
        const gone = remotes.ids().filter((id) => !after.has(id));
        for (const id of gone) await remotes.close(id);
        for (const record of store.list()) {
          const known = remotes.get(record.id);
          if (known?.way !== wayOf(record)) await remotes.open(record);
          else if (before.get(record.id) !== after.get(record.id)) publish(known.instance.view());
        }
        return gone;
      }),
    /** Whom they may trust has changed. */
    reconnectAll: () => remotes.each((instance) => instance.start()),
    lookAtTokens: () => remotes.each((instance) => instance.lookAtToken()),
    closeAll: () => remotes.each((instance) => instance.close()),
  };
}

/** The remotes as they are connected. One that was closed says nothing any more. */
function createConnected({ store, eventsOf, publish, ...common }: OpenRemoteOptions) {
  const remotes = new Map<string, Open>();
  const make = (record: RemoteRecord): RemoteInstance => {
    const { id } = record;
    const instance = createRemoteInstance({
      ...common,
      ...eventsOf(id),
      record: () => store.list().find((known) => known.id === id) ?? record,
      onView: (view) => {
        if (remotes.get(id)?.instance === instance) publish(view);
      },
    });
    remotes.set(id, { instance, way: wayOf(record) });
    return instance;
  };
  return {
    get: (id: string) => remotes.get(id),
    ids: () => [...remotes.keys()],
    each: async (work: (instance: RemoteInstance) => Promise<void>) => {
      await Promise.all([...remotes.values()].map(({ instance }) => work(instance)));
    },
    /** In the place of the one before, if there is one. It starts in its own time: a keychain may ask somebody first. */
    open: async (record: RemoteRecord) => {
      await remotes.get(record.id)?.instance.close();
      return { started: make(record).start() };
    },
    close: async (id: string) => {
      const instance = remotes.get(id)?.instance;
      if (instance === undefined) throw new AppError('INSTANCE_NOT_FOUND', 'instance.no-remote');
      remotes.delete(id);
      await instance.close();
    },
  };
}

function wayOf({ url, pinned }: RemoteRecord): string {
  return JSON.stringify([url, pinned?.fingerprint]);
}

/** What is shown of each remote beside how it is. */
function shownOf(store: RemoteStore): Map<string, string> {
  return new Map(store.list().map((record) => [record.id, JSON.stringify([record.name, store.marks(record.id)])]));
}
