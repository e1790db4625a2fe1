// Reads the switches of a namespace from its instance, newest first.
import type { ServiceClient } from '../../../src-shared/service/client.ts';
import type { GameFull } from '../../../src-shared/service/games.ts';
import type { NamespaceVersionHistoryEntry } from '../../../src-shared/service/namespaces.ts';

const PAGE = 32;
/** How far back a version is looked for; nobody rolls back past a thousand switches. */
const MOST_PAGES = 32;

type Entry = NamespaceVersionHistoryEntry;

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
