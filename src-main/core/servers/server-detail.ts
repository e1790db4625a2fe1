// One server from close by, read while somebody looks: itself, what it uses and used, its ports and its network. Once a second, and less
// often while nothing changes. Then its charts alone move on, and only now and then.
import {
  isSameButFresh,
  type Source,
  type ValueSource,
  valueSource,
  whileSubscribed,
} from '../../../src-shared/bridge/source.ts';
import type { ServerDetail, ServerTarget } from '../../../src-shared/servers/bridge.ts';
import type { ServiceClient } from '../../../src-shared/service/client.ts';
import type { UsagePoint } from '../../../src-shared/service/server-inspection.ts';
import type { Server } from '../../../src-shared/service/servers.ts';
import { poll } from '../http/poll.ts';
import { createWake, type Wake } from '../http/watch-loop.ts';
import { followInstance } from '../instances/follow-instance.ts';
import type { InstanceService } from '../instances/instance-service.ts';
import { keptStale } from '../instances/stale.ts';
import { EVERY_MS, LONGEST_MS, shownUsage } from './server-usage.ts';

/** An instance that tells no figures is asked less often. */
const PLAIN_EVERY_MS = 5_000;
/** A chart of ten minutes moves by three of its pixels meanwhile. */
const CHART_EVERY_MS = 10_000;
const unread: ServerDetail = { server: null, inspection: null, points: [] };

export type ServerDetails = ReturnType<typeof createServerDetails>;

export function createServerDetails(instances: InstanceService) {
  const wakes = new Map<string, Set<Wake>>();
  return {
    source: (target: ServerTarget): Source =>
      whileSubscribed(valueSource(unread, { isSame: isSameButFresh }), (source) => {
        const wake = createWake();
        const waiting = wakes.get(target.server_id) ?? new Set();
        wakes.set(target.server_id, waiting.add(wake));
        const stop = follow(instances, target, wake, source);
        return () => {
          stop();
          waiting.delete(wake);
          if (waiting.size === 0) wakes.delete(target.server_id);
        };
      }),
    /** Has it read again at once: something was changed. */
    refresh: (server_id: string): void => {
      for (const wake of wakes.get(server_id) ?? []) wake.now();
    },
  };
}

function follow(
  instances: InstanceService,
  target: ServerTarget,
  wake: Wake,
  source: ValueSource<ServerDetail>,
): () => void {
  return followInstance(instances, target.instance_id, {
    onAway: () => source.set(keptStale(source.snapshot())),
    begin: (client, signal) => {
      const { why_not: whyNot } = instances.find(target.instance_id).view();
      const tells = whyNot?.inspect_server === undefined;
      const isListed = whyNot?.list_servers === undefined;
      const read = tells ? createReading(client, { target, isListed, signal }) : plainReading(client, target, signal);
      let waitMs = EVERY_MS;
      let isQuietNow = false;
      void poll({
        signal,
        wake,
        waitMs: () => (tells ? waitMs : PLAIN_EVERY_MS),
        read: async () => {
          const known = source.snapshot();
          const detail = await read(isQuietNow ? known : undefined);
          if (signal.aborted) return true;
          isQuietNow = isQuiet(known, detail);
          waitMs = isQuietNow ? Math.min(waitMs * 2, LONGEST_MS) : EVERY_MS;
          source.set({ ...detail, fresh_at: Date.now() });
          // What has ended stays as it is.
          return detail.server?.destroyed_at === undefined;
        },
        onFailure: (error) => source.set(keptStale(source.snapshot(), error.toBody())),
      });
    },
  });
}

/** Whether nothing that is shown but the time went on since. Pure. */
export function isQuiet(before: ServerDetail, after: ServerDetail): boolean {
  return figuresOf(before) === figuresOf(after);
}

function figuresOf({ server, inspection, points }: ServerDetail): string {
  const last = points.at(-1);
  return JSON.stringify({ server, inspection: shownInspection(inspection), last: last && shownUsage(last) });
}

function shownInspection(inspection: ServerDetail['inspection']) {
  return inspection && { ...inspection, usage: inspection.usage && shownUsage(inspection.usage) };
}

function paramsOf({ game_id, namespace_id, server_id }: ServerTarget) {
  return { game_id, environment_id: namespace_id, server_id };
}

function plainReading(client: ServiceClient, target: ServerTarget, signal: AbortSignal) {
  return async (): Promise<ServerDetail> => {
    const { server } = await client.getServer({ params: paramsOf(target) }, { signal, once: true, poll: true });
    return { ...unread, server };
  };
}

type ReadingOptions = { target: ServerTarget; isListed: boolean; signal: AbortSignal };

/**
 * Only what is new is asked of what was used. With what is known of a quiet server it is asked how that is from close by, and all else
 * only when it is another, or its charts move on: its list tells how it fares, where there is one.
 */
export function createReading(client: ServiceClient, { target, isListed, signal }: ReadingOptions) {
  const params = paramsOf(target);
  const options = { signal, once: true, poll: true };
  let points: UsagePoint[] = [];
  let readAt = performance.now();
  const isStill = async ({ inspection: before, stale_since: stale }: ServerDetail) => {
    if (!isListed || stale !== undefined || performance.now() - readAt >= CHART_EVERY_MS) return false;
    const { inspection } = await client.inspectServer({ params }, options);
    return JSON.stringify(shownInspection(before)) === JSON.stringify(shownInspection(inspection));
  };
  return async (quiet: ServerDetail | undefined): Promise<ServerDetail> => {
    if (quiet !== undefined && (await isStill(quiet))) return quiet;
    readAt = performance.now();
    const since = points.at(-1)?.at;
    const [{ server }, { inspection }, { points: more }] = await Promise.all([
      client.getServer({ params }, options),
      client.inspectServer({ params }, options),
      client.getServerUsage({ params, query: { since } }, options),
    ]);
    points = lately([...points, ...more], endOf(server));
    return { server, inspection, points: thinned(points) };
  };
}

function endOf({ destroyed_at: end }: Server): number {
  return end ?? Date.now();
}

/** The charts show so much. */
const SHOWN_MS = 600_000;
const STEPS = 120;
const FINEST_MS = 1_000;

/** The points of the last minutes before `end`. */
export function lately(points: readonly UsagePoint[], end: number): UsagePoint[] {
  return points.filter(({ at }) => at > end - SHOWN_MS);
}

/** One point for each step: the middle of what was used, and all bytes that went. */
export function thinned(points: readonly UsagePoint[]): UsagePoint[] {
  const span = (points.at(-1)?.at ?? 0) - (points[0]?.at ?? 0);
  const stepMs = Math.max(FINEST_MS, Math.ceil(span / STEPS / FINEST_MS) * FINEST_MS);
  const steps = new Map<number, UsagePoint[]>();
  for (const point of points) {
    const step = Math.floor(point.at / stepMs);
    steps.set(step, [...(steps.get(step) ?? []), point]);
  }
  return [...steps.values()].map((group) => {
    const sum = (of: (point: UsagePoint) => number) => group.reduce((whole, point) => whole + of(point), 0);
    const middle = (of: (point: UsagePoint) => number) => sum(of) / group.length;
    return {
      at: group.at(-1)?.at ?? 0,
      cpu: Math.round(middle(({ cpu }) => cpu)),
      memory: Math.round(middle(({ memory }) => memory)),
      connections: Math.round(middle(({ connections }) => connections)),
      bytes_in: sum(({ bytes_in: bytes }) => bytes),
      bytes_out: sum(({ bytes_out: bytes }) => bytes),
    };
  });
}
