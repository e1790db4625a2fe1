// What is known of versions when one of them is gone back to: which one that is, and which ones crashed. Pure.
import type { HistoryRow } from '../../../src-shared/namespaces/bridge.ts';
import type { TimelineView } from '../../../src-shared/namespaces/timeline.ts';
import type { GameFull } from '../../../src-shared/service/games.ts';
import { toldWayBack } from '../../../src-shared/versions/told-way-back.ts';
import { plural } from '../../text/t.ts';
import { type VersionOption, versionName, versionOptions } from './namespaces-selectors.ts';

/** The version that Roll back goes to. */
export type WayBack = { version_id: string; name: string };

/** As the instance tells it: null where no version is left, undefined where it does not tell. */
export function wayBackOf(game: GameFull, namespace_id: string): WayBack | null | undefined {
  const told = toldWayBack(game, namespace_id);
  return told && { version_id: told.version_id, name: versionName(game, told.version_id) };
}

/** How often servers of a version crashed, on any namespace; 0 where that is not told. */
export function crashesOf(game: GameFull, version_id: string): number {
  return game.versions.find((one) => one.version_id === version_id)?.crashes?.count ?? 0;
}

/** "crashed 4×": the one mark of a version that crashed, the same wherever versions are shown. */
export function formatCrashes(count: number): string {
  return plural(count, 'crashed once', 'crashed {n}×');
}

/** How often something crashed, or did not start. */
export type Marks = { crashes: number; failed: number };

/** Whether there is something to say. */
export function isMarked({ crashes, failed }: Marks): boolean {
  return crashes > 0 || failed > 0;
}

/** The same of a version, on any namespace. */
export function marksOf(game: GameFull, version_id: string): Marks {
  const failed = game.versions.find((one) => one.version_id === version_id)?.failed_starts ?? 0;
  return { crashes: crashesOf(game, version_id), failed };
}

/** "crashed 4×", or "did not start 2×" of what never crashed; empty where there is nothing to say. */
export function formatMarks({ crashes, failed }: Marks): string {
  if (crashes > 0) return formatCrashes(crashes);
  return failed === 0 ? '' : plural(failed, 'did not start', 'did not start {n}×');
}

/** The versions to choose from, with their marks. */
export function markedOptions(game: GameFull, currentId: string): VersionOption[] {
  return versionOptions(game, currentId).map(({ value, label }) => {
    const marks = formatMarks(marksOf(game, value));
    return { value, label: marks === '' ? label : `${label}, ${marks}` };
  });
}

/** The newest version that does not run and has no mark; where all have, the newest. */
export function firstChoice(game: GameFull, currentId: string): string | undefined {
  return (unmarked(game, currentId)[0] ?? versionOptions(game, currentId)[0])?.value;
}

/**
 * The newest version that does not run and has no mark, unless it was rolled back when it was there last, or nobody could join it. `runs`:
 * what ran there, newest first. Undefined where all went wrong: somebody may want one of them, but has to say so.
 */
export function switchChoice(game: GameFull, currentId: string, runs: readonly Run[]): string | undefined {
  const wentWrong = (version_id: string) => {
    const outcome = runs.find((one) => one.version_id === version_id)?.outcome;
    return outcome?.rolled_back === true || outcome?.ran_ms === 0;
  };
  return unmarked(game, currentId).find(({ value }) => !wentWrong(value))?.value;
}

function unmarked(game: GameFull, currentId: string): VersionOption[] {
  return versionOptions(game, currentId).filter(({ value }) => !isMarked(marksOf(game, value)));
}

type Run = Pick<HistoryRow, 'version_id' | 'outcome'>;

/** Versions whose last time on some namespace ended by a roll back. */
export function rolledBackVersions(timelines: Readonly<Record<string, TimelineView | undefined>>): ReadonlySet<string> {
  const found = new Set<string>();
  for (const timeline of Object.values(timelines)) {
    const last = new Map(
      (timeline?.deployments ?? []).map((deployment) => [deployment.version_id, deployment.is_rolled_back]),
    );
    for (const [id, isRolledBack] of last) if (isRolledBack) found.add(id);
  }
  return found;
}
