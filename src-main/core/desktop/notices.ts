// What happens while a person looks elsewhere: transfers that end, servers that crash or do not start. What happens together is reported
// together, with the place where it can be looked at. Pure but for the clock it is given.
import type { CrashNotice } from '../../../src-shared/desktop/bridge.ts';
import type { News } from '../../../src-shared/desktop/news.ts';
import { knownCause } from '../../../src-shared/servers/known-cause.ts';
import { messageOf, type Sentence, textOf } from '../../../src-shared/text/message.ts';
import type { TransferView } from '../../../src-shared/transfers/bridge.ts';
import { problemOf } from '../../../src-shared/transfers/problem-of.ts';
import { LOCAL_ID } from '../instances/local-instance.ts';
import type { DesktopState, PlacedServer } from './state.ts';

/** One thing that happened. `reason` is what there is to say of it beyond that, and `hash` the page that shows it. */
export type Event<K extends Kind = Kind> = {
  kind: K;
  subject: string;
  reason: Sentence | undefined;
  hash: string;
  place?: News['place'];
  deployedAt?: number | undefined;
  /** The server was there as its namespace gave up: nothing was started since. */
  wasGivenUp?: true;
} & FollowUp;

/** What the namespace did after a server ended. An event that has it is no end by itself. */
type FollowUp = { gaveUp?: true; rolledBackTo?: string };

type Kind = News['kind'];

const failed = new Set<TransferView['status']>(['failed', 'not_confirmed']);

/** What happened between two states. What was there from the beginning did not happen now. */
export function eventsBetween(before: DesktopState, after: DesktopState): Event[] {
  return [...transferEvents(before, after), ...serverEvents(before, after)];
}

function transferEvents(before: DesktopState, after: DesktopState): Event[] {
  const known = new Map(before.transfers.map((transfer) => [transfer.id, transfer.status]));
  return after.transfers.flatMap((transfer): Event[] => {
    const { id, status, name } = transfer;
    const last = known.get(id);
    if (last === undefined || last === status) return [];
    const hash = `#/games/${encodeURIComponent(transfer.instance_id)}/${encodeURIComponent(transfer.game_id)}`;
    if (transfer.status === 'done') return [{ kind: 'transfers_done', subject: name, reason: transfer.outcome, hash }];
    if (!failed.has(status)) return [];
    const problem = problemOf(transfer);
    return [{ kind: 'transfers_failed', subject: name, reason: problem && messageOf(problem), hash }];
  });
}

/** The part of it that happened to servers. */
export function serverEvents(before: DesktopState, after: DesktopState): Event<CrashNotice['kind']>[] {
  const known = new Map(before.servers.map(({ server }) => [server.id, server.state]));
  const inOrder = after.servers.toSorted((a, b) => a.server.created_at - b.server.created_at);
  return inOrder.flatMap((placed): Event<CrashNotice['kind']>[] => {
    const { id, state, created_at: createdAt, destroyed_at: end = createdAt } = placed.server;
    if (state !== 'crashed' && state !== 'failed') return [];
    // One that does not even start may end before it was ever seen alive.
    const isNew = known.has(id) ? known.get(id) !== state : end >= after.since;
    if (!isNew) return [];
    const kind = `servers_${state}` as const;
    const where = { hash: hashOf(placed), place: placeOf(placed), deployedAt: deploymentOf(placed) };
    const event = { kind, subject: placed.gameName, reason: reasonOf(placed), ...where };
    return [{ ...event, ...(wasGivenUp(placed, after.servers) ? { wasGivenUp: true as const } : {}) }];
  });
}

/** With what code it ended is said where nothing else is known. */
function reasonOf({ server }: PlacedServer): Sentence | undefined {
  return server.state === 'crashed' ? (knownCause(server) ?? server.problem) : server.problem;
}

/** Its own hint, where it has one, is news of its own. */
function wasGivenUp({ namespace_id, server }: PlacedServer, all: readonly PlacedServer[]): boolean {
  if (server.kept === false) return false;
  return all.some(
    (one) =>
      one.namespace_id === namespace_id &&
      one.server.id !== server.id &&
      (one.server.destroyed_at ?? 0) >= server.created_at &&
      followUpOf(one)?.gaveUp === true,
  );
}

/** Namespaces that gave up to restart, or that the service rolled back, after the end of a server that was told before. */
export function followUpEvents(before: DesktopState, after: DesktopState): Event<CrashNotice['kind']>[] {
  const known = new Set(before.servers.filter(followUpOf).map(({ server }) => server.id));
  return after.servers.flatMap((placed): Event<CrashNotice['kind']>[] => {
    const { id, state, destroyed_at: end = 0 } = placed.server;
    const followUp = followUpOf(placed);
    if (followUp === undefined || known.has(id) || end < after.since) return [];
    const kind = state === 'failed' ? 'servers_failed' : 'servers_crashed';
    const where = { hash: hashOf(placed), place: placeOf(placed), deployedAt: deploymentOf(placed) };
    return [{ kind, subject: placed.gameName, reason: reasonOf(placed), ...where, ...followUp }];
  });
}

function followUpOf({ server: { hint } }: PlacedServer): FollowUp | undefined {
  if (typeof hint !== 'object') return undefined;
  if (hint.reason === 'server.given-up') return { gaveUp: true };
  const version = hint.params?.['version'];
  return hint.reason === 'server.switched-back' && typeof version === 'string' ? { rolledBackTo: version } : undefined;
}

