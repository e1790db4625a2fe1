// What a namespace does with its servers after a switch: how many it keeps, whether they are reachable, and where to join.
import { setTimeout as sleep } from 'node:timers/promises';
import { asAppError } from '../../src-shared/errors/app-error.ts';
import { portUrl } from '../../src-shared/servers/port-address.ts';
import { holderOf } from '../../src-shared/servers/waits-for.ts';
import type { CallOptions, ServiceClient } from '../../src-shared/service/client.ts';
import type { Server } from '../../src-shared/service/servers.ts';
import type { Target } from '../core/instances/open-target.ts';
import type { Place } from './find-place.ts';
import { plain } from './output.ts';
import { readLast } from './server-logs.ts';
import { whyOf } from './why-of.ts';

/** A namespace, for what is asked of its servers. */
type KeptIn = { client: ServiceClient; game_id: string; namespace_id: string };

export type KeptAt = KeptIn & {
  version_id: string;
  /** Ids of those that had ended before the switch. How they ended says nothing of it. */
  endedBefore: ReadonlySet<string>;
  /** It ran this version already: what was given up, or stopped by a person, is not started again by that. */
  isUnchanged?: boolean;
};

/** `running` are those without a port, which nobody can join. `ended` tells of one that crashed, or that never started. */
export type KeptServers = {
  keeps: number;
  state: 'none' | 'starting' | 'reachable' | 'running' | 'ended';
  addresses: string[];
  /** Why one ended, or is not reachable yet. */
  why?: string;
  /** Which one ended. */
  ended_id?: string;
};

/** `waits`: those that are not up do nothing but wait for old ones with players. `last`: the newest, where none lives. */
type Look = KeptServers & { waits: boolean; last?: Server | undefined };

export const LOOK_EVERY_MS = 250;
/** A server that starts at once is reachable by then; who has a slower one reads that it starts. */
const PATIENCE_MS = 15_000;
/** One without a port runs from the moment its program is started. One that crashes at once has done so by then. */
const SETTLED_MS = 2_000;

/** One that is started again after a crash is so within four seconds. */
const STARTS_WITHIN_MS = 6_000;

/** Of one that ended. */
const SHOWN_LINES = 5;

const failures = new Set<string | undefined>(['crashed', 'failed', 'exited']);

export function keptIn({ client }: Target, { game, namespace }: Place): KeptIn {
  return { client, game_id: game.game_id, namespace_id: namespace.namespace_id };
}

/**
 * To be asked before a switch. By their ids, as the times of servers are those of another clock. Where they cannot be listed, the
 * switch goes on without them. `until`: by the clock of the instance.
 */
export async function listEnded(at: KeptIn, until = Infinity): Promise<ReadonlySet<string>> {
  const servers = await listNewest(at, { once: true }).catch((): Server[] => []);
  return new Set(servers.filter(({ destroyed_at: end = Infinity }) => end < until).map(({ id }) => id));
}

/** As many as one answer has, the newest first. */
async function listNewest({ client, game_id, namespace_id }: KeptIn, options?: CallOptions): Promise<Server[]> {
  const params = { game_id, environment_id: namespace_id };
  return (await client.listServers({ params, query: { include_destroyed: true } }, options)).servers;
}

/** Nothing where the instance does not tell, or not to this token. */
export async function readKeeps({ client, game_id, namespace_id }: KeptIn) {
  try {
    return (await client.getHosting({ params: { game_id, namespace_id } })).hosting.server_count;
  } catch (thrown) {
    const { status } = asAppError(thrown);
    if (status >= 400 && status < 500) return undefined;
    throw thrown;
  }
}

/** How they are now: those of the version, also when they ran before the switch. */
export async function lookAtKept(at: KeptAt, keeps: number): Promise<Look> {
  const servers = await listNewest(at);
  const ours = servers.filter((one) => one.version === at.version_id && one.kept !== false);
  const ended = ours.find(({ id, state }) => failures.has(state) && !at.endedBefore.has(id));
  if (ended !== undefined)
    return { keeps, state: 'ended', addresses: [], waits: false, ...withWhy(ended), ended_id: ended.id };
  const up = ours.filter(({ state }) => state === 'running');
  const coming = ours.filter(({ state }) => state === 'starting' || state === 'silent' || state === 'preparing');
  const [first] = coming;
  const state = keeps > 0 && up.length >= keeps ? stateUp(up) : keeps === 0 ? 'none' : 'starting';
  return {
    keeps,
    state,
    addresses: up.flatMap(addressesOf),
    ...(first === undefined ? {} : withWhy(first)),
    ...(ours.every(isOver) ? { last: newestOf(ours) } : {}),
    waits: state === 'starting' && doWait(coming, servers),
  };
}

/** For the port or the kept folders of an old one, or, where no more may live at once, for its place. */
function doWait(coming: readonly Server[], all: readonly Server[]): boolean {
  if (coming.length > 0) return coming.every((one) => holderOf(one) !== undefined);
  return all.some(({ state }) => state === 'draining');
}

function isOver({ destroyed_at: end }: Server): boolean {
  return end !== undefined;
}

function newestOf(servers: readonly Server[]): Server | undefined {
  return servers.toSorted((a, b) => b.created_at - a.created_at)[0];
}

