// Servers whose hosts are somewhere else: started by a driver, heard over their connections, told as lost where nothing is heard any
// more. Each has a record as any other; what is asked of it goes to its host.

import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '../../../src-shared/errors/app-error.ts';
import type { ResourcesRequest } from '../../../src-shared/service/run-settings.ts';
import { type Message, messageFor, type Sentence } from '../../../src-shared/text/message.ts';
import type { Reason } from '../../../src-shared/text/reasons/english.ts';
import type { Log } from '../../platform/logging/log.ts';
import type { DataPaths } from '../../platform/storage/data-paths.ts';
import type { Thread } from '../../platform/threads/open-thread.ts';
import type { HostingCalls } from '../hosting-thread/messages.ts';
import type { ServerRecords } from '../server-records/records.ts';
import type { ServerRecord } from '../server-records/store.ts';
import { type Control, writtenAs } from '../server-runs/server-control.ts';
import type { FleetDriver, HostOrder } from './fleet-driver.ts';
import type { FleetKept } from './fleet-kept.ts';
import { awayError, type HostConnection, type HostSocket, openHostConnection } from './host-connection.ts';
import type { Assignment, FromHost, ReportedLife, Wanted } from './host-messages.ts';
import { PROTOCOL } from './host-protocol.ts';
import type { HostTokens } from './host-tokens.ts';
import {
  createHostWatch,
  type Ending,
  type Entry,
  type FleetTimes,
  failed,
  sayWaitsForNode,
  usualTimes,
} from './host-watch.ts';
import { createRemoteLife, HOST_MARK, isOnHost, type RemoteFigures, type RemoteLife } from './remote-life.ts';
import { createCoreTaker } from './take-core.ts';

export type FleetParts = RemoteFigures & {
  driver: FleetDriver;
  tokens: HostTokens;
  records: ServerRecords;
  host: Thread<HostingCalls>;
  /** Where hosts report to. */
  serviceUrl(): string;
  /** What they know it by, beside public authorities. */
  ca: string | undefined;
  /** The region that its node has to be in. */
  regionOf(server: ServerRecord): string | undefined;
  /** What it runs. Throws why it cannot. */
  assignment(server: ServerRecord): Omit<Assignment, 'address' | 'copyMs'>;
  /** What is set aside for it. */
  reserved(server: ServerRecord): Partial<ResourcesRequest>;
  /** What is kept of servers. */
  kept: FleetKept;
  paths: DataPaths;
  wanted(server: ServerRecord): Wanted;
  /** Players can join it now. */
  onReached(server_id: string): void;
  /** It is known which node it is on. */
  onPlaced(server_id: string): void;
  closeLog(server_id: string): Promise<void>;
  onProblem(thrown: unknown): void;
  log: Log;
  now(): number;
  times?: Partial<FleetTimes>;
};
export type { FleetTimes } from './host-watch.ts';
export type Fleet = ReturnType<typeof createFleet>;

const AWAY: Reason = 'fleet.engine-away';
const AGAIN_MS = 2_000;

type State = {
  parts: FleetParts;
  times: FleetTimes;
  entries: Map<string, Entry>;
  /** Those of them whose hosts are not connected: few among thousands. */
  silent: Set<string>;
};

