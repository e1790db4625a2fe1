// Turns records into what the interface answers.
import type { GroupRecord } from '../groups/store.ts';
import { timestampOf } from '../http/timestamp.ts';
import type { WholeGame } from './service.ts';
import type { GameRecord } from './store.ts';

type Region = {
  provider: string;
  provider_display_name: string;
  region_display_name: string;
  region_id: string;
  region_name_id: string;
};

/** A game has no servers yet that could have players; hosting will count them here. */
const NO_PLAYERS = 0;

export function fullGame({ game, namespaces, versions }: WholeGame, regions: Region[]) {
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

export function listedGame({ game_id, name_id, display_name }: GameRecord) {
  return { game_id, name_id, display_name, total_player_count: NO_PLAYERS };
}

export function listedGroup({ group_id, display_name }: GroupRecord) {
  return { group_id, display_name };
}
