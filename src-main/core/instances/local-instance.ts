// The instance "Local": the service in this app, from its start over its connection to what a person is told of it.
import { statfs } from 'node:fs/promises';
import type { ValueSource } from '../../../src-shared/bridge/source.ts';
import { AppError, asAppError } from '../../../src-shared/errors/app-error.ts';
import type { InstanceView } from '../../../src-shared/instances/bridge.ts';
import type { ServiceClient } from '../../../src-shared/service/client.ts';
import { slipwayVersion } from '../../../src-shared/version.ts';
import { type Connection, type ConnectionEvents, connect, type GamesAnswer } from './connection.ts';
import { createLocalService, type LocalReady } from './local-service.ts';

export const LOCAL_ID = 'local';

export type LocalOptions = {
  workerFile: URL;
  /** Asked at each start, since settings change. */
  where: () => { dataFolder: string; port: number };
  onView(view: InstanceView): void;
  onGames(answer: GamesAnswer): void;
};

export type LocalInstance = {
  readonly id: string;
  readonly log: ValueSource<string[]>;
  view(): InstanceView;
  /** The client of the present connection; throws a sentence when there is none. */
  client(): ServiceClient;
  start(): Promise<void>;
  close(): Promise<void>;
};

type Shown = Omit<InstanceView, 'id' | 'name' | 'kind' | 'version'>;

export function createLocalInstance(options: LocalOptions): LocalInstance {
  const service = createLocalService(options.workerFile);
  const base = { id: LOCAL_ID, name: 'Local', kind: 'local', version: slipwayVersion } as const;
  let view: InstanceView = { ...base, state: 'starting' };
  let connection: Connection | undefined;
  // Two starts at once would fight over the folder, so each waits for the one before.
  let lastStart = Promise.resolve();

  const show = (next: Shown) => {
    view = { ...base, data_folder: options.where().dataFolder, ...next };
    options.onView(view);
  };
  const disconnect = () => {
    connection?.close();
    connection = undefined;
  };
  const stopped = (problem: AppError) => {
    disconnect();
    show(stoppedView(problem));
  };
  const startOnce = async () => {
    disconnect();
    show({ state: 'starting' });
    const where = options.where();
    const ready = await service.start(where);
    const known = readyView(ready, await freeBytesAt(where.dataFolder));
    show({ ...known, state: 'connecting' });
    connection = connect(ready, connectionEvents({ known, show, state: () => view.state, onGames: options.onGames }));
  };
  service.whenEnded(stopped);

  return {
    id: LOCAL_ID,
    log: service.log,
    view: () => view,
    client: () => {
      if (connection !== undefined) return connection.client;
      throw new AppError('INSTANCE_UNREACHABLE', 'Local does not run. Restart it first.');
    },
    start: () => {
      lastStart = lastStart.then(startOnce).catch((thrown: unknown) => stopped(asAppError(thrown)));
      return lastStart;
    },
    close: async () => {
      await lastStart;
      disconnect();
      await service.stop();
    },
  };
}

type Following = {
  known: Omit<Shown, 'state'>;
  show(next: Shown): void;
  state(): InstanceView['state'];
  onGames(answer: GamesAnswer): void;
};

function connectionEvents({ known, show, state, onGames }: Following): ConnectionEvents {
  return {
    onGames: (answer) => {
      if (state() !== 'connected') show({ ...known, state: 'connected' });
      onGames(answer);
    },
    onLost: (error, retryAt) => show({ ...known, state: 'reconnecting', problem: error.toBody(), retry_at: retryAt }),
    onRefused: (error) => show({ ...known, state: 'refused', problem: error.toBody() }),
  };
}

function readyView({ url, port, notices, readyMs }: LocalReady, freeBytes: number | undefined) {
  return {
    url,
    port,
    ready_ms: readyMs,
    ...(freeBytes === undefined ? {} : { free_bytes: freeBytes }),
    ...(notices.length === 0 ? {} : { notice: notices.join(' ') }),
  };
}

function stoppedView(problem: AppError): Shown {
  const fresh = freshFolder(problem);
  return {
    state: 'stopped',
    problem: problem.toBody(),
    remedies: fresh === undefined ? ['restart'] : ['restart', 'fresh_folder'],
    ...(fresh === undefined ? {} : { fresh_folder: fresh }),
  };
}

/** The folder that the service offers when its own can not be used. */
function freshFolder({ metadata }: AppError): string | undefined {
  if (typeof metadata !== 'object' || metadata === null || !('fresh_folder' in metadata)) return undefined;
  return typeof metadata.fresh_folder === 'string' ? metadata.fresh_folder : undefined;
}

async function freeBytesAt(folder: string): Promise<number | undefined> {
  try {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize;
  } catch {
    return undefined; // the window then shows no figure
  }
}
