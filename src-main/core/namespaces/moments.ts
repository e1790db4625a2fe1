// What differs between moments of a namespace, as its instance tells.
import type { MomentComparison } from '../../../src-shared/namespaces/bridge.ts';
import type { MomentDifference } from '../../../src-shared/service/namespaces.ts';
import { createTurnsOf } from '../../../src-shared/turns.ts';
import { requireAbility } from '../instances/instance.ts';
import type { InstanceService } from '../instances/instance-service.ts';

type Place = { instance_id: string; game_id: string; namespace_id: string };

/** So many are asked for at once. */
const AT_ONCE = 4;

export async function compareMoments(
  instances: InstanceService,
  { instance_id, game_id, namespace_id }: Place,
  { from, to }: { from: string; to?: string | undefined },
): Promise<MomentComparison> {
  const instance = instances.find(instance_id);
  requireAbility(instance, 'compare_moments');
  const query = { from, ...(to === undefined ? {} : { to }) };
  return await instance.client().compareNamespaceMoments({ params: { game_id, namespace_id }, query });
}

/** `moments` are newest first. */
export async function changesBetween(
  instances: InstanceService,
  place: Place,
  moments: readonly string[],
): Promise<MomentDifference[][]> {
  const inTurn = createTurnsOf(AT_ONCE);
  const pairs = moments.slice(1).map((from, at) => ({ from, to: moments[at] }));
  return await Promise.all(
    pairs.map((pair) => inTurn(async () => (await compareMoments(instances, place, pair)).differences)),
  );
}
