// What each server uses and what comes through its ports, while it lives, and kept beside its log when it has ended.
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import {
  type PortTraffic,
  portTraffic,
  type ServerUsage,
  type UsagePoint,
  usagePoint,
} from '../../../src-shared/service/server-inspection.ts';
import { makeFolder } from '../../platform/storage/make-folder.ts';
import type { HostingEvent, UsageNow } from '../hosting-thread/messages.ts';
import type { Counts, ServerCounts } from '../relay/messages.ts';
import { createSeries, type Series, type StatPoint } from './usage-series.ts';

export type Traffic = Record<string, PortTraffic>;
export type LiveFigures = ReturnType<typeof createLiveFigures>;

type Live = {
  namespace_id: string;
  series: Series;
  usage: ServerUsage | undefined;
  counts: ServerCounts | undefined;
  /** Bytes that the last point has reported. */
  reported: { bytesIn: number; bytesOut: number };
};

const kept = z.object({ points: z.array(usagePoint), traffic: z.record(z.string(), portTraffic) });
const nothing = { points: [], traffic: {} };
const FILE = 'figures.json';

/** `folder` has a folder for each server's log. */
export function createLiveFigures(folder: string) {
  const alive = new Map<string, Live>();
  const read = async (server_id: string): Promise<z.infer<typeof kept>> => {
    const text = await readFile(path.join(folder, server_id, FILE), 'utf8').catch(() => undefined);
    return text === undefined ? nothing : kept.parse(JSON.parse(text));
  };
  return {
    begin: (server_id: string, namespace_id: string): void => {
      const reported = { bytesIn: 0, bytesOut: 0 };
      alive.set(server_id, { namespace_id, series: createSeries(), usage: undefined, counts: undefined, reported });
    },
    takeUsage: ({ at, servers }: Extract<HostingEvent, { t: 'usage' }>): void => {
      for (const usage of servers) {
        const live = alive.get(usage.server_id);
        if (live !== undefined) addPoint(live, at, usage);
      }
    },
    takeCounts: (servers: readonly ServerCounts[]): void => {
      for (const counts of servers) {
        const live = alive.get(counts.server_id);
        if (live !== undefined) live.counts = counts;
      }
    },
    /** Its figures so far stay readable. */
    end: async (server_id: string): Promise<void> => {
      const live = alive.get(server_id);
      alive.delete(server_id);
      if (live === undefined) return;
      const content = { points: live.series.points().map(toPoint), traffic: trafficOf(live.counts) };
      await makeFolder(path.join(folder, server_id));
      await writeFile(path.join(folder, server_id, FILE), JSON.stringify(content), { mode: 0o600 });
    },
    now: (server_id: string): ServerUsage | undefined => alive.get(server_id)?.usage,
    ofNamespace: (namespace_id: string): ServerUsage[] =>
      [...alive.values()].flatMap(({ namespace_id: id, usage }) =>
        id === namespace_id && usage !== undefined ? [usage] : [],
      ),
    points: async (server_id: string, since: number): Promise<UsagePoint[]> => {
      const live = alive.get(server_id);
      const points = live === undefined ? (await read(server_id)).points : live.series.points().map(toPoint);
      return points.filter(({ at }) => at > since);
    },
    traffic: async (server_id: string): Promise<Traffic> => {
      const live = alive.get(server_id);
      return live === undefined ? (await read(server_id)).traffic : trafficOf(live.counts);
    },
  };
}

function addPoint(live: Live, at: number, { server_id, cpu, memory, processes, over }: UsageNow): void {
  const { players: connections = 0, bytesIn = 0, bytesOut = 0 } = live.counts ?? {};
  const since = { bytesIn: bytesIn - live.reported.bytesIn, bytesOut: bytesOut - live.reported.bytesOut };
  live.reported = { bytesIn, bytesOut };
  const point = { at, cpu, memory, connections, ...since };
  live.series.add(point);
  live.usage = { ...toPoint(point), id: server_id, processes, over: [...over] };
}

function toPoint({ at, cpu, memory, connections, bytesIn, bytesOut }: StatPoint): UsagePoint {
  return { at, cpu: Math.round(cpu), memory, connections, bytes_in: bytesIn, bytes_out: bytesOut };
}

function trafficOf(counts: ServerCounts | undefined): Traffic {
  return Object.fromEntries((counts?.ports ?? []).map((port) => [port.name, toTraffic(port)]));
}

function toTraffic(counts: Counts): PortTraffic {
  const { firstPacketAt: first, firstPacketFrom: from, lastPacketAt: last, lastRefused: refused } = counts;
  return {
    connections: counts.connections,
    connections_total: counts.connectionsTotal,
    refused: counts.refused,
    bytes_in: counts.bytesIn,
    bytes_out: counts.bytesOut,
    packets_in: counts.packetsIn,
    packets_out: counts.packetsOut,
    dropped: counts.dropped,
    ...(first === undefined ? {} : { first_packet_at: first }),
    ...(from === undefined ? {} : { first_packet_from: from }),
    ...(last === undefined ? {} : { last_packet_at: last }),
    ...(refused === undefined ? {} : { last_refused_at: refused.at, last_refused_why: refused.why }),
    ...(refused?.from === undefined ? {} : { last_refused_from: refused.from }),
  };
}
