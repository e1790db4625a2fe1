// What follows from namespaces for their layers: which versions can be switched to, what a name answers to. Pure.
import type { GameFull } from '../../../src-shared/service/games.ts';
import { firstVersion, ownVersions } from '../../../src-shared/versions/first-version.ts';
import { t } from '../../text/t.ts';

/** A version to choose. */
export type VersionOption = { value: string; label: string };

/** The versions that a namespace can be switched to, newest first: all but the one it runs. */
export function versionOptions(game: GameFull, currentId: string): VersionOption[] {
  return ownVersions(game)
    .filter(({ version_id: id }) => id !== currentId)
    .toSorted((a, b) => b.create_ts.localeCompare(a.create_ts))
    .map(({ version_id: id, display_name: name }) => ({ value: id, label: name }));
}

/** The name of a version of a game; one that the game no longer has is said to be so. */
export function versionName(game: GameFull, version_id: string): string {
  if (version_id === firstVersion(game)?.version_id) return t('no version');
  return game.versions.find(({ version_id: id }) => id === version_id)?.display_name ?? t('a deleted version');
}

/** The same where it stands alone, as a heading. */
export function versionHeading(game: GameFull, version_id: string): string {
  return version_id === firstVersion(game)?.version_id ? t('No version') : versionName(game, version_id);
}
