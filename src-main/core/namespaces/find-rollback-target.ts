// Finds the version that a namespace is rolled back to: as the instance tells it, else in its history.
import type { HistoryPage } from '../../../src-shared/namespaces/bridge.ts';
import type { ServiceClient } from '../../../src-shared/service/client.ts';
import type { GameFull } from '../../../src-shared/service/games.ts';
import { messageFor } from '../../../src-shared/text/message.ts';
import { type ToldWayBack, toldWayBack } from '../../../src-shared/versions/told-way-back.ts';
import { versionNames } from '../../../src-shared/versions/version-names.ts';
import { deploymentsOf, lastNotRolledBack } from './deployments.ts';
import { readEntries } from './version-history.ts';

type Target = NonNullable<HistoryPage['previous']>;

/**
 * The version to go back to, as the instance tells it. Where it does not, the last one of the history that was not rolled back: how
 * versions went is not known then, which the note says.
 */
export async function findRollbackTarget(
  client: ServiceClient,
  game: GameFull,
  namespace_id: string,
): Promise<Target | undefined> {
  const names = versionNames(game.versions);
  const namespace = game.namespaces.find(({ namespace_id: id }) => id === namespace_id);
  if (namespace === undefined) return undefined;
  const told = toldWayBack(game, namespace_id);
  if (told !== undefined) return told === null ? undefined : toldTarget(told, names);
  const has = (id: string) => names.has(id);
  const goodOf = (entries: Parameters<typeof deploymentsOf>[0]) =>
    lastNotRolledBack(deploymentsOf(entries, namespace), namespace.version_id, has);
  const entries = await readEntries(client, game, namespace_id, (known) => goodOf(known) !== undefined);
  const found = goodOf(entries);
  if (found === undefined) return undefined;
  const display_name = names.get(found) ?? found;
  return { version_id: found, display_name, note: messageFor('rollback.crashes-unknown', { version: display_name }) };
}

function toldTarget(
  { version_id, ran_ms: ranMs = 0, ran_well: ranWell }: ToldWayBack,
  names: ReadonlyMap<string, string>,
): Target {
  const display_name = names.get(version_id) ?? version_id;
  if (ranWell === true) return { version_id, display_name };
  const note =
    ranMs === 0
      ? messageFor('rollback.never-ran', { version: display_name })
      : messageFor('rollback.ran-only', { version: display_name, ran: span(ranMs) });
  return { version_id, display_name, note };
}

/** Units that are the same in every language. */
function span(ms: number): string {
  const minutes = Math.floor(ms / 60_000);
  if (minutes < 1) return `${Math.max(1, Math.round(ms / 1000))} s`;
  if (minutes < 120) return `${minutes} min`;
  return minutes < 48 * 60 ? `${Math.floor(minutes / 60)} h` : `${Math.floor(minutes / 1440)} d`;
}
