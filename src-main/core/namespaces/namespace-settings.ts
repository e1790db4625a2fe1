// Reads how a namespace is set, and makes new ones. What an instance does not tell comes as the sentence that says so.
import type { NamespaceSettings } from '../../../src-shared/namespaces/bridge.ts';
import type { CreateNamespaceBody, NamespaceFull, NamespaceNames } from '../../../src-shared/service/namespaces.ts';
import { requireWritable } from '../instances/confirm-protected.ts';
import { requireAbility } from '../instances/instance.ts';
import type { InstanceService } from '../instances/instance-service.ts';

type Place = { instance_id: string; game_id: string; namespace_id: string };
type GamePlace = { instance_id: string; game_id: string };

export async function readSettings(instances: InstanceService, place: Place): Promise<NamespaceSettings> {
  const instance = instances.find(place.instance_id);
  const { read_limits: whyNoLimits, hosting: whyNoHosting } = instance.view().why_not ?? {};
  const params = { game_id: place.game_id, namespace_id: place.namespace_id };
  const client = instance.client();
  const [limits, hosting] = await Promise.all([
    whyNoLimits === undefined ? client.getNamespace({ params }) : undefined,
    whyNoHosting === undefined ? client.getHosting({ params }) : undefined,
  ]);
  return {
    limits: limits === undefined ? null : limitsOf(limits.namespace.config),
    hosting: hosting?.hosting ?? null,
    ...(whyNoLimits === undefined ? {} : { why_no_limits: whyNoLimits }),
    ...(whyNoHosting === undefined ? {} : { why_no_hosting: whyNoHosting }),
  };
}

function limitsOf({ matchmaker: { lobby_count_max, max_players } }: NamespaceFull['config']) {
  return { lobby_count_max, max_players };
}

export async function validateNames(
  instances: InstanceService,
  { instance_id, game_id }: GamePlace,
  names: NamespaceNames,
) {
  return await instances.find(instance_id).client().validateNamespace({ params: { game_id }, body: names });
}

export async function createNamespace(
  instances: InstanceService,
  { instance_id, game_id }: GamePlace,
  request: CreateNamespaceBody,
) {
  requireWritable(instances, instance_id);
  const instance = instances.find(instance_id);
  requireAbility(instance, 'create_namespace');
  return await instance.client().createNamespace({ params: { game_id }, body: request });
}
