// Finds the version that a namespace is rolled back to, in its history.
import type { ServiceClient } from '../../../src-shared/service/client.ts';
import type { GameFull } from '../../../src-shared/service/games.ts';
import { deploymentsOf, lastGood } from './deployments.ts';

const PAGE = 32;
/** How far back a version is looked for; nobody rolls back past a thousand switches. */
const MOST_PAGES = 32;

/** The last version before the present one that the game still has. It is none that was rolled back itself, unless `orElse` takes any. */
export async function findRollbackTarget(client: ServiceClient, game: GameFull, namespace_id: string, orElse?: 'any') {
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
    const more = await readPage(client, game, namespace_id, turn * PAGE, PAGE);
    entries.push(...more);
    if (more.length < PAGE || isEnough(entries)) break;
  }
  return entries;
}

export async function readPage(
  client: ServiceClient,
  game: GameFull,
  namespace_id: string,
  anchor: number,
  limit: number,
) {
  const params = { game_id: game.game_id, namespace_id };
  const { versions } = await client.listVersionHistory({ params, query: { anchor, limit } });
  return versions;
}
