// Which version a namespace ran from when to when, and which of them was rolled back. Pure.
import type { GameFull } from '../../../src-shared/service/games.ts';
import type { DeploymentOutcome, NamespaceSummary } from '../../../src-shared/service/namespaces.ts';
import { firstVersion } from '../../../src-shared/versions/first-version.ts';

type Outcome = Partial<DeploymentOutcome> & Pick<DeploymentOutcome, 'rolled_back'>;
type Entry = { version_id: string; deploy_ts: string; outcome?: Outcome | undefined };

/** The time that one version ran. Without `to` it runs now. `outcome` is what its instance says of it. */
export type Deployment = { version_id: string; from: number; to?: number; isRolledBack: boolean; outcome?: Outcome };

/**
 * The deployments of a history (newest first), oldest first. Where the instance does not tell which were rolled back, it is those
 * that an earlier version took over from again.
 * Switches alone are recorded: without any, the present version has run since the namespace was made.
 */
export function deploymentsOf(
  entries: readonly Entry[],
  namespace: { version_id: string; create_ts: string },
): Deployment[] {
  const oldestFirst = entries.toReversed();
  if (oldestFirst.length === 0) {
    return [{ version_id: namespace.version_id, from: Date.parse(namespace.create_ts), isRolledBack: false }];
  }
  const seen = new Set<string>();
  return oldestFirst.map(({ version_id, deploy_ts: deployTs, outcome }, at) => {
    const next = oldestFirst[at + 1];
    const isLeft = next !== undefined && next.version_id !== version_id && seen.has(next.version_id);
    const isRolledBack = outcome?.rolled_back ?? isLeft;
    seen.add(version_id);
    const to = next === undefined ? {} : { to: Date.parse(next.deploy_ts) };
    return {
      version_id,
      from: Date.parse(deployTs),
      ...to,
      isRolledBack,
      ...(outcome === undefined ? {} : { outcome }),
    };
  });
}

/**
 * Whether nothing was ever deployed to a namespace: no switch is recorded, and it has the version that its game was made with, which has
 * no build. Only where the instance records how deployments went is a history without a switch known to be all there is.
 */
export function wasNeverDeployed(
  deployments: readonly Deployment[],
  namespace: Pick<NamespaceSummary, 'create_ts' | 'version_id' | 'last_good'>,
  game: Pick<GameFull, 'create_ts' | 'versions'>,
): boolean {
  const [only, ...others] = deployments;
  if (only === undefined || others.length > 0 || only.outcome !== undefined) return false;
  const isFirst =
    firstVersion(game)?.version_id === namespace.version_id && only.from === Date.parse(namespace.create_ts);
  return isFirst && namespace.last_good !== undefined;
}

/** The last deployment of another version, of one that was not rolled back; undefined if there was none. */
export function lastNotRolledBack(
  deployments: readonly Deployment[],
  current: string | undefined,
  has: (id: string) => boolean,
): string | undefined {
  return deployments.findLast(
    ({ version_id, isRolledBack }) => !isRolledBack && version_id !== current && has(version_id),
  )?.version_id;
}
