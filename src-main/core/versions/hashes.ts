// Which bytes each version of a game is, told by the hashes of their builds.
import type { Instance } from '../instances/instance.ts';
import { buildsOf, orNothing } from './version-bytes.ts';

export type Hashes = { hashes: Record<string, string>; why_not?: string };

/** Nothing is guessed: a version whose build is not told has no hash here. */
export async function readHashes(
  instance: Pick<Instance, 'client' | 'view'>,
  gameId: string,
  signal: AbortSignal,
): Promise<Hashes> {
  const whyNot = instance.view().why_not?.list_builds;
  if (whyNot !== undefined) return { hashes: {}, why_not: whyNot };
  const client = instance.client();
  const { game } = await client.getGame({ params: { game_id: gameId } }, { signal });
  const builds = await orNothing(() => buildsOf(client, game));
  if (builds === undefined) return { hashes: {}, why_not: 'This instance does not tell its builds.' };
  const hashes = builds.flatMap(({ version_id: id, sha256 }) =>
    id === undefined || sha256 === undefined ? [] : [[id, sha256] as const],
  );
  return { hashes: Object.fromEntries(hashes) };
}
