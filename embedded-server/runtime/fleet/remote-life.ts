// One server whose host is somewhere else, as the service has it: what it reports, what is asked of it, and whether it is still there.
import { isDeepStrictEqual } from 'node:util';
import { asAppError } from '../../../src-shared/errors/app-error.ts';
import type { ServerSdk } from '../../../src-shared/service/server-sdk.ts';
import type { Thread } from '../../platform/threads/open-thread.ts';
import type { HostingCalls } from '../hosting-thread/messages.ts';
import type { ServerRecord } from '../server-records/store.ts';
import type { Control } from '../server-runs/server-control.ts';
import { awayError, type HostConnection } from './host-connection.ts';
import type { ReportedCounts, ReportedUsage } from './host-figures.ts';
import type { Assignment, FromHost, HostCall, ReportedLife, Wanted } from './host-messages.ts';

/** What a host tells of its server beside its state. Times are by the clock of the service. */
export type RemoteFigures = {
  onUsage(server_id: string, points: readonly ReportedUsage[]): void;
  onCounts(server_id: string, counts: ReportedCounts): void;
  onSdk(server_id: string, message: Extract<FromHost, { t: 'sdk' }>): void;
  onQueried(server_id: string, players: number | undefined): void;
  onIsolation(server_id: string, kind: Extract<FromHost, { t: 'isolation' }>['kind']): void;
};
export type RemoteLifeParts = RemoteFigures & {
  server_id: string;
  control: Control;
  wanted: Wanted;
  /** Known from before this service was started. */
  instance: string | undefined;
  host: Thread<HostingCalls>;
  assignment(): Promise<Assignment>;
  /** Only this life of its host counts from now on. */
  bind(instance: string): void;
  /** Answers which set of kept folders it has. */
  claimKept(): Promise<number>;
  onLife(life: ReportedLife): void;
  onEnded(life: ReportedLife): void;
  onProblem(thrown: unknown): void;
  now(): number;
};
export type RemoteLife = ReturnType<typeof createRemoteLife>;
type Hello = Extract<FromHost, { t: 'hello' }>;

/** Clocks that differ by less are taken as they are. */
const LEAST_DIFFERENCE_MS = 2_000;
/** A host cannot know yet that this much of its log was taken. */
const MOST_UNKNOWN_LINES = 10_000;

export function createRemoteLife(parts: RemoteLifeParts) {
  const { server_id, control, host, onProblem } = parts;
  let connection: HostConnection | undefined;
  let silentSince = performance.now();
  let { instance } = parts;
  let clockAhead = 0;
  const wanted = { ...parts.wanted };
  /** What the host was asked for last over this connection. */
  let asked: { wanted: Wanted; isDone: Promise<void> } | undefined;
  const log = createLogTaker(parts, () => connection);
  const stop = () => {
    const by = control.stoppedBy();
    if (by !== undefined) connection?.send({ t: 'stop', by, graceMs: control.graceMs() });
  };
  const welcome = async (to: HostConnection): Promise<void> => {
    const [last, assignment] = await Promise.all([log.last(), parts.assignment()]);
    if (connection !== to) return;
    to.send({ t: 'welcome', assignment, wanted, logged: last });
    stop();
  };
  const claim = async (to: HostConnection): Promise<void> => {
    try {
      to.send({ t: 'kept', slot: await parts.claimKept() });
    } catch (thrown) {
      // Whoever is to end has been told so.
      if (!control.signal.aborted) to.send({ t: 'kept', error: asAppError(thrown).toBody() });
    }
  };
  const call = async (what: HostCall): Promise<void> => {
    if (connection === undefined) throw awayError();
    await connection.call(what);
  };
  return {
    server_id,
    stop,
    /** Whether another life of its host was here before. */
    isOther: (hello: Hello) => instance !== undefined && instance !== hello.instance,
    wasThere: () => instance !== undefined,
    connection: () => connection,
    /** For how long nothing was heard; 0 while it is connected. */
    silentMs: () => (connection === undefined ? performance.now() - silentSince : 0),
    connect: (to: HostConnection, hello: Hello): void => {
      if (instance === undefined) parts.bind(hello.instance);
      ({ instance } = hello);
      connection?.hangUp();
      connection = to;
      asked = undefined;
      const ahead = hello.now - parts.now();
      clockAhead = Math.abs(ahead) < LEAST_DIFFERENCE_MS ? 0 : ahead;
      log.resume(hello.logged);
      void welcome(to).catch(onProblem);
    },
    disconnect: (from: HostConnection): void => {
      if (connection !== from) return;
      connection = undefined;
      silentSince = performance.now();
    },
    hear: (message: FromHost): void => {
      if (message.t !== 'keep') hear(parts, log, inOurTime(message, clockAhead));
      else if (connection !== undefined) void claim(connection).catch(onProblem);
    },
    call,
    /** Holds also for the time after its host was away. Not said twice: each change of its settings is told to all servers of a namespace. */
    want: async (change: Partial<Wanted>): Promise<void> => {
      Object.assign(wanted, change);
      if (connection === undefined) return;
      if (!isDeepStrictEqual(asked?.wanted, wanted)) {
        const asking = { wanted: { ...wanted }, isDone: connection.call({ name: 'want', wanted }) };
        asked = asking;
        asking.isDone.catch(() => {
          if (asked === asking) asked = undefined;
        });
      }
      await asked?.isDone;
    },
    /** Into its log, where its host writes that. */
    note: async (text: string): Promise<void> => {
      if (connection === undefined) await host.call('note', { server_id, text });
      else connection.send({ t: 'note', text });
    },
  };
}

