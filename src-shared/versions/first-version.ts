// The version that a game is made with. It has no build and is nobody's upload, so it is no version to deploy, and what runs it runs none.
import type { GameFull } from '../service/games.ts';
import type { VersionSummary } from '../service/versions.ts';

type Made = Pick<GameFull, 'create_ts' | 'versions'>;

/** The version that came with the game. */
export function firstVersion({ create_ts: made, versions }: Made): VersionSummary | undefined {
  return versions.find((version) => version.create_ts === made);
}

/** The versions that somebody made, in their order. */
export function ownVersions(game: Made): VersionSummary[] {
  const first = firstVersion(game);
  return game.versions.filter((version) => version !== first);
}