/** Where it can be gone back to what ran well. One that was started by hand says nothing of what its namespace keeps. */
function placeOf({ game_id, namespace_id, namespaceName: name, versionName, server }: PlacedServer): News['place'] {
  if (name === undefined || server.kept === false) return undefined;
  const { version: id } = server;
  const version = id === undefined || versionName === undefined ? undefined : { id, name: versionName };
  return { instance_id: LOCAL_ID, game_id, namespace_id, name, ...(version === undefined ? {} : { version }) };
}

/** What ended before its namespace was last switched is of an earlier deployment, and nothing says of which. */
function deploymentOf({ switchedAt, server: { destroyed_at: end = 0 } }: PlacedServer): number | undefined {
  return switchedAt !== undefined && end >= switchedAt ? switchedAt : undefined;
}

function hashOf({ game_id, namespace_id, server }: PlacedServer): string {
  const parts = [LOCAL_ID, game_id, 'servers', namespace_id, server.id];
  return `#/games/${parts.map(encodeURIComponent).join('/')}`;
}

/** One message for each kind of event, however many there are. */
export function newsOf<K extends Kind>(events: readonly Event<K>[]): News<K>[] {
  return [...Map.groupBy(events, ({ kind }) => kind)].map(([kind, same]) => oneOf(kind, same));
}

/** One message for each kind of event and each version of a namespace that it happened to. */
export function newsOfPlaces<K extends Kind>(events: readonly Event<K>[]): News<K>[] {
  const placed = Map.groupBy(events, ({ kind, place }) => `${kind} ${place?.namespace_id} ${place?.version?.id}`);
  return [...placed.values()].flatMap(newsOf);
}

/** So many messages at once are read; more would flood the desktop. */
const MOST_PLACES = 3;

/** As the bell has them, where that is few. */
function newsOfFew<K extends Kind>(events: readonly Event<K>[]): News<K>[] {
  const placed = newsOfPlaces(events);
  return placed.length > MOST_PLACES ? newsOf(events) : placed;
}

function oneOf<K extends Kind>(kind: K, same: readonly Event<K>[]): News<K> {
  const names = [...new Set(same.map(({ subject }) => subject))];
  const ends = same.filter(({ gaveUp, rolledBackTo: version }) => gaveUp === undefined && version === undefined);
  const rolledBackTo = same.findLast((one) => one.rolledBackTo !== undefined)?.rolledBackTo;
  const reasons = new Set(same.map(({ reason }) => reason && textOf(reason)));
  const place = onePlaceOf(same);
  const newest = same.at(-1);
  return {
    kind,
    count: ends.length,
    names,
    ...(reasons.size === 1 ? { reason: same[0]?.reason } : {}),
    ...(place === undefined ? {} : { place, ...newestDeployment(same) }),
    // Somebody may have had it try again since: what the newest says counts.
    ...(newest?.gaveUp === true || newest?.wasGivenUp === true ? { gave_up: true } : {}),
    ...(rolledBackTo === undefined ? {} : { rolled_back_to: rolledBackTo }),
    hash: whereOf(same, place, names.length),
  };
}

function newestDeployment(same: readonly Event[]): Pick<News, 'deployed_at'> {
  const deployed = same.findLast(({ deployedAt }) => deployedAt !== undefined)?.deployedAt;
  return deployed === undefined ? {} : { deployed_at: deployed };
}

function onePlaceOf(same: readonly Event[]): News['place'] {
  const [first] = same;
  if (new Set(same.map(({ place }) => place?.namespace_id)).size !== 1 || first?.place === undefined) return undefined;
  const { version, ...place } = first.place;
  const isOne = same.every((one) => one.place?.version?.id === version?.id);
  return isOne && version !== undefined ? { ...place, version } : place;
}

/** Of those of one namespace the newest is the row that stands for all. */
function whereOf(same: readonly Event[], place: News['place'], games: number): string {
  const newest = same.at(-1)?.hash ?? '#/';
  if (same.length === 1 || place !== undefined) return newest;
  return games === 1 ? upToGame(newest) : '#/';
}

/** The page of the game whose servers or transfers these are. */
function upToGame(hash: string): string {
  return hash.split('/').slice(0, 5).join('/');
}

const GATHER_MS = 1_000;
const REST_MS = 10_000;

type Gathering<K extends Kind> = { group?: (events: readonly Event<K>[]) => News<K>[]; restMs?: number };

/** Shows what happens within a second as one, and then nothing for ten, so that a crash loop does not flood the desktop. */
export function createNotifier<K extends Kind>(
  show: (news: News<K>) => void,
  { group = newsOfFew, restMs = REST_MS }: Gathering<K> = {},
) {
  let waiting: Event<K>[] = [];
  let timer: NodeJS.Timeout | undefined;
  const flush = () => {
    timer = undefined;
    if (waiting.length === 0) return;
    const news = group(waiting);
    waiting = [];
    if (restMs > 0) timer = setTimeout(flush, restMs);
    for (const one of news) show(one);
  };
  return {
    add: (events: readonly Event<K>[]) => {
      waiting.push(...events);
      if (waiting.length > 0) timer ??= setTimeout(flush, GATHER_MS);
    },
    close: () => clearTimeout(timer),
  };
}
