// The version that a namespace is rolled back to, as its instance tells it.
import type { GameFull } from '../service/games.ts';
import type { LastGood } from '../service/namespaces.ts';

export type ToldWayBack = LastGood & { version_id: string };

/** Null where none is left: none is told, or the one that is told is gone by now. Undefined where the instance does not tell. */
export function toldWayBack(
  { namespaces, versions }: Pick<GameFull, 'namespaces' | 'versions'>,
  namespace_id: string,
): ToldWayBack | null | undefined {
  const told = namespaces.find((one) => one.namespace_id === namespace_id)?.last_good;
  if (told === undefined) return undefined;
  const { version_id } = told;
  const isThere = version_id !== undefined && versions.some((one) => one.version_id === version_id);
  return isThere ? { ...told, version_id } : null;
}
