// A server in words: its glyph, its state, how it ended, how long it runs. Pure, and tested without React.
import type { Server, ServerState } from '../../../src-shared/service/servers.ts';
import type { Reason } from '../../../src-shared/text/reasons/english.ts';
import type { Glyph } from '../../design/state-glyph.tsx';
import { t, words } from '../../text/t.ts';
import { formatClock, formatDate, formatSince } from '../../ui/format.ts';

const glyphs: Record<ServerState, Glyph> = {
  preparing: 'starting',
  starting: 'starting',
  silent: 'notice',
  running: 'running',
  draining: 'stopping',
  stopping: 'stopping',
  exited: 'stopped',
  stopped: 'stopped',
  crashed: 'crashed',
  failed: 'failed',
};

type WithState = Pick<Server, 'state' | 'started_at' | 'destroyed_at'>;

/** The state; of a foreign server, which tells none, what its times say. */
export function stateOf(server: WithState): ServerState {
  if (server.state !== undefined) return server.state;
  if (server.destroyed_at !== undefined) return 'stopped';
  return server.started_at === undefined ? 'starting' : 'running';
}

/** The glyph of a server. */
export function serverGlyph(server: WithState): Glyph {
  return glyphs[stateOf(server)];
}

/** Whether it has ended. */
export function isEnded(server: Server): boolean {
  return server.destroyed_at !== undefined;
}

/** Whether it ended as nobody wanted. */
export function isTrouble(server: Server): boolean {
  const state = stateOf(server);
  return state === 'crashed' || state === 'failed';
}

/** Whether players can be on it. */
export function isRunning(server: Server): boolean {
  const state = stateOf(server);
  return state === 'running' || state === 'silent' || state === 'draining';
}

/** Why it cannot be restarted while it is as it is; undefined where it can. */
export function whyNoRestart(server: Server): string | undefined {
  if (stateOf(server) !== 'draining') return undefined;
  return t('It is draining: it ends when its players have left or its time to drain is up. Stop it to end it now.');
}

/** Whether players can join any that runs this version; undefined while one starts. */
export function isJoinable(servers: readonly Server[], version_id: string): boolean | undefined {
  const states = servers.filter((server) => server.version === version_id && !isEnded(server)).map(stateOf);
  if (states.includes('running')) return true;
  return states.includes('starting') || states.includes('preparing') ? undefined : false;
}

const stoppedTexts = words({
  you: 'Stopped by you',
  policy: 'Stopped by its namespace',
  slipway: 'Stopped with Slipway',
  limit: 'Ended at its limit',
  itself: 'Ended by itself',
});

/** Each state in a word or two. */
export const formatState: Record<ServerState, string> = words({
  preparing: 'Preparing',
  starting: 'Starting',
  silent: 'Not listening',
  running: 'Running',
  draining: 'Draining',
  stopping: 'Stopping',
  exited: 'Ended by itself',
  stopped: 'Stopped',
  crashed: 'Crashed',
  failed: 'Did not start',
});

/** The state in a word or two; one that is to end counts down. */
export function formatServer(server: Server, now: number): string {
  const state = stateOf(server);
  if (state === 'stopping' && server.ends_by !== undefined && server.ends_by > now) {
    return t('Stops in {countdown}', { countdown: countdown(server.ends_by - now) });
  }
  if (state === 'stopped' && server.exit !== undefined) return stoppedTexts[server.exit.by];
  return formatState[state];
}

/** The state where there is room: one that drains says until when. */
export function formatServerInFull(server: Server, now: number): string {
  const { ends_by: end } = server;
  if (stateOf(server) !== 'draining' || end === undefined) return formatServer(server, now);
  return t('Draining, until {time} at the latest', { time: formatSince(end, now) });
}

/** Minutes and seconds: "1:12". */
function countdown(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** Whether what is said of it changes with each second: its first minute, and while it is counted down. */
export function countsSeconds(server: Server, now: number): boolean {
  if (server.destroyed_at !== undefined) return false;
  return server.ends_by !== undefined || now - (server.started_at ?? server.created_at) < 60_000;
}

/** How long something runs: "4 s", "22 m", "1 h 48 m", "2 d 3 h". */
export function formatUp(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} m`;
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return `${hours} h ${String(minutes % 60).padStart(2, '0')} m`;
  return `${Math.floor(hours / 24)} d ${hours % 24} h`;
}

/** What stands in the last column: how long it runs, or when it ended. */
export function upOrEnd(server: Server, now: number): string {
  if (server.destroyed_at === undefined) return formatUp(now - (server.started_at ?? server.created_at));
  const today = new Date(now).toDateString() === new Date(server.destroyed_at).toDateString();
  const when = today ? formatClock(server.destroyed_at) : formatDate(server.destroyed_at);
  return isTrouble(server) && today ? t('at {when}', { when }) : when;
}

/** Whether it stopped as it was meant to, by itself or as it was asked to. One that had to be killed did not. */
export function hasStoppedWell(server: Server): boolean {
  const { exit } = server;
  if (!isEnded(server) || isTrouble(server) || exit === undefined) return false;
  return exit.signal !== 'SIGKILL' && !exit.out_of_memory;
}

/** Whether it ended before it was started, as one does that only waited for another to end. */
export function hasNeverRun({ started_at: start, destroyed_at: end, exit, problem }: Server): boolean {
  if (end === undefined || start !== undefined || exit === undefined || exit.out_of_memory) return false;
  return exit.code === undefined && exit.signal === undefined && !endedUnseen.has(reasonOf({ problem }));
}

function reasonOf({ problem }: Pick<Server, 'problem'>): string | undefined {
  return typeof problem === 'object' ? problem.reason : undefined;
}

/** Whether these ran is not known: the service crashed with them. */
const endedUnseen = new Set<string | undefined>([
  'server.service-ended',
  'server.service-ended-while-restarting',
] satisfies Reason[]);

/** These say who ended it. */
const saysWho = new Set<string | undefined>(['fleet.left-drained-node', 'fleet.engine-stopped'] satisfies Reason[]);

/** How it ended, in one sentence; undefined while it lives, and where its problem says all there is. */
export function formatExit(server: Server): string | undefined {
  const { exit, destroyed_at: end } = server;
  if (end === undefined) return undefined;
  if (exit === undefined) return t('It has ended. This instance does not report how.');
  const how = hasNeverRun(server) ? t('It never ran.') : howItEnded(exit);
  if (exit.by === 'itself') return how ?? t('It ended for an unknown reason.');
  if (how !== undefined) return saysWho.has(reasonOf(server)) ? how : `${how} ${endedBy[exit.by]}`;
  return server.problem === undefined ? endedBy[exit.by] : undefined;
}

const endedBy = words({
  you: 'You stopped it.',
  policy: 'The policy of its namespace ended it.',
  slipway: 'Slipway ended it when it ended itself.',
  limit: 'It went over a limit.',
});

/** Undefined where nobody saw it, as when the service crashed with it. */
function howItEnded({ code, signal, out_of_memory: outOfMemory }: NonNullable<Server['exit']>): string | undefined {
  if (outOfMemory) return t('It ran out of memory.');
  if (signal !== undefined) return signal === 'SIGKILL' ? t('It was killed.') : t('It ended by {signal}.', { signal });
  return code === undefined ? undefined : t('It ended with code {code}.', { code });
}
