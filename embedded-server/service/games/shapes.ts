// Turns records into what the interface answers.
import type { GameFull, GameSummary } from '../../../src-shared/service/games.ts';
import type { NamespaceSummary } from '../../../src-shared/service/namespaces.ts';
import type { RegionSummary } from '../../../src-shared/service/regions.ts';
import type { VersionSummary } from '../../../src-shared/service/versions.ts';
import { timestampOf } from '../../platform/http/timestamp.ts';
import type { LastGood } from '../../runtime/replicas/choose-rollback-target.ts';
import { groupLinks } from '../groups/shapes.ts';
import type { WholeGame } from './service.ts';
import type { GameRecord, NamespaceRecord, VersionRecord } from './store.ts';

/** The version that a namespace goes back to. */
export type FindLastGood = (namespace_id: string) => LastGood | undefined;
/** Where anyone can load a picture of a game. */
export type PictureUrl = (kind: 'logo' | 'banner', upload_id: string) => string;

export function fullGame(
  { game, namespaces, versions }: WholeGame,
  {
    regions,
    players,
    url,
    lastGood,
  }: { regions: RegionSummary[]; players: number; url: PictureUrl; lastGood: FindLastGood },
): GameFull {
  const { game_id, name_id, display_name, developer_group_id, create_ts } = game;
  return {
    game_id,
    name_id,
    display_name,
    developer_group_id,
    create_ts: timestampOf(create_ts),
    ...pictures(game, url),
    total_player_count: players,
    available_regions: regions,
    namespaces: namespaces.map((namespace) => namespaceSummary(namespace, lastGood)),
    versions: versions.map(versionSummary),
  };
}

export function namespaceSummary(namespace: NamespaceRecord, lastGood: FindLastGood): NamespaceSummary {
  const {
    namespace_id,
    name_id,
    display_name,
    create_ts,
    version_id,
    server_count,
    position,
    deploy_ts: deployed,
  } = namespace;
  return {
    namespace_id,
    name_id,
    display_name,
    create_ts: timestampOf(create_ts),
    version_id,
    last_good: lastGood(namespace_id) ?? {},
    server_count,
    ...(position === null ? {} : { order: position }),
    ...(deployed === null ? {} : { deploy_ts: timestampOf(deployed) }),
  };
}

export function versionSummary(version: VersionRecord): VersionSummary {
  const { version_id, display_name, create_ts, failed_starts } = version;
  return { version_id, display_name, create_ts: timestampOf(create_ts), crashes: crashMarks(version), failed_starts };
}

/** How often servers of a version or build crashed, and when one last did. */
export function crashMarks({ crashes: count, last_crash_ts: last }: Pick<VersionRecord, 'crashes' | 'last_crash_ts'>) {
  return { count, ...(last === null ? {} : { last_ts: timestampOf(last) }) };
}

function pictures({ logo_upload_id: logo, banner_upload_id: banner }: GameRecord, url: PictureUrl) {
  return {
    ...(logo === null ? {} : { logo_url: url('logo', logo) }),
    ...(banner === null ? {} : { banner_url: url('banner', banner) }),
  };
}

export type Listing = {
  groupNames: ReadonlyMap<string, string>;
  players: (game_id: string) => number;
  url: PictureUrl;
  publicUrl: string;
};

export function listedGame(game: GameRecord, { groupNames, players, url, publicUrl }: Listing): GameSummary {
  const { game_id, name_id, display_name, create_ts, developer_group_id: group_id } = game;
  return {
    game_id,
    name_id,
    display_name,
    create_ts: timestampOf(create_ts),
    ...pictures(game, url),
    url: `${publicUrl}/cloud/games/${game_id}`,
    developer: {
      group_id,
      display_name: groupNames.get(group_id) ?? '',
      external: groupLinks(group_id, publicUrl),
      is_developer: true,
    },
    total_player_count: players(game_id),
  };
}
