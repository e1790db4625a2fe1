// The state of a lane, in a glyph and in words: how its servers are, what is wrong with them, and what happens next. Pure.
import type { ServersState } from '../../../src-shared/servers/bridge.ts';
import { knownCause } from '../../../src-shared/servers/known-cause.ts';
import type { GameFull } from '../../../src-shared/service/games.ts';
import type { NamespaceSummary } from '../../../src-shared/service/namespaces.ts';
import type { Server } from '../../../src-shared/service/servers.ts';
import type { Glyph } from '../../design/state-glyph.tsx';
import { plural, t, translate, words } from '../../text/t.ts';
import { formatClock } from '../../ui/format.ts';
import {
  type CrashRecord,
  crashRecordOf,
  type Deployed,
  downRecord,
  formatHowOften,
  formatNext,
  hintOf,
  nextOf,
  ofDeployment,
  shakyRecord,
  shortRecord,
  stoppedRecord,
} from '../servers/crash-record.ts';
import { formatState, isEnded, isRunning, isTrouble, stateOf } from '../servers/server-format.ts';
import { leavingServers } from '../servers/servers-selectors.ts';
import { waitsFor } from '../servers/waiting.ts';

/** What the window knows of the servers of a namespace. */
export type LaneServers = { list: readonly Server[] | undefined; state: ServersState };

/** The servers; undefined until they were read, and where they are not reported. An empty list may only be one that is not known. */
export function listOf({ list, state }: LaneServers): readonly Server[] | undefined {
  return state.fresh_at === undefined ? undefined : list;
}

const noServers: readonly Server[] = [];

/** The state of a lane: its glyph, and the word for it. */
export type LaneState = { glyph: Glyph; words: string };

/** A server that crashed stays in sight for so long. */
const CRASH_SHOWN_MS = 600_000;

/** The state of a namespace, derived from its servers. */
export function laneState(servers: LaneServers, deployed: Deployed, isSwitching: boolean): LaneState {
  if (isSwitching) return { glyph: 'starting', words: t('Switching') };
  const glyph = laneGlyph(servers, deployed);
  const shaky = laneShaky(servers, deployed);
  if (glyph === 'running' && shaky !== undefined)
    return { glyph: 'notice', words: t('{crashed}, running again', { crashed: formatHowOften(shaky) }) };
  if (glyph === 'running' && laneShort(servers, deployed) !== undefined)
    return { glyph: 'notice', words: formatShort(servers, deployed) };
  if (glyph === 'running' && hasNoPorts(servers)) return { glyph, words: t('Running without a port') };
  return { glyph, words: glyph === 'notice' ? formatSilent(servers) : laneWords[glyph] };
}

/** Whether servers run that nobody can join, as none of them has a port. That may be meant so: a bot, say, needs none. */
export function hasNoPorts(servers: LaneServers): boolean {
  const running = (listOf(servers) ?? noServers).filter((server) => !isEnded(server) && stateOf(server) === 'running');
  return running.length > 0 && running.every(({ network }) => Object.keys(network.ports).length === 0);
}

type LaneGlyph = 'notice' | 'running' | 'stopping' | 'starting' | 'crashed' | 'idle' | 'stopped';

const laneWords: Record<Exclude<LaneGlyph, 'notice'>, string> = words({
  running: 'Running',
  stopping: 'Stopping',
  starting: 'Starting',
  crashed: 'No servers running',
  idle: 'Idle',
  stopped: 'Its servers are not known',
});

/** The same as a glyph. */
export function laneGlyph(servers: LaneServers, deployed: Deployed): LaneGlyph {
  const list = listOf(servers);
  if (list === undefined) return 'stopped';
  const alive = list.filter((server) => !isEnded(server));
  if (laneSilent(servers) !== undefined) return 'notice';
  if (alive.some(isRunning)) return 'running';
  if (alive.some((server) => stateOf(server) === 'stopping')) return 'stopping';
  if (alive.length > 0) return 'starting';
  return laneTrouble(servers, deployed) === undefined ? 'idle' : 'crashed';
}

/** The crashes that the servers which run now came after, until these ran well. */
function laneShaky(servers: LaneServers, deployed: Deployed): CrashRecord | undefined {
  return shakyRecord(listOf(servers) ?? noServers, deployed, Date.now());
}

/** Whether what runs may crash again in a moment; that is over with time alone. */
export function isShaky(servers: LaneServers, deployed: Deployed): boolean {
  return laneShaky(servers, deployed) !== undefined;
}

/** A loop stays told while the next server runs, until that ran well. One crash is told by the state of the lane. */
function laneLoops(servers: LaneServers, deployed: Deployed): Server | undefined {
  const shaky = laneShaky(servers, deployed);
  return shaky !== undefined && shaky.runs.length > 1 ? shaky.newest : undefined;
}

/** The newest of those that failed and are started no more, while others run. */
function laneShort(servers: LaneServers, deployed: Deployed): Server | undefined {
  return shortRecord(listOf(servers) ?? noServers, deployed)?.newest;
}

/** "1 of 3 servers runs". */
export function formatShort(servers: LaneServers, { server_count: all = 0 }: Deployed): string {
  const n = laneCounts(servers).servers ?? 0;
  return plural(n, 'Only {n} of {all} servers runs', 'Only {n} of {all} servers run', { all });
}

/** Why there are not more, and that none are started any more. */
export function formatShortWhy(servers: LaneServers, deployed: Deployed): string {
  const record = shortRecord(listOf(servers) ?? noServers, deployed);
  if (record === undefined) return '';
  return [`${formatHowOften(record)}.`, t('Restarts have stopped.'), translate(hintOf(record)) ?? ''].join(' ').trim();
}

