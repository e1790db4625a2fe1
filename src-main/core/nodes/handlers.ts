// Answers the window's calls and topics about nodes.
import type { CallHandlers, TopicSources } from '../../../src-shared/bridge/serve.ts';
import { isSameButFresh, type Source, valueSource, whileSubscribed } from '../../../src-shared/bridge/source.ts';
import type { NodesView, nodeCalls, nodeTopics } from '../../../src-shared/nodes/bridge.ts';
import { poll } from '../http/poll.ts';
import { requireWritable } from '../instances/confirm-protected.ts';
import { followInstance } from '../instances/follow-instance.ts';
import { requireAbility } from '../instances/instance.ts';
import type { InstanceService } from '../instances/instance-service.ts';
import { keptStale } from '../instances/stale.ts';

type Contract = { calls: typeof nodeCalls; topics: typeof nodeTopics };

const EVERY_MS = 2_000;
/** A list that takes long to be made is asked for less often. */
const REST = 10;

export function nodeHandlers(instances: InstanceService): CallHandlers<Contract> {
  const changing = (instance_id: string) => {
    requireWritable(instances, instance_id);
    requireAbility(instances.find(instance_id), 'nodes');
    return instances.find(instance_id).client();
  };
  return {
    'nodes.drain': async ({ instance_id: id, node_id, limit_ms: limit }) => {
      await changing(id).drainNode({ params: { node_id }, body: { limit } });
    },
    'nodes.resume': async ({ instance_id: id, node_id }) => {
      await changing(id).resumeNode({ params: { node_id }, body: {} });
    },
    'nodes.explainJoin': async ({ instance_id: id }) => await changing(id).explainJoin({ body: {} }),
  };
}

export function nodeSources(instances: InstanceService): TopicSources<Contract> {
  return { nodes: ({ instance_id: id }) => nodesSource(instances, id) };
}

function nodesSource(instances: InstanceService, instance_id: string): Source {
  return whileSubscribed(valueSource<NodesView>({ list: null }, { isSame: isSameButFresh }), (source) =>
    followInstance(instances, instance_id, {
      onAway: () => source.set(keptStale(source.snapshot())),
      begin: (client, signal) => {
        let tookMs = 0;
        void poll({
          signal,
          waitMs: () => Math.max(EVERY_MS, REST * tookMs),
          read: async () => {
            const since = performance.now();
            const list = await client.listNodes({}, { signal, once: true, poll: true });
            tookMs = performance.now() - since;
            if (!signal.aborted) source.set({ list, fresh_at: Date.now() });
            return true;
          },
          onFailure: (error) => source.set(keptStale(source.snapshot(), error.toBody())),
        });
      },
    }),
  );
}
