// What a namespace ran before, with names from the game's versions, and which of it there is to go back to.
import type { HistoryPage } from '../../../src-shared/namespaces/bridge.ts';
import type { ServiceClient } from '../../../src-shared/service/client.ts';
import type { GameFull } from '../../../src-shared/service/games.ts';
import { deploymentsOf, lastGood } from './deployments.ts';
import type { SwitchLog } from './switch-log.ts';

const PAGE = 32;
/** How far back a version is looked for; nobody rolls back past a thousand switches. */
const MOST_PAGES = 32;

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
  const entries = await page(client, game, namespace_id, anchor, limit);
  const names = new Map(game.versions.map((version) => [version.version_id, version.display_name]));
  const current = game.namespaces.find(({ namespace_id: id }) => id === namespace_id)?.version_id;
  const previous = await findPrevious(client, game, namespace_id);
  const rows = entries.map(
    ({ version_id, deploy_ts: deployTs }, at) =>
      ({
        version_id,
        display_name: names.get(version_id) ?? null,
        deploy_ts: deployTs,
        is_current: anchor + at === 0 && version_id === current,
        by: switches.isOurs({ instance_id, namespace_id, version_id }, Date.parse(deployTs)) ? 'here' : 'elsewhere',
      }) as const,
  );
  return { rows, has_more: entries.length === limit, ...(previous === undefined ? {} : { previous }) };
}

/** The last version before the present one that the game still has. One that was rolled back is none, unless `orElse` takes any. */
export async function findPrevious(client: ServiceClient, game: GameFull, namespace_id: string, orElse?: 'any') {
  const names = new Map(game.versions.map((version) => [version.version_id, version.display_name]));
  const namespace = game.namespaces.find(({ namespace_id: id }) => id === namespace_id);
  if (namespace === undefined) return undefined;
  const has = (id: string) => names.has(id);
  const goodOf = (entries: readonly Entry[]) => lastGood(deploymentsOf(entries, namespace), namespace.version_id, has);
  const entries = await readEntries(client, game, namespace_id, (known) => goodOf(known) !== undefined);
  const other = entries.find(({ version_id: id }) => id !== namespace.version_id && has(id))?.version_id;
  const found = goodOf(entries) ?? (orElse === 'any' ? other : undefined);
  return found === undefined ? undefined : { version_id: found, display_name: names.get(found) ?? found };
}

type Entry = { version_id: string; deploy_ts: string };

/** The newest switches, so many pages of them as are enough. */
export async function readEntries(
  client: ServiceClient,
  game: GameFull,
  namespace_id: string,
  isEnough: (entries: readonly Entry[]) => boolean,
): Promise<Entry[]> {
  const entries: Entry[] = [];
  for (let turn = 0; turn < MOST_PAGES; turn += 1) {
    const more = await page(client, game, namespace_id, turn * PAGE, PAGE);
    entries.push(...more);
    if (more.length < PAGE || isEnough(entries)) break;
  }
  return entries;
}

async function page(client: ServiceClient, game: GameFull, namespace_id: string, anchor: number, limit: number) {
  const params = { game_id: game.game_id, namespace_id };
  const { versions } = await client.listVersionHistory({ params, query: { anchor, limit } });
  return versions;
}
