// Which servers of hosts are still there: those whose hosts are not connected are looked at by what their driver says, and by how long
// nothing was heard.
import { AppError, asAppError } from '../../../src-shared/errors/app-error.ts';
import { type Message, messageFor } from '../../../src-shared/text/message.ts';
import type { Log } from '../../platform/logging/log.ts';
import type { ServerRecords } from '../server-records/records.ts';
import type { ServerChange } from '../server-records/store.ts';
import { type Control, writtenAs } from '../server-runs/server-control.ts';
import type { FleetDriver, HostLook } from './fleet-driver.ts';
import { BEAT_MS } from './host-protocol.ts';
import type { RemoteLife } from './remote-life.ts';

export type FleetTimes = {
  /** So long a host that was there may be silent. */
  lostMs: number;
  /** So long a host whose driver says that it is over may take to report. */
  overMs: number;
  /** So long it may take from when a host has a node until it reports for the first time, and so long until it is said that it has not. */
  startMs: number;
  lateMs: number;
  lookMs: number;
  /** Hosts of servers that have ended are looked for now and then. */
  straysMs: number;
  /** How often each host is asked for a sign of life; one that gave none is cut off. */
  beatMs: number;
  /** How often kept folders are copied from a host while its server runs. */
  copyMs: number;
};
/** With the time that a dead line takes to be noticed, a server on a node that died is told as lost within 30 s. */
export const usualTimes: FleetTimes = {
  lostMs: 15_000,
  overMs: 3_000,
  startMs: 600_000,
  lateMs: 20_000,
  lookMs: 1_000,
  straysMs: 30_000,
  beatMs: BEAT_MS,
  copyMs: 300_000,
};

export type Ending = Pick<ServerChange, 'state' | 'problem' | 'hint' | 'exit'>;
export type Entry = {
  life: RemoteLife;
  control: Control;
  /** Since when its host may be on its way: neither waiting for a node nor for an engine that is away. */
  since: number;
  /** Since when its driver says that its host is there. */
  upSince?: number;
  end(ending: Ending): void;
};
export type WatchParts = {
  driver: FleetDriver;
  records: ServerRecords;
  times: FleetTimes;
  entries: ReadonlyMap<string, Entry>;
  /** Those of them whose hosts are not connected. */
  silent: ReadonlySet<string>;
  /** Where hosts report to. */
  serviceUrl(): string;
  onProblem(thrown: unknown): void;
  log: Log;
};

/** Looks at servers whose hosts are not connected, and for hosts that nobody needs. */
export function createHostWatch(parts: WatchParts) {
  const { driver, times, entries, silent, onProblem } = parts;
  const engine = createEngineNote(parts.log);
  let looking: Promise<void> | undefined;
  let strayAt = performance.now() + times.straysMs;
  const look = async (): Promise<void> => {
    const isDue = performance.now() >= strayAt;
    if (silent.size === 0 && !isDue) return;
    // An engine that is away says nothing of its hosts, and those are judged by what they say themselves.
    const looks = await driver.look().then(engine.answered, engine.failed);
    for (const server_id of silent) {
      const entry = entries.get(server_id);
      if (entry !== undefined) judge(parts, entry, looks);
    }
    if (!isDue || looks === undefined) return;
    strayAt = performance.now() + times.straysMs;
    for (const id of looks.keys()) if (!entries.has(id)) await driver.stop(id).catch(onProblem);
  };
  const lookOnce = () => {
    looking ??= look()
      .catch(onProblem)
      .finally(() => {
        looking = undefined;
      });
  };
  const timer = setInterval(lookOnce, times.lookMs).unref();
  const unfollow = driver.follow(lookOnce);
  return {
    close: async (): Promise<void> => {
      clearInterval(timer);
      unfollow();
      await looking;
    },
  };
}

/** It is asked each second, and said only once that it is away, and once that it is back. */
function createEngineNote(log: Log) {
  let isAway = false;
  return {
    answered: <T>(looks: T): T => {
      if (isAway) log('info', 'container engine back');
      isAway = false;
      return looks;
    },
    failed: (thrown: unknown): undefined => {
      if (!isAway)
        log('error', 'container engine away', { error: thrown instanceof AppError ? thrown.message : thrown });
      isAway = true;
    },
  };
}

/** A server whose host is not connected: it may be over, lost, late, or still on its way. */
function judge(parts: WatchParts, entry: Entry, looks: ReadonlyMap<string, HostLook> | undefined): void {
  const { life, end } = entry;
  const { times } = parts;
  const found = looks?.get(life.server_id);
  const silentMs = life.silentMs();
  if (silentMs === 0) return;
  if (found?.state === 'over' && silentMs > times.overMs) end(endingOf(entry, found.why));
  else if (!life.wasThere()) awaitFirst(parts, entry, looks);
  else if (silentMs > times.lostMs) end(lost(messageFor('fleet.host-lost'), entry.control));
}

function awaitFirst(parts: WatchParts, entry: Entry, looks: ReadonlyMap<string, HostLook> | undefined): void {
  const { life, end } = entry;
  const { startMs, lateMs } = parts.times;
  // While there is no node or no engine, the build is at no fault: its namespace would give it up.
  const found: HostLook | undefined = looks === undefined ? { state: 'waiting' } : looks.get(life.server_id);
  const now = performance.now();
  if (found?.state === 'waiting') {
    entry.since = now;
    sayWaitsForNode(parts.records, life.server_id, found.why);
  } else if (now - entry.since > startMs)
    end(failed(new AppError('SERVERS_SERVER_FAILED_TO_CREATE', 'fleet.host-silent')));
  else if (found?.state === 'up') {
    entry.upSince ??= now;
    if (now - entry.upSince > lateMs)
      sayOnce(parts.records, life.server_id, messageFor('fleet.host-late', { url: parts.serviceUrl() }));
  }
}

export function sayWaitsForNode(records: ServerRecords, server_id: string, why: Message | undefined): void {
  if (why === undefined) return;
  sayOnce(records, server_id, messageFor('fleet.waits', { why }));
}

function sayOnce(records: ServerRecords, server_id: string, problem: Message): void {
  if (JSON.stringify(records.one(server_id)?.problem) !== JSON.stringify(problem))
    records.change(server_id, { problem });
}

/** Its host is over without having said so itself. */
function endingOf({ life, control }: Entry, why: Message): Ending {
  if (life.wasThere()) return lost(messageFor('fleet.host-over', { why }), control);
  return failed(hostOver(why));
}

function hostOver(why: Message): AppError {
  return new AppError('SERVERS_SERVER_FAILED_TO_CREATE', 'fleet.host-over', { why });
}
export function failed(thrown: unknown): Ending {
  const problem = asAppError(thrown).toMessage();
  return { state: 'failed', exit: { out_of_memory: false, by: 'itself' }, problem, hint: null };
}

/** Its namespace starts another one at once, as it is not the server's own fault. */
function lost(problem: Message, control: Control): Ending {
  const by = control.stoppedBy();
  const exit = { out_of_memory: false, by: writtenAs(by ?? 'slipway') };
  return { state: 'stopped', exit, problem: by === undefined ? problem : null, hint: null };
}
