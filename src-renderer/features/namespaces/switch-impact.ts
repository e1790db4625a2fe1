// Whom a switch meets: the servers that it ends, by region, with their players; and what becomes of them either way. Pure.
import type { GameFull } from '../../../src-shared/service/games.ts';
import type { HostingPolicy } from '../../../src-shared/service/namespaces.ts';
import type { Server } from '../../../src-shared/service/servers.ts';
import { plural, t } from '../../text/t.ts';
import { counted, formatDuration } from '../../ui/format.ts';
import { type BothRuns, type SwitchWait, waitOf } from './switch-wait.ts';

/** The servers of a region that a switch ends. `players` is undefined where nobody counts them. */
export type RegionImpact = { id: string; name: string; servers: number; players: number | undefined };

/** Whom a switch meets. `byHand` are servers that somebody started by hand, which stay. */
export type SwitchImpact = {
  regions: RegionImpact[];
  servers: number;
  players: number | undefined;
  byHand: number;
  /** The longest time that one of them has to end. */
  graceMs: number | undefined;
  /** What the new server waits for until the old one has ended; undefined where it starts beside it. */
  wait: SwitchWait | undefined;
};

/** What is met by a switch to a version, now. How both versions run tells whether the new one has to wait. */
export function impactOf(
  servers: readonly Server[],
  game: GameFull,
  toVersionId: string | undefined,
  compared?: BothRuns,
): SwitchImpact {
  const alive = servers.filter(isNotEnded);
  const met = alive.filter((server) => isMetBy(server, toVersionId));
  const graces = met.flatMap(({ lifecycle: { kill_timeout: grace } }) => (grace === undefined ? [] : [grace]));
  const regions = [...new Set(met.map(({ datacenter }) => datacenter))].map((id) => regionImpact(id, met, game));
  return {
    regions: regions.toSorted((a, b) => b.servers - a.servers || a.name.localeCompare(b.name)),
    servers: met.length,
    players: playersOf(met),
    byHand: alive.filter(({ kept }) => kept === false).length,
    graceMs: graces.length === 0 ? undefined : Math.max(...graces),
    wait: compared && waitOf(met, compared),
  };
}

/** It lives, and nobody ends it yet. */
function isNotEnded({ destroyed_at: ended, state }: Server): boolean {
  return ended === undefined && state !== 'stopping';
}

/** Whether a switch to a version ends it. */
export function isMetBy(server: Server, toVersionId: string | undefined): boolean {
  return isNotEnded(server) && server.kept !== false && server.version !== toVersionId;
}

function regionImpact(id: string, met: readonly Server[], game: GameFull): RegionImpact {
  const here = met.filter(({ datacenter }) => datacenter === id);
  const name = game.available_regions.find(({ region_id: region }) => region === id)?.region_display_name;
  return { id, name: name ?? t('Region unknown'), servers: here.length, players: playersOf(here) };
}

function playersOf(servers: readonly Server[]): number | undefined {
  const known = servers.flatMap(({ players }) => (players === undefined ? [] : [players.now]));
  if (servers.length > 0 && known.length === 0) return undefined;
  return known.reduce((sum, now) => sum + now, 0);
}

/** How many play on the fullest server. */
export function fullestOf(servers: readonly Server[]): number {
  const alive = servers.filter(({ destroyed_at: ended }) => ended === undefined);
  return Math.max(0, ...alive.map(({ players }) => players?.now ?? 0));
}

/** "6 servers, 94 players". */
export function formatImpact({ servers, players }: Pick<RegionImpact, 'servers' | 'players'>): string {
  const count = counted(servers, 'server');
  return players === undefined ? t('{count}, players unknown', { count }) : `${count}, ${counted(players, 'player')}`;
}

/** What "Let matches finish" means now. While the new server waits, players go on as before. */
export function formatDrain(impact: SwitchImpact, to: string, hosting: Pick<HostingPolicy, 'drain_limit'>): string {
  if (impact.wait !== undefined) {
    const values = { to, time: formatDuration(hosting.drain_limit) };
    return t(
      '{to} starts when nobody plays any more, after {time} at the latest. New players join the old server until then.',
      values,
    );
  }
  const start = t('New lobbies open on {to}.', { to });
  if (impact.servers === 0) return `${start} ${t('No running servers have to finish first.')}`;
  const then = plural(
    impact.servers,
    'The server stops when it is empty, after {time} at the latest.',
    'The {n} servers stop when they are empty, after {time} at the latest.',
    { time: formatDuration(hosting.drain_limit) },
  );
  return `${start} ${then}`;
}

/** What "Stop servers now" means now. */
export function formatStop(impact: SwitchImpact): string {
  if (impact.servers === 0) return t('No servers are running, so nobody is disconnected.');
  const who =
    impact.players === undefined
      ? t('Everybody on them is disconnected.')
      : plural(impact.players, '{n} player is disconnected.', '{n} players are disconnected.');
  const grace =
    impact.graceMs === undefined
      ? t('Servers get their shutdown timeout to save.')
      : t('Servers get {time} to save and shut down.', { time: formatDuration(impact.graceMs) });
  return `${who} ${grace}`;
}
