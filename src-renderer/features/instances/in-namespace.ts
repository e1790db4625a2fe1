// An instance as it is for one of its namespaces: a token that is for another one may not do there what it may on its own.
import type { InstanceView } from '../../../src-shared/instances/bridge.ts';

/** For all namespaces but its own a token is the same, and what is drawn once stays. */
const elsewhere = new WeakMap<InstanceView, InstanceView>();

/** What it cannot do there is among what it cannot do. */
export function inNamespace(instance: InstanceView, namespace_id: string | undefined): InstanceView {
  const place = otherPlace(instance, namespace_id);
  if (place === undefined) return instance;
  const found = elsewhere.get(instance);
  if (found !== undefined) return found;
  const refused = Object.fromEntries(place.not_elsewhere.map((ability) => [ability, place.why]));
  const made = { ...instance, why_not: { ...instance.why_not, ...refused } };
  elsewhere.set(instance, made);
  return made;
}

/** Whether its token neither tells nor changes anything of a namespace, as it is for another one. */
export function isOtherNamespace(instance: InstanceView, namespace_id: string): boolean {
  return otherPlace(instance, namespace_id) !== undefined;
}

function otherPlace(instance: InstanceView, namespace_id: string | undefined) {
  const place = instance.kind === 'remote' ? instance.token_place : undefined;
  return place === undefined || namespace_id === undefined || place.namespace_id === namespace_id ? undefined : place;
}
