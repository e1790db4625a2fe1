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
import type { Counts, PortCounts, ServerCounts } from '../relay/messages.ts';
import { createSeries, type Series, type StatPoint } from './usage-series.ts';

export type Traffic = Record<string, PortTraffic>;
export type LiveFigures = ReturnType<typeof createLiveFigures>;

type Live = {
  namespace_id: string;
  series: Series;
  /** The newest point, written over each time as `counts` is: objects that live for some seconds are the dearest for the collector. */
  last: (StatPoint & Pick<ServerUsage, 'processes' | 'over'>) | undefined;
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
  /** Those that a full disk or a crash cut off are lost. */
  const read = async (server_id: string): Promise<z.infer<typeof kept>> => {
    try {
      return kept.parse(JSON.parse(await readFile(path.join(folder, server_id, FILE), 'utf8')));
    } catch {
      return nothing;
    }
  };
  return {
    begin: (server_id: string, namespace_id: string): void => {
      const reported = { bytesIn: 0, bytesOut: 0 };
      alive.set(server_id, { namespace_id, series: createSeries(), last: undefined, counts: undefined, reported });
    },
    takeUsage: ({ at, servers }: Extract<HostingEvent, { t: 'usage' }>): void => {
      for (const usage of servers) {
        const live = alive.get(usage.server_id);
        if (live !== undefined) addPoint(live, at, usage);
      }
    },
    /** Several moments of one server. */
    takePoints: (server_id: string, points: readonly (Omit<UsageNow, 'server_id'> & { at: number })[]): void => {
      const live = alive.get(server_id);
      if (live !== undefined) for (const point of points) addPoint(live, point.at, point);
    },
    takeCounts: (servers: readonly ServerCounts[]): void => {
      for (const counts of servers) {
        const live = alive.get(counts.server_id);
        if (live === undefined) continue;
        live.counts ??= { ...noCounts(), server_id: counts.server_id, players: 0, young: 0, silent: 0, ports: [] };
        takeOver(live.counts, counts);
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
    now: (server_id: string): ServerUsage | undefined => usageOf(server_id, alive.get(server_id)),
    ofNamespace: (namespace_id: string): ServerUsage[] =>
      [...alive].flatMap(([server_id, live]) =>
        live.namespace_id === namespace_id ? (usageOf(server_id, live) ?? []) : [],
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

function addPoint(live: Live, at: number, { cpu, memory, processes, over }: Omit<UsageNow, 'server_id'>): void {
  const { counts, reported } = live;
  const [connections, bytesIn, bytesOut] = [counts?.players ?? 0, counts?.bytesIn ?? 0, counts?.bytesOut ?? 0];
  live.last ??= { at: 0, cpu: 0, memory: 0, connections: 0, bytesIn: 0, bytesOut: 0, processes: 0, over: [] };
  const { last } = live;
  last.at = at;
  last.cpu = cpu;
  last.memory = memory;
  last.connections = connections;
  last.bytesIn = addedSince(reported.bytesIn, bytesIn);
  last.bytesOut = addedSince(reported.bytesOut, bytesOut);
  last.processes = processes;
  if (last.over.length > 0 || over.length > 0) last.over = [...over];
  reported.bytesIn = bytesIn;
  reported.bytesOut = bytesOut;
  live.series.add(last);
}

/** A sum that has become less was begun again, as when the relay was started again. */
function addedSince(before: number, sum: number): number {
  return sum < before ? sum : sum - before;
}

function usageOf(server_id: string, live: Live | undefined): ServerUsage | undefined {
  if (live?.last === undefined) return undefined;
  const { processes, over } = live.last;
  return { ...toPoint(live.last), id: server_id, processes, over };
}

/** Into what is kept. A server's ports stay the same while it lives; another life of it may have others. */
function takeOver(own: ServerCounts, fresh: ServerCounts): void {
  own.players = fresh.players;
  own.young = fresh.young;
  own.silent = fresh.silent;
  takeCountsOver(own, fresh);
  const { ports } = fresh;
  if (!haveSameNames(own.ports, ports)) own.ports = ports.map(({ name }) => ({ ...noCounts(), name }));
  // By number, which makes no garbage, unlike entries().
  for (let n = 0; n < ports.length; n += 1) {
    const [port, freshPort] = [own.ports[n], ports[n]];
    if (port !== undefined && freshPort !== undefined) takeCountsOver(port, freshPort);
  }
}

function haveSameNames(own: readonly PortCounts[], fresh: readonly PortCounts[]): boolean {
  for (let n = 0; n < fresh.length; n += 1) if (own[n]?.name !== fresh[n]?.name) return false;
  return own.length === fresh.length;
}

function noCounts(): Counts {
  const bytes = { bytesIn: 0, bytesOut: 0, packetsIn: 0, packetsOut: 0, dropped: 0 };
  return { connections: 0, connectionsTotal: 0, refused: 0, ...bytes };
}

function takeCountsOver(own: Counts, fresh: Counts): void {
  own.connections = fresh.connections;
  own.connectionsTotal = fresh.connectionsTotal;
  own.refused = fresh.refused;
  own.bytesIn = fresh.bytesIn;
  own.bytesOut = fresh.bytesOut;
  own.packetsIn = fresh.packetsIn;
  own.packetsOut = fresh.packetsOut;
  own.dropped = fresh.dropped;
  own.firstPacketAt = fresh.firstPacketAt;
  own.firstPacketFrom = fresh.firstPacketFrom;
  own.lastPacketAt = fresh.lastPacketAt;
  const refused = fresh.lastRefused;
  if (own.lastRefused?.at !== refused?.at)
    own.lastRefused = refused && { why: refused.why, from: refused.from, at: refused.at };
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