/** The newest of its servers that run without listening where players join; its problem says why. */
function laneSilent(servers: LaneServers): Server | undefined {
  return silentOf(servers).toSorted((a, b) => b.created_at - a.created_at)[0];
}

function silentOf(servers: LaneServers): Server[] {
  return (listOf(servers) ?? noServers).filter((server) => !isEnded(server) && stateOf(server) === 'silent');
}

/** "1 of 3 not listening", where others can be joined. */
export function formatSilent(servers: LaneServers): string {
  const [n, all] = [silentOf(servers).length, laneCounts(servers).servers ?? 0];
  return n === all
    ? formatState.silent
    : plural(n, '{n} of {all} not listening', '{n} of {all} not listening', { all });
}

/** What the foot of a lane tells, with the server that it is about. */
export type LaneNeed = { kind: 'down' | 'stopped' | 'silent' | 'waiting' | 'short' | 'shaky'; server: Server };

/** What is wrong with a namespace now; undefined where nothing is. */
export function laneNeed(servers: LaneServers, deployed: Deployed): LaneNeed | undefined {
  const found = {
    down: laneTrouble(servers, deployed),
    stopped: laneStopped(servers, deployed),
    silent: laneSilent(servers),
    waiting: laneWaiting(servers),
    short: laneShort(servers, deployed),
    shaky: laneLoops(servers, deployed),
  };
  for (const kind of ['down', 'stopped', 'silent', 'waiting', 'short', 'shaky'] as const) {
    const server = found[kind];
    if (server !== undefined) return { kind, server };
  }
  return undefined;
}

/** The new server that waits for an old one to end, with players on it. */
function laneWaiting(servers: LaneServers): Server | undefined {
  const list = listOf(servers) ?? noServers;
  return list.find((server) => waitsFor(server, list) !== undefined);
}

/** How many players and servers a namespace has now; undefined where that is unknown. */
export function laneCounts(servers: LaneServers): { players: number | undefined; servers: number | undefined } {
  const list = listOf(servers);
  if (list === undefined) return { players: undefined, servers: undefined };
  const alive = list.filter((server) => !isEnded(server));
  const isKnown = alive.every(({ players, state }) => players !== undefined || state !== 'running');
  const players = alive.reduce((sum, { players: here }) => sum + (here?.now ?? 0), 0);
  return { players: isKnown ? players : undefined, servers: alive.length };
}

/** The servers that have a pip: those that live, and those that crashed just now. Oldest first, so that they keep their places. */
export function pipsOf(servers: LaneServers, now: number): Server[] {
  const shown = (listOf(servers) ?? []).filter(
    (server) => !isEnded(server) || (isTrouble(server) && now - (server.destroyed_at ?? 0) < CRASH_SHOWN_MS),
  );
  return shown.toSorted((a, b) => Number(isTrouble(a)) - Number(isTrouble(b)) || a.created_at - b.created_at);
}

/** The server that was to be kept and could not be: nothing else lives, and the newest one failed. */
export function laneTrouble(servers: LaneServers, deployed: Deployed): Server | undefined {
  return downRecord(listOf(servers) ?? noServers, deployed)?.newest;
}

/** Its kept server, where somebody stopped it and nothing lives since. */
function laneStopped(servers: LaneServers, deployed: Deployed): Server | undefined {
  return stoppedRecord(listOf(servers) ?? noServers, deployed.version_id);
}

type Named = Deployed & Pick<NamespaceSummary, 'name_id'>;

/** Why it has none, in a line: how often and how fast it crashed, or what kept it from starting; what happens next, and why it crashed. */
export function formatTrouble(servers: LaneServers, server: Server, namespace: Named): { title: string; text: string } {
  const { hint, problem, destroyed_at: end } = server;
  if (server.state === 'crashed') return formatCrash(servers, server, namespace);
  const why = translate(problem) ?? t('the last one crashed');
  const since = end === undefined ? '' : t('Since {clock}.', { clock: formatClock(end) });
  const title = t('{name} has no server: {why}', { name: namespace.name_id, why });
  return { title, text: [translate(hint) ?? t('See its log for more.'), since].join(' ') };
}

function formatCrash(servers: LaneServers, server: Server, namespace: Named): { title: string; text: string } {
  const list = ofDeployment(listOf(servers) ?? noServers, namespace);
  const record = crashRecordOf(list, server);
  const next = nextOf(record, list);
  const title = formatHowOften(record);
  const cause = record.runs.map(knownCause).find((one) => one !== undefined);
  if (next === undefined) return { title, text: translate(cause ?? server.problem) ?? '' };
  const then = formatNext(next, namespace.name_id, Date.now());
  // One that runs again has got past it, so what to do about it no longer holds.
  const why = next.kind === 'running' ? undefined : translate(cause);
  return { title, text: why === undefined ? then : `${then} ${why}` };
}

/** The versions whose servers still end, newest first, while those of the present one already run or start. */
export function formatLeaving(servers: LaneServers, game: GameFull, version_id: string): string | undefined {
  const old = leavingServers(listOf(servers) ?? noServers, version_id);
  if (old.length === 0) return undefined;
  const ids = new Set(old.map(({ version }) => version));
  const names = new Map(game.versions.map(({ version_id: id, display_name: name }) => [id, name]));
  const versions = [...ids].map((id = '') => names.get(id) ?? t('another version')).join(', ');
  return plural(old.length, 'still {versions} on {n} server', 'still {versions} on {n} servers', { versions });
}
