// What a namespace ran before, with names from the game's versions.
import type { HistoryPage } from '../../../src-shared/namespaces/bridge.ts';
import type { ServiceClient } from '../../../src-shared/service/client.ts';
import type { GameFull } from '../../../src-shared/service/games.ts';
import { findRollbackTarget } from './find-rollback-target.ts';
import type { SwitchLog } from './switch-log.ts';
import { readPage } from './version-history.ts';

export type HistoryOptions = {
  instance_id: string;
  game: GameFull;
  namespace_id: string;
  anchor: number;
  limit: number;
};

export async function readHistory(
  client: ServiceClient,
  switches: SwitchLog,
  { instance_id, game, namespace_id, anchor, limit }: HistoryOptions,
): Promise<HistoryPage> {
  const entries = await readPage(client, game, namespace_id, anchor, limit);
  const names = new Map(game.versions.map((version) => [version.version_id, version.display_name]));
  const current = game.namespaces.find(({ namespace_id: id }) => id === namespace_id)?.version_id;
  const previous = await findRollbackTarget(client, game, namespace_id);
  const rows = entries.map(
    ({ version_id, deploy_ts: deployTs, by, from, settings, outcome }, at) =>
      ({
        version_id,
        display_name: names.get(version_id) ?? null,
        deploy_ts: deployTs,
        is_current: anchor + at === 0 && version_id === current,
        by: switches.isOurs({ instance_id, namespace_id, version_id }, Date.parse(deployTs), by) ? 'here' : 'elsewhere',
        ...(by === undefined ? {} : { made_by: by }),
        ...(from === undefined ? {} : { made_from: from }),
        ...(settings === undefined ? {} : { settings }),
        ...(outcome === undefined ? {} : { outcome }),
      }) as const,
  );
  return { rows, has_more: entries.length === limit, ...(previous === undefined ? {} : { previous }) };
}
