// What home shows: which game is the same on several instances, what runs where, what needs somebody. Pure.
import type { GameRow, GameView } from '../../../src-shared/games/bridge.ts';
import type { InstanceView } from '../../../src-shared/instances/bridge.ts';
import type { HistoryRow } from '../../../src-shared/namespaces/bridge.ts';
import type { GameFull } from '../../../src-shared/service/games.ts';
import type { NamespaceSummary } from '../../../src-shared/service/namespaces.ts';
import { firstVersion } from '../../../src-shared/versions/first-version.ts';
import { unknownServers } from '../board/board-store.ts';
import { type LaneNeed, type LaneServers, laneCounts, laneNeed } from '../board/lane-state.ts';
import { gameKey, namespaceKey } from '../games/place-keys.ts';
import { type Entry, entriesOf } from '../history/history-selectors.ts';
import { isJoinable } from '../servers/server-format.ts';
import type { CellPlace } from './home-store.ts';

type Games = Readonly<Record<string, readonly GameRow[] | undefined>>;

/** Whether there is more than one game or instance, so that home has something to show. */
export function hasHome(instances: readonly InstanceView[] | undefined, games: Games): boolean {
  const [only, ...others] = instances ?? [];
  return others.length > 0 || (only !== undefined && (games[only.id]?.length ?? 0) > 1);
}

/** A game with its row on each instance that has it. */
export type HomeRow = { key: string; name: string; cells: ReadonlyMap<string, GameRow> };

type Row = HomeRow & { cells: Map<string, GameRow> };

/** Each game once, in the order of the instances and of their lists: by its name id, else by the name that is shown. */
export function homeRows(instances: readonly InstanceView[], games: Games): HomeRow[] {
  const rows: Row[] = [];
  const byNameId = new Map<string, Row[]>();
  const byName = new Map<string, Row[]>();
  for (const { id } of instances) {
    for (const game of games[id] ?? []) {
      const isFree = ({ cells }: Row) => !cells.has(id);
      const twin = byNameId.get(game.name_id)?.find(isFree) ?? byName.get(game.display_name)?.find(isFree);
      if (twin !== undefined) {
        twin.cells.set(id, game);
        continue;
      }
      const row: Row = { key: `${id}/${game.id}`, name: game.display_name, cells: new Map([[id, game]]) };
      rows.push(row);
      byNameId.set(game.name_id, [...(byNameId.get(game.name_id) ?? []), row]);
      byName.set(game.display_name, [...(byName.get(game.display_name) ?? []), row]);
    }
  }
  return rows;
}

/** How many play a game on all instances. */
export function playersOf({ cells }: HomeRow): number {
  return [...cells.values()].reduce((sum, { total_player_count: here }) => sum + here, 0);
}

/** A cell has room for so many namespaces. */
const MOST_SHOWN = 8;

/** The namespaces that a cell shows, and follows. */
export function shownNamespaces(game: GameFull | null | undefined): readonly NamespaceSummary[] {
  return game?.namespaces.slice(0, MOST_SHOWN) ?? [];
}

type Known = {
  rows: readonly HomeRow[];
  instances: readonly InstanceView[];
  views: Readonly<Record<string, GameView | undefined>>;
  servers: Readonly<Record<string, LaneServers | undefined>>;
};

/** A namespace of a game on an instance. */
export type Spot = { instance: InstanceView; game: GameFull; namespace: NamespaceSummary; place: CellPlace };

function keyOfSpot({ instance, namespace }: Spot): string {
  return namespaceKey({ instance_id: instance.id, namespace_id: namespace.namespace_id });
}

/** All namespaces that were read. */
export function spotsOf({ rows, instances, views }: Known): Spot[] {
  return rows.flatMap(({ cells }) =>
    instances.flatMap((instance) => {
      const row = cells.get(instance.id);
      if (row === undefined) return [];
      const place = { instance_id: instance.id, game_id: row.id };
      const game = views[gameKey(place)]?.game;
      return shownNamespaces(game).flatMap((namespace) => (game ? [{ instance, game, namespace, place }] : []));
    }),
  );
}

/** A namespace whose kept servers are all gone, or of which one cannot be joined, with the one that says why. */
export type Trouble = Spot & { need: LaneNeed; servers: LaneServers };

/** Those that need somebody now, the ones that are down first. What an instance that does not answer said last is none. */
export function troublesOf(known: Known): Trouble[] {
  const found = spotsOf(known).flatMap((spot) => {
    const servers = known.servers[keyOfSpot(spot)];
    if (servers === undefined || spot.instance.state !== 'connected') return [];
    const need = laneNeed(servers, spot.namespace);
    // One that a person stopped is as that person wants it, and where one waits, players are served.
    return need === undefined || need.kind === 'stopped' || need.kind === 'waiting' ? [] : [{ ...spot, need, servers }];
  });
  return found.toSorted((a, b) => Number(a.need.kind !== 'down') - Number(b.need.kind !== 'down'));
}

/** How many servers live on all of them; undefined while one is not known. */
export function serversAlive(known: Known): number | undefined {
  const spots = spotsOf(known).filter(({ instance }) => instance.state === 'connected');
  let sum = 0;
  for (const spot of spots) {
    const servers = known.servers[keyOfSpot(spot)];
    const alive = servers && laneCounts(servers).servers;
    if (alive === undefined) return undefined;
    sum += alive;
  }
  return spots.length === 0 ? undefined : sum;
}

/** So many deployments are listed, even where one namespace has all of them. */
export const DEPLOYMENTS = 8;

/** A deployment, where it was, and what ran before it where that is known. `isBack` is one that left what ran before it behind. */
export type Change = Spot &
  Pick<Entry, 'row' | 'from' | 'to' | 'isFirst'> & {
    before: string | null | undefined;
    isBack: boolean;
    isJoinable: boolean | undefined;
  };

/** The last deployments of all namespaces, newest first. */
export function latestChanges(
  known: Known,
  latest: Readonly<Record<string, readonly HistoryRow[] | undefined>>,
): Change[] {
  const changes = spotsOf(known).flatMap((spot) => {
    const rows = latest[keyOfSpot(spot)] ?? [];
    const none = firstVersion(spot.game)?.version_id;
    // What came with the namespace itself nobody deployed.
    const entries = entriesOf(rows, true).filter(
      ({ row: { version_id: id, deploy_ts: time } }) => id !== none || !isMadeThen(spot.namespace, time),
    );
    return entries.map((entry, n): Change => {
      const { row, from, to, before } = entry;
      const isFirst = rows.length < DEPLOYMENTS && n === entries.length - 1;
      const isBack = before?.outcome?.rolled_back === true;
      const { list, state } = known.servers[keyOfSpot(spot)] ?? unknownServers;
      const canJoin = state.fresh_at === undefined ? undefined : isJoinable(list ?? [], row.version_id);
      return {
        ...spot,
        row,
        from,
        to,
        isFirst,
        isBack,
        isJoinable: canJoin,
        before: isFirst ? undefined : before?.display_name,
      };
    });
  });
  return changes.toSorted((a, b) => b.from - a.from).slice(0, DEPLOYMENTS);
}

function isMadeThen({ create_ts: made }: NamespaceSummary, time: string): boolean {
  return Date.parse(time) - Date.parse(made) <= 1_000;
}

/** Whether it is what players use: it stands out. */
export function isProd({ name_id }: NamespaceSummary): boolean {
  return name_id === 'prod' || name_id === 'production';
}