function hear(parts: RemoteLifeParts, log: LogTaker, message: FromHost): void {
  const { server_id } = parts;
  switch (message.t) {
    case 'life':
      parts.onLife(message.life);
      break;
    case 'ended':
      // What it wrote last is on its way to the disk.
      void log.settled().then(() => parts.onEnded(message.life));
      break;
    case 'isolation':
      parts.onIsolation(server_id, message.kind);
      break;
    case 'counts':
      parts.onCounts(server_id, message.counts);
      break;
    case 'figures':
      takeFigures(parts, message);
      break;
    case 'sdk':
      parts.onSdk(server_id, message);
      break;
    case 'queried':
      parts.onQueried(server_id, message.players);
      break;
    case 'log':
      log.take(message);
      break;
    default:
      throw new Error(`A host said ${message.t} in the midst of its talk`);
  }
}

/** The counts first: what a point says of its bytes is read from them. */
function takeFigures(
  { server_id, onCounts, onUsage }: RemoteLifeParts,
  { counts, points }: Extract<FromHost, { t: 'figures' }>,
): void {
  if (counts !== undefined) onCounts(server_id, counts);
  if (points.length > 0) onUsage(server_id, points);
}

type LogTaker = ReturnType<typeof createLogTaker>;
type LogMessage = Extract<FromHost, { t: 'log' }>;

/** Writes what a host sends of its log into ours, each line once, and tells the host up to where it has come. */
function createLogTaker({ server_id, host, onProblem }: RemoteLifeParts, connection: () => HostConnection | undefined) {
  let taken: number | undefined;
  let heard = 0;
  let work = Promise.resolve();
  const afterAll = async (before: Promise<void>, message: LogMessage): Promise<void> => {
    await before;
    await append(message).catch(onProblem);
  };
  const append = async ({ from, lines }: LogMessage): Promise<void> => {
    const first = (taken ?? 0) + 1;
    const fresh = lines.slice(Math.max(0, first - from));
    if (fresh.length > 0) await host.call('appendLog', { server_id, lines: fresh });
    taken = Math.max(taken ?? 0, from + lines.length - 1);
    connection()?.send({ t: 'logged', last: taken });
  };
  return {
    /** `known`: up to where the host knows that it was taken. */
    resume: (known: number): void => {
      heard = known;
    },
    /** Up to where it was taken. After a start of the service its own log tells, unless it has lost lines of it. */
    last: async (): Promise<number> => {
      await work;
      if (taken !== undefined) return taken;
      const own = await host.call('lastLine', server_id);
      taken = own >= heard && own <= heard + MOST_UNKNOWN_LINES ? own : heard;
      return taken;
    },
    take: (message: LogMessage): void => {
      work = afterAll(work, message);
    },
    settled: async (): Promise<void> => await work,
  };
}

/** A node's clock may be minutes off. */
function inOurTime(message: FromHost, ahead: number): FromHost {
  if (ahead === 0) return message;
  const at = (theirs: number) => Math.max(0, Math.round(theirs - ahead));
  switch (message.t) {
    case 'life':
    case 'ended': {
      const { start_ts: start } = message.life;
      return { ...message, life: { ...message.life, start_ts: start === null ? null : at(start) } };
    }
    case 'figures':
      return { ...message, points: message.points.map((point) => ({ ...point, at: at(point.at) })) };
    case 'log':
      return { ...message, lines: message.lines.map((line) => ({ ...line, at: at(line.at) })) };
    case 'sdk':
      return { ...message, sdk: sdkInOurTime(message.sdk, at) };
    default:
      return message;
  }
}

function sdkInOurTime(sdk: ServerSdk, at: (theirs: number) => number): ServerSdk {
  const { reserved_until: until, unhealthy_since: since, health } = sdk;
  const lastAt = health?.last_at;
  return {
    ...sdk,
    ...(until === undefined ? {} : { reserved_until: at(until) }),
    ...(since === undefined ? {} : { unhealthy_since: at(since) }),
    ...(health === undefined || lastAt === undefined ? {} : { health: { ...health, last_at: at(lastAt) } }),
  };
}

/** Of a server that is on a host, the identity in its record; with the life of the host that has it, once there is one. */
export const HOST_MARK = 'host:';

export function isOnHost({ identity }: Pick<ServerRecord, 'identity'>): boolean {
  return identity?.startsWith(HOST_MARK) === true;
}
