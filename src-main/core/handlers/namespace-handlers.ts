// Answers the window's calls about namespaces.
import type { CallHandlers, TopicSources } from '../../../src-shared/bridge/serve.ts';
import type { namespaceCalls } from '../../../src-shared/namespaces/bridge.ts';
import type { timelineTopics } from '../../../src-shared/namespaces/timeline.ts';
import type { InstanceService } from '../instances/instance-service.ts';
import { readHistory } from '../namespaces/history.ts';
import { changesBetween, compareMoments } from '../namespaces/moments.ts';
import type { NamespaceService } from '../namespaces/namespace-service.ts';
import { createNamespace, readSettings, validateNames } from '../namespaces/namespace-settings.ts';
import type { SwitchLog } from '../namespaces/switch-log.ts';
import { type TimelineParts, timelineSource } from '../players/timeline.ts';

type Contract = { calls: typeof namespaceCalls; topics: typeof timelineTopics };

const PAGE = 32;

export function namespaceHandlers(
  namespaces: NamespaceService,
  instances: InstanceService,
  switches: SwitchLog,
): CallHandlers<Contract> {
  return {
    'namespaces.switch': ({ version_id, expected_version_id: expected, ...target }) =>
      namespaces.switchTo(target, version_id, expected),
    'namespaces.rollBack': (target) => namespaces.rollBack(target),
    'namespaces.setOrder': async ({ instance_id: id, game_id, namespace_ids }) => {
      await instances.find(id).client().orderNamespaces({ params: { game_id }, body: { namespace_ids } });
    },
    'namespaces.setLimits': ({ limits, ...target }) => namespaces.setLimits(target, limits),
    'namespaces.setHosting': ({ hosting, ...target }) => namespaces.setHosting(target, hosting),
    'namespaces.compareMoments': ({ from, to, ...place }) => compareMoments(instances, place, { from, to }),
    'namespaces.changes': async ({ moments, ...place }) => ({
      changes: await changesBetween(instances, place, moments),
    }),
    'namespaces.settings': (place) => readSettings(instances, place),
    'namespaces.validate': ({ instance_id: id, game_id, ...names }) =>
      validateNames(instances, { instance_id: id, game_id }, names),
    'namespaces.create': ({ instance_id: id, game_id, ...request }) =>
      createNamespace(instances, { instance_id: id, game_id }, request),
    'namespaces.history': async ({ instance_id: id, game_id, namespace_id, anchor = 0, limit = PAGE }) => {
      const client = instances.find(id).client();
      const { game } = await client.getGame({ params: { game_id } });
      return await readHistory(client, switches, { instance_id: id, game, namespace_id, anchor, limit });
    },
  };
}

export function namespaceSources(parts: TimelineParts): TopicSources<Contract> {
  return { 'namespaces.timeline': (place) => timelineSource(parts, place) };
}
