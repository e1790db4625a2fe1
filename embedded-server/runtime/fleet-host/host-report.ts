// What a host tells its service: each thing once it is so, figures together every few seconds, and all that counts again after the
// connection was away.
import type { Thread } from '../../platform/threads/open-thread.ts';
import type { ReportedCounts, ReportedUsage } from '../fleet/host-figures.ts';
import type { FromHost, ReportedLife } from '../fleet/host-messages.ts';
import { BEAT_MS } from '../fleet/host-protocol.ts';
import type { HostingCalls, HostingEvent } from '../hosting-thread/messages.ts';
import type { ServerCounts } from '../relay/messages.ts';
import type { ServerRecord } from '../server-records/store.ts';
import type { IsolationKind } from '../walls/isolation.ts';

type Parts = {
  send(message: FromHost): boolean;
  host: Thread<HostingCalls>;
  server_id: string;
  onProblem(thrown: unknown): void;
};
export type HostReport = ReturnType<typeof createHostReport>;
type Sdk = Extract<HostingEvent, { t: 'sdk' }>;

const NOTHING = {
  connections: 0,
  connectionsTotal: 0,
  bytesIn: 0,
  bytesOut: 0,
  packetsIn: 0,
  packetsOut: 0,
  dropped: 0,
};
const NOBODY: ReportedCounts = { ...NOTHING, refused: 0, players: 0, young: 0, silent: 0, ports: [] };

/** So many figures are kept while the service is away; older ones are lost. */
const MOST_POINTS = 100;

export function createHostReport(parts: Parts) {
  const { send } = parts;
  let life: ReportedLife | undefined;
  let hasEnded = false;
  let counts: ServerCounts | undefined;
  let kind: IsolationKind | undefined;
  let sdk: Sdk | undefined;
  let queried: number | undefined;
  let points: ReportedUsage[] = [];
  const log = createLogSender(parts);
  const tellCounts = () => {
    if (counts !== undefined) send({ t: 'counts', counts: readCounts(counts) });
  };
  const tellLife = () => {
    if (life !== undefined && !hasEnded) send({ t: 'life', life });
  };
  const tellEnd = () => {
    if (life !== undefined && hasEnded && log.isTaken()) send({ t: 'ended', life });
  };
  const tellSdk = () => {
    if (sdk !== undefined)
      send({ t: 'sdk', sdk: sdk.sdk, ...(sdk.players === undefined ? {} : { players: sdk.players }) });
  };
  const timer = setInterval(() => {
    if (send({ t: 'figures', points, ...(counts === undefined ? {} : { counts: readCounts(counts) }) })) points = [];
  }, BEAT_MS);
  return {
    log,
    life: (server: ServerRecord): void => {
      life = lifeOf(server);
      // Its end is told when its log is there as well.
      if (server.destroy_ts === null) tellLife();
    },
    isolation: (found: IsolationKind): void => {
      kind = found;
      send({ t: 'isolation', kind });
    },
    usage: ({ at, servers }: Extract<HostingEvent, { t: 'usage' }>): void => {
      for (const { cpu, memory, processes, over } of servers)
        points.push({ at, cpu, memory, processes, over: [...over] });
      points = points.slice(-MOST_POINTS);
    },
    /** Who plays is told at once, and what came through the ports with the next figures. */
    counts: (next: ServerCounts): void => {
      const before = counts;
      counts = next;
      const told = ['players', 'young', 'silent', 'refused'] as const;
      if (told.some((one) => next[one] !== before?.[one])) tellCounts();
    },
    keep: (): void => void send({ t: 'keep' }),
    sdk: (event: Sdk): void => {
      sdk = event;
      tellSdk();
    },
    queried: (players: number | undefined): void => {
      queried = players;
      send({ t: 'queried', ...(players === undefined ? {} : { players }) });
    },
    /** All of it, to a service that may know nothing. `logged`: up to where it has the log. */
    again: (logged: number): void => {
      log.resume(logged);
      tellLife();
      if (kind !== undefined) send({ t: 'isolation', kind });
      // A service that was restarted does not even know that nobody plays.
      if (counts === undefined) send({ t: 'counts', counts: NOBODY });
      tellCounts();
      tellSdk();
      if (queried !== undefined) send({ t: 'queried', players: queried });
      tellEnd();
    },
    /** Nothing follows but what is left of the log, and the end with it. */
    ended: (): void => {
      hasEnded = true;
      log.whenTaken(tellEnd);
    },
    close: (): void => clearInterval(timer),
  };
}

function lifeOf({ runtime, ...server }: ServerRecord): ReportedLife {
  const { state, problem, hint, start_ts, exit, command, ports, cpu, memory, kill_timeout } = server;
  const { arguments: texts, environment } = runtime;
  const told = { state, problem, hint, start_ts, exit, command, ports: { ...ports }, cpu, memory, kill_timeout };
  return {
    ...told,
    runtime: {
      ...(texts === undefined ? {} : { arguments: [...texts] }),
      ...(environment === undefined ? {} : { environment: { ...environment } }),
    },
  };
}

function readCounts({ server_id: _id, ...counts }: ServerCounts): ReportedCounts {
  return counts;
}

const LINES_AT_ONCE = 500;

/** Sends the log as it grows, one piece at a time: the next when the service has written the last. */
function createLogSender({ send, host, server_id, onProblem }: Parts) {
  let written = 0;
  let taken = 0;
  let isUnderWay = false;
  let onTaken: (() => void) | undefined;
  const isTaken = () => taken >= written;
  const sendNext = async (): Promise<void> => {
    if (isUnderWay || isTaken()) return;
    isUnderWay = true;
    const piece = await host.call('copyLog', { server_id, from: taken + 1, limit: LINES_AT_ONCE });
    // With nothing to be had, as it was dropped, there is nothing to wait for.
    if (piece.lines.length === 0) taken = written;
    else if (send({ t: 'log', ...piece })) return;
    isUnderWay = false;
  };
  const next = () => {
    if (isTaken()) onTaken?.();
    else sendNext().catch(onProblem);
  };
  return {
    taken: () => taken,
    isTaken,
    grown: (last: number): void => {
      written = Math.max(written, last);
      next();
    },
    logged: (last: number): void => {
      taken = Math.max(taken, last);
      isUnderWay = false;
      next();
    },
    resume: (last: number): void => {
      taken = last;
      isUnderWay = false;
      next();
    },
    whenTaken: (listener: () => void): void => {
      onTaken = listener;
      next();
    },
  };
}
