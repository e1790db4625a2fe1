// All instances of the app: Local, and the remotes that were added. Each keeps its own connection; here is the list of them,
// with what a person marked on each.
import path from 'node:path';
import { isSameButFresh, listSource } from '../../../src-shared/bridge/source.ts';
import { AppError } from '../../../src-shared/errors/app-error.ts';
import type { InstanceFacts, InstanceView } from '../../../src-shared/instances/bridge.ts';
import type { Secrets } from '../host/secrets.ts';
import type { CallRecord } from '../http/transport.ts';
import type { ServiceCommand } from '../local-service/background-service.ts';
import type { Clock } from '../platform/clock.ts';
import type { SettingsService } from '../settings/settings-service.ts';
import type { GamesAnswer } from './connection.ts';
import type { Instance } from './instance.ts';
import type { LastSeenLog } from './last-seen.ts';
import { createLocalInstance, LOCAL_ID } from './local-instance.ts';
import { createOpenRemotes } from './open-remotes.ts';
import type { InstanceMarks, RemoteStore } from './remote-store.ts';

/** What the command line asked for; it wins over the settings and is not stored. */
export type ForThisRun = { dataFolder?: string | undefined; port?: number | undefined };

export type InstanceOptions = {
  settings: SettingsService;
  store: RemoteStore;
  secrets: Secrets;
  lastSeen: LastSeenLog;
  defaultDataFolder: string;
  forThisRun: ForThisRun;
  workerFile: URL;
  appFolder: string;
  /** How the service is started in a process of its own; without it, it can't outlive the app. */
  serviceCommand?: ServiceCommand;
  nodeProgram?: string;
  onGames(instance_id: string, answer: GamesAnswer): void;
  onCall(instance_id: string, record: CallRecord): void;
  onToken(token: string): void;
  onUnexpected(error: AppError): void;
  clock: Clock;
  /** How often a remote that cannot be watched is asked. */
  askEvery?: number | undefined;
};

export type InstanceService = ReturnType<typeof createInstanceService>;

export function createInstanceService(options: InstanceOptions) {
  const { settings, store } = options;
  const { publish, remove, ...shown } = createInstanceList(store);
  const remotes = openRemotesOf(options, publish);
  const forThisRun = { ...options.forThisRun };
  const where = () => placeOf(options, forThisRun);
  const local = createLocalInstance({ ...options, where, onView: publish, ...eventsOf(options, LOCAL_ID) });
  const find = (id: string): Instance => {
    const found = id === local.id ? local : remotes.get(id);
    if (found === undefined) throw new AppError('INSTANCE_NOT_FOUND');
    return found;
  };
  return {
    ...shown,
    find,
    marks: (id: string) => store.marks(find(id).id),
    mark: (id: string, edit: (now: InstanceMarks) => Partial<InstanceMarks>) => {
      const instance = find(id);
      store.mark(id, edit);
      publish(instance.view());
    },
    view: () => local.view(),
    /** Connects the remotes, each in its own time, and starts Local, which is waited for. */
    start: async () => {
      publish(local.view()); // first, so that it stands above the remotes
      await Promise.all([remotes.openAll(), local.start()]);
    },
    restart: (id: string) => find(id).start(),
    ...remoteCommands(remotes, (id) => {
      options.lastSeen.forget(id);
      remove(id);
    }),
    /** Shows it again after its record changed. */
    refresh: (id: string) => publish(find(id).view()),
    /** Moves Local to another folder. The one before stays as it is. */
    moveTo: async (id: string, folder: string) => {
      if (id !== LOCAL_ID) throw new AppError('INSTANCE_NOT_FOUND', 'instance.only-local-folder');
      if (forThisRun.dataFolder === undefined) settings.set({ data_folder: folder });
      else forThisRun.dataFolder = folder;
      await local.start();
    },
    close: async () => {
      await Promise.all([local.close(), remotes.closeAll()]);
    },
  };
}

function openRemotesOf(options: InstanceOptions, publish: (view: InstanceFacts) => void) {
  const { store, secrets, lastSeen, askEvery, settings } = options;
  return createOpenRemotes({
    store,
    secrets,
    lastSeen,
    askEvery,
    publish,
    caFile: () => caFileOf(settings),
    eventsOf: (id) => eventsOf(options, id),
  });
}

function remoteCommands(remotes: ReturnType<typeof createOpenRemotes>, drop: (id: string) => void) {
  return {
    openRemote: remotes.open,
    reconnectRemotes: remotes.reconnectAll,
    lookAtTokens: remotes.lookAtTokens,
    /** Another process may have changed which remotes are kept, and how. */
    settle: async () => {
      for (const id of await remotes.settle()) drop(id);
    },
    forget: async (id: string) => {
      await remotes.forget(id);
      drop(id);
    },
  };
}

function placeOf(
  { settings, defaultDataFolder, serviceCommand, nodeProgram }: InstanceOptions,
  forThisRun: ForThisRun,
) {
  return {
    dataFolder: path.resolve(forThisRun.dataFolder ?? settings.get().data_folder ?? defaultDataFolder),
    freshBeside: defaultDataFolder,
    port: forThisRun.port ?? settings.get().service_port,
    keep: settings.get().keep_hosting ? serviceCommand : undefined,
    ...(nodeProgram === undefined ? {} : { nodeProgram }),
  };
}

/** The list as it is shown: each instance with what was marked on it. */
function createInstanceList(store: RemoteStore) {
  const source = listSource<InstanceView>({ isSame: isSameButFresh });
  const listeners = new Set<(view: InstanceFacts) => void>();
  const forgetters = new Set<(id: string) => void>();
  return {
    source,
    publish: (view: InstanceFacts) => {
      source.set({ ...view, ...store.marks(view.id) });
      for (const listener of listeners) listener(view);
    },
    remove: (id: string) => {
      source.remove(id);
      for (const forget of forgetters) forget(id);
    },
    /** Called with each new view of any instance. */
    listen: (listener: (view: InstanceFacts) => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    whenForgotten: (listener: (id: string) => void) => void forgetters.add(listener),
  };
}

function eventsOf({ onGames, onCall, onToken }: InstanceOptions, id: string) {
  return {
    onGames: (answer: GamesAnswer) => onGames(id, answer),
    onCall: (record: CallRecord) => onCall(id, record),
    onToken,
  };
}

export function caFileOf(settings: SettingsService): string | undefined {
  const file = settings.get().ca_file;
  return file === undefined || file === '' ? undefined : file;
}
