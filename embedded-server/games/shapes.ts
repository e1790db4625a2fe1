// Turns records into what the interface answers.
import type { GameFull, GameSummary } from '../../src-shared/service/games.ts';
import type { NamespaceSummary } from '../../src-shared/service/namespaces.ts';
import type { RegionSummary } from '../../src-shared/service/regions.ts';
import type { VersionSummary } from '../../src-shared/service/versions.ts';
import { timestampOf } from '../http/timestamp.ts';
import type { WholeGame } from './service.ts';
import type { GameRecord, NamespaceRecord, VersionRecord } from './store.ts';

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
    namespaces: namespaces.map(namespaceSummary),
    versions: versions.map(versionSummary),
  };
}

export function namespaceSummary(namespace: NamespaceRecord): NamespaceSummary {
  const { namespace_id, name_id, display_name, create_ts, version_id } = namespace;
  return { namespace_id, name_id, display_name, create_ts: timestampOf(create_ts), version_id };
}

export function versionSummary({ version_id, display_name, create_ts }: VersionRecord): VersionSummary {
  return { version_id, display_name, create_ts: timestampOf(create_ts) };
}

export function listedGame(game: GameRecord, groupNames: ReadonlyMap<string, string>): GameSummary {
  const { game_id, name_id, display_name, create_ts, developer_group_id: groupId } = game;
  return {
    game_id,
    name_id,
    display_name,
    create_ts: timestampOf(create_ts),
    developer: { group_id: groupId, display_name: groupNames.get(groupId) ?? '' },
    total_player_count: NO_PLAYERS,
  };
}
