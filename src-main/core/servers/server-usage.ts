// What the servers of a namespace use now, asked once a second while somebody looks.
import { type Source, valueSource, whileHeard } from '../../../src-shared/bridge/source.ts';
import type { NamespacePlace, NamespaceUsage } from '../../../src-shared/servers/bridge.ts';
import { followInstance } from '../instances/follow-instance.ts';
import type { InstanceService } from '../instances/instance-service.ts';
import { poll } from '../instances/poll.ts';

export const EVERY_MS = 1_000;
const nobody: NamespaceUsage = { servers: [] };

export function usageSource(instances: InstanceService, place: NamespacePlace): Source {
  const params = { game_id: place.game_id, environment_id: place.namespace_id };
  return whileHeard(valueSource(nobody), (source) =>
    followInstance(instances, place.instance_id, {
      // Figures of a moment ago would be taken for those of now.
      onAway: () => source.set(nobody),
      begin: (client, signal) => {
        if (instances.find(place.instance_id).view().why_not?.inspect_server !== undefined) return;
        void poll({
          ...{ signal, everyMs: EVERY_MS },
          read: async () => {
            const usage = await client.listServerUsage({ params }, { signal, once: true, poll: true });
            if (!signal.aborted) source.set(usage);
            return true;
          },
          onFailure: () => source.set(nobody),
        });
      },
    }),
  );
}
