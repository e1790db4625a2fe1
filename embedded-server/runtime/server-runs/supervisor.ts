// Looks after all servers that live: begins them, ends them, lets them drain, and hands each what its process does.

import { messageFor } from '../../../src-shared/text/message.ts';
import { durationMessage } from '../../../src-shared/text/values.ts';
import type { ServerEvent } from '../hosting-thread/messages.ts';
import type { ServerRecord } from '../server-records/store.ts';
import { createDeadlines } from './deadlines.ts';
import { leftoverOf, stoppedByRestart } from './recover.ts';
import type { RunDependencies } from './run-dependencies.ts';
import { type Control, createControl, type StoppedBy, writtenAs } from './server-control.ts';

type Alive = {
  control: Control;
  server: ServerRecord;
  ended: Promise<void>;
  /** `isClosed`: nobody new comes in any more, and who came just before is known. */
  drain?: { timer: NodeJS.Timeout | undefined; isClosed: boolean };
};
export type Supervisor = ReturnType<typeof createSupervisor>;

export type SupervisorParts = Pick<RunDependencies, 'records' | 'guard' | 'host' | 'note' | 'now'> & {
  /** Runs one server to its end, here or on a host. Never rejects. */
  run(server: ServerRecord, control: Control): Promise<void>;
  /** Whether a host has it, which goes on with it without us. */
  isElsewhere(server_id: string): boolean;
  /** Nobody plays there, and nobody is about to. */
  isEmpty(server_id: string): boolean;
  onBegin(server: ServerRecord): void;
  /** The clock was set, and with it until when this server lives. */
  onDeadlineMoved(server_id: string): void;
  /** Players can join it now. */
  onReached(server: ServerRecord): void;
  onProblem(thrown: unknown): void;
  /** Called before a server is asked to end, by the first who asks. */
  onStopping(server: ServerRecord, by: StoppedBy): void;
  /** Called after a server has ended and everything of it is taken back. */
  onEnded(server: ServerRecord): void;
};

export function createSupervisor(parts: SupervisorParts) {
  const alive = new Map<string, Alive>();
  const deadlines = createDeadlines({ now: parts.now, onMoved: parts.onDeadlineMoved });
  const stop = (server_id: string, by: StoppedBy, graceMs: number) => {
    const found = alive.get(server_id);
    if (found === undefined) return;
    const isFirst = found.control.stoppedBy() === undefined;
    if (graceMs < found.control.graceMs()) deadlines.set(server_id, graceMs);
    if (isFirst) {
      parts.onStopping(presentOf(parts, found.server), by);
      // Who asked is written down: it is to be known as well where the service crashes before it has ended.
      parts.records.change(server_id, { state: 'stopping', exit: { out_of_memory: false, by: writtenAs(by) } });
    }
    found.control.stop(by, graceMs);
  };
  const live = async ({ server, control }: Alive): Promise<void> => {
    await parts.run(server, control);
    clearTimeout(alive.get(server.server_id)?.drain?.timer);
    alive.delete(server.server_id);
    deadlines.forget(server.server_id);
    const record = parts.records.one(server.server_id);
    if (record !== undefined) parts.onEnded(record);
  };
  return {
    ...draining(parts, { alive, deadlines, stop }),
    begin: (server: ServerRecord): void => {
      const control = createControl();
      const entry: Alive = { control, server, ended: Promise.resolve() };
      alive.set(server.server_id, entry);
      parts.onBegin(server);
      entry.ended = live(entry);
    },
    /** Goes on with one that a host had while nobody was here: one that was to end still is, and all else is decided again. */
    takeUp: (server: ServerRecord): void => {
      const isToEnd = server.state === 'stopping';
      const stopped = stoppedByRestart(server);
      if (stopped !== undefined) parts.records.change(server.server_id, { exit: stopped });
      const present =
        server.state === 'draining' ? parts.records.change(server.server_id, { state: reachedState(server) }) : server;
      const control = createControl();
      const entry: Alive = { control, server: present ?? server, ended: Promise.resolve() };
      alive.set(server.server_id, entry);
      parts.onBegin(server);
      if (isToEnd) control.stop(server.exit?.by ?? 'slipway', server.kill_timeout);
      entry.ended = live(entry);
    },
    stop,
    tell: (event: ServerEvent): void => {
      const found = alive.get(event.server_id);
      if (found === undefined) return;
      found.control.tell(event);
      if (event.t === 'listening') parts.onReached(found.server);
      if (event.t !== 'shutdown' && event.t !== 'unhealthy') return;
      const by = event.t === 'shutdown' ? 'itself' : 'limit';
      stop(event.server_id, by, presentOf(parts, found.server).kill_timeout);
    },
    lost: () =>
      endLost(
        parts,
        [...alive.values()].filter(({ server }) => !parts.isElsewhere(server.server_id)),
      ),
    /** Until when it may live at the latest: it is killed then, or stops draining. */
    endsBy: deadlines.of,
    isAlive: (server_id: string) => alive.has(server_id),
    alive: () => [...alive.keys()],
    ended: async (server_id: string) => await alive.get(server_id)?.ended,
    /** All that would end with us. */
    stopAll: async (by: StoppedBy, graceMs: (server: ServerRecord) => number): Promise<void> => {
      const isOurs = ({ server }: Alive) => !parts.isElsewhere(server.server_id);
      // Those play on, and the next service takes up what they were asked.
      for (const found of alive.values()) {
        if (isOurs(found)) continue;
        clearTimeout(found.drain?.timer);
        deadlines.forget(found.server.server_id);
      }
      const all = [...alive.values()].filter(isOurs);
      for (const { server } of all) stop(server.server_id, by, graceMs(presentOf(parts, server)));
      await Promise.all(all.map(({ ended }) => ended));
    },
  };
}

