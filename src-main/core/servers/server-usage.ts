// What the servers of a namespace use now, asked while somebody looks: once a second, and less often while nothing changes.
import { listSource, type Source, whileSubscribed } from '../../../src-shared/bridge/source.ts';
import type { NamespacePlace } from '../../../src-shared/servers/bridge.ts';
import type { ServerUsage } from '../../../src-shared/service/server-inspection.ts';
import { poll } from '../http/poll.ts';
import { followInstance } from '../instances/follow-instance.ts';
import type { InstanceService } from '../instances/instance-service.ts';

export const EVERY_MS = 1_000;
/** An answer costs more than anything else that an app does which only shows idle servers. */
export const LONGEST_MS = 4_000;

export function usageSource(instances: InstanceService, place: NamespacePlace): Source {
  const params = { game_id: place.game_id, environment_id: place.namespace_id };
  return whileSubscribed(listSource<ServerUsage>(), (source) =>
    followInstance(instances, place.instance_id, {
      // Figures of a moment ago would be taken for those of now.
      onAway: () => source.replace([]),
      begin: (client, signal) => {
        if (instances.find(place.instance_id).view().why_not?.inspect_server !== undefined) return;
        let waitMs = EVERY_MS;
        void poll({
          signal,
          waitMs: () => waitMs,
          read: async () => {
            const { servers } = await client.listServerUsage({ params }, { signal, once: true, poll: true });
            if (signal.aborted) return true;
            const { next, isSame } = sinceThen(source.snapshot(), servers);
            waitMs = isSame ? Math.min(waitMs * 2, LONGEST_MS) : EVERY_MS;
            if (!isSame) source.replace(next);
            return true;
          },
          onFailure: () => source.replace([]),
        });
      },
    }),
  );
}

/** Keeps what is known where nothing that is shown is another. Pure. */
export function sinceThen(known: readonly ServerUsage[], latest: readonly ServerUsage[]) {
  const before = new Map(known.map((usage) => [usage.id, usage]));
  const next = latest.map((usage) => {
    const old = before.get(usage.id);
    return old !== undefined && figuresOf(old) === figuresOf(usage) ? old : usage;
  });
  const isSame = next.length === known.length && next.every((usage) => before.get(usage.id) === usage);
  return { next, isSame };
}

const MEGABYTE = 1_048_576;

/** What is used as it is shown: memory moves by a few pages all the time, and is told in MB. */
export function shownUsage<U extends Pick<ServerUsage, 'cpu' | 'memory'>>(usage: U): U {
  return { ...usage, at: 0, cpu: Math.round(usage.cpu), memory: Math.round(usage.memory / MEGABYTE) };
}

function figuresOf(usage: ServerUsage): string {
  return JSON.stringify({ ...shownUsage(usage), bytes_in: 0, bytes_out: 0 });
}
