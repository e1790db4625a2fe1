// Turns records into what the interface answers.
import type { GameFull, GameSummary } from '../../src-shared/service/games.ts';
import type { GroupSummary } from '../../src-shared/service/groups.ts';
import type { RegionSummary } from '../../src-shared/service/regions.ts';
import type { GroupRecord } from '../groups/store.ts';
import { timestampOf } from '../http/timestamp.ts';
import type { WholeGame } from './service.ts';
import type { GameRecord } from './store.ts';

/** A game has no servers yet that could have players; hosting will count them here. */
const NO_PLAYERS = 0;

export function fullGame({ game, namespaces, versions }: WholeGame, regions: RegionSummary[]): GameFull {
  const { game_id, name_id, display_name, developer_group_id, create_ts } = game;
  return {
    game_id,
    name_id,
    display_name,
    developer_group_id,
    create_ts: timestampOf(create_ts),
    total_player_count: NO_PLAYERS,
    available_regions: regions,
    namespaces: namespaces.map((namespace) => ({
      namespace_id: namespace.namespace_id,
      name_id: namespace.name_id,
      display_name: namespace.display_name,
      create_ts: timestampOf(namespace.create_ts),
      version_id: namespace.version_id,
    })),
    versions: versions.map((version) => ({
      version_id: version.version_id,
      display_name: version.display_name,
      create_ts: timestampOf(version.create_ts),
    })),
  };
}

export function listedGame(game: GameRecord, groups: ReadonlyMap<string, GroupRecord>): GameSummary {
  const { game_id, name_id, display_name, create_ts, developer_group_id: groupId } = game;
  return {
    game_id,
    name_id,
    display_name,
    create_ts: timestampOf(create_ts),
    developer: { group_id: groupId, display_name: groups.get(groupId)?.display_name ?? '' },
    total_player_count: NO_PLAYERS,
  };
}

export function listedGroup({ group_id, display_name }: GroupRecord): GroupSummary {
  return { group_id, display_name, is_developer: true };
}