export function createFleet(parts: FleetParts) {
  const times = { ...usualTimes, ...parts.times };
  const state: State = { parts, times, entries: new Map(), silent: new Set() };
  const { entries, silent } = state;
  const connections = new Set<HostConnection>();
  const watch = createHostWatch({ ...parts, times, entries, silent });
  let isClosed = false;
  return {
    /** Settles when it has ended and its record says so. Never rejects. Where its host is there already, it goes on with that. */
    run: (server: ServerRecord, control: Control) => runRemote(state, server, control),
    has: (server_id: string) => entries.has(server_id),
    /** Takes the connection of a host, whose token was looked at. */
    accept: (socket: HostSocket, server_id: string): void => {
      if (isClosed) socket.terminate();
      else accept(state, connections, socket, server_id);
    },
    want: async (server_id: string, change: Partial<Wanted>) => await entries.get(server_id)?.life.want(change),
    cut: async (server_id: string, ms: number) => await lifeOf(state, server_id).call({ name: 'cut', ms }),
    type: async (server_id: string, line: string) => await lifeOf(state, server_id).call({ name: 'type', line }),
    copyKept: async (server_id: string) => await lifeOf(state, server_id).call({ name: 'copy-kept' }),
    note: async (server_id: string, text: string) => await lifeOf(state, server_id).note(text),
    kept: parts.kept,
    driver: parts.driver,
    ...createCoreTaker({ ...parts, has: (server_id) => entries.has(server_id) }),
    /** Whose host has this token, be the server alive or not. */
    serverOf: parts.tokens.serverOf,
    /** The build that the server runs, while it lives. */
    buildOf: (server_id: string): Assignment['build'] | undefined => {
      const server = parts.records.one(server_id);
      return server?.destroy_ts === null ? parts.assignment(server).build : undefined;
    },
    /** Lets go of all hosts. They play on, and are taken up by the next start. */
    hangUp: (): void => {
      isClosed = true;
      for (const connection of connections) connection.hangUp();
    },
    close: async (): Promise<void> => {
      await watch.close();
      await parts.driver.close();
    },
  };
}

function lifeOf({ entries }: State, server_id: string): RemoteLife {
  const found = entries.get(server_id);
  if (found === undefined) throw awayError();
  return found.life;
}

async function runRemote(state: State, server: ServerRecord, control: Control): Promise<void> {
  const { parts, entries, silent } = state;
  const { records, driver, onProblem } = parts;
  const { server_id: id } = server;
  const { promise: ended, resolve: end } = Promise.withResolvers<Ending>();
  let hasSaidSo = false;
  const life = createRemoteLife({
    ...parts,
    server_id: id,
    control,
    wanted: parts.wanted(server),
    instance: instanceOf(server),
    assignment: () => assignmentOf(state, id),
    bind: (instance) => void records.change(id, { identity: HOST_MARK + instance }),
    claimKept: () => parts.kept.claim(id, parts.assignment(server).belongs.serverCount, control.signal),
    onLife: (reported) => report(parts, id, reported),
    onEnded: ({ state: last, problem, hint, exit }) => {
      hasSaidSo = true;
      // Nobody here asked for it.
      const isTold = exit?.by === 'slipway' && control.stoppedBy() === undefined;
      end({ state: last, problem: problem ?? (isTold ? messageFor('fleet.engine-stopped') : null), hint, exit });
    },
  });
  entries.set(id, { life, control, since: performance.now(), end });
  silent.add(id);
  control.onStop(() => {
    records.change(id, { state: 'stopping' });
    // Nobody has begun anything: whoever comes later finds that it has ended.
    if (life.wasThere()) life.stop();
    else end(endedUnstarted(control));
  });
  if (control.stoppedBy() === undefined || life.wasThere())
    order(state, server, control).catch((thrown) => end(failed(thrown)));
  const ending = await withKept(parts, id, { ending: await ended, isLost: !hasSaidSo });
  await parts.closeLog(id);
  entries.delete(id);
  silent.delete(id);
  records.change(id, { ...ending, destroy_ts: parts.now(), pid: null, identity: null });
  life.connection()?.send({ t: 'bye' });
  driver.stop(id).catch(onProblem); // a host that stays is found later
}

/** What a lost server wrote last may be lost as well, which is said with why it ended. */
async function withKept(
  { kept, onProblem }: FleetParts,
  id: string,
  { ending, isLost }: { ending: Ending; isLost: boolean },
): Promise<Ending> {
  try {
    const said = await kept.over(id, isLost);
    if (said === undefined) return ending;
    return { ...ending, problem: withSaid(ending.problem ?? null, said) };
  } catch (thrown) {
    onProblem(thrown);
    return ending;
  }
}

function withSaid(why: Sentence | null, said: Message): Sentence {
  return why === null ? said : messageFor('kept.lost', { why, said });
}

