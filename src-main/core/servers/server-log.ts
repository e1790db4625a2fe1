// What a server writes, followed while somebody looks: the newest lines, at most ten times a second. When more comes than that
// carries, the lines between are left out here; whoever wants to see them reads them by their numbers.
import { setTimeout as sleep } from 'node:timers/promises';
import { isSameButFresh, type Source, valueSource, whileSubscribed } from '../../../src-shared/bridge/source.ts';
import type { LogNews, ServerTarget } from '../../../src-shared/servers/bridge.ts';
import type { LogExtent } from '../../../src-shared/servers/log.ts';
import type { ServiceClient } from '../../../src-shared/service/client.ts';
import { runWatchLoop } from '../http/watch-loop.ts';
import { followInstance } from '../instances/follow-instance.ts';
import { requireAbility } from '../instances/instance.ts';
import type { InstanceService } from '../instances/instance-service.ts';
import { refusalOf } from '../instances/refusal-of.ts';
import { keptStale } from '../instances/stale.ts';

const EVERY_MS = 100;
const LINES = 500;
const unread: LogNews = { extent: null, lines: [] };

/** Lines are news by themselves: ten times a second, up to 500 of them are not compared with those before. */
function isSameNews(before: LogNews, next: LogNews): boolean {
  return next.lines.length === 0 && isSameButFresh(before, next);
}

export function logSource(instances: InstanceService, target: ServerTarget): Source {
  return whileSubscribed(valueSource(unread, { isSame: isSameNews }), (source) =>
    followInstance(instances, target.instance_id, {
      onAway: () => source.set(keptStale(source.snapshot())),
      begin: (client, signal, wake) => {
        const refusal = refusalOf(() => requireAbility(instances.find(target.instance_id), 'server_logs'));
        if (refusal !== undefined) {
          source.set({ ...unread, problem: refusal.toBody() });
          return;
        }
        void runWatchLoop({
          signal,
          wake,
          ask: createAsking(client, target),
          onAnswer: ({ lines, extent }) => source.set({ lines, extent, fresh_at: Date.now() }),
          onFailure: (error) => source.set(keptStale(source.snapshot(), error.toBody())),
        });
      },
    }),
  );
}

/** From the line after the last one on, or where that is too far behind, from the newest. */
function createAsking(client: ServiceClient, { game_id, namespace_id, server_id }: ServerTarget) {
  const params = { game_id, environment_id: namespace_id, server_id };
  let known: { extent: LogExtent; reported: number } | undefined;
  return async (index: string | undefined, signal: AbortSignal) => {
    if (index === undefined) known = undefined;
    else await sleep(EVERY_MS, undefined, { signal });
    const from = known === undefined ? undefined : Math.max(known.reported + 1, known.extent.last - LINES + 1);
    const query = { limit: LINES, from, watch_index: from === undefined ? undefined : String(from - 1) };
    const { lines, extent, watch } = await client.readServerLog({ params, query }, { signal, once: true });
    known = { extent, reported: lines.at(-1)?.number ?? extent.last };
    return { lines, extent, watch };
  };
}
