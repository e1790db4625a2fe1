// The instance "Local": the service in this app, from its start over its connection to what a person is told about it.
import { statfs } from 'node:fs/promises';
import { AppError, asAppError } from '../../../src-shared/errors/app-error.ts';
import type { InstanceFacts, InstanceLife, LocalFacts } from '../../../src-shared/instances/bridge.ts';
import { listed, messageFor } from '../../../src-shared/text/message.ts';
import { slipwayVersion } from '../../../src-shared/version.ts';
import type { CallRecord } from '../http/transport.ts';
import type { FileAdopter } from '../local-service/adopt-file.ts';
import {
  createLocalService,
  type LocalReady,
  type LocalServiceOptions,
  type LocalStart,
} from '../local-service/local-service.ts';
import { createReturnWait } from '../local-service/missing-drive.ts';
import { type Crash, createRestartPolicy } from '../local-service/restart-policy.ts';
import type { Clock } from '../platform/clock.ts';
import { type Connection, type ConnectionEvents, connect, type GamesAnswer } from './connection.ts';
import { type Instance, liveFacts, reachedBy, staleFacts } from './instance.ts';

export const LOCAL_ID = 'local';
const NOT_RUNNING = messageFor('instance.local-not-running');

export type LocalOptions = LocalServiceOptions & {
  /** Asked at each start, since settings change. */
  where: () => LocalStart;
  clock: Clock;
  onView(view: InstanceFacts): void;
  onGames(answer: GamesAnswer): void;
  onCall(record: CallRecord): void;
  /** Called with a token before anything is sent with it. */
  onToken(token: string): void;
};

const base = { id: LOCAL_ID, name: 'Local', kind: 'local', version: slipwayVersion } as const;

type LocalView = LocalFacts & InstanceLife;
/** What one start of the service tells, and its connection. */
type Known = Omit<LocalFacts, keyof typeof base | 'data_folder' | 'crash'>;
type Show = (known: Known, life: InstanceLife) => void;

export type LocalInstance = Omit<Instance, 'view'> & { view(): LocalView };

export function createLocalInstance(options: LocalOptions): LocalInstance {
  const { where, onGames } = options;
  const { whyAway, ...service } = createLocalService(options);
  const reach = createReach(options);
  // What a start says of itself does not pass by waiting: damaged data, a folder in use, no free port.
  const ended = (problem: AppError) => {
    reach.end();
    const retryAt = problem.code === 'SERVICE_STOPPED' ? restartPolicy.crashed(problem) : undefined;
    if (retryAt === undefined) show({}, stopped(problem));
    else show(staleFacts(known()), { state: 'reconnecting', problem: problem.toBody(), retry_at: retryAt });
    if (problem.code === 'DATA_FOLDER_GONE') waiting.begin(where().dataFolder);
  };
  const { start, settled } = inOrder(async () => {
    waiting.end();
    reach.end();
    show({}, { state: 'starting' });
    const running = await service.start(where());
    options.onToken(running.token);
    reach.begin(running);
    const begun = readyFacts(running, await freeBytesAt(where().dataFolder));
    if (reach.ready() !== running) return; // it crashed meanwhile
    show(begun, { state: 'connecting' });
    const following = { begun, show, onGames, whyAway, ended };
    await reach.connect(running, (isPresent) => connectionEvents({ ...following, isPresent }));
  }, ended);
  const waiting = createReturnWait(() => void start());
  const restartPolicy = createRestartPolicy(options.clock, start, () => service.endServers(where()));
  const { view, known, show } = createShown(options, restartPolicy.crash);
  service.whenEnded(ended);

  return {
    id: LOCAL_ID,
    log: service.log,
    view,
    ...reachedBy(reach.connection, () => NOT_RUNNING),
    ...takesFiles(options, reach.ready),
    start: () => {
      restartPolicy.byHand();
      return start();
    },
    close: async () => {
      restartPolicy.close();
      waiting.end();
      await settled();
      waiting.end(); // that start may have found the folder gone
      reach.end();
      await service.stop();
    },
  };
}