function stateUp(up: readonly Server[]): 'reachable' | 'running' {
  return up.every(({ network }) => Object.keys(network.ports).length === 0) ? 'running' : 'reachable';
}

function withWhy(server: Server): { why?: string } {
  const why = whyOf(server);
  return why === '' ? {} : { why };
}

/** What a command says of them: `text` for people, `servers` for programs. */
export type KeptReport = { servers?: KeptServers; text: string };

/** What was sent or switched stays so, also where nobody can tell how its servers are. */
export async function reportKept(at: KeptAt, namespace: string, signal?: AbortSignal): Promise<KeptReport> {
  try {
    const servers = await followKept(at, signal);
    if (servers === undefined) return { text: '' };
    const { last, ...kept } = servers;
    const text = last === undefined ? keptText(namespace, kept) : leftText(namespace, kept, last);
    return { servers: kept, text: `${text}${await lastLines(at, kept)}` };
  } catch (thrown) {
    return { text: `Servers  not known. ${asAppError(thrown).message}\n` };
  }
}

/** What the one that ended wrote last, as far as this token may read it. */
async function lastLines(
  { client, game_id, namespace_id }: KeptIn,
  { ended_id: server_id }: KeptServers,
): Promise<string> {
  if (server_id === undefined) return '';
  const more = `Read its log with slipway servers logs ${server_id}\n`;
  const params = { game_id, environment_id: namespace_id, server_id };
  const lines: string[] = [];
  try {
    await readLast(client, params, 2 * SHOWN_LINES, (some) => {
      // Our own notes tell what is told above.
      lines.push(...some.filter(({ stream }) => stream !== 'slipway').map(({ text }) => plain(text)));
    });
  } catch {
    return more; // says what keeps it from being read
  }
  return `${lines
    .slice(-SHOWN_LINES)
    .map((line) => `  ${line}\n`)
    .join('')}${more}`;
}

/** `last`: the newest of those that have ended and are not started again. */
type Followed = KeptServers & { last?: Server };

/** Waits a moment for those that start at once. */
async function followKept(at: KeptAt, signal?: AbortSignal): Promise<Followed | undefined> {
  const keeps = await readKeeps(at);
  if (keeps === undefined) return undefined;
  const end = Date.now() + PATIENCE_MS;
  let upSince = Infinity;
  let noneSince = Infinity;
  for (;;) {
    const { waits, last, ...kept } = await lookAtKept(at, keeps);
    noneSince = noneSinceWhen(last, noneSince, Date.now());
    if (last !== undefined && isLeft(at, kept, noneSince)) return { ...kept, state: 'ended', ...withWhy(last), last };
    upSince = sinceWhen(kept, upSince, Date.now());
    if (isDecided(kept, upSince) || isForPlayers(kept, waits)) return kept;
    if (Date.now() > end || signal?.aborted === true) return kept;
    await sleep(LOOK_EVERY_MS);
  }
}

/** Nobody waits at a command for players to leave. */
function isForPlayers({ why }: KeptServers, waits: boolean): boolean {
  return waits && why !== undefined;
}

function noneSinceWhen(last: Server | undefined, before: number, now: number): number {
  return last === undefined ? Infinity : Math.min(before, now);
}

function isLeft({ isUnchanged = false }: KeptAt, { state }: KeptServers, noneSince: number): boolean {
  return isUnchanged && state === 'starting' && Date.now() - noneSince >= STARTS_WITHIN_MS;
}

function isDecided({ state }: KeptServers, upSince: number): boolean {
  return state === 'running' ? Date.now() - upSince >= SETTLED_MS : state !== 'starting';
}

function keptText(namespace: string, { keeps, state, addresses, why }: KeptServers): string {
  if (state === 'none') {
    return `${namespace} keeps 0 servers, so none starts by itself. Start one with slipway servers create, or set how many it keeps in the window.\n`;
  }
  const count = countText(namespace, keeps);
  const more = why === undefined ? '' : ` ${why}`;
  if (state === 'reachable') return `${count}: reachable\n${addresses.map((one) => `Join     ${one}\n`).join('')}`;
  if (state === 'running') return `${count}: running without a port, so there is no address to join\n`;
  return state === 'ended' ? `${count}: it ended.${more}\n` : `${count}: starting.${more}\n`;
}

function countText(namespace: string, keeps: number): string {
  return `${namespace} keeps ${keeps === 1 ? '1 server' : `${keeps} servers`}`;
}

/** A switch to what runs already asks for nothing, so it starts nothing. */
function leftText(namespace: string, { keeps, why }: KeptServers, { id }: Server): string {
  const more = why === undefined ? '' : ` ${why}`;
  const next = `Start them again with slipway servers restart ${id}, or switch to another version.`;
  return `${countText(namespace, keeps)}: none runs, and none is started again by itself.${more}\n${next}\n`;
}

function addressesOf({ network }: Server): string[] {
  return Object.values(network.ports).flatMap((port) => portUrl(port) ?? []);
}

/** Infinity while not all of them are up. */
export function sinceWhen({ state }: KeptServers, before: number, now: number): number {
  return state === 'reachable' || state === 'running' ? Math.min(before, now) : Infinity;
}