/** The thread that held them is gone, so nobody can read or stop them any more: what is left of them is ended. */
async function endLost(parts: SupervisorParts, lost: readonly Alive[]): Promise<void> {
  const leftovers = lost.map(({ server }) => leftoverOf(presentOf(parts, server)));
  await parts.host.call('endLeftovers', leftovers).catch(parts.onProblem);
  const exit = { code: null, signal: null, outOfMemory: false };
  for (const { control, server } of lost) control.tell({ t: 'ended', server_id: server.server_id, exit, tail: [] });
}

/** Where one is that is not to end. */
function reachedState({ start_ts: start }: ServerRecord): 'running' | 'starting' {
  return start === null ? 'starting' : 'running';
}

/** With the settings that its build brought. */
function presentOf({ records }: SupervisorParts, server: ServerRecord): ServerRecord {
  return records.one(server.server_id) ?? server;
}

type Draining = {
  alive: ReadonlyMap<string, Alive>;
  deadlines: ReturnType<typeof createDeadlines>;
  stop(server_id: string, by: StoppedBy, graceMs: number): void;
};

/** Ending servers without sending players away. */
function draining(parts: SupervisorParts, { alive, deadlines, stop }: Draining) {
  const endOf =
    ({ server }: Alive) =>
    () =>
      stop(server.server_id, 'policy', presentOf(parts, server).kill_timeout);
  return {
    /**
     * Takes no new players, and ends when the last one left or the time is up. Who cannot be counted gets the time. With an open
     * door it goes on taking them: nobody else can before it has ended.
     */
    drain: (server_id: string, limitMs: number, door: 'closed' | 'open' = 'closed'): void => {
      const found = alive.get(server_id);
      if (found === undefined || found.drain !== undefined || found.control.stoppedBy() !== undefined) return;
      const end = endOf(found);
      const drain = { timer: timerOf(end, limitMs), isClosed: false };
      found.drain = drain;
      deadlines.set(server_id, limitMs);
      const record = parts.records.change(server_id, { state: 'draining' });
      const isCounted = record !== undefined && (isGuarded(record) || record.start_ts === null);
      if (record !== undefined && record.start_ts !== null) noteDrain(parts, record, limitMs);
      const closeDoor = async () => {
        if (door === 'closed') await parts.guard.setMaxPlayers(server_id, 0);
        drain.isClosed = true;
        if (isCounted && found.drain === drain && parts.isEmpty(server_id)) end();
      };
      void closeDoor();
    },
    /** One that drains gets another time from now. */
    relimit: (server_id: string, limitMs: number): void => {
      const found = alive.get(server_id);
      if (found?.drain === undefined || found.control.stoppedBy() !== undefined) return;
      clearTimeout(found.drain.timer);
      found.drain.timer = timerOf(endOf(found), limitMs);
      deadlines.set(server_id, limitMs);
      parts.onDeadlineMoved(server_id);
    },
    /** Takes players again. */
    resume: (server_id: string, maxPlayers: number): void => {
      const found = alive.get(server_id);
      if (found?.drain === undefined || found.control.stoppedBy() !== undefined) return;
      clearTimeout(found.drain.timer);
      delete found.drain;
      deadlines.forget(server_id);
      const record = parts.records.one(server_id);
      if (record !== undefined) parts.records.change(server_id, { state: reachedState(record) });
      if (record !== undefined && record.start_ts !== null)
        parts.note(server_id, messageFor('server.drains-no-more').text);
      void parts.guard.setMaxPlayers(server_id, maxPlayers);
      parts.guard.promote(server_id);
    },
    /** The last player left. */
    onEmpty: (server_id: string): void => {
      const found = alive.get(server_id);
      if (found?.drain?.isClosed === true) stop(server_id, 'policy', presentOf(parts, found.server).kill_timeout);
    },
  };
}

/** Who reads its log learns until when it lives, and what it waits for. */
function noteDrain({ note }: SupervisorParts, server: ServerRecord, limitMs: number): void {
  const time = durationMessage(limitMs);
  const drains = isGuarded(server)
    ? messageFor('server.drains', { time })
    : messageFor('server.drains-uncounted', { time });
  note(server.server_id, drains.text);
}

/** A longer wait would run at once. */
const LONGEST_TIMER_MS = 2_147_483_647;

function timerOf(end: () => void, limitMs: number): NodeJS.Timeout | undefined {
  return limitMs > LONGEST_TIMER_MS ? undefined : setTimeout(end, limitMs).unref();
}

function isGuarded({ ports }: ServerRecord): boolean {
  return Object.values(ports).some(({ routing }) => routing.game_guard !== undefined);
}