/** The service that runs, and the connection to it. */
function createReach({ onCall }: LocalOptions) {
  let connection: Connection | undefined;
  let ready: LocalReady | undefined;
  return {
    connection: () => connection,
    ready: () => ready,
    begin: (running: LocalReady) => void (ready = running),
    /** Keeps nothing of one that was lost meanwhile. */
    connect: async (running: LocalReady, eventsWhile: (isPresent: () => boolean) => ConnectionEvents) => {
      const events = eventsWhile(() => ready === running);
      const made = await connect({ address: running, trust: {}, probe: false, onCall }, events);
      if (ready === running) connection = made;
      else made.close();
    },
    end: () => {
      connection?.close();
      connection = undefined;
      ready = undefined;
    },
  };
}

function createShown({ where, onView }: LocalOptions, crashOf: () => Crash | undefined) {
  let known: Known = {};
  let life: InstanceLife = { state: 'starting' };
  const view = (): LocalView => {
    const crash = crashOf();
    return { ...base, data_folder: where().dataFolder, ...known, ...(crash === undefined ? {} : { crash }), ...life };
  };
  const show: Show = (nextKnown, nextLife) => {
    known = nextKnown;
    life = nextLife;
    onView(view());
  };
  return { view, known: () => known, show };
}

/** Two starts at once would fight over the folder, so each waits for the one before. */
function inOrder(startOnce: () => Promise<void>, onFailed: (problem: AppError) => void) {
  let last = Promise.resolve();
  return {
    start: (): Promise<void> => {
      last = last.then(startOnce).catch((thrown: unknown) => onFailed(asAppError(thrown)));
      return last;
    },
    settled: () => last,
  };
}

function takesFiles({ where }: LocalOptions, ready: () => LocalReady | undefined) {
  return {
    // A process of its own has no way but the socket.
    handsOver: () => where().keep === undefined,
    fileAdopter: (): FileAdopter | undefined => {
      const running = ready();
      if (running !== undefined) return running.fileAdopter;
      throw new AppError('INSTANCE_UNREACHABLE', NOT_RUNNING);
    },
  };
}

type Following = {
  begun: Known;
  show: Show;
  onGames(answer: GamesAnswer): void;
  whyAway(): Promise<AppError | undefined>;
  ended(problem: AppError): void;
  isPresent(): boolean;
};

function connectionEvents({ begun, show, onGames, ...following }: Following): ConnectionEvents {
  let last = begun;
  let changes = 0;
  const lose = (life: InstanceLife) => {
    last = staleFacts(last);
    show(last, life);
  };
  const away = async (error: AppError, retryAt: number) => {
    changes += 1;
    const present = changes;
    const why = await following.whyAway();
    if (changes !== present || !following.isPresent()) return; // it answered meanwhile, or is another
    if (why === undefined) lose({ state: 'reconnecting', problem: error.toBody(), retry_at: retryAt });
    else if (why.code === 'SERVICE_STOPPED') following.ended(why);
    else show({}, stopped(why));
  };
  return {
    onLive: (live) => {
      changes += 1;
      last = { ...begun, ...liveFacts(live) };
      show(last, { state: 'connected' });
    },
    onGames,
    onLost: (error, retryAt) => void away(error, retryAt),
    onRefused: (error) => lose({ state: 'refused', problem: error.toBody() }),
  };
}

function readyFacts({ url, port, notices, readyMs }: LocalReady, freeBytes: number | undefined): Known {
  return {
    url,
    port,
    ready_ms: readyMs,
    ...(freeBytes === undefined ? {} : { free_bytes: freeBytes }),
    ...(notices.length === 0 ? {} : { notice: listed(notices, ' ') }),
  };
}

function stopped(problem: AppError): InstanceLife {
  const fresh = freshFolder(problem);
  return { state: 'stopped', problem: problem.toBody(), ...(fresh === undefined ? {} : { fresh_folder: fresh }) };
}

/** The folder that the service offers when its own cannot be used. */
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