function instanceOf({ identity }: ServerRecord): string | undefined {
  const instance = identity?.slice(HOST_MARK.length) ?? '';
  return instance === '' ? undefined : instance;
}

/** Written down first: whoever finds the record after a crash knows that there may be a host. */
async function order({ parts, entries }: State, server: ServerRecord, control: Control): Promise<void> {
  const { records, driver, tokens } = parts;
  const { server_id } = server;
  if (!isOnHost(server)) records.change(server_id, { identity: HOST_MARK });
  const token = tokens.of(server_id);
  const place: HostOrder = {
    server_id,
    serviceUrl: parts.serviceUrl(),
    token,
    ca: parts.ca,
    region: parts.regionOf(server),
    reserved: parts.reserved(server),
  };
  // An engine that is away for a while is no fault of a build: its namespace would give it up.
  for (;;) {
    try {
      await driver.start(place);
      return;
    } catch (thrown) {
      if (!(thrown instanceof AppError) || thrown.reason !== AWAY) throw thrown;
      if (!entries.has(server_id) || control.stoppedBy() !== undefined) return;
      sayWaitsForNode(records, server_id, thrown.toMessage());
      await sleep(AGAIN_MS);
    }
  }
}

async function assignmentOf({ parts, times }: State, server_id: string): Promise<Assignment> {
  const { address, node_id } = (await parts.driver.placeOf(server_id)) ?? {};
  const server = parts.records.one(server_id);
  if (server === undefined) throw new AppError('SERVERS_SERVER_NOT_FOUND');
  if (node_id !== undefined) noteNode(parts, server, node_id);
  return { ...parts.assignment(server), copyMs: times.copyMs, address };
}

function noteNode(
  { records, onPlaced }: FleetParts,
  { server_id, node_id: before }: ServerRecord,
  node_id: string,
): void {
  if (before === node_id) return;
  records.change(server_id, { node_id });
  onPlaced(server_id);
}

/** What it says of its state does not undo what it is asked for. */
function report({ records, onReached }: FleetParts, id: string, reported: ReportedLife): void {
  const before = records.one(id);
  if (before === undefined || before.destroy_ts !== null) return;
  const isAsked = before.state === 'stopping' || (before.state === 'draining' && reported.state !== 'stopping');
  const { state, exit, ...life } = reported;
  records.change(id, {
    ...life,
    state: isAsked ? before.state : state,
    exit: before.exit ?? exit,
  });
  if (before.start_ts === null && life.start_ts !== null) onReached(id);
}

function endedUnstarted(control: Control): Ending {
  const by = writtenAs(control.stoppedBy() ?? 'slipway');
  return { state: 'stopped', exit: { out_of_memory: false, by }, problem: null, hint: null };
}

function accept(state: State, connections: Set<HostConnection>, socket: HostSocket, server_id: string): void {
  const { parts, entries, silent } = state;
  let life: RemoteLife | undefined;
  const begin = (message: FromHost): void => {
    const found = entries.get(server_id)?.life;
    if (message.t !== 'hello') throw new Error('A host did not say who it is');
    if (message.protocol !== PROTOCOL) connection.dismiss('This host is of another version of Slipway.');
    // Where it is about to be taken up, its host comes back in a moment.
    else if (found === undefined && parts.records.one(server_id)?.destroy_ts === null) connection.hangUp();
    else if (found === undefined) connection.dismiss('This server has ended.');
    else if (found.isOther(message)) connection.dismiss('This server has another host.');
    else {
      life = found;
      life.connect(connection, message);
      silent.delete(server_id);
    }
  };
  const connection: HostConnection = openHostConnection(socket, {
    beatMs: state.times.beatMs,
    onMessage: (message) => {
      if (life === undefined) begin(message);
      else if (life.connection() === connection) life.hear(message);
    },
    onClosed: () => {
      connections.delete(connection);
      life?.disconnect(connection);
      const isSilent = life !== undefined && life.connection() === undefined;
      if (isSilent && entries.has(server_id)) silent.add(server_id);
    },
    onProblem: parts.onProblem,
  });
  connections.add(connection);
}
